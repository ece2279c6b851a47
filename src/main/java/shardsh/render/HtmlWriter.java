package shardsh.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Styled lines as one HTML page that needs nothing else: the text in a fixed-width block, each role
 * a class with the theme's colour, for light and dark screens.
 */
public final class HtmlWriter {
  /** What the SGR parameters of the theme are in CSS. */
  private static final Map<String, String> CSS = new LinkedHashMap<>();

  static {
    CSS.put("1", "font-weight:bold");
    CSS.put("31", "color:#c0392b");
    CSS.put("32", "color:#2e8b57");
    CSS.put("33", "color:#b8860b");
    CSS.put("34", "color:#3b6fd4");
    CSS.put("35", "color:#a63ba6");
    CSS.put("36", "color:#0e8a96");
    CSS.put("90", "color:#808080");
    CSS.put("92", "color:#4fa33a");
    CSS.put("94", "color:#4a78e0");
    CSS.put("95", "color:#c05fc0");
    CSS.put("96", "color:#2aa5b0");
  }

  private HtmlWriter() {}

  /** A whole page; ends with a line feed. */
  public static String page(String title, List<StyledLine> lines) {
    StringBuilder out = new StringBuilder();
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(escaped(title))
        .append("</title>\n<style>\n")
        .append("body{margin:2em;background:#fff;color:#222}\n")
        .append("@media(prefers-color-scheme:dark){body{background:#16181d;color:#ddd}}\n")
        .append("pre{font:14px/1.25 ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace}\n");
    for (Role role : Role.values()) {
      String style = style(Theme.STANDARD.attributes(role));
      if (!style.isEmpty()) {
        out.append('.').append(className(role)).append('{').append(style).append("}\n");
      }
    }
    out.append("</style></head>\n<body><pre>\n");
    for (StyledLine line : lines) {
      appendLine(line, out);
    }
    return out.append("</pre></body></html>\n").toString();
  }

  private static void appendLine(StyledLine line, StringBuilder out) {
    for (Span span : line.spans()) {
      String text = escaped(DisplayWidth.visible(span.text(), true));
      if (Theme.STANDARD.attributes(span.role()).isEmpty()) {
        out.append(text);
      } else {
        out.append("<span class=\"")
            .append(className(span.role()))
            .append("\">")
            .append(text)
            .append("</span>");
      }
    }
    out.append('\n');
  }

  private static String className(Role role) {
    return role.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String style(String attributes) {
    StringBuilder style = new StringBuilder();
    for (String part : attributes.split(";")) {
      String css = CSS.getOrDefault(part, "");
      style.append(style.length() > 0 && !css.isEmpty() ? ";" : "").append(css);
    }
    return style.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
