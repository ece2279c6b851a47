package shardsh.shell;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.shell.CursorPlace.Call;

/**
 * Collections that a command names and that are not there, as in {@code db.runCommand({count:
 * "ordrs"})}: the server answers as if they were empty.
 */
final class MisspeltCommands {
  private static final List<String> OF_COLLECTIONS_THERE =
      List.of("find", "count", "aggregate", "distinct", "update", "delete", "findAndModify");

  private final ShellObjects objects;
  private final ClusterNames names;

  MisspeltCommands(LiveSession session) {
    this.objects = session.objects();
    this.names = session.world().cluster().names();
  }

  /** The hint about the first such command of the input. */
  Optional<String> hint(String text) {
    if (!text.contains("runCommand")) {
      return Optional.empty();
    }
    return TypedCalls.of(text).stream()
        .filter(call -> call.method().equals("runCommand") && !call.earlier().isEmpty())
        .flatMap(call -> ofCall(call, text).stream())
        .findFirst();
  }

  private Optional<String> ofCall(Call call, String text) {
    Optional<KnownObject> database =
        objects.of(call.owner()).filter(object -> object.kind() == ApiNames.DATABASE);
    if (database.isEmpty() || !(call.earlier().get(0) instanceof Typed.Fields command)) {
      return Optional.empty();
    }
    Iterator<String> fields = command.names().iterator();
    String name = fields.hasNext() ? fields.next() : "";
    if (!OF_COLLECTIONS_THERE.contains(name)) {
      return Optional.empty();
    }
    return command
        .get(name)
        .asText()
        .flatMap(asked -> NothingFound.ofPlace(names, database.get().database(), asked, text));
  }
}
