package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Box drawing or plain ASCII. Diagrams draw with box characters always; this turns finished lines
 * into ASCII, either cell by cell, where columns must stay aligned, or freely, in prose.
 */
public final class Glyphs {
  /** What diagrams draw with, and below each sign its likeness. */
  private static final String DRAWN =
      "─━┄┈╌═│┃║┆┊╎┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬╞╡╪╟╢╫→▶►←◀◄↑▲↓▼·…•◆●○◇□■█"
          + "▓▉▊▋▌▒▍▎▏░✓✗×≠≥≤–—−⟲↻⇄±★☆»“”‘’";

  private static final String ASCII =
      "--...=|||:::++++++++++++++++++++++++++++>>><<<^^vv.~***o%o##"
          + "####|====.+xx!><---@@=+*o>\"\"''";

  private Glyphs() {}

  /** The lines as the profile can show them, every column where it was. */
  public static List<StyledLine> cells(List<StyledLine> lines, ScreenProfile screen) {
    return screen.unicode() ? lines : mapped(lines, Glyphs::asciiCells);
  }

  /** Prose as the profile can show it; a sign may become several characters. */
  public static List<StyledLine> prose(List<StyledLine> lines, ScreenProfile screen) {
    return screen.unicode() ? lines : mapped(lines, Glyphs::asciiProse);
  }

  /**
   * The line with our own signs as ASCII, in as many cells where the longer likeness would not fit;
   * letters stay, whatever their script: they are data, or a language that ASCII cannot write.
   */
  static StyledLine plain(StyledLine line, ScreenProfile screen) {
    if (screen.unicode() || isAscii(line)) {
      return line;
    }
    StyledLine prose = mapped(List.of(line), text -> signs(spelt(text))).get(0);
    return DisplayWidth.of(prose.text()) <= screen.width()
        ? prose
        : mapped(List.of(line), Glyphs::signs).get(0);
  }

  /** As {@link #plain(StyledLine, ScreenProfile)}, for a text that has room for any likeness. */
  public static String plain(String text, ScreenProfile screen) {
    return screen.unicode() ? text : signs(spelt(text));
  }

  private static boolean isAscii(StyledLine line) {
    for (Span span : line.spans()) {
      for (int i = 0; i < span.text().length(); i++) {
        if (span.text().charAt(i) >= 0x80) {
          return false;
        }
      }
    }
    return true;
  }

  private static String signs(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      char ascii = sign < 0x80 ? sign : ascii(sign);
      out.append(ascii == '?' ? sign : ascii);
    }
    return out.toString();
  }

  private static List<StyledLine> mapped(List<StyledLine> lines, UnaryOperator<String> change) {
    List<StyledLine> out = new ArrayList<>(lines.size());
    for (StyledLine line : lines) {
      List<Span> spans = new ArrayList<>(line.spans().size());
      for (Span span : line.spans()) {
        spans.add(new Span(change.apply(span.text()), span.role()));
      }
      out.add(new StyledLine(spans));
    }
    return out;
  }

  /** Each character as ASCII of the same width; one that has no likeness is {@code ?}. */
  static String asciiCells(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      if (codePoint < 0x80) {
        out.append((char) codePoint);
      } else {
        char ascii = ascii(codePoint);
        out.append(String.valueOf(ascii).repeat(DisplayWidth.ofCodePoint(codePoint)));
      }
      i += Character.charCount(codePoint);
    }
    return out.toString();
  }

  static String asciiProse(String text) {
    return asciiCells(spelt(text));
  }

  private static String spelt(String text) {
    return text.replace("→", "->")
        .replace("←", "<-")
        .replace("…", "...")
        .replace("≥", ">=")
        .replace("≤", "<=")
        .replace("≠", "!=")
        .replace(" · ", " - ");
  }

  private static char ascii(int codePoint) {
    int at = DRAWN.indexOf(codePoint);
    return at < 0 ? '?' : ASCII.charAt(at);
  }
}
