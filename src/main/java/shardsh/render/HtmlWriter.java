package shardsh.render;

import java.util.List;

/**
 * Styled lines as one HTML page that needs nothing else: the text in a fixed-width block, each role
 * a class with the theme's colour, for light and dark screens. The page is well-formed XML too.
 */
public final class HtmlWriter {
  private HtmlWriter() {}

  /** A whole page; ends with a line feed. */
  public static String page(String title, List<StyledLine> lines) {
    StringBuilder out = new StringBuilder();
    out.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>")
        .append("<meta name=\"color-scheme\" content=\"light dark\"/><title>")
        .append(Palette.escaped(DisplayWidth.visible(title)))
        .append("</title>\n<style>\n")
        .append("body{margin:2em;background:" + Palette.PAPER + ";color:" + Palette.INK + "}\n")
        .append("@media(prefers-color-scheme:dark){body{background:" + Palette.NIGHT)
        .append(";color:" + Palette.CHALK + "}}\n")
        .append("pre{font:14px/1.18 ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace}\n")
        .append(".c1,.c2{display:inline-block;width:1ch}\n.c2{width:2ch}\n")
        .append(Palette.rules("color"))
        .append("</style></head>\n<body><pre>\n");
    for (StyledLine line : lines) {
      appendLine(line, out);
    }
    return out.append("</pre></body></html>\n").toString();
  }

  private static void appendLine(StyledLine line, StringBuilder out) {
    for (Span span : line.spans()) {
      boolean plain = Palette.isPlain(span.role());
      if (!plain) {
        out.append("<span class=\"").append(Palette.className(span.role())).append("\">");
      }
      appendCells(DisplayWidth.visible(span.text(), true), out);
      out.append(plain ? "" : "</span>");
    }
    out.append('\n');
  }

  /** Signs that a page may take from another font get the cells that a terminal gives them. */
  private static void appendCells(String text, StringBuilder out) {
    StringBuilder usual = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int end = GlyphRuns.endOfCell(text, at);
      String cell = text.substring(at, end);
      int cells = DisplayWidth.of(cell);
      if (cells == 0 || GlyphRuns.isInEveryFont(cell.codePointAt(0))) {
        usual.append(cell);
      } else {
        out.append(Palette.escaped(usual.toString()));
        usual.setLength(0);
        out.append("<span class=\"c").append(cells).append("\">");
        out.append(Palette.escaped(cell)).append("</span>");
      }
      at = end;
    }
    out.append(Palette.escaped(usual.toString()));
  }
}
