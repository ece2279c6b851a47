package shardsh.core.base;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody meant who has typed it wrong. */
public final class Nearest {

  private Nearest() {}

  /**
   * The name that differs from the given one in the fewest letters: left out, put in, changed or
   * swapped with the next. Upper and lower case count little. Empty if none is near enough, if the
   * name is there, or if several are as near and the name is so short that it says nothing. Of
   * several that are as near, one that only goes on is meant.
   */
  public static Optional<String> to(String given, Collection<String> names) {
    int letters = given.startsWith("$") ? given.length() - 1 : given.length();
    if (names.contains(given) || letters < 2) {
      return Optional.empty();
    }
    String wanted = given.toLowerCase(Locale.ROOT);
    int most = letters <= 4 ? 1 : letters <= 8 ? 2 : 3;
    String found = null;
    int ties = 0;
    for (String name : names) {
      int distance = distance(wanted, name.toLowerCase(Locale.ROOT), most);
      boolean leavesNothing =
          distance >= Math.max(letters, name.length()) - 1 && !isSwapped(wanted, name);
      if (distance > most || leavesNothing) {
        continue;
      }
      boolean goesOn = startsWith(name, wanted);
      if (found == null || distance < most || goesOn && !startsWith(found, wanted)) {
        found = name;
        ties = 1;
        most = distance;
      } else if (goesOn || !startsWith(found, wanted)) {
        ties++;
        boolean startsAlike = name.charAt(0) == given.charAt(0);
        found = startsAlike && found.charAt(0) != given.charAt(0) ? name : found;
      }
    }
    return found == null || ties > 1 && given.length() <= 3 ? Optional.empty() : Optional.of(found);
  }

  /** Two letters, the other way round. */
  private static boolean isSwapped(String wanted, String name) {
    return name.length() == 2
        && wanted.equalsIgnoreCase(new StringBuilder(name).reverse().toString());
  }

  private static boolean startsWith(String name, String wanted) {
    return name.regionMatches(true, 0, wanted, 0, wanted.length());
  }

  /** {@code did you mean 'checks'?}, or the list of what is known. */
  public static String repair(String wrong, Collection<String> known) {
    return to(wrong, known)
        .map(name -> "did you mean '" + name + "'?")
        .orElse(known.isEmpty() ? "leave it out" : "known: " + String.join(", ", known));
  }

  /** Optimal string alignment; anything above {@code most} when it is certain to be more. */
  private static int distance(String a, String b, int most) {
    if (Math.abs(a.length() - b.length()) > most) {
      return most + 1;
    }
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] free = before;
      before = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
