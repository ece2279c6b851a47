package shardsh.render;

import java.util.ArrayList;
import java.util.List;

/** A line taken apart where it may be broken. */
final class Words {
  private static final List<String> UNITS =
      List.of(
          "B", "KB", "MB", "GB", "ms", "s", "min", "h", "d", "%", "row", "rows", "doc", "docs",
          "chunk", "chunks", "shard", "shards", "orphan", "orphans");

  private static final List<String> LARGE_TIMES = List.of("min", "h", "d");

  /** The most cells of two names with an arrow between them that stay on one line. */
  private static final int PAIR_MAX = 30;

  private Words() {}

  /**
   * The words, each with the spaces behind it.
   *
   * @param most cells of what is kept together though it has spaces
   */
  static List<StyledLine> of(StyledLine line, int most) {
    List<StyledLine> words = new ArrayList<>();
    for (StyledLine word : apart(line)) {
      int last = words.size() - 1;
      boolean joins =
          last >= 0
              && words.get(last).width() + DisplayWidth.of(word.text().strip()) <= most
              && belong(words.get(last).text(), word.text().strip());
      if (joins) {
        words.set(last, words.get(last).plus(word));
      } else {
        words.add(word);
      }
    }
    return words;
  }

  /** Whether two neighbours are to stay on one line. */
  private static boolean belong(String before, String word) {
    if (before.isBlank()) {
      return true;
    }
    if (word.equals("·") || word.equals("→")) {
      return true;
    }
    String last = lastWord(before);
    if (last.equals("!") || last.equals("limit")) {
      return true;
    }
    if (LARGE_TIMES.contains(last) && Character.isDigit(word.charAt(0))) {
      return true;
    }
    if (last.equals("→")) {
      return DisplayWidth.of(before) + DisplayWidth.of(word) <= PAIR_MAX;
    }
    boolean number = last.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.' || c == ',');
    return number && UNITS.contains(bare(word))
        || isName(last) && Character.isDigit(word.charAt(0))
        || isOpenRange(before, word);
  }

  /** Whether a word is a node's name, behind which a count may stand. */
  private static boolean isName(String word) {
    return word.chars().anyMatch(Character::isLetter)
        && word.chars().anyMatch(Character::isDigit)
        && word.chars().allMatch(Character::isLetterOrDigit);
  }

  private static String lastWord(String text) {
    String stripped = text.stripTrailing();
    return stripped.substring(stripped.lastIndexOf(' ') + 1);
  }

  /** The word without the mark of punctuation behind it. */
  private static String bare(String word) {
    boolean marked = word.length() > 1 && ",.;:)".indexOf(word.charAt(word.length() - 1)) >= 0;
    return marked ? word.substring(0, word.length() - 1) : word;
  }

  /** Whether the first ends with the lower bound of a range and the second is the upper bound. */
  private static boolean isOpenRange(String before, String word) {
    String lower = before.stripTrailing();
    int open = lower.lastIndexOf('[');
    return open >= 0
        && lower.endsWith(",")
        && lower.indexOf(')', open) < 0
        && lower.indexOf(']', open) < 0
        && (word.indexOf(')') >= 0 || word.indexOf(']') >= 0);
  }

  /** Broken at every space; a word may be of several spans. */
  private static List<StyledLine> apart(StyledLine line) {
    List<StyledLine> words = new ArrayList<>();
    LineBuilder word = new LineBuilder();
    boolean spaceBefore = false;
    for (Span span : line.spans()) {
      String text = span.text();
      int from = 0;
      for (int i = 0; i < text.length(); i++) {
        boolean space = text.charAt(i) == ' ';
        if (!space && spaceBefore) {
          word.add(text.substring(from, i), span.role());
          words.add(word.build());
          word = new LineBuilder();
          from = i;
        }
        spaceBefore = space;
      }
      word.add(text.substring(from), span.role());
    }
    if (word.width() > 0) {
      words.add(word.build());
    }
    return words;
  }
}
