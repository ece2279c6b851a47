package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;

/** Reads the report of a balancer round: {@code {round, policy, compared, moves, skipped}}. */
final class BalancerRoundText {

  /**
   * What was compared in one collection or zone.
   *
   * @param difference empty when no pair of shards could be formed
   */
  record Compared(
      String ns,
      String zone,
      String unit,
      Map<String, BsonValue> shards,
      Optional<BsonValue> ideal,
      Optional<BsonValue> difference,
      BsonValue threshold) {

    /** {@code shop.orders}, with the zone where there is one. */
    String what() {
      return ns + (zone.isEmpty() ? "" : " in zone " + zone);
    }

    boolean reachesThreshold() {
      return difference.isPresent() && value(difference.get()) >= value(threshold);
    }

    double total() {
      return shards.values().stream().mapToDouble(BalancerRoundText::value).sum();
    }

    /** {@code s0 2, s1 2, s2 4}. */
    String counts() {
      List<String> counts = new ArrayList<>();
      shards.forEach((shard, amount) -> counts.add(shard + " " + number(amount)));
      return String.join(", ", counts);
    }
  }

  private BalancerRoundText() {}

  static List<Compared> compared(BsonDocument report) {
    List<Compared> all = new ArrayList<>();
    for (BsonDocument row : documents(report, "compared")) {
      Map<String, BsonValue> shards = new LinkedHashMap<>();
      if (row.isDocument("shards")) {
        row.getDocument("shards")
            .forEach((shard, amount) -> shards.put(DisplayWidth.visible(shard), amount));
      }
      all.add(
          new Compared(
              text(row, "ns"),
              text(row, "zone"),
              text(row, "unit"),
              shards,
              Optional.ofNullable(row.get("ideal")),
              Optional.ofNullable(row.get("difference")),
              row.get("threshold")));
    }
    return all;
  }

  /**
   * Where the threshold comes from, in brackets. Source: {@code sharding-facts.md}, section 11.
   *
   * @param chunkSizeMB the limit in force
   */
  static String rule(String policy, Compared compared, int chunkSizeMB) {
    double threshold = value(compared.threshold());
    return switch (policy) {
      case "classic" -> {
        double total = compared.total();
        double fresh = total < 20 ? 2 : total < 80 ? 4 : 8;
        if (compared.zone().isEmpty() && threshold < fresh) {
          yield " (2 while rounds move something)";
        }
        yield threshold <= 2
            ? " (fewer than 20 chunks)"
            : threshold <= 4 ? " (20 to 79 chunks)" : " (80 chunks or more)";
      }
      case "chunkCount" ->
          compared.ideal().map(ideal -> " above the even share of " + number(ideal)).orElse("");
      case "dataSize" -> " (three times the chunk size of " + chunkSizeMB + " MB)";
      default -> "";
    };
  }

  static List<BsonDocument> documents(BsonDocument document, String name) {
    List<BsonDocument> found = new ArrayList<>();
    BsonArray array = document.isArray(name) ? document.getArray(name) : new BsonArray();
    for (BsonValue value : array) {
      if (value.isDocument()) {
        found.add(value.asDocument());
      }
    }
    return found;
  }

  /** The range between {@code min} and {@code max} of a row that has both. */
  static ChunkRange range(BsonDocument row) {
    return new ChunkRange(
        IndexKey.ofDocument(row.getDocument("min")), IndexKey.ofDocument(row.getDocument("max")));
  }

  /** What became of a collection's defragmentation. */
  static String phase(BsonDocument row) {
    String ns = text(row, "ns");
    return switch (text(row, "phase")) {
      case "moveAndMergeChunks" ->
          "defragmentation of "
              + ns
              + ": neighbours are joined and every chunk is measured; chunks of less than a"
              + " quarter of the chunk size now go to a neighbour's shard";
      case "mergeChunks" ->
          "defragmentation of "
              + ns
              + ": no small chunk is left that has a neighbour; neighbours are joined once more";
      default -> "defragmentation of " + ns + " has ended";
    };
  }

  static String text(BsonDocument document, String name) {
    return DisplayWidth.visible(document.getString(name, new BsonString("")).getValue());
  }

  /** A number with at most one decimal. */
  static String number(BsonValue value) {
    return value == null || !value.isNumber()
        ? "?"
        : JsNumber.text(Math.round(value.asNumber().doubleValue() * 10) / 10.0);
  }

  static double value(BsonValue value) {
    return value != null && value.isNumber() ? value.asNumber().doubleValue() : 0;
  }
}
