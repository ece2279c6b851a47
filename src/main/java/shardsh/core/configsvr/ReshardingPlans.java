package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.InitialChunks;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.Zone;

/**
 * Which chunks a collection will have after resharding, and where: the keys of a sample are cut
 * into equal parts, also at the bounds of zones, and dealt to the shards in turn. Source: {@code
 * sharding-facts.md}, section 7.11, and the manual's page on reshardCollection.
 */
final class ReshardingPlans {
  private static final int CHUNKS_DEFAULT = 90;
  private static final int SAMPLES_PER_CHUNK = 10;

  private final CatalogState state;
  private final Environment environment;

  ReshardingPlans(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
  }

  /** The zones that a command names: {@code [{min, max, zone}]}. */
  List<Zone> zones(Namespace ns, ShardKeyPattern key, BsonArray rows) {
    List<Zone> zones = new ArrayList<>();
    for (BsonValue value : rows) {
      BsonDocument row = value.asDocument();
      BsonValue name = row.get("zone");
      if (name == null || name.isNull()) {
        continue;
      }
      String zone = name.asString().getValue();
      boolean known =
          state.catalog().shards().values().stream()
              .anyMatch(shard -> shard.zoneNames().contains(zone));
      if (!known) {
        throw new CommandException(ErrorCode.ZONE_NOT_FOUND, "zone " + zone + " does not exist");
      }
      ChunkRange range = range(key, row.getDocument("min"), row.getDocument("max"));
      for (Zone other : zones) {
        if (other.range().overlaps(range)) {
          throw new CommandException(
              ErrorCode.BAD_VALUE,
              "Zone range " + key.text(range) + " overlaps with " + key.text(other.range()));
        }
      }
      zones.add(new Zone(environment.ids().objectId(), ns, key.paths(), range, zone));
    }
    zones.sort((one, other) -> one.range().min().compareTo(other.range().min()));
    return zones;
  }

  private static ChunkRange range(ShardKeyPattern key, BsonDocument min, BsonDocument max) {
    for (BsonDocument bound : List.of(min, max)) {
      if (!key.isPrefix(bound)) {
        throw new CommandException(
            ErrorCode.BAD_VALUE,
            "zone bound " + ServerText.of(bound) + " does not fit the new shard key " + key);
      }
    }
    IndexKey low = key.extendWithMin(min);
    IndexKey high = IndexKey.ofDocument(max);
    high = high.isAllMax() ? IndexKey.allMax(key.size()) : key.extendWithMin(high);
    if (low.compareTo(high) >= 0) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "max: " + ServerText.of(max) + " should be greater than min: " + ServerText.of(min));
    }
    return new ChunkRange(low, high);
  }

  /** The table with one chunk on one shard, of a collection that will not be sharded. */
  RoutingTable onOneShard(RoutingTable source, Namespace temporary, ShardId shard) {
    KeyHash hash = environment.parameters().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    ShardKeyPattern id = ShardKeyPattern.parse(new BsonDocument("_id", new BsonInt32(1)), hash);
    return table(source, temporary, id, List.of(), List.of(shard)).asUnsplittable();
  }

  /** The table that the collection will have. */
  RoutingTable spread(
      RoutingTable source,
      Namespace temporary,
      ShardKeyPattern key,
      List<Zone> zones,
      Optional<Integer> wanted) {
    int count = wanted.orElse(CHUNKS_DEFAULT);
    TreeSet<IndexKey> points = new TreeSet<>();
    for (Zone zone : zones) {
      points.add(zone.range().min());
      points.add(zone.range().max());
    }
    points.removeIf(point -> point.isAllMin() || point.isAllMax());
    addSplitPoints(source, key, count, points);
    if (wanted.isPresent() && points.size() + 1 < count) {
      throw new CommandException(
          ErrorCode.location(4952606),
          "The shard key provided does not have enough cardinality to make the required number of"
              + " chunks of "
              + count
              + ", it can only make "
              + (points.size() + 1)
              + " chunks");
    }
    List<ShardId> owners = deal(new ArrayList<>(points), zones, key.size());
    return table(source, temporary, key, new ArrayList<>(points), owners);
  }

  /** Adds points until there are {@code count} chunks, or no more keys to cut at. */
  private void addSplitPoints(
      RoutingTable source, ShardKeyPattern key, int count, TreeSet<IndexKey> points) {
    List<IndexKey> sample = sample(source, key, count * SAMPLES_PER_CHUNK);
    if (sample.isEmpty()) {
      boolean hashedFirst = key.keyPattern().fields().get(0).hashed();
      if (hashedFirst && key.hash() == KeyHash.REAL) {
        InitialChunks.hashSplitPoints(count)
            .forEach(
                point ->
                    points.add(
                        key.extendWithMin(
                            new BsonDocument(key.paths().get(0), new BsonInt64(point)))));
      }
      return;
    }
    IndexKey first = sample.get(0);
    int pieces = Math.max(1, count - points.size());
    while (points.size() + 1 < count && pieces <= sample.size()) {
      for (int i = 1; i < pieces && points.size() + 1 < count; i++) {
        IndexKey point = sample.get((int) ((long) i * sample.size() / pieces));
        if (!point.equals(first)) {
          points.add(point);
        }
      }
      pieces++;
    }
  }

  /** Keys of documents that the owners give, and of declared weight, in order. */
  private List<IndexKey> sample(RoutingTable source, ShardKeyPattern key, int size) {
    List<IndexKey> keys = new ArrayList<>();
    for (ShardId owner : source.owners()) {
      BsonDocument sample =
          new BsonDocument("$sample", new BsonDocument("size", new BsonInt32(size)));
      BsonDocument request =
          new BsonDocument("aggregate", new BsonString(source.ns().collection()))
              .append("pipeline", new BsonArray(List.of(sample)))
              .append("cursor", new BsonDocument("batchSize", new BsonInt32(size)))
              .append("fromMongos", BsonBoolean.TRUE)
              .append("shardVersion", source.shardVersion(owner).toBson());
      BsonDocument reply = askVersioned(owner, source.ns().db(), request);
      for (BsonValue document : Replies.batchOf(reply)) {
        keys.add(key.requireKeyOf(document.asDocument()));
      }
      BsonDocument weights =
          environment
              .network()
              .require(
                  NodeId.CONFIG,
                  owner.node(),
                  "admin",
                  new BsonDocument("_simWeightKeys", new BsonString(source.ns().toString()))
                      .append("key", key.toDocument())
                      .append("size", new BsonInt32(size)));
      for (BsonValue row : weights.getArray("keys", new BsonArray())) {
        keys.add(IndexKey.of(row.asArray().getValues()));
      }
    }
    keys.sort(IndexKey::compareTo);
    return keys;
  }

  /** A shard that was behind has asked what is new before it refused, and answers then. */
  private BsonDocument askVersioned(ShardId owner, String db, BsonDocument request) {
    try {
      return environment.network().require(NodeId.CONFIG, owner.node(), db, request);
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.STALE_CONFIG)) {
        throw e;
      }
      return environment.network().require(NodeId.CONFIG, owner.node(), db, request);
    }
  }

  /** Owners of the chunks between the points: the zone's shards, or all, in turn. */
  private List<ShardId> deal(List<IndexKey> points, List<Zone> zones, int fields) {
    List<ShardId> all = available("");
    if (all.isEmpty()) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "No shards found");
    }
    Map<String, Integer> turns = new TreeMap<>();
    List<ShardId> owners = new ArrayList<>();
    IndexKey low = IndexKey.allMin(fields);
    for (int i = 0; i <= points.size(); i++) {
      IndexKey high = i < points.size() ? points.get(i) : IndexKey.allMax(fields);
      String zone = Zone.of(zones, new ChunkRange(low, high));
      List<ShardId> candidates = zone.isEmpty() ? all : available(zone);
      if (candidates.isEmpty()) {
        throw new CommandException(
            ErrorCode.location(50973), "zone " + zone + " has no shard that is not draining");
      }
      int turn = turns.merge(zone, 1, Integer::sum) - 1;
      owners.add(candidates.get(turn % candidates.size()));
      low = high;
    }
    return owners;
  }

  private List<ShardId> available(String zone) {
    return state.catalog().shards().values().stream()
        .filter(shard -> !shard.draining())
        .filter(shard -> zone.isEmpty() || shard.zoneNames().contains(zone))
        .map(ConfigCatalog.ShardEntry::id)
        .toList();
  }

  private RoutingTable table(
      RoutingTable source,
      Namespace temporary,
      ShardKeyPattern key,
      List<IndexKey> points,
      List<ShardId> owners) {
    BsonTimestamp now = environment.nextClusterTime();
    Generation generation = new Generation(environment.ids().objectId(), now);
    List<Chunk> chunks = new ArrayList<>();
    ChunkVersion version = new ChunkVersion(1, 0, generation);
    IndexKey low = IndexKey.allMin(key.size());
    for (int i = 0; i < owners.size(); i++) {
      IndexKey high = i < points.size() ? points.get(i) : IndexKey.allMax(key.size());
      chunks.add(
          new Chunk(
              environment.ids().objectId(),
              new ChunkRange(low, high),
              owners.get(i),
              version,
              false,
              List.of(new Chunk.HistoryEntry(now, owners.get(i)))));
      version = version.nextMinor();
      low = high;
    }
    return RoutingTable.of(temporary, environment.ids().uuid(), key, false, chunks)
        .withDefaultCollation(source.defaultCollation());
  }
}
