package shardsh.core.base;

import java.util.Collection;
import java.util.Optional;

/** The known name that a mistyped one probably meant. */
public final class Nearest {
  private Nearest() {}

  /** The nearest name within two edits and a third of the length; a swap of neighbours is one. */
  public static Optional<String> to(String wrong, Collection<String> known) {
    int best = wrong.length() < 2 ? 0 : Math.min(2, Math.max(1, wrong.length() / 3)) + 1;
    String nearest = null;
    for (String name : known) {
      int distance = distance(wrong, name);
      if (distance < best) {
        best = distance;
        nearest = name;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** {@code did you mean 'checks'?}, or the list of what is known. */
  public static String repair(String wrong, Collection<String> known) {
    return to(wrong, known)
        .map(name -> "did you mean '" + name + "'?")
        .orElse(known.isEmpty() ? "leave it out" : "known: " + String.join(", ", known));
  }

  private static int distance(String left, String right) {
    int[][] table = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        table[i][j] = i == 0 || j == 0 ? i + j : step(table, left, right, i, j);
      }
    }
    return table[left.length()][right.length()];
  }

  private static int step(int[][] table, String left, String right, int i, int j) {
    boolean same = left.charAt(i - 1) == right.charAt(j - 1);
    int best = table[i - 1][j - 1] + (same ? 0 : 1);
    best = Math.min(best, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1);
    return swapped ? Math.min(best, table[i - 2][j - 2] + 1) : best;
  }
}
