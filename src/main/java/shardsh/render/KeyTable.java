package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
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
   * @param words puts its texts into the reader's language
   */
  public static List<StyledLine> lines(
      BsonDocument comparison, ScreenProfile screen, UnaryOperator<StyledLine> words) {
    List<String> shards = shards(comparison);
    Table table =
        new Table(
                Column.left("shard key", 22, 0),
                Column.right("targeted", 4, 0),
                Column.right("asked/read", 4, 2),
                Column.left("hottest", 6, 0),
                Column.right(writesTitle(comparison, shards), 6, 3),
                Column.right("uncuttable", 3, 1),
                Column.right("moves", 3, 1))
            .in(words);
    for (BsonValue value : comparison.getArray("keys")) {
      BsonDocument row = value.asDocument();
      BsonDocument hottest = row.getDocument("hottestShard");
      table.row(
          StyledLine.of(key(row.getDocument("key"))),
          StyledLine.of(percent(row.get("targetedShare"))),
          StyledLine.of(plain(row.get("shardsPerRead"))),
          StyledLine.of(
              hottest.getString("shard").getValue() + " " + percent(hottest.get("share"))),
          StyledLine.of(writes(comparison, shards, row)),
          StyledLine.of(uncuttable(row)),
          StyledLine.of(plain(row.get("movesNeeded"))));
    }
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : table.lines(screen.width())) {
      lines.add(LineBuilder.cut(line, screen.width()));
    }
    return Glyphs.cells(lines, screen);
  }

  /** The names of the shards, each over its numbers; of many shards only the numbers. */
  private static String writesTitle(BsonDocument comparison, List<String> shards) {
    StringJoiner names = new StringJoiner(" ", "writes: ", "");
    shards.forEach(shard -> names.add(" ".repeat(blanks(comparison, shard, shard)) + shard));
    return shards.size() > SHARDS_MAX ? "writes per shard" : DisplayWidth.visible(names.toString());
  }

  private static List<String> shards(BsonDocument comparison) {
    return List.copyOf(
        comparison.getArray("keys").get(0).asDocument().getDocument("writesPerShard").keySet());
  }

  /** What a text of a shard's column lacks to be as wide as the widest. */
  private static int blanks(BsonDocument comparison, String shard, String text) {
    int width = DisplayWidth.of(shard);
    for (BsonValue row : comparison.getArray("keys")) {
      width =
          Math.max(
              width, plain(row.asDocument().getDocument("writesPerShard").get(shard)).length());
    }
    return width - DisplayWidth.of(text);
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

  private static String writes(BsonDocument comparison, List<String> shards, BsonDocument row) {
    StringJoiner counts = new StringJoiner(" ");
    for (String shard : shards) {
      String count = plain(row.getDocument("writesPerShard").get(shard));
      boolean isNamed = shards.size() <= SHARDS_MAX;
      counts.add((isNamed ? " ".repeat(blanks(comparison, shard, count)) : "") + count);
    }
    return counts.toString();
  }

  private static String uncuttable(BsonDocument row) {
    int chunks = row.getNumber("uncuttableChunks").intValue();
    long bytes = Math.round(row.getNumber("largestUncuttableMB").doubleValue() * (1L << 20));
    return chunks == 0 ? "none" : chunks + ", to " + Amounts.size(bytes);
  }
}
