package shardsh.render;

import java.util.ArrayList;
import java.util.List;

/**
 * Sets the entries of a long array in columns, several to a line. Source: observed from Node's
 * {@code util.inspect}: the shape aims at a square, characters counted as two and a half times as
 * high as wide.
 *
 * @param cut whether the last entry only says how many more there are
 * @param alignRight whether all entries are numbers
 */
record Columns(int indentation, InspectOptions options, boolean cut, boolean alignRight) {
  private static final int SEPARATOR = 2;
  private static final double HEIGHT_TO_WIDTH = 2.5;
  private static final int COLUMNS_MAX = 15;

  /** The lines; the same list if the entries do not suit columns. */
  List<RoleText> grouped(List<RoleText> entries) {
    int count = cut ? entries.size() - 1 : entries.size();
    int[] widths = new int[count];
    int total = 0;
    int longest = 0;
    for (int i = 0; i < count; i++) {
      widths[i] = entries.get(i).width();
      total += widths[i] + SEPARATOR;
      longest = Math.max(longest, widths[i]);
    }
    int cell = longest + SEPARATOR;
    boolean suits =
        3L * cell + indentation < options.breakLength()
            && ((double) total / cell > 5 || longest <= 6);
    if (!suits) {
      return entries;
    }
    int columns = columns(cell, (double) total / entries.size(), count);
    return columns <= 1 ? entries : rows(entries, widths, columns);
  }

  private int columns(int cell, double average, int count) {
    double bias = Math.sqrt(cell - average);
    double width = Math.max(cell - 3 - bias, 1);
    long square = Math.round(Math.sqrt(HEIGHT_TO_WIDTH * width * count) / width);
    long fitting = ((long) options.breakLength() - indentation) / cell;
    long compact = 4L * options.compact();
    return (int) Math.min(Math.min(square, fitting), Math.min(compact, COLUMNS_MAX));
  }

  private List<RoleText> rows(List<RoleText> entries, int[] widths, int columns) {
    int[] columnWidths = new int[columns];
    for (int i = 0; i < widths.length; i++) {
      columnWidths[i % columns] = Math.max(columnWidths[i % columns], widths[i] + SEPARATOR);
    }
    List<RoleText> rows = new ArrayList<>();
    for (int from = 0; from < widths.length; from += columns) {
      int end = Math.min(from + columns, widths.length);
      RoleText row = new RoleText();
      for (int i = from; i < end; i++) {
        boolean last = i == end - 1;
        int padding = columnWidths[i - from] - SEPARATOR - widths[i];
        row.addSpaces(alignRight ? padding : 0)
            .add(entries.get(i))
            .add(last ? "" : ", ")
            .addSpaces(alignRight || last ? 0 : padding);
      }
      rows.add(row);
    }
    if (cut) {
      rows.add(entries.get(widths.length));
    }
    return rows;
  }
}
