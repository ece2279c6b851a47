package shardsh.render;

import java.util.Locale;

/**
 * How many cells of a terminal a text takes. Source: the East Asian width and the general category
 * of each code point, in the coarse ranges that terminals agree on; joined emoji count one by one.
 */
public final class DisplayWidth {
  /** Of a name in fewer cells only its beginning is shown. */
  private static final int NAME_MIN = 6;

  private static final int NON_JOINER = 0x200C;
  private static final int JOINER = 0x200D;

  /** First and last code points that take two cells. */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1, 0x26A1,
    0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA,
    0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B,
    0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797,
    0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E,
    0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3,
    0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0,
    0x18CFF, 0x1AFF0, 0x1B2FF, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191,
    0x1F19A, 0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0,
    0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440,
    0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A,
    0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC,
    0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4,
    0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947,
    0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD
  };

  private DisplayWidth() {}

  /** The cells of a text without control characters. */
  public static int of(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      // Nearly all of a picture: letters, lines and blocks.
      if (c >= 0x20 && c < 0x7F || c >= 0x2500 && c < 0x25FD) {
        width++;
        i++;
      } else {
        int codePoint = text.codePointAt(i);
        width += ofCodePoint(codePoint);
        i += Character.charCount(codePoint);
      }
    }
    return width;
  }

  /** 0, 1 or 2; control characters count 0. */
  public static int ofCodePoint(int codePoint) {
    if (codePoint < 0x300) {
      return codePoint < 0x20 || codePoint >= 0x7F && codePoint < 0xA0 ? 0 : 1;
    }
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT
        || codePoint >= 0x1160 && codePoint <= 0x11FF
        || codePoint >= 0xD7B0 && codePoint <= 0xD7FF) {
      return 0;
    }
    return isWide(codePoint) ? 2 : 1;
  }

  private static boolean isWide(int codePoint) {
    if (codePoint < WIDE[0]) {
      return false;
    }
    int low = 0;
    int high = WIDE.length / 2 - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (codePoint > WIDE[2 * middle + 1]) {
        low = middle + 1;
      } else if (codePoint < WIDE[2 * middle]) {
        high = middle - 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /**
   * The text with control characters, lone surrogates and what is not seen (direction marks, tags,
   * zero-width characters but the two that join letters or keep them apart) written as escapes.
   */
  public static String visible(String text) {
    return visible(text, false);
  }

  /** As {@link #visible(String)}, but tabs may stay. */
  static String visible(String text, boolean keepTabs) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      int next = i + Character.charCount(codePoint);
      boolean harmless = !isHarmful(codePoint) || keepTabs && codePoint == '\t';
      if (!harmless && out == null) {
        out = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (!harmless) {
        appendEscape(codePoint, out);
      } else if (out != null) {
        out.appendCodePoint(codePoint);
      }
      i = next;
    }
    return out == null ? text : out.toString();
  }

  /** The text with {@code ?} in the place of each of those characters, but for line ends. */
  public static String masked(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            codePoint ->
                out.appendCodePoint(codePoint != '\n' && isHarmful(codePoint) ? '?' : codePoint));
    return out.toString();
  }

  private static boolean isHarmful(int codePoint) {
    if (codePoint < 0xA0) {
      return codePoint < 0x20 || codePoint >= 0x7F;
    }
    return switch (Character.getType(codePoint)) {
      case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.FORMAT -> codePoint != NON_JOINER && codePoint != JOINER;
      default -> false;
    };
  }

  private static void appendEscape(int codePoint, StringBuilder out) {
    switch (codePoint) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        String hex = Integer.toHexString(codePoint).toUpperCase(Locale.ROOT);
        if (codePoint > Character.MAX_VALUE) {
          out.append("\\u{").append(hex).append('}');
        } else {
          out.append(codePoint < 0x100 ? "\\x" : "\\u")
              .append("0".repeat((codePoint < 0x100 ? 2 : 4) - hex.length()))
              .append(hex);
        }
      }
    }
  }

  /** The text if it fits into so many cells, else its beginning with {@code …} as the last cell. */
  public static String cut(String text, int cells) {
    if (of(text) <= cells) {
      return text;
    }
    if (cells <= 0) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      width += ofCodePoint(codePoint);
      if (width > cells - 1) {
        break;
      }
      out.appendCodePoint(codePoint);
      i += Character.charCount(codePoint);
    }
    return out.append('…').toString();
  }

  /**
   * A name if it fits into so many cells, else its beginning and its end with {@code …} between:
   * the names of a cluster often differ at their ends only.
   */
  public static String cutName(String name, int cells) {
    if (of(name) <= cells || cells < NAME_MIN) {
      return cut(name, cells);
    }
    String beginning = cut(name, cells / 3);
    int from = name.length();
    int width = of(beginning);
    while (from > 0) {
      int codePoint = name.codePointBefore(from);
      width += ofCodePoint(codePoint);
      if (width > cells) {
        break;
      }
      from -= Character.charCount(codePoint);
    }
    return beginning + name.substring(from);
  }

  /** The text with spaces behind it up to so many cells; longer texts stay. */
  public static String padRight(String text, int cells) {
    return text + " ".repeat(Math.max(0, cells - of(text)));
  }

  /** The text with spaces before it up to so many cells; longer texts stay. */
  public static String padLeft(String text, int cells) {
    return " ".repeat(Math.max(0, cells - of(text))) + text;
  }
}
