package shardsh.render;

import java.util.ArrayList;
import java.util.List;

/** Text under construction with a role for every character; may hold line ends. */
final class RoleText {
  private static final Role[] ROLES = Role.values();
  private static final int FILL = 64;
  private static final String[] FILLS = fills();

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder roles = new StringBuilder();

  RoleText add(String more, Role role) {
    text.append(more);
    String fill = FILLS[role.ordinal()];
    for (int left = more.length(); left > 0; left -= FILL) {
      roles.append(fill, 0, Math.min(left, FILL));
    }
    return this;
  }

  private static String[] fills() {
    String[] fills = new String[ROLES.length];
    for (Role role : ROLES) {
      fills[role.ordinal()] = String.valueOf((char) role.ordinal()).repeat(FILL);
    }
    return fills;
  }

  RoleText add(String more) {
    return add(more, Role.PLAIN);
  }

  RoleText add(RoleText more) {
    text.append(more.text);
    roles.append(more.roles);
    return this;
  }

  RoleText addSpaces(int count) {
    return count > 0 ? add(" ".repeat(count)) : this;
  }

  /** Starts a new line that many columns in. */
  RoleText newLine(int indentation) {
    return add("\n").addSpaces(indentation);
  }

  int length() {
    return text.length();
  }

  int width() {
    return DisplayWidth.of(text.toString());
  }

  boolean hasLineEnd() {
    return text.indexOf("\n") >= 0;
  }

  /** The text cut into lines, neighbours with one role joined. */
  List<StyledLine> lines() {
    List<StyledLine> lines = new ArrayList<>();
    List<Span> spans = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      boolean lineEnd = i == text.length() || text.charAt(i) == '\n';
      if (lineEnd || i > from && roles.charAt(i) != roles.charAt(from)) {
        if (i > from) {
          spans.add(new Span(text.substring(from, i), ROLES[roles.charAt(from)]));
        }
        from = lineEnd ? i + 1 : i;
      }
      if (lineEnd) {
        lines.add(new StyledLine(spans));
        spans.clear();
      }
    }
    return lines;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
