package shardsh.shell;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was known before each change of the cluster, for the day when that is undone. Changes go by
 * {@link World#lastChange()}.
 */
final class Rewind<T> {
  private static final int KEPT_MAX = 100;

  private final TreeMap<Long, T> before = new TreeMap<>();

  /** Nothing that was done can be undone any more. */
  void clear() {
    before.clear();
  }

  /**
   * Takes note of what a line did.
   *
   * @param was the last change when the line began
   * @param is the last change now
   * @param known what was known when the line began
   * @return what was known before the change that the line has undone; empty when it undid none
   */
  Optional<T> line(long was, long is, T known) {
    if (is > was) {
      before.put(is, known);
      if (before.size() > KEPT_MAX) {
        before.pollFirstEntry();
      }
      return Optional.empty();
    }
    if (is == was) {
      return Optional.empty();
    }
    Optional<T> found = Optional.ofNullable(before.higherEntry(is)).map(Map.Entry::getValue);
    before.tailMap(is, false).clear();
    return found;
  }
}
