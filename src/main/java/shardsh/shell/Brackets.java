package shardsh.shell;

import java.util.ArrayList;
import java.util.List;

/** The pairs of brackets in code on one line; those in quotes are none. */
final class Brackets {
  private static final String OPENING = "([{";
  private static final String CLOSING = ")]}";
  private static final String QUOTES = "\"'`";

  private Brackets() {}

  /**
   * A pair.
   *
   * @param open where its first sign stands
   * @param close where its last sign stands
   */
  record Group(int open, int close) {
    /** How long what lies between them is, and one more. */
    int length() {
      return close - open;
    }
  }

  /** The pairs that lie in no other; none from where a bracket is not closed. */
  static List<Group> outermost(String code) {
    List<Group> groups = new ArrayList<>();
    int depth = 0;
    int open = 0;
    for (int at = 0; at < code.length(); at = next(code, at)) {
      char sign = code.charAt(at);
      if (OPENING.indexOf(sign) >= 0) {
        open = depth == 0 ? at : open;
        depth++;
      } else if (CLOSING.indexOf(sign) >= 0) {
        depth--;
        if (depth == 0) {
          groups.add(new Group(open, at));
        }
      }
    }
    return groups;
  }

  /** What lies between the commas that stand in no brackets. */
  static List<String> elements(String code) {
    List<String> elements = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int at = 0; at < code.length(); at = next(code, at)) {
      char sign = code.charAt(at);
      if (OPENING.indexOf(sign) >= 0) {
        depth++;
      } else if (CLOSING.indexOf(sign) >= 0) {
        depth--;
      } else if (sign == ',' && depth == 0) {
        elements.add(code.substring(from, at));
        from = at + 1;
      }
    }
    elements.add(code.substring(from));
    return elements;
  }

  /** The next sign that stands in no quotes. */
  private static int next(String code, int at) {
    if (QUOTES.indexOf(code.charAt(at)) < 0) {
      return at + 1;
    }
    int end = at + 1;
    while (end < code.length() && code.charAt(end) != code.charAt(at)) {
      end += code.charAt(end) == '\\' ? 2 : 1;
    }
    return end + 1;
  }
}
