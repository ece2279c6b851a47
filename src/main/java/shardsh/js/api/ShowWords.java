package shardsh.js.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** The words of mongosh's {@code show}. */
final class ShowWords {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final String NO_ROLES =
      "no roles: the cluster runs without access control, everyone may do everything";
  private static final String NO_LOGS =
      "no logs: show trace draws the messages of the last command";

  private ShowWords() {}

  /** The lines for a word; empty if it is none of mongosh's. */
  static Optional<List<StyledLine>> lines(Database db, String word) {
    return switch (word) {
      case "dbs", "databases" -> Optional.of(databases(db));
      case "collections", "tables" -> Optional.of(collections(db));
      case "profile" -> Optional.of(profile(db));
      case "users" -> Optional.of(PlainValue.lines(new BsonArray()));
      case "roles" -> Optional.of(List.of(StyledLine.of(NO_ROLES)));
      case "logs", "log" -> Optional.of(List.of(StyledLine.of(NO_LOGS)));
      case "startupWarnings", "automationNotices", "nonGenuineMongoDBCheck" ->
          Optional.of(List.of());
      default -> Optional.empty();
    };
  }

  private static BsonString text(String value) {
    return new BsonString(value);
  }

  private static BsonDocument command(String name) {
    return new BsonDocument(name, new BsonInt32(1));
  }

  private static List<StyledLine> databases(Database db) {
    List<String> names = new ArrayList<>();
    List<String> sizes = new ArrayList<>();
    BsonArray databases = db.admin(command("listDatabases")).getArray("databases");
    List<BsonDocument> sorted = new ArrayList<>();
    databases.forEach(entry -> sorted.add(entry.asDocument()));
    sorted.sort(Comparator.comparing(entry -> entry.getString("name").getValue()));
    for (BsonDocument entry : sorted) {
      names.add(entry.getString("name").getValue());
      sizes.add(size(Fields.number(entry, "sizeOnDisk")));
    }
    int nameWidth = names.stream().mapToInt(String::length).max().orElse(0);
    int sizeWidth = sizes.stream().mapToInt(String::length).max().orElse(0);
    List<StyledLine> lines = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int gap = nameWidth - names.get(i).length() + 2 + sizeWidth - sizes.get(i).length();
      lines.add(
          StyledLine.of(
              new Span(names.get(i), Role.NAME), Span.plain(" ".repeat(gap) + sizes.get(i))));
    }
    return lines;
  }

  /** Binary units with two decimals, plain bytes up to 1,000. */
  static String size(double bytes) {
    if (bytes <= 1000) {
      return String.format(Locale.ROOT, "%.0f B", bytes);
    }
    int unit = 0;
    double value = bytes;
    while (value >= 1024 && unit < UNITS.length - 1 || unit == 0) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.2f %s", value, UNITS[unit]);
  }

  private static List<StyledLine> collections(Database db) {
    List<BsonValue> infos = AggregationCursor.ofCommand(db, command("listCollections")).drain();
    List<BsonDocument> sorted = new ArrayList<>();
    infos.forEach(info -> sorted.add(info.asDocument()));
    sorted.sort(
        Comparator.comparing((BsonDocument info) -> isSystem(name(info)))
            .thenComparing(ShowWords::name));
    int width = sorted.stream().mapToInt(info -> name(info).length()).max().orElse(0);
    List<StyledLine> lines = new ArrayList<>();
    for (BsonDocument info : sorted) {
      String name = name(info);
      String badge = badge(info.getString("type", text("collection")).getValue());
      Span shown = new Span(name, isSystem(name) ? Role.DIM : Role.NAME);
      lines.add(
          badge.isEmpty()
              ? StyledLine.of(shown)
              : StyledLine.of(
                  shown,
                  Span.plain(" ".repeat(width - name.length() + 2)),
                  new Span(badge, Role.DIM)));
    }
    return lines.isEmpty() ? List.of(StyledLine.EMPTY) : lines;
  }

  private static String name(BsonDocument info) {
    return info.getString("name").getValue();
  }

  private static boolean isSystem(String name) {
    return name.startsWith("system.");
  }

  private static String badge(String type) {
    return switch (type) {
      case "view" -> "[view]";
      case "timeseries" -> "[time-series]";
      default -> "";
    };
  }

  private static List<StyledLine> profile(Database db) {
    BsonDocument options =
        new BsonDocument("sort", new BsonDocument("$natural", new BsonInt32(-1)))
            .append("limit", new BsonInt32(5));
    List<BsonValue> entries = new FindCursor(db.collection("system.profile"), options).drain();
    return entries.isEmpty()
        ? List.of(
            StyledLine.of("db.system.profile is empty."),
            StyledLine.of("Use db.setProfilingLevel(1) to enable profiling."),
            StyledLine.of(
                "Use db.getCollection('system.profile').find() to show raw profile entries."))
        : PlainValue.lines(new BsonArray(entries));
  }
}
