package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.ShellInputException;
import shardsh.render.JsNumber;

/** {@code getShardDistribution()}. Sizes and percentages are cut, not rounded, as in mongosh. */
final class ShardDistribution {

  /** One shard's part: data without orphans, documents with them. */
  private record Part(String shard, double data, double docs, double averageSize) {}

  private ShardDistribution() {}

  static StatsReport report(Collection collection) {
    BsonDocument entry = CollectionStats.config(collection);
    if (entry == null) {
      throw new ShellInputException(
          "MongoshInvalidInputError",
          "[SHAPI-10001] Collection " + collection.name() + " is not sharded",
          "");
    }
    Database config = collection.db().sibling("config");
    List<Part> parts = parts(collection);
    BsonDocument result = new BsonDocument();
    double data = 0;
    double docs = 0;
    double chunks = 0;
    for (Part part : parts) {
      double count = chunks(config, entry, part.shard());
      data += part.data();
      docs += part.docs();
      chunks += count;
      result.put(
          "Shard " + part.shard() + " at " + host(config, part.shard()), section(part, count));
    }
    BsonDocument totals =
        new BsonDocument("data", text(size(data)))
            .append("docs", ShellApi.number(docs))
            .append("chunks", ShellApi.number(chunks));
    for (Part part : parts) {
      totals.put("Shard " + part.shard(), share(part, data, docs));
    }
    return new StatsReport(collection.api, result.append("Totals", totals));
  }

  private static List<Part> parts(Collection collection) {
    List<Part> parts = new ArrayList<>();
    for (BsonValue value : CollectionStats.perShard(collection)) {
      BsonDocument stats = Fields.document(value.asDocument(), "storageStats");
      double average = Fields.number(stats, "avgObjSize");
      double orphans = Fields.number(stats, "numOrphanDocs");
      double size = Fields.number(stats, "size");
      parts.add(
          new Part(
              Fields.text(value.asDocument(), "shard"),
              Math.max(0, size - orphans * average),
              Fields.number(stats, "count"),
              average));
    }
    return parts;
  }

  private static BsonDocument section(Part part, double chunks) {
    return new BsonDocument("data", text(size(part.data())))
        .append("docs", ShellApi.number(part.docs()))
        .append("chunks", ShellApi.number(chunks))
        .append("estimated data per chunk", text(size(chunks == 0 ? 0 : part.data() / chunks)))
        .append(
            "estimated docs per chunk",
            ShellApi.number(chunks == 0 ? 0 : Math.floor(part.docs() / chunks)));
  }

  private static BsonArray share(Part part, double data, double docs) {
    return new BsonArray(
        List.of(
            text(percent(part.data(), data) + " % data"),
            text(percent(part.docs(), docs) + " % docs in cluster"),
            text(size(part.averageSize()) + " avg obj size on shard")));
  }

  private static double chunks(Database config, BsonDocument entry, String shard) {
    BsonDocument filter = ShardingStatus.chunkFilter(entry).append("shard", new BsonString(shard));
    BsonDocument count =
        new BsonDocument("count", new BsonString("chunks")).append("query", filter);
    return Fields.number(config.run(count), "n");
  }

  private static String host(Database config, String shard) {
    BsonDocument options =
        new BsonDocument("filter", new BsonDocument("_id", new BsonString(shard)));
    BsonValue found = new FindCursor(config.collection("shards"), options).nextRaw();
    return found == null
        ? shard
        : found.asDocument().getString("host", new BsonString(shard)).getValue();
  }

  private static BsonString text(String value) {
    return new BsonString(value);
  }

  private static String percent(double part, double whole) {
    return JsNumber.text(whole == 0 ? 0 : Math.floor(part / whole * 10000) / 100);
  }

  /** E.g. {@code 512B}, {@code 980KiB}, {@code 1.9MiB}. */
  static String size(double bytes) {
    if (bytes < 1024) {
      return JsNumber.text(Math.floor(bytes)) + "B";
    }
    double kib = Math.floor(bytes / 1024);
    if (bytes < 1024 * 1024) {
      return JsNumber.text(kib) + "KiB";
    }
    if (bytes < 1024 * 1024 * 1024) {
      return JsNumber.text(Math.floor(kib / 1024 * 100) / 100) + "MiB";
    }
    double mib = Math.floor(bytes / 1024 / 1024);
    return JsNumber.text(Math.floor(mib / 1024 * 100) / 100) + "GiB";
  }
}
