package shardsh.render;

import java.util.List;

/**
 * What several long texts begin and end with, all of them.
 *
 * @param before the length of their common beginning
 * @param after the length of their common end
 */
record SharedText(int before, int after) {
  private static final int LONG = 9;

  /** A sign in the place of less would hide more than it saves. */
  private static final int WORTH = 3;

  /** What is left of each text at least. */
  private static final int LEFT_MIN = 4;

  static SharedText of(List<String> texts) {
    int shortest = texts.stream().mapToInt(String::length).min().orElse(0);
    int room = shortest - LEFT_MIN;
    if (texts.size() < 2 || room <= 0) {
      return new SharedText(0, 0);
    }
    String first = texts.get(0);
    int before = 0;
    while (before < room && allHave(texts, before, first.charAt(before))) {
      before++;
    }
    int after = 0;
    while (before + after < room && allEndIn(texts, after, first)) {
      after++;
    }
    return new SharedText(before < WORTH ? 0 : before, after < WORTH ? 0 : after);
  }

  private static boolean allHave(List<String> texts, int index, char wanted) {
    return texts.stream().allMatch(text -> text.charAt(index) == wanted);
  }

  private static boolean allEndIn(List<String> texts, int from, String first) {
    char wanted = first.charAt(first.length() - 1 - from);
    return texts.stream().allMatch(text -> text.charAt(text.length() - 1 - from) == wanted);
  }

  /** What a text has for itself, {@code …} where the rest was; the text if that is no shorter. */
  String without(String text) {
    if (DisplayWidth.of(text) < LONG || before + after == 0) {
      return text;
    }
    int from = Character.isLowSurrogate(text.charAt(before)) ? before - 1 : before;
    int end = text.length() - after;
    String own =
        text.substring(from, Character.isHighSurrogate(text.charAt(end - 1)) ? end + 1 : end);
    return (before > 0 ? "…" : "") + own + (after > 0 ? "…" : "");
  }
}
