package shardsh.shell;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.shell.CursorPlace.Spot;

/**
 * What may have been meant by a line that ends in a member without a call, such as {@code sim.fil}
 * or {@code sh.status}: mongosh prints nothing of it, or the name of a collection that there is
 * not, or that it is a function, which may have been meant to be called.
 */
final class MisspeltMembers {
  private final ShellObjects objects;
  private final ClusterNames names;
  private final LiveSession session;

  MisspeltMembers(LiveSession session) {
    this.session = session;
    this.objects = session.objects();
    this.names = session.world().cluster().names();
  }

  /**
   * @param isUndefined whether nothing came of the text
   */
  Optional<String> hint(String text, boolean isUndefined) {
    String line = text.strip();
    CursorPlace end =
        CursorPlace.of(line.endsWith(";") ? line.substring(0, line.length() - 1) : line);
    if (end.spot() != Spot.MEMBER || end.typed().isEmpty()) {
      return Optional.empty();
    }
    return objects.of(end.chain()).flatMap(object -> of(object, end.typed(), line, isUndefined));
  }

  private Optional<String> of(KnownObject object, String typed, String line, boolean isUndefined) {
    if (needsNothing(object.kind(), typed)) {
      return Optional.of("did you mean: " + line.replaceFirst(";$", "") + "()");
    }
    boolean namesCollection =
        object.kind() == ApiNames.DATABASE || object.kind() == ApiNames.COLLECTION;
    if (!namesCollection) {
      return isUndefined ? ofObject(object.kind(), typed, line) : Optional.empty();
    }
    String parent = object.collection();
    String collection = parent.isEmpty() ? typed : parent + "." + typed;
    Collection<String> known = names.collections(object.database());
    boolean isThere = names.collections().contains(new Namespace(object.database(), collection));
    if (isThere || !parent.isEmpty() && !known.contains(parent)) {
      return Optional.empty();
    }
    Set<String> meant = new LinkedHashSet<>(methods(object.kind()));
    if (parent.isEmpty()) {
      meant.addAll(known);
    }
    return DidYouMean.said(typed, meant, line)
        .map(hint -> "there is no collection " + collection + "; " + hint);
  }

  /** Whether a name is that of a method which is called without arguments. */
  private boolean needsNothing(ApiNames kind, String typed) {
    return session.api().methods(kind).stream()
        .anyMatch(
            method -> method.name().equals(typed) && method.usage().endsWith("." + typed + "()"));
  }

  private Optional<String> ofObject(ApiNames kind, String typed, String line) {
    return DidYouMean.said(typed, methods(kind), line)
        .or(() -> new OtherObjects(session).exact(kind, line, typed, line));
  }

  private Set<String> methods(ApiNames kind) {
    return ProfileMethods.of(objects, kind, names, session.world().cluster().profile());
  }
}
