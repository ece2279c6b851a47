package shardsh.render;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The theme's colours for pages: where a terminal has a palette of its own, a page needs numbers,
 * one set for white paper and one for a dark screen, each readable on its background.
 */
final class Palette {
  static final String PAPER = "#ffffff";
  static final String INK = "#1f2328";
  static final String NIGHT = "#16181d";
  static final String CHALK = "#dddddd";

  private record Shades(String light, String dark) {}

  /** By the SGR parameter that the theme has for it. */
  private static final Map<String, Shades> SHADES = new LinkedHashMap<>();

  static {
    SHADES.put("31", new Shades("#b3261e", "#ff7b72"));
    SHADES.put("32", new Shades("#1b7a43", "#56d38a"));
    SHADES.put("33", new Shades("#8a6100", "#e3b341"));
    SHADES.put("35", new Shades("#9c2f9c", "#e08ae0"));
    SHADES.put("36", new Shades("#0b7285", "#4fd1e0"));
    SHADES.put("90", new Shades("#6b6b6b", "#9a9a9a"));
    SHADES.put("64", new Shades("#4d7300", "#b5e36b"));
    SHADES.put("94", new Shades("#3b63d6", "#8db4ff"));
    SHADES.put("97", new Shades("#6f4fb0", "#b79cf0"));
    SHADES.put("130", new Shades("#8f4d00", "#e0a15a"));
    SHADES.put("131", new Shades("#a8474f", "#f0a0a6"));
  }

  private Palette() {}

  /** The class of a role, e.g. {@code shard-0}. */
  static String className(Role role) {
    return role.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static boolean isPlain(Role role) {
    return Theme.STANDARD.attributes(role).isEmpty();
  }

  /** The colour of a role on white paper, e.g. {@code #0b7285}; empty for that of plain text. */
  static String onPaper(Role role) {
    for (String part : parts(role)) {
      if (SHADES.containsKey(part)) {
        return SHADES.get(part).light();
      }
    }
    return "";
  }

  /** What the theme has for a role, one of the fixed 256 colours by its number. */
  private static String[] parts(Role role) {
    return Theme.STANDARD.attributes(role).replace("38;5;", "").split(";");
  }

  /**
   * The rules for every role that does not look as plain text does.
   *
   * @param property what takes the colour: {@code color}, or {@code fill} in a drawing
   */
  static String rules(String property) {
    StringBuilder light = new StringBuilder();
    StringBuilder dark = new StringBuilder();
    for (Role role : Role.values()) {
      for (String part : parts(role)) {
        if (part.equals("1")) {
          light.append(rule(role, "font-weight", "bold"));
        } else if (part.equals("4")) {
          light.append(rule(role, "text-decoration", "underline"));
        } else if (!part.isEmpty()) {
          light.append(rule(role, property, SHADES.get(part).light()));
          dark.append(rule(role, property, SHADES.get(part).dark()));
        }
      }
    }
    return light + "@media(prefers-color-scheme:dark){\n" + dark + "}\n";
  }

  private static String rule(Role role, String property, String value) {
    return "." + className(role) + "{" + property + ":" + value + "}\n";
  }

  /** A text for a page or drawing: nothing in it is markup, and all of it is allowed in XML. */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      switch (codePoint) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case 0xFFFE, 0xFFFF -> out.append('\uFFFD');
        default -> out.appendCodePoint(codePoint);
      }
    }
    return out.toString();
  }
}
