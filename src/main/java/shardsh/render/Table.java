package shardsh.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An aligned table that shrinks to the width there is: the widest columns of text give way down to
 * their minimum, then the least important columns are left out, at last blanks between columns.
 */
public final class Table {
  private static final int GAP = 2;
  private static final int NARROW_GAP = 1;

  /**
   * @param title empty for none; without any title no head is printed
   * @param widthMin cells below which the column would say nothing
   * @param rank 0: never left out; the highest goes first
   */
  public record Column(String title, boolean alignRight, int widthMin, int rank) {
    public static Column left(String title, int widthMin, int rank) {
      return new Column(title, false, widthMin, rank);
    }

    public static Column right(String title, int widthMin, int rank) {
      return new Column(title, true, widthMin, rank);
    }
  }

  /** Cells, or one text over the whole width. */
  private record Row(List<StyledLine> cells, boolean spanning) {}

  private final List<Column> columns;
  private final int gap;
  private final UnaryOperator<StyledLine> words;
  private final List<Row> rows = new ArrayList<>();

  public Table(Column... columns) {
    this(Arrays.asList(columns));
  }

  public Table(List<Column> columns) {
    this(columns, GAP, UnaryOperator.identity());
  }

  private Table(List<Column> columns, int gap, UnaryOperator<StyledLine> words) {
    this.columns = List.copyOf(columns);
    this.gap = gap;
    this.words = words;
  }

  /** A table with one blank between columns instead of two. */
  static Table narrow(Column... columns) {
    return new Table(Arrays.asList(columns), NARROW_GAP, UnaryOperator.identity());
  }

  /** This table, still without rows, with all its texts put into the reader's language. */
  Table in(UnaryOperator<StyledLine> language) {
    List<Column> translated =
        columns.stream()
            .map(
                column ->
                    new Column(
                        language.apply(StyledLine.of(column.title())).text(),
                        column.alignRight(),
                        column.widthMin(),
                        column.rank()))
            .toList();
    return new Table(translated, gap, language);
  }

  /** The cells it would take if nothing had to give way. */
  int naturalWidth() {
    return total(naturalWidths());
  }

  /** Adds a row of as many cells as there are columns. */
  public Table row(List<StyledLine> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells for a table of " + columns.size() + " columns");
    }
    rows.add(new Row(cells.stream().map(words).toList(), false));
    return this;
  }

  public Table row(StyledLine... cells) {
    return row(Arrays.asList(cells));
  }

  /** Adds a line over the whole width. */
  public Table note(StyledLine line) {
    rows.add(new Row(List.of(words.apply(line)), true));
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table in lines of at most so many cells, without blanks at their ends. */
  public List<StyledLine> lines(int width) {
    int[] widths = fitted(width);
    if (total(widths) > width && gap > NARROW_GAP) {
      Table narrow = new Table(columns, NARROW_GAP, words);
      narrow.rows.addAll(rows);
      return narrow.lines(width);
    }
    List<StyledLine> lines = new ArrayList<>();
    if (columns.stream().anyMatch(column -> !column.title().isEmpty())) {
      lines.add(line(titles(), widths, width));
      lines.add(rule(widths, width));
    }
    for (Row row : rows) {
      lines.add(
          row.spanning()
              ? LineBuilder.cut(row.cells().get(0), width)
              : line(row.cells(), widths, width));
    }
    return lines;
  }

  private List<StyledLine> titles() {
    return columns.stream().map(column -> StyledLine.of(column.title(), Role.TITLE)).toList();
  }

  /** The width of each column, -1 for one that is left out. */
  private int[] fitted(int width) {
    int[] natural = naturalWidths();
    int[] widths = natural.clone();
    while (total(widths) > width) {
      int widest = widestShrinkable(widths, natural);
      if (widest >= 0) {
        widths[widest]--;
        continue;
      }
      int dropped = leastImportant(widths);
      if (dropped < 0) {
        break;
      }
      for (int i = 0; i < widths.length; i++) {
        widths[i] = i == dropped || widths[i] < 0 ? -1 : natural[i];
      }
    }
    return widths;
  }

  private int[] naturalWidths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = DisplayWidth.of(columns.get(i).title());
      for (Row row : rows) {
        if (!row.spanning()) {
          widths[i] = Math.max(widths[i], row.cells().get(i).width());
        }
      }
      if (widths[i] == 0) {
        widths[i] = -1;
      }
    }
    return widths;
  }

  private int total(int[] widths) {
    int total = 0;
    for (int width : widths) {
      total += width < 0 ? 0 : width + (total == 0 ? 0 : gap);
    }
    return total;
  }

  private int widestShrinkable(int[] widths, int[] natural) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      int least = columns.get(i).alignRight() ? natural[i] : widthMin(i);
      if (widths[i] > least && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  /** No column gets narrower than its title; one of numbers would give a smaller number. */
  private int widthMin(int index) {
    Column column = columns.get(index);
    return Math.max(column.widthMin(), DisplayWidth.of(column.title()));
  }

  private int leastImportant(int[] widths) {
    int found = -1;
    for (int i = 0; i < widths.length; i++) {
      int rank = columns.get(i).rank();
      if (widths[i] >= 0 && rank > 0 && (found < 0 || rank >= columns.get(found).rank())) {
        found = i;
      }
    }
    return found;
  }

  private StyledLine line(List<StyledLine> cells, int[] widths, int width) {
    LineBuilder line = new LineBuilder();
    int column = 0;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] < 0) {
        continue;
      }
      StyledLine cell = KeyText.cut(cells.get(i), widths[i]);
      if (cell.width() > 0) {
        int indent = columns.get(i).alignRight() ? widths[i] - cell.width() : 0;
        line.padTo(column + indent).add(cell);
      }
      column += widths[i] + gap;
    }
    return LineBuilder.cut(line.build(), width);
  }

  private StyledLine rule(int[] widths, int width) {
    LineBuilder line = new LineBuilder();
    int column = 0;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] < 0) {
        continue;
      }
      if (!columns.get(i).title().isEmpty()) {
        line.padTo(column).add("─".repeat(widths[i]), Role.DIM);
      }
      column += widths[i] + gap;
    }
    return LineBuilder.cut(line.build(), width);
  }
}
