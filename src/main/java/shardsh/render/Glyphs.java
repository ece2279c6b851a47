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
      "─━┄┈╌═│┃║┆┊╎┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬╞╡╪╟╢╫→▶►←◀◄↑▲↓▼·…•◆●○◇□■█" + "▓▉▊▋▌▒▍▎▏░✓✗×≠≥≤–—⟲↻⇄±";

  private static final String ASCII =
      "--...=|||:::++++++++++++++++++++++++++++>>><<<^^vv.~***o%o##" + "#####====.+xx!><--@@=+";

  private Glyphs() {}

  /** The lines as the profile can show them, every column where it was. */
  public static List<StyledLine> cells(List<StyledLine> lines, ScreenProfile screen) {
    return screen.unicode() ? lines : mapped(lines, Glyphs::asciiCells);
  }

  /** Prose as the profile can show it; a sign may become several characters. */
  public static List<StyledLine> prose(List<StyledLine> lines, ScreenProfile screen) {
    return screen.unicode() ? lines : mapped(lines, Glyphs::asciiProse);
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
    return asciiCells(
        text.replace("→", "->")
            .replace("←", "<-")
            .replace("…", "...")
            .replace("≥", ">=")
            .replace("≤", "<=")
            .replace("≠", "!=")
            .replace(" · ", " - "));
  }

  private static char ascii(int codePoint) {
    int at = DRAWN.indexOf(codePoint);
    return at < 0 ? '?' : ASCII.charAt(at);
  }
}
