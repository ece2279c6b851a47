package shardsh.js.api;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The statistics of a collection over all shards, summed up from {@code $collStats} as mongosh does
 * since the collStats command is deprecated.
 */
final class CollectionStats {
  private static final List<String> SUMMED =
      List.of("count", "size", "storageSize", "totalIndexSize", "totalSize", "numOrphanDocs");

  private static final List<String> FROM_THE_FIRST = List.of("capped", "max");

  private CollectionStats() {}

  /** The stage's document for each shard. */
  static List<BsonValue> perShard(Collection collection) {
    BsonArray pipeline =
        new BsonArray(
            List.of(
                new BsonDocument(
                    "$collStats", new BsonDocument("storageStats", new BsonDocument()))));
    return AggregationCursor.of(collection.db(), collection.name(), pipeline, new BsonDocument())
        .drain();
  }

  /**
   * Sizes are divided by the scale.
   *
   * @return in the order of mongosh: what the first shard says of {@code capped}, {@code shards},
   *     {@code sharded}, the sums, {@code indexSizes}, {@code avgObjSize}, {@code maxSize?}, {@code
   *     ns}, {@code nindexes} and {@code scaleFactor}
   */
  static BsonDocument of(Collection collection, double scale) {
    List<BsonValue> parts = perShard(collection);
    BsonDocument result = new BsonDocument("ok", new BsonInt32(1));
    BsonDocument totals = new BsonDocument();
    BsonDocument indexSizes = new BsonDocument();
    BsonDocument shards = new BsonDocument();
    double dataSize = 0;
    double maxSize = 0;
    int indexes = 0;
    for (BsonValue part : parts) {
      BsonDocument stats = Fields.document(part.asDocument(), "storageStats");
      stats.forEach(
          (name, value) -> {
            if (FROM_THE_FIRST.contains(name)) {
              result.putIfAbsent(name, value);
            } else if (SUMMED.contains(name)) {
              totals.put(
                  name, ShellApi.number(Fields.number(totals, name) + Fields.number(stats, name)));
            }
          });
      dataSize += Fields.number(stats, "size");
      maxSize = Math.max(maxSize, Fields.number(stats, "maxSize"));
      indexes = Math.max(indexes, (int) Fields.number(stats, "nindexes"));
      add(indexSizes, Fields.document(stats, "indexSizes"));
      if (part.asDocument().containsKey("shard")) {
        shards.put(part.asDocument().getString("shard").getValue(), scaled(stats, scale));
      }
    }
    if (!shards.isEmpty()) {
      result.append("shards", shards);
    }
    result.append("sharded", BsonBoolean.valueOf(isSharded(collection)));
    result.putAll(scaled(totals, scale));
    result.append("indexSizes", scaledAll(indexSizes, scale));
    double count = Fields.number(totals, "count");
    result.append("avgObjSize", ShellApi.number(count == 0 ? 0 : dataSize / count));
    if (Fields.isTrue(result, "capped")) {
      result.append("maxSize", ShellApi.number(maxSize / scale));
    }
    return result
        .append("ns", new BsonString(collection.fullName()))
        .append("nindexes", new BsonInt32(indexes))
        .append("scaleFactor", ShellApi.number(scale));
  }

  /** Whether the config database lists it as sharded. */
  static boolean isSharded(Collection collection) {
    return config(collection) != null;
  }

  /** The collection's entry in config.collections, or null if it is not sharded. */
  static BsonDocument config(Collection collection) {
    BsonDocument filter = new BsonDocument("_id", new BsonString(collection.fullName()));
    BsonDocument options = new BsonDocument("filter", filter);
    Collection entries = collection.db().sibling("config").collection("collections");
    BsonValue found = new FindCursor(entries, options).nextRaw();
    if (found == null) {
      return null;
    }
    BsonDocument entry = found.asDocument();
    boolean gone = Fields.isTrue(entry, "dropped") || Fields.isTrue(entry, "unsplittable");
    return gone ? null : entry;
  }

  private static void add(BsonDocument sums, BsonDocument more) {
    more.forEach(
        (name, value) ->
            sums.put(
                name, ShellApi.number(Fields.number(sums, name) + value.asNumber().doubleValue())));
  }

  private static BsonDocument scaled(BsonDocument stats, double scale) {
    BsonDocument result = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : stats.entrySet()) {
      BsonValue value = field.getValue();
      switch (field.getKey()) {
        case "size", "maxSize", "storageSize", "totalIndexSize", "totalSize" ->
            result.put(field.getKey(), divided(value, scale));
        case "indexSizes" -> result.put(field.getKey(), scaledAll(value.asDocument(), scale));
        default -> result.put(field.getKey(), value);
      }
    }
    return result;
  }

  private static BsonDocument scaledAll(BsonDocument sizes, double scale) {
    BsonDocument result = new BsonDocument();
    sizes.forEach((name, value) -> result.put(name, divided(value, scale)));
    return result;
  }

  private static BsonValue divided(BsonValue size, double scale) {
    return ShellApi.number(size.asNumber().doubleValue() / scale);
  }
}
