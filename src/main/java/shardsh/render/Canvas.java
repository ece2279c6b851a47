package shardsh.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The grid that diagrams draw on: as wide as the screen, growing downwards. Whatever lies outside
 * is not drawn. Lines that meet join.
 */
final class Canvas {
  private static final int UP = 1;
  private static final int DOWN = 2;
  private static final int LEFT = 4;
  private static final int RIGHT = 8;

  /** The line sign for each set of directions it runs in. */
  private static final String JOINTS = " │││─┘┐┤─└┌├─┴┬┼";

  /** The second cell of a wide character. */
  private static final String COVERED = "";

  /** A character with the directions in which lines leave it. */
  private record Cell(String text, Role role, int lines) {
    Cell(String text, Role role) {
      this(text, role, 0);
    }
  }

  private static final Cell BLANK = new Cell(" ", Role.PLAIN);

  private final int width;
  private final List<Cell[]> rows = new ArrayList<>();

  Canvas(int width) {
    this.width = width;
  }

  int height() {
    return rows.size();
  }

  private Cell[] row(int y) {
    while (rows.size() <= y) {
      Cell[] row = new Cell[width];
      Arrays.fill(row, BLANK);
      rows.add(row);
    }
    return rows.get(y);
  }

  /** Writes a text to the right of {@code x}; what lies beyond the edge is left out. */
  void put(int x, int y, String text, Role role) {
    Cell[] row = row(y);
    int at = x;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      int cells = DisplayWidth.ofCodePoint(codePoint);
      if (cells == 0 && at > 0 && at <= width) {
        Cell before = row[at - 1];
        row[at - 1] = new Cell(before.text() + Character.toString(codePoint), before.role());
      } else if (at >= 0 && at + cells <= width && cells > 0) {
        uncover(row, at);
        row[at] = new Cell(Character.toString(codePoint), role);
        if (cells == 2) {
          uncover(row, at + 1);
          row[at + 1] = new Cell(COVERED, role);
        }
      }
      at += cells;
    }
  }

  /** Blanks the other half of a wide character that is about to lose one. */
  private static void uncover(Cell[] row, int at) {
    if (row[at].text().equals(COVERED) && at > 0) {
      row[at - 1] = BLANK;
    }
    if (at + 1 < row.length && row[at + 1].text().equals(COVERED)) {
      row[at + 1] = BLANK;
    }
  }

  void put(int x, int y, StyledLine line) {
    int at = x;
    for (Span span : line.spans()) {
      put(at, y, span.text(), span.role());
      at += DisplayWidth.of(span.text());
    }
  }

  /** A horizontal line over both ends. */
  void horizontal(int fromX, int toX, int y, Role role) {
    int low = Math.min(fromX, toX);
    int high = Math.max(fromX, toX);
    for (int x = low; x <= high; x++) {
      join(x, y, (x > low ? LEFT : 0) | (x < high ? RIGHT : 0), role);
    }
  }

  /** A vertical line over both ends. */
  void vertical(int x, int fromY, int toY, Role role) {
    for (int y = fromY; y <= toY; y++) {
      join(x, y, (y > fromY ? UP : 0) | (y < toY ? DOWN : 0), role);
    }
  }

  private void join(int x, int y, int directions, Role role) {
    if (x < 0 || x >= width) {
      return;
    }
    Cell here = row(y)[x];
    int joined = (here.lines() == 0 ? linesOf(here.text()) : here.lines()) | directions;
    if (joined != 0) {
      put(x, y, String.valueOf(JOINTS.charAt(joined)), role);
      row(y)[x] = new Cell(row(y)[x].text(), role, joined);
    }
  }

  /** The directions of the signs that boxes are made of. */
  private static int linesOf(String sign) {
    return switch (sign) {
      case "╭" -> DOWN | RIGHT;
      case "╮" -> DOWN | LEFT;
      case "╰" -> UP | RIGHT;
      case "╯" -> UP | LEFT;
      case "─" -> LEFT | RIGHT;
      case "│" -> UP | DOWN;
      default -> 0;
    };
  }

  /**
   * A box with a title in its upper edge and lines inside, each cut to fit.
   *
   * @return its height
   */
  int box(int x, int y, int boxWidth, Panel panel) {
    int height = panel.lines().size() + 2;
    int right = x + boxWidth - 1;
    Role edge = panel.edge();
    for (int row = y + 1; row < y + height - 1; row++) {
      put(x, row, "│", edge);
      put(right, row, "│", edge);
    }
    String line = "─".repeat(Math.max(0, boxWidth - 2));
    put(x, y, "╭" + line + "╮", edge);
    put(x, y + height - 1, "╰" + line + "╯", edge);
    if (boxWidth > 6) {
      StyledLine title = LineBuilder.cut(panel.title(), boxWidth - 6);
      put(x + 2, y, " ", edge);
      put(x + 3, y, title);
      put(x + 3 + title.width(), y, " ", edge);
    }
    for (int i = 0; i < panel.lines().size(); i++) {
      put(x + 2, y + 1 + i, LineBuilder.cut(panel.lines().get(i), boxWidth - 4));
    }
    return height;
  }

  /** A box's title and content. */
  record Panel(StyledLine title, List<StyledLine> lines, Role edge) {}

  /** What has been drawn, without blanks at the ends of lines. */
  List<StyledLine> lines() {
    List<StyledLine> lines = new ArrayList<>(rows.size());
    for (Cell[] row : rows) {
      int end = width;
      while (end > 0 && row[end - 1].text().equals(" ")) {
        end--;
      }
      lines.add(line(row, end));
    }
    return lines;
  }

  private static StyledLine line(Cell[] row, int end) {
    List<Span> spans = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    Role role = Role.PLAIN;
    for (int x = 0; x < end; x++) {
      if (row[x].role() != role && text.length() > 0) {
        spans.add(new Span(text.toString(), role));
        text.setLength(0);
      }
      role = row[x].role();
      text.append(row[x].text());
    }
    if (text.length() > 0) {
      spans.add(new Span(text.toString(), role));
    }
    return new StyledLine(spans);
  }
}
