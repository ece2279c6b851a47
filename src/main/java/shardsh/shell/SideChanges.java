package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.TreeMap;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;

/**
 * The lines of a step that have changed the cluster and are not undone, held against those that the
 * step asks for: what is left over was tried on the side.
 */
final class SideChanges {
  private final TreeMap<Long, String> lines = new TreeMap<>();

  /** A step begins. */
  void clear() {
    lines.clear();
  }

  /**
   * A line has run.
   *
   * @param was the last change when it began, as {@link World#lastChange()} counts
   * @param is the last change now
   */
  void line(long was, long is, String text) {
    if (is > was) {
      lines.put(is, text);
    } else if (is < was) {
      lines.tailMap(is, false).clear();
    }
  }

  /** How many lines have changed the cluster. */
  int size() {
    return lines.size();
  }

  /**
   * Whether two clusters are the same but for the time that it took, what waits for it, and how
   * often shards were asked.
   */
  static boolean isAlike(ClusterSnapshot one, ClusterSnapshot other) {
    return timeless(one).equals(timeless(other));
  }

  private static ClusterSnapshot timeless(ClusterSnapshot at) {
    return new ClusterSnapshot(
        0,
        0,
        at.profile(),
        at.routers(),
        at.config(),
        at.shards().stream().map(SideChanges::unasked).toList(),
        at.collections(),
        at.databases(),
        at.migrations(),
        at.reshardings(),
        at.zonesToCome(),
        at.balancer(),
        List.of(),
        at.lastLoad());
  }

  private static ShardView unasked(ShardView shard) {
    return new ShardView(
        shard.id(),
        shard.node(),
        shard.inCatalog(),
        shard.removed(),
        shard.draining(),
        shard.zones(),
        shard.collections(),
        shard.rangeDeletions(),
        0,
        0);
  }

  /** Into how many lines the statements asked for can be cut. */
  static int parts(List<String> asked) {
    return asked.stream().map(StepTries::bare).mapToInt(text -> text.split(";").length).sum();
  }

  /**
   * Whether any line is none of the statements asked for, or one of them once more. What is asked
   * for on one line may be typed on several, and the other way round.
   *
   * @param asked each statement as a prompt takes it
   */
  boolean isMoreThan(List<String> asked) {
    List<String> due = new ArrayList<>(asked.stream().map(StepTries::bare).toList());
    String whole = String.join("", due);
    return lines.values().stream()
        .map(StepTries::bare)
        .anyMatch(line -> !take(due, line) && !line.replace(";", "").equals(whole));
  }

  /** Takes a line, or the first part of one, off those that are due. */
  private static boolean take(List<String> due, String line) {
    if (due.remove(line)) {
      return true;
    }
    for (ListIterator<String> each = due.listIterator(); each.hasNext(); ) {
      String asked = each.next();
      if (asked.startsWith(line + ";")) {
        each.set(asked.substring(line.length() + 1));
        return true;
      }
    }
    return false;
  }
}
