package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.InitialChunks;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.SplitPoints;

/**
 * The chunks that a collection begins with when it is sharded. Source: {@code sharding-facts.md},
 * sections 6 and 7.2.
 */
final class FirstChunks {
  private static final int CHUNKS_PER_SHARD_MAX = 8192;
  private static final int CHUNKS_MAX = 1_000_000;

  /** Up to 6.0, documents that are there already are cut into chunks at once. */
  private static final int LAST_WITH_SPLIT = 6;

  private static final int TOY_HASH_SPAN = 1000;

  private final ShardServer server;
  private final Environment environment;
  private final Namespace ns;
  private final ShardKeyPattern key;

  FirstChunks(ShardServer server, Namespace ns, ShardKeyPattern key) {
    this.server = server;
    this.environment = server.environment();
    this.ns = ns;
    this.key = key;
  }

  /**
   * {@code [{shard, max?}]} in key order, as {@code _configsvrCommitShardCollection} takes them.
   *
   * @param command with {@code numInitialChunks?} and {@code presplitHashedZones?}
   * @param documents what is there already; empty for an empty collection
   * @throws CommandException INVALID_OPTIONS when these do not fit the key or the collection
   */
  BsonArray of(BsonDocument command, Optional<CollectionStore> documents) {
    boolean empty = documents.isEmpty();
    BsonValue wanted = command.get("numInitialChunks");
    boolean presplit = Docs.truthy(command, "presplitHashedZones");
    checkOptions(wanted != null, presplit, empty);
    List<ShardId> shards = shards();
    int chunksWanted = wanted == null ? 0 : wanted.asNumber().intValue();
    checkChunkCount(chunksWanted, shards.size());
    int chunksPerShard = environment.profile().hashedChunksPerShard();
    if (empty) {
      ZoneChunks.Cutting cutting = new ZoneChunks.Cutting(presplit, chunksWanted, chunksPerShard);
      BsonArray zoned = ZoneChunks.of(environment, server.id(), ns, key, shards, cutting);
      if (!zoned.isEmpty()) {
        return zoned;
      }
    } else if (!key.isHashed() && environment.profile().majorVersion() <= LAST_WITH_SPLIT) {
      return chunksOfDocuments(documents.get());
    }
    if (!empty || !isHashedFirst()) {
      return wholeKeySpace();
    }
    int count = chunksWanted == 0 ? shards.size() * chunksPerShard : chunksWanted;
    return count == 1 ? wholeKeySpace() : chunksOfHashes(count, shards);
  }

  private boolean isHashedFirst() {
    return key.keyPattern().fields().get(0).hashed();
  }

  private void checkOptions(boolean counted, boolean presplit, boolean empty) {
    if (counted && (!key.isHashed() || !empty)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "numInitialChunks is only supported when the collection is empty and has a hashed field"
              + " in the shard key pattern");
    }
    if (counted && !isHashedFirst() && !presplit) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "When the prefix of the hashed shard key is a range field, 'numInitialChunks' can only be"
              + " used when the 'presplitHashedZones' is true");
    }
    if (presplit && (!key.isHashed() || !empty)) {
      throw HashedZones.unsupported();
    }
  }

  private BsonArray wholeKeySpace() {
    BsonArray chunks = new BsonArray();
    chunks.add(chunk(server.sharding().shard()));
    return chunks;
  }

  private BsonArray chunksOfHashes(int count, List<ShardId> shards) {
    BsonArray chunks = new BsonArray();
    List<BsonValue> points = splitPoints(key.hash(), count);
    for (int i = 0; i < count; i++) {
      BsonDocument row = chunk(shards.get(InitialChunks.shardFor(i, count, shards.size())));
      if (i < points.size()) {
        BsonDocument first = new BsonDocument(key.paths().get(0), points.get(i));
        row.append("max", key.named(key.extendWithMin(first)));
      }
      chunks.add(row);
    }
    return chunks;
  }

  /** Pieces of at most the chunk size, all of them here. */
  private BsonArray chunksOfDocuments(CollectionStore store) {
    BsonArray chunks = new BsonArray();
    SplitPoints points =
        new SplitPoints(
            store, key.keyPattern(), IndexKey.allMin(key.size()), IndexKey.allMax(key.size()));
    for (IndexKey point : points.vector(environment.chunkSizeBytes(ns))) {
      chunks.add(chunk(server.sharding().shard()).append("max", key.named(point)));
    }
    chunks.add(chunk(server.sharding().shard()));
    return chunks;
  }

  /** The hash values at which the key space is cut into that many pieces. */
  static List<BsonValue> splitPoints(KeyHash hash, int chunks) {
    List<BsonValue> points = new ArrayList<>();
    if (hash == KeyHash.REAL) {
      InitialChunks.hashSplitPoints(chunks).forEach(point -> points.add(Docs.int64(point)));
    } else {
      for (int i = 1; i < chunks; i++) {
        points.add(Docs.int32((int) Math.round((double) i * TOY_HASH_SPAN / chunks)));
      }
    }
    return points;
  }

  private static void checkChunkCount(int count, int shards) {
    if (count < 0 || count > CHUNKS_PER_SHARD_MAX * shards || count > CHUNKS_MAX) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "numInitialChunks cannot be more than either: "
              + CHUNKS_PER_SHARD_MAX * shards
              + ", "
              + CHUNKS_PER_SHARD_MAX
              + " * number of shards; or "
              + CHUNKS_MAX);
    }
  }

  private static BsonDocument chunk(ShardId shard) {
    return new BsonDocument("shard", new BsonString(shard.name()));
  }

  private List<ShardId> shards() {
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(), NodeId.CONFIG, "admin", new BsonDocument("listShards", Docs.int32(1)));
    List<ShardId> shards = new ArrayList<>();
    for (BsonValue shard : reply.getArray("shards")) {
      if (!Docs.truthy(shard.asDocument(), "draining")) {
        shards.add(new ShardId(shard.asDocument().getString("_id").getValue()));
      }
    }
    return shards;
  }
}
