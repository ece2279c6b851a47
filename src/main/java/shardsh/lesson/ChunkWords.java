package shardsh.lesson;

import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;

/** What a check of the chunk table has found when it passes: which chunks lie where. */
final class ChunkWords {
  private static final int ROWS_MAX = 4;

  private ChunkWords() {}

  /** Each range with its shard. */
  static Phrase of(Check.Chunks check) {
    return Phrase.join(
        check.equals().stream()
            .map(
                row ->
                    chunk(
                        row.min(),
                        row.max(),
                        row.shard(),
                        Stream.of(
                                row.version(),
                                row.sizeMB().map(ChunkWords::size),
                                row.jumbo().filter(jumbo -> jumbo).map(jumbo -> "jumbo"))
                            .flatMap(Optional::stream)
                            .toList()))
            .toList());
  }

  /**
   * Rows of a table.
   *
   * @param rows {@code {min, max, shard, version?, sizeMB?, jumbo?}} each
   */
  static Phrase of(BsonArray rows) {
    if (rows.isEmpty()) {
      return ValueWords.of(rows);
    }
    List<Phrase> shown =
        rows.stream().limit(ROWS_MAX).map(row -> row(row.asDocument())).collect(toList());
    int more = rows.size() - ROWS_MAX;
    if (more > 0) {
      shown.add(new Phrase(more + " more", "还有 " + more + " 个"));
    }
    return Phrase.join(shown);
  }

  private static Phrase row(BsonDocument row) {
    List<String> details = new ArrayList<>();
    if (row.containsKey("version")) {
      details.add(ValueText.of(row.get("version")));
    }
    if (row.containsKey("sizeMB")) {
      details.add(size(row.getDouble("sizeMB").getValue()));
    }
    if (row.containsKey("jumbo")) {
      details.add(row.getBoolean("jumbo").getValue() ? "jumbo" : "not jumbo");
    }
    return chunk(row.get("min"), row.get("max"), row.getString("shard").getValue(), details);
  }

  private static String size(double megabytes) {
    return ValueText.number(megabytes) + " MB";
  }

  private static Phrase chunk(BsonValue min, BsonValue max, String shard, List<String> details) {
    String range = "[" + bound(min) + ", " + bound(max) + ")";
    String all = String.join(", ", details);
    return new Phrase(
        range + " on " + shard + (details.isEmpty() ? "" : " (" + all + ")"),
        range + " 在 " + shard + " 上" + (details.isEmpty() ? "" : "（" + all + "）"));
  }

  /** How many chunks lie on each shard. */
  static Phrase inNumber(Check.Chunks check) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    check.equals().forEach(row -> counts.merge(row.shard(), 1, Integer::sum));
    String en =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " on " + count.getKey())
            .collect(Collectors.joining(", "));
    String zh =
        counts.entrySet().stream()
            .map(count -> count.getKey() + " 上 " + count.getValue() + " 个")
            .collect(Collectors.joining("，"));
    int all = check.equals().size();
    return new Phrase(
        all + (all == 1 ? " chunk of " : " chunks of ") + check.ns() + ": " + en,
        check.ns() + " 的 " + all + " 个 chunk：" + zh);
  }

  private static String bound(BsonValue bound) {
    boolean isEnd = bound instanceof BsonMinKey || bound instanceof BsonMaxKey;
    return isEnd || !bound.isDocument() || bound.asDocument().size() != 1
        ? key(bound)
        : key(bound.asDocument().values().iterator().next());
  }

  /** As the pictures of chunks write it: a text in quotes, since "Min" is not the end of keys. */
  private static String key(BsonValue value) {
    if (value.isDocument()) {
      return value.asDocument().entrySet().stream()
          .map(field -> field.getKey() + ": " + key(field.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return value.isString() ? '"' + ValueText.of(value) + '"' : ValueText.of(value);
  }
}
