package shardsh.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;

/** What has been read of a cluster so far, from whatever text. Filled in by the readers. */
final class FoundCluster {

  /** A shard with its zones. */
  static final class Shard {
    String host = "";
    boolean draining;
    final List<String> zones = new ArrayList<>();
  }

  /** A chunk as a row of config.chunks has it. */
  record Row(
      BsonDocument min, BsonDocument max, String shard, long major, long minor, boolean jumbo) {}

  /** A sharded collection. */
  static final class Collection {
    Optional<BsonDocument> key = Optional.empty();
    boolean unique;
    boolean balanced = true;
    boolean migrationsAllowed = true;
    boolean dropped;
    boolean unsplittable;

    /** Whether the text has fewer chunks than the collection. */
    boolean cutShort;

    final Map<String, Long> counts = new LinkedHashMap<>();
    final List<Row> chunks = new ArrayList<>();
    final Map<String, Long> bytes = new LinkedHashMap<>();
  }

  /** A zone's range. */
  record Tag(String ns, String zone, BsonDocument min, BsonDocument max) {}

  Optional<String> version = Optional.empty();

  /** The first version that writes documents as these are; counts where no version is told. */
  Optional<String> layout = Optional.empty();

  int routers;
  final Map<String, Shard> shards = new LinkedHashMap<>();
  final Map<String, String> databases = new LinkedHashMap<>();
  final Map<String, Collection> collections = new LinkedHashMap<>();
  final List<Tag> tags = new ArrayList<>();
  Optional<Integer> chunkSizeMB = Optional.empty();
  Optional<Boolean> autoSplit = Optional.empty();
  Optional<Boolean> autoMerge = Optional.empty();
  boolean balancerOn = true;
  Optional<String> window = Optional.empty();
  final List<String> warnings = new ArrayList<>();

  Shard shard(String name) {
    return shards.computeIfAbsent(name, id -> new Shard());
  }

  Collection collection(String ns) {
    return collections.computeIfAbsent(ns, name -> new Collection());
  }

  /** A row of config.shards. */
  void addShard(BsonDocument row) {
    Shard shard = shard(text(row.get("_id")));
    shard.host = row.containsKey("host") ? text(row.get("host")) : "";
    shard.draining = isTrue(row.get("draining"));
    if (row.isArray("tags")) {
      row.getArray("tags").forEach(tag -> shard.zones.add(text(tag)));
    }
  }

  /** A row of config.databases. */
  void addDatabase(BsonDocument row) {
    String name = text(row.get("_id"));
    String primary = row.containsKey("primary") ? text(row.get("primary")) : "";
    if (!name.equals("config") && !name.equals("admin")) {
      databases.put(name, primary);
    }
  }

  static String text(BsonValue value) {
    if (value == null || !value.isString()) {
      throw new ImportException(
          "a name is missing where one was expected", value == null ? "" : ServerText.of(value));
    }
    return value.asString().getValue();
  }

  /** As JavaScript has it, of the values that stand in metadata. */
  static boolean isTrue(BsonValue value) {
    return value != null
        && (value.isBoolean()
            ? value.asBoolean().getValue()
            : value.isNumber() && value.asNumber().doubleValue() != 0);
  }

  /**
   * A chunk. Its version is a timestamp, or {@code {t, i}}, in old texts with thousandfold {@code
   * t}.
   */
  static Row row(BsonValue min, BsonValue max, String shard, BsonValue version, boolean jumbo) {
    long major = 0;
    long minor = 0;
    if (version instanceof BsonTimestamp time) {
      major = Integer.toUnsignedLong(time.getTime());
      minor = Integer.toUnsignedLong(time.getInc());
    } else if (version != null && version.isDocument() && version.asDocument().isNumber("t")) {
      major = version.asDocument().getNumber("t").longValue();
      minor = version.asDocument().getNumber("i").longValue();
      major = major >= 1000 && major % 1000 == 0 ? major / 1000 : major;
    }
    if (!min.isDocument() || !max.isDocument()) {
      throw new ImportException("a chunk has no bounds", "");
    }
    return new Row(min.asDocument(), max.asDocument(), shard, major, minor, jumbo);
  }
}
