package shardsh.shell;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.KnownObject;
import shardsh.shell.CursorPlace.Call;

/**
 * Fields that an update means to change and that no document has, though one of nearly the same
 * name is there: {@code $inc} makes a new field of it, {@code $unset} does nothing. Operators that
 * are there to make fields, such as {@code $set}, are left alone.
 */
final class MisspeltUpdates {
  private static final List<String> OF_FIELDS_THERE =
      List.of(
          "$inc", "$mul", "$min", "$max", "$bit", "$unset", "$rename", "$pop", "$pull", "$pullAll");

  private final ShellObjects objects;
  private final ClusterNames names;
  private final KnownFields known;

  MisspeltUpdates(LiveSession session) {
    this.objects = session.objects();
    this.names = session.world().cluster().names();
    this.known = new KnownFields(names);
  }

  /** The hint about the first such field of an input that has not been evaluated yet. */
  Optional<String> hint(String text) {
    if (OF_FIELDS_THERE.stream().noneMatch(text::contains)) {
      return Optional.empty();
    }
    return TypedCalls.of(text).stream().flatMap(call -> ofCall(call, text).stream()).findFirst();
  }

  private Optional<String> ofCall(Call call, String text) {
    boolean isUpdate =
        List.of("updateOne", "updateMany", "findOneAndUpdate").contains(call.method());
    if (!isUpdate || call.earlier().size() < 2) {
      return Optional.empty();
    }
    Optional<Namespace> ns =
        objects
            .of(call.owner())
            .filter(object -> !object.collection().isEmpty())
            .map(MisspeltUpdates::namespace)
            .filter(names.collections()::contains);
    return ns.flatMap(there -> ofUpdate(call.earlier().get(1), there, text));
  }

  private static Namespace namespace(KnownObject object) {
    return new Namespace(object.database(), object.collection());
  }

  private Optional<String> ofUpdate(Typed update, Namespace ns, String text) {
    for (String operator : OF_FIELDS_THERE) {
      if (update.field(operator) instanceof Typed.Fields fields) {
        Optional<String> hint = NothingFound.ofFields(fields.names(), known.of(ns).paths(), text);
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }
}
