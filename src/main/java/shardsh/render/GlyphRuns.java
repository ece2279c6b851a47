package shardsh.render;

/** Texts taken apart into what stands in one place of the screen. */
final class GlyphRuns {
  private GlyphRuns() {}

  /** Where the cell ends that begins at an index: a character with the marks upon it. */
  static int endOfCell(String text, int start) {
    int end = start + Character.charCount(text.codePointAt(start));
    while (end < text.length() && isMark(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  private static boolean isMark(int codePoint) {
    return codePoint >= 0x300 && DisplayWidth.ofCodePoint(codePoint) == 0;
  }

  /** Letters of the West and the lines of boxes: all fonts of fixed width have them. */
  static boolean isInEveryFont(int codePoint) {
    return codePoint < 0x250 || codePoint >= 0x2500 && codePoint <= 0x257F;
  }
}
