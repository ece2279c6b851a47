package shardsh.js.api;

import java.util.List;
import java.util.Locale;
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
   * Sizes are divided by the scale and rounded down.
   *
   * @return {@code {ok, sharded?, ns, count, size, storageSize, totalIndexSize, totalSize,
   *     indexSizes, avgObjSize, nindexes, nchunks?, shards?, scaleFactor}}
   */
  static BsonDocument of(Collection collection, double scale) {
    List<BsonValue> parts = perShard(collection);
    BsonDocument totals = new BsonDocument();
    BsonDocument indexSizes = new BsonDocument();
    BsonDocument shards = new BsonDocument();
    double dataSize = 0;
    int indexes = 0;
    for (BsonValue part : parts) {
      BsonDocument stats = Fields.document(part.asDocument(), "storageStats");
      for (String name : SUMMED) {
        totals.put(name, ShellApi.number(Fields.number(totals, name) + Fields.number(stats, name)));
      }
      dataSize += Fields.number(stats, "size");
      indexes = Math.max(indexes, (int) Fields.number(stats, "nindexes"));
      add(indexSizes, Fields.document(stats, "indexSizes"));
      if (part.asDocument().containsKey("shard")) {
        shards.put(part.asDocument().getString("shard").getValue(), scaled(stats, scale));
      }
    }
    boolean sharded = isSharded(collection);
    BsonDocument result = new BsonDocument("ok", new BsonInt32(1));
    result.append("sharded", BsonBoolean.valueOf(sharded));
    result.append("ns", new BsonString(collection.fullName()));
    result.putAll(scaled(totals, scale));
    result.append("indexSizes", scaledAll(indexSizes, scale));
    double count = Fields.number(totals, "count");
    result.append("avgObjSize", ShellApi.number(count == 0 ? 0 : dataSize / count));
    result.append("nindexes", new BsonInt32(indexes));
    result.append("scaleFactor", ShellApi.number(scale));
    if (!shards.isEmpty()) {
      result.append("shards", shards);
    }
    return result;
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
      boolean isSize = field.getKey().toLowerCase(Locale.ROOT).endsWith("size");
      boolean average = field.getKey().equals("avgObjSize");
      result.put(
          field.getKey(),
          isSize && !average && field.getValue().isNumber()
              ? divided(field.getValue(), scale)
              : field.getValue());
    }
    return result;
  }

  private static BsonDocument scaledAll(BsonDocument sizes, double scale) {
    BsonDocument result = new BsonDocument();
    sizes.forEach((name, value) -> result.put(name, divided(value, scale)));
    return result;
  }

  private static BsonValue divided(BsonValue size, double scale) {
    double bytes = size.asNumber().doubleValue();
    return ShellApi.number(scale == 1 ? bytes : Math.floor(bytes / scale));
  }
}
