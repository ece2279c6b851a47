package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import shardsh.core.base.Nearest;
import shardsh.js.api.ApiNames;

/** Where a method is that was looked for on the wrong object, as in {@code sim.split()}. */
final class OtherObjects {
  /** The objects to look on, the likeliest first. */
  private static final List<ApiNames> LIKELY =
      List.of(
          ApiNames.SHARD,
          ApiNames.SIM,
          ApiNames.DATABASE,
          ApiNames.REPLICA_SET,
          ApiNames.COLLECTION,
          ApiNames.CURSOR,
          ApiNames.CONFIG);

  /** Those that there is one of, so that what is called on one can be called on another. */
  private static final List<ApiNames> SINGLE =
      List.of(
          ApiNames.SHARD,
          ApiNames.SIM,
          ApiNames.DATABASE,
          ApiNames.REPLICA_SET,
          ApiNames.CONFIG,
          ApiNames.GLOBALS);

  private final LiveSession session;

  OtherObjects(LiveSession session) {
    this.session = session;
  }

  /**
   * What to say about a method that an object does not have, and none of its own is near.
   *
   * @param own the object it was looked for on
   * @param callee all of what was called, e.g. {@code sim.split}
   * @param name the method, e.g. {@code split}
   */
  Optional<String> nearest(ApiNames own, String callee, String name, String text) {
    return exact(own, callee, name, text)
        .or(
            () -> {
              List<String> all = new ArrayList<>();
              LIKELY.forEach(kind -> all.addAll(methods(kind)));
              return Nearest.to(name, all)
                  .filter(near -> near.regionMatches(true, 0, name, 0, 1))
                  .flatMap(
                      near -> holder(own, near).map(kind -> said(own, callee, kind, near, text)));
            });
  }

  /** The same about one that another object has by this very name. */
  Optional<String> exact(ApiNames own, String callee, String name, String text) {
    return holder(own, name).map(kind -> said(own, callee, kind, name, text));
  }

  /** What to say about a method that what a method returns has: {@code db.c.explain.find()}. */
  Optional<String> uncalled(String callee, String text) {
    int dot = callee.lastIndexOf('.');
    if (dot < 1 || callee.charAt(dot - 1) == ')' || !text.contains(callee)) {
      return Optional.empty();
    }
    String called = callee.substring(0, dot) + "()" + callee.substring(dot);
    CursorPlace place = CursorPlace.of(called);
    return session
        .objects()
        .of(place.chain())
        .filter(object -> methods(object.kind()).contains(place.typed()))
        .map(object -> "did you mean: " + text.strip().replace(callee, called));
  }

  private Optional<ApiNames> holder(ApiNames own, String name) {
    return LIKELY.stream()
        .filter(kind -> kind != own && methods(kind).contains(name))
        .filter(kind -> kind != ApiNames.CURSOR || own == ApiNames.COLLECTION)
        .findFirst();
  }

  private Set<String> methods(ApiNames kind) {
    var cluster = session.world().cluster();
    return ProfileMethods.of(session.objects(), kind, cluster.names(), cluster.profile());
  }

  /** The input on the right object where its arguments can stay, else an example. */
  private String said(ApiNames own, String callee, ApiNames kind, String name, String text) {
    boolean ofCursor = kind == ApiNames.CURSOR;
    String right =
        ofCursor
            ? callee.substring(0, callee.lastIndexOf('.')) + ".find()." + name
            : kind.expression() + "." + name;
    String call = callee + "(";
    String line = text.strip();
    int at = line.indexOf(call);
    boolean fits =
        (ofCursor || SINGLE.contains(own) && SINGLE.contains(kind))
            && at >= 0
            && at == line.lastIndexOf(call)
            && (ofCursor || !line.startsWith(")", at + call.length()))
            && line.indexOf('\n') < 0
            && line.length() <= DidYouMean.LINE_MAX;
    return "did you mean: "
        + (fits
            ? line.substring(0, at) + right + line.substring(at + callee.length())
            : ofCursor ? right + "()" : session.objects().methods(kind).get(name).usage());
  }
}
