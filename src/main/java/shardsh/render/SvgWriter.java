package shardsh.render;

import java.util.List;
import java.util.Locale;

/**
 * Styled lines as one SVG drawing that needs nothing else, for slides: every piece of text stands
 * at its cell of the terminal's grid, whatever font the viewer has, with the theme's colours for
 * light and dark screens.
 */
public final class SvgWriter {
  private static final double CELL_WIDTH = 8.4;
  private static final int LINE_HEIGHT = 17;
  private static final int BASE = 13;
  private static final int MARGIN = 16;
  private static final String DARK = "@media(prefers-color-scheme:dark){";

  private SvgWriter() {}

  /** A whole drawing; ends with a line feed. */
  public static String drawing(String title, List<StyledLine> lines) {
    int cells = 1;
    for (StyledLine line : lines) {
      cells = Math.max(cells, line.width());
    }
    String width = number(cells * CELL_WIDTH + 2 * MARGIN);
    int height = lines.size() * LINE_HEIGHT + 2 * MARGIN;
    StringBuilder out = new StringBuilder();
    out.append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height)
        .append("\" viewBox=\"0 0 " + width + " " + height + "\">\n<title>")
        .append(Palette.escaped(DisplayWidth.visible(title)))
        .append("</title>\n<style>\n")
        .append(
            "text{font:14px \"DejaVu Sans Mono\",Menlo,Consolas,monospace;white-space:pre;fill:")
        .append(Palette.INK + "}\nrect{fill:" + Palette.PAPER + "}\n")
        .append(DARK + "text{fill:" + Palette.CHALK + "}rect{fill:" + Palette.NIGHT + "}}\n")
        .append(Palette.rules("fill"))
        .append("</style>\n<rect width=\"100%\" height=\"100%\"/>\n");
    for (int i = 0; i < lines.size(); i++) {
      appendLine(lines.get(i), MARGIN + BASE + i * LINE_HEIGHT, out);
    }
    return out.append("</svg>\n").toString();
  }

  private static void appendLine(StyledLine line, int y, StringBuilder out) {
    int cell = 0;
    for (Span span : line.spans()) {
      String text = DisplayWidth.visible(span.text());
      int from = 0;
      while (from < text.length()) {
        int end = endOfPiece(text, from);
        String piece = text.substring(from, end);
        int cells = DisplayWidth.of(piece);
        if (!piece.isBlank()) {
          appendPiece(piece, cell, cells, y, span.role(), out);
        }
        cell += cells;
        from = end;
      }
    }
  }

  /** Blanks, or usual signs, up to the next of the other kind; other signs stand alone. */
  private static int endOfPiece(String text, int start) {
    int end = GlyphRuns.endOfCell(text, start);
    if (!GlyphRuns.isInEveryFont(text.codePointAt(start))) {
      return end;
    }
    boolean blank = text.charAt(start) == ' ';
    while (end < text.length()
        && GlyphRuns.isInEveryFont(text.codePointAt(end))
        && (text.charAt(end) == ' ') == blank) {
      end = GlyphRuns.endOfCell(text, end);
    }
    return end;
  }

  private static void appendPiece(
      String piece, int cell, int cells, int y, Role role, StringBuilder out) {
    out.append("<text x=\"").append(number(MARGIN + cell * CELL_WIDTH));
    out.append("\" y=\"").append(y);
    out.append("\" textLength=\"").append(number(cells * CELL_WIDTH));
    out.append("\" lengthAdjust=\"spacingAndGlyphs\"");
    if (!Palette.isPlain(role)) {
      out.append(" class=\"").append(Palette.className(role)).append('"');
    }
    out.append('>').append(Palette.escaped(piece)).append("</text>\n");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
  }
}
