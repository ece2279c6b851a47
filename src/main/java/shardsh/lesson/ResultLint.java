package shardsh.lesson;

import java.util.List;
import java.util.Optional;

/**
 * Finds checks of the last result that are tied to nothing: the documents may come from any
 * collection, also from one that was made for it, while another command gave what else is asked
 * for.
 */
final class ResultLint {
  private final Faults remarks;

  ResultLint(Faults remarks) {
    this.remarks = remarks;
  }

  void check(SourceNode step) {
    List<SourceNode> checks = step.itemsOf("checks");
    for (SourceNode check : checks) {
      boolean isOfResult =
          isKind(check, "docs") && check.text("from").equals(Optional.of("result"));
      if (isOfResult && checks.stream().noneMatch(ResultLint::ties)) {
        remarks.add(
            check,
            "the documents of "
                + check.text("id").orElse("")
                + " may come from any collection: no check asks what the last command read",
            "add a check 'route' 'of: last', an 'event', or a 'state' of c.last.ns");
      }
    }
  }

  private static boolean isKind(SourceNode check, String kind) {
    return check.text("kind").equals(Optional.of(kind));
  }

  /** Whether a check says which command, of what collection or by what route, was the last. */
  private static boolean ties(SourceNode check) {
    String js = check.text("js").orElse("");
    return isKind(check, "route") && check.text("of").orElse("last").equals("last")
        || isKind(check, "event")
        || js.contains("c.last.ns")
        || js.contains("c.last.route")
        || js.contains("events");
  }
}
