package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.render.DisplayWidth;

/**
 * A long command on several lines, a clause on each, which can be copied to the prompt as they are:
 * it is broken within brackets only, where a statement cannot end.
 */
final class CodeLines {
  private static final String STEP = "  ";

  private final int width;

  private CodeLines(int width) {
    this.width = width;
  }

  /** The lines of a command; one where it fits, or where it has no brackets to break it in. */
  static List<String> of(String command, int width) {
    return new CodeLines(width).lines(command.strip(), "");
  }

  private List<String> lines(String code, String indentation) {
    if (fits(indentation + code)) {
      return List.of(indentation + code);
    }
    return longest(Brackets.outermost(code))
        .map(group -> broken(code, group, indentation))
        .orElseGet(() -> List.of(indentation + code));
  }

  /** The elements of a group on a line each; what is around it stays with its brackets. */
  private List<String> broken(String code, Brackets.Group outer, String indentation) {
    Brackets.Group group = inner(code, outer, indentation);
    List<String> lines = new ArrayList<>();
    lines.add(indentation + code.substring(0, group.open() + 1));
    List<String> elements = Brackets.elements(code.substring(group.open() + 1, group.close()));
    for (int i = 0; i < elements.size(); i++) {
      List<String> element = new ArrayList<>(lines(elements.get(i).strip(), indentation + STEP));
      if (i < elements.size() - 1) {
        int last = element.size() - 1;
        element.set(last, element.get(last) + ",");
      }
      lines.addAll(element);
    }
    lines.add(indentation + code.substring(group.close()));
    return lines;
  }

  /**
   * What is broken instead of a group because it takes up most of it: of arguments an array or
   * object, of an object with one field its value; the rest has to fit around it.
   */
  private Brackets.Group inner(String code, Brackets.Group outer, String indentation) {
    int from = outer.open() + 1;
    String within = code.substring(from, outer.close());
    boolean isCall = code.charAt(outer.open()) == '(';
    if (!isCall && Brackets.elements(within).size() > 1) {
      return outer;
    }
    Optional<Brackets.Group> largest =
        longest(
            Brackets.outermost(within).stream()
                .map(group -> new Brackets.Group(group.open() + from, group.close() + from))
                .filter(group -> code.charAt(group.open()) != '(')
                .filter(group -> isWhole(code, group, isCall))
                .toList());
    return largest
        .filter(group -> group.length() * 2 > outer.length())
        .filter(group -> fits(indentation + code.substring(0, group.open() + 1)))
        .filter(group -> fits(indentation + code.substring(group.close())))
        .map(group -> isCall ? group : inner(code, group, indentation))
        .orElse(outer);
  }

  /** Whether a group is a whole argument, or a whole value, and not a part of an expression. */
  private static boolean isWhole(String code, Brackets.Group group, boolean isArgument) {
    String before = code.substring(0, group.open()).stripTrailing();
    String after = code.substring(group.close() + 1).stripLeading();
    boolean ends = isArgument && after.startsWith(",") || ")]}".indexOf(after.charAt(0)) >= 0;
    return ends && (isArgument ? before.matches(".*[(,]") : before.matches(".*[:\\[]"));
  }

  private static Optional<Brackets.Group> longest(List<Brackets.Group> groups) {
    return groups.stream()
        .filter(group -> group.length() > 1)
        .reduce((one, other) -> other.length() > one.length() ? other : one);
  }

  private boolean fits(String line) {
    return DisplayWidth.of(line) <= width;
  }
}
