package shardsh.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * A few entries of a long list, so that a thousand chunks do not flood a picture: those that matter
 * first, then from the beginning, always in order.
 */
final class Excerpt {
  private Excerpt() {}

  /**
   * An entry that is shown, or a run of them that is not.
   *
   * @param index its place in the list, or of the first left out
   * @param leftOut 0 for an entry, else how many are left out here
   */
  record Part(int index, int leftOut) {}

  /** At most {@code max} entries with the gaps between them; the last entry is always shown. */
  static <T> List<Part> of(List<T> list, int max, Predicate<T> matters) {
    int size = list.size();
    boolean[] shown = new boolean[size];
    int left = max;
    if (size <= max) {
      Arrays.fill(shown, true);
    } else {
      shown[size - 1] = true;
      left--;
      for (int i = 0; i < size - 1 && left > max / 3; i++) {
        if (matters.test(list.get(i))) {
          shown[i] = true;
          left--;
        }
      }
      for (int i = 0; i < size && left > 0; i++) {
        if (!shown[i]) {
          shown[i] = true;
          left--;
        }
      }
    }
    return parts(shown);
  }

  private static List<Part> parts(boolean[] shown) {
    List<Part> parts = new ArrayList<>();
    int gap = 0;
    for (int i = 0; i < shown.length; i++) {
      if (!shown[i]) {
        gap++;
        continue;
      }
      if (gap > 0) {
        parts.add(new Part(i - gap, gap));
        gap = 0;
      }
      parts.add(new Part(i, 0));
    }
    return parts;
  }
}
