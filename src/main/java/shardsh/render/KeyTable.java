package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.render.Table.Column;

/** Several shard keys under one load, one row each: the reply of {@code compareShardKeys}. */
public final class KeyTable {
  private static final int SHARDS_MAX = 6;

  private KeyTable() {}

  /**
   * The table; the best of a column is not marked, since no single column decides.
   *
   * @param comparison {@code {keys: [{key, targetedShare, …}]}}
   */
  public static List<StyledLine> lines(BsonDocument comparison, ScreenProfile screen) {
    Table table =
        new Table(
            Column.left("shard key", 22, 0),
            Column.right("targeted", 4, 0),
            Column.right("shards/read", 4, 2),
            Column.left("hottest", 6, 0),
            Column.left(writesTitle(comparison), 6, 3),
            Column.right("uncuttable", 3, 1),
            Column.right("moves", 3, 1));
    for (BsonValue value : comparison.getArray("keys")) {
      BsonDocument row = value.asDocument();
      BsonDocument hottest = row.getDocument("hottestShard");
      table.row(
          StyledLine.of(key(row.getDocument("key"))),
          StyledLine.of(percent(row.get("targetedShare"))),
          StyledLine.of(plain(row.get("shardsPerRead"))),
          StyledLine.of(
              hottest.getString("shard").getValue() + " " + percent(hottest.get("share"))),
          StyledLine.of(writes(row.getDocument("writesPerShard"))),
          StyledLine.of(uncuttable(row)),
          StyledLine.of(plain(row.get("movesNeeded"))));
    }
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : table.lines(screen.width())) {
      lines.add(LineBuilder.cut(line, screen.width()));
    }
    return Glyphs.cells(lines, screen);
  }

  private static String writesTitle(BsonDocument comparison) {
    BsonDocument shards =
        comparison.getArray("keys").get(0).asDocument().getDocument("writesPerShard");
    String title = "writes on " + String.join(" ", shards.keySet());
    return shards.size() > SHARDS_MAX ? "writes per shard" : DisplayWidth.visible(title);
  }

  private static String key(BsonDocument key) {
    StringJoiner fields = new StringJoiner(", ", "{", "}");
    key.forEach((name, value) -> fields.add(name + ": " + (value.isString() ? "\"hashed\"" : "1")));
    return DisplayWidth.visible(fields.toString());
  }

  private static String percent(BsonValue share) {
    return Math.round(share.asNumber().doubleValue() * 100) + " %";
  }

  private static String plain(BsonValue number) {
    double value = number.asNumber().doubleValue();
    return value == Math.rint(value)
        ? Amounts.count((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String writes(BsonDocument perShard) {
    StringJoiner counts = new StringJoiner(" ");
    perShard.values().forEach(count -> counts.add(plain(count)));
    return counts.toString();
  }

  private static String uncuttable(BsonDocument row) {
    int chunks = row.getNumber("uncuttableChunks").intValue();
    long bytes = Math.round(row.getNumber("largestUncuttableMB").doubleValue() * (1L << 20));
    return chunks == 0 ? "none" : chunks + ", to " + Amounts.size(bytes);
  }
}
