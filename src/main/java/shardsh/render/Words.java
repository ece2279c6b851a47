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

  /** Marks that do not begin a line. */
  private static final String CLOSING =
      "\u3001\u3002\u300b\u300d\u300f\uff01\uff09\uff0c\uff1a\uff1b\uff1f\u201d\u2019\u2026,.;:!?)]}%";

  /** Marks that do not end a line. */
  private static final String OPENING = "\u300a\u300c\u300e\uff08\u201c\u2018([{";

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
    boolean counted = number && before.endsWith(" ") && isWide(word.charAt(0));
    return counted
        || number && UNITS.contains(bare(word))
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

  /** Whether the first ends inside of a range and the second goes on with it. */
  private static boolean isOpenRange(String before, String word) {
    String lower = before.stripTrailing();
    int open = lower.lastIndexOf('[');
    if (open < 0
        || !lower.endsWith(",")
        || lower.indexOf(')', open) >= 0
        || lower.indexOf(']', open) >= 0) {
      return false;
    }
    return word.indexOf(')') >= 0
        || word.indexOf(']') >= 0
        || word.endsWith(",") && isOfBounds(lower.substring(open) + word);
  }

  /** Whether this is the beginning of a range whose bounds have several fields. */
  private static boolean isOfBounds(String text) {
    return text.indexOf('{') >= 0 && text.indexOf(':') < 0;
  }

  /** Whether a script without spaces may be broken between the two. */
  private static boolean parts(char before, char after) {
    return (isWide(before) || isWide(after))
        && before != ' '
        && OPENING.indexOf(before) < 0
        && CLOSING.indexOf(after) < 0;
  }

  private static boolean isWide(char c) {
    return c >= 0x1100 && !Character.isSurrogate(c) && DisplayWidth.ofCodePoint(c) > 1;
  }

  /** Broken at every space and between ideographs; a word may be of several spans. */
  private static List<StyledLine> apart(StyledLine line) {
    List<StyledLine> words = new ArrayList<>();
    LineBuilder word = new LineBuilder();
    boolean spaceBefore = false;
    char before = ' ';
    for (Span span : line.spans()) {
      String text = span.text();
      int from = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean space = c == ' ';
        if (!space && (spaceBefore || parts(before, c))) {
          word.add(text.substring(from, i), span.role());
          words.add(word.build());
          word = new LineBuilder();
          from = i;
        }
        spaceBefore = space;
        before = c;
      }
      word.add(text.substring(from), span.role());
    }
    if (word.width() > 0) {
      words.add(word.build());
    }
    return words;
  }
}
