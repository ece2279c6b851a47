package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import shardsh.render.Table.Column;

/** The lists that mongosh prints as tables. Source: mongosh's output, observed. */
public final class Tables {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final int PLAIN_BYTES_MAX = 1000;

  private Tables() {}

  /** A row of {@code show dbs}. */
  public record DatabaseSize(String name, long bytes) {}

  /** A row of {@code show collections}; the badge is e.g. {@code [view]} or empty. */
  public record CollectionName(String name, String badge) {}

  /** {@code show dbs}: names, and sizes to the right. */
  public static List<StyledLine> databases(List<DatabaseSize> databases) {
    Table table = new Table(Column.left("", 1, 0), Column.right("", 1, 0));
    for (DatabaseSize database : databases) {
      table.row(StyledLine.of(database.name(), Role.NAME), StyledLine.of(size(database.bytes())));
    }
    return table.lines(Integer.MAX_VALUE);
  }

  /** {@code show collections}: {@code system.*} last and dimmed, badges beside the names. */
  public static List<StyledLine> collections(List<CollectionName> collections) {
    Table table = new Table(Column.left("", 1, 0), Column.left("", 1, 0));
    List<CollectionName> system = new ArrayList<>();
    for (CollectionName collection : collections) {
      if (collection.name().startsWith("system.")) {
        system.add(collection);
      } else {
        table.row(StyledLine.of(collection.name(), Role.NAME), StyledLine.of(collection.badge()));
      }
    }
    for (CollectionName collection : system) {
      table.row(StyledLine.of(collection.name(), Role.DIM), StyledLine.of(collection.badge()));
    }
    return table.lines(Integer.MAX_VALUE);
  }

  /** Bytes in binary units: {@code 900 B}, {@code 80.00 KiB}, {@code 2.08 MiB}. */
  public static String size(long bytes) {
    if (bytes <= PLAIN_BYTES_MAX) {
      return bytes + " B";
    }
    if (bytes < 1024) {
      return bytes + ".00 B";
    }
    double value = bytes / 1024.0;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.2f %s", value, UNITS[unit]);
  }
}
