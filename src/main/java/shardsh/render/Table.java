package shardsh.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * An aligned table that shrinks to the width there is: the widest columns of text give way down to
 * their minimum, then the least important columns are left out, at last blanks between columns.
 */
public final class Table {
  private static final int GAP = 2;
  private static final int NARROW_GAP = 1;

  /** Of so many rows each is shown. */
  private static final int ALL_SHOWN = 10;

  private static final int FOLDED_MIN = 4;

  /** More cells than any text has. */
  private static final int WHOLE = Integer.MAX_VALUE;

  /**
   * @param title empty for none; without any title no head is printed
   * @param widthMin cells below which the column would say nothing
   * @param rank 0: never left out; the highest goes first
   */
  public record Column(String title, boolean alignRight, int widthMin, int rank) {
    public static Column left(String title, int widthMin, int rank) {
      return new Column(title, false, widthMin, rank);
    }

    /** One whose words are never cut: the others give way, or it is left out. */
    public static Column whole(String title, int rank) {
      return new Column(title, false, WHOLE, rank);
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
  private final BiFunction<StyledLine, Integer, StyledLine> cutter;
  private final List<Row> rows = new ArrayList<>();

  public Table(Column... columns) {
    this(Arrays.asList(columns));
  }

  public Table(List<Column> columns) {
    this(columns, GAP, UnaryOperator.identity(), KeyText::cut);
  }

  private Table(
      List<Column> columns,
      int gap,
      UnaryOperator<StyledLine> words,
      BiFunction<StyledLine, Integer, StyledLine> cutter) {
    this.columns = List.copyOf(columns);
    this.gap = gap;
    this.words = words;
    this.cutter = cutter;
  }

  /** A table with one blank between columns instead of two. */
  static Table narrow(Column... columns) {
    return new Table(Arrays.asList(columns), NARROW_GAP, UnaryOperator.identity(), KeyText::cut);
  }

  /**
   * This table, still without rows; where its ranges have no room, their bounds have these names.
   */
  Table naming(KeyNames names) {
    return naming(List.of(names));
  }

  /** The same for ranges of several collections, each by the names that know it. */
  Table naming(List<KeyNames> names) {
    return new Table(
        columns,
        gap,
        words,
        (cell, cells) ->
            names.stream()
                .filter(known -> known.has(cell))
                .findFirst()
                .map(known -> known.cut(cell, cells))
                .orElseGet(() -> KeyText.cut(cell, cells)));
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
    return new Table(translated, gap, language, cutter);
  }

  /**
   * This table with one row for all shards, or all routers, that differ in nothing but their names
   * in its first column, where there are so many rows that these would hide the others.
   */
  Table folded() {
    if (rows.size() <= ALL_SHOWN) {
      return this;
    }
    Map<List<String>, List<Row>> alike = new LinkedHashMap<>();
    rows.forEach(row -> alike.computeIfAbsent(likeness(row), key -> new ArrayList<>()).add(row));
    Table folded = new Table(columns, gap, words, cutter);
    for (Row row : rows) {
      List<Row> group = alike.get(likeness(row));
      if (row.spanning() || kind(row).isEmpty() || group.size() < FOLDED_MIN) {
        folded.rows.add(row);
      } else if (row == group.get(group.size() - 1)) {
        folded.rows.add(summary(group));
      }
    }
    return folded;
  }

  /** Of rows that may become one: the kind of what they are about, and all they say of it. */
  private static List<String> likeness(Row row) {
    List<String> texts = new ArrayList<>();
    Optional<String> kind = kind(row);
    texts.add(kind.orElse(row.cells().get(0).text()));
    row.cells().subList(1, row.cells().size()).forEach(cell -> texts.add(cell.text()));
    return texts;
  }

  /** {@code shard} or {@code router}, by the role of the name in its first column. */
  private static Optional<String> kind(Row row) {
    List<Span> name = row.cells().get(0).spans();
    Role role = name.isEmpty() ? Role.PLAIN : name.get(0).role();
    return role.isShard()
        ? Optional.of("shard")
        : role == Role.ROUTER ? Optional.of("router") : Optional.empty();
  }

  private Row summary(List<Row> group) {
    Row first = group.get(0);
    List<StyledLine> cells = new ArrayList<>(first.cells());
    String who = Amounts.count(group.size(), kind(first).orElseThrow());
    cells.set(0, words.apply(StyledLine.of(who, Role.DIM)));
    return new Row(cells, false);
  }

  /** The cells it would take if nothing had to give way. */
  int naturalWidth() {
    return total(naturalWidths());
  }

  /** The cells it takes at least if no column may be left out. */
  int leastWidth() {
    int[] widths = naturalWidths();
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).alignRight() ? widths[i] : Math.min(widths[i], widthMin(i));
    }
    return total(widths);
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
      Table narrow = new Table(columns, NARROW_GAP, words, cutter);
      narrow.rows.addAll(rows);
      return narrow.lines(width);
    }
    int[] cuts = cuts(widths);
    takeBack(widths, cuts);
    List<StyledLine> lines = new ArrayList<>();
    if (columns.stream().anyMatch(column -> !column.title().isEmpty())) {
      lines.add(line(titles(), widths, cuts, width));
      lines.add(rule(widths, width));
    }
    for (Row row : rows) {
      lines.add(
          row.spanning()
              ? LineBuilder.cut(row.cells().get(0), width)
              : line(row.cells(), widths, cuts, width));
    }
    return lines;
  }

  /** To how many cells a column is cut, all of its cells alike; -1 for one that has room. */
  private int[] cuts(int[] widths) {
    int[] natural = naturalWidths();
    int[] cuts = new int[widths.length];
    for (int i = 0; i < widths.length; i++) {
      cuts[i] = widths[i] < natural[i] ? widths[i] : -1;
    }
    return cuts;
  }

  /** Room that a cut cell leaves, e.g. that of a range whose bounds have short names. */
  private void takeBack(int[] widths, int[] cuts) {
    for (int i = 0; i < widths.length; i++) {
      if (cuts[i] < 0) {
        continue;
      }
      int taken = DisplayWidth.of(columns.get(i).title());
      for (Row row : rows) {
        if (!row.spanning()) {
          taken = Math.max(taken, cutter.apply(row.cells().get(i), cuts[i]).width());
        }
      }
      widths[i] = Math.min(widths[i], taken);
    }
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
      int least = columns.get(i).alignRight() ? natural[i] : Math.min(natural[i], widthMin(i));
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

  private StyledLine line(List<StyledLine> cells, int[] widths, int[] cuts, int width) {
    LineBuilder line = new LineBuilder();
    int column = 0;
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] < 0) {
        continue;
      }
      StyledLine cell = cuts[i] < 0 ? cells.get(i) : cutter.apply(cells.get(i), cuts[i]);
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
