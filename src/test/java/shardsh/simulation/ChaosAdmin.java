package shardsh.simulation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sim.SimRandom;
import shardsh.core.snapshot.ClusterSnapshot;

/** What administrators and the passing of time do to a cluster. The oracle is not concerned. */
final class ChaosAdmin {
  private static final int CANNOT_SPLIT = 87;
  private static final int OPERATION_FAILED = 96;
  private static final int SHARD_NOT_FOUND = 70;
  private static final int SAME_ID_AS_ORPHAN = 16976;
  private static final int CHUNK_TOO_BIG = 153;
  private static final int MISSING_INDEX = 67;
  private static final int OTHER_MIGRATION = 117;
  private static final int NOT_A_PREFIX = 61;
  private static final int BY_TEXT = 0;
  private static final int NOT_ONE_CHUNK = 11089203;

  private ChaosAdmin() {}

  static void shard(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    if (world.isResharding()) {
      return;
    }
    world.admin(router, new BsonDocument("enableSharding", new BsonString(ChaosWorld.NS.db())));
    if (!world.kind().equals(KeyKind.ID)) {
      world.run(
          router,
          ChaosWorld.on("createIndexes")
              .append(
                  "indexes", new BsonArray(List.of(ChaosKeys.indexFor(world.kind().pattern())))));
    }
    world.admin(
        router, ChaosWorld.onFullName("shardCollection").append("key", world.kind().pattern()));
  }

  private static Optional<ClusterSnapshot.ChunkView> someChunk(ChaosWorld world, SimRandom random) {
    Optional<ClusterSnapshot.CollectionView> collection = world.collection();
    int number = random.nextInt(1000);
    return collection.map(view -> view.chunks().get(number % view.chunks().size()));
  }

  private static BsonDocument named(ChaosWorld world, shardsh.core.keys.IndexKey key) {
    return world.shardKey().named(key);
  }

  private static BsonArray bounds(ChaosWorld world, ChunkRange range) {
    return new BsonArray(List.of(named(world, range.min()), named(world, range.max())));
  }

  private static BsonDocument someKey(ChaosWorld world, SimRandom random) {
    BsonDocument document = ChaosWrites.document(random.nextInt(100), random);
    return world.shardKey().extractFromDocument(document);
  }

  static void splitAt(ChaosWorld world, SimRandom random) {
    BsonDocument key = someKey(world, random);
    if (world.isSharded()) {
      world.tried(
          world.router(random), ChaosWorld.onFullName("split").append("middle", key), BY_TEXT);
    }
  }

  static void splitFind(ChaosWorld world, SimRandom random) {
    BsonDocument document = ChaosWrites.document(random.nextInt(100), random);
    if (world.isSharded()) {
      world.tried(
          world.router(random),
          ChaosWorld.onFullName("split").append("find", world.kind().keyOf(document).filter()),
          CANNOT_SPLIT,
          OPERATION_FAILED);
    }
  }

  static void moveChunk(ChaosWorld world, SimRandom random) {
    BsonString to = new BsonString(world.shard(random).name());
    NodeId router = world.router(random);
    boolean wait = random.nextInt(4) == 0;
    boolean force = random.nextInt(4) == 0;
    someChunk(world, random)
        .ifPresent(
            chunk ->
                world.tried(
                    router,
                    ChaosWorld.onFullName("moveChunk")
                        .append("bounds", bounds(world, chunk.range()))
                        .append("to", to)
                        .append("forceJumbo", BsonBoolean.valueOf(force))
                        .append("_waitForDelete", BsonBoolean.valueOf(wait)),
                    CHUNK_TOO_BIG,
                    SHARD_NOT_FOUND,
                    SAME_ID_AS_ORPHAN,
                    MISSING_INDEX,
                    OTHER_MIGRATION,
                    // A move that waits for a transaction may find that the balancer was there.
                    OPERATION_FAILED,
                    NOT_ONE_CHUNK,
                    20));
  }

  /** A part of a chunk, from a key inside of it, in whichever direction. */
  static void moveRange(ChaosWorld world, SimRandom random) {
    BsonDocument key = someKey(world, random);
    String bound = random.nextInt(2) == 0 ? "min" : "max";
    BsonString to = new BsonString(world.shard(random).name());
    NodeId router = world.router(random);
    if (world.isSharded() && world.cluster().profile().majorVersion() >= 6) {
      world.tried(
          router,
          ChaosWorld.onFullName("moveRange").append("toShard", to).append(bound, key),
          CHUNK_TOO_BIG,
          SHARD_NOT_FOUND,
          SAME_ID_AS_ORPHAN,
          MISSING_INDEX,
          OTHER_MIGRATION,
          OPERATION_FAILED,
          NOT_ONE_CHUNK,
          20);
    }
  }

  static void merge(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    Optional<ClusterSnapshot.CollectionView> collection = world.collection();
    if (collection.isEmpty() || collection.get().chunks().size() < 2) {
      return;
    }
    List<ClusterSnapshot.ChunkView> chunks = collection.get().chunks();
    int first = random.nextInt(chunks.size() - 1);
    int last = Math.min(chunks.size() - 1, first + 1 + random.nextInt(2));
    BsonArray bounds =
        new BsonArray(
            List.of(
                named(world, chunks.get(first).range().min()),
                named(world, chunks.get(last).range().max())));
    world.tried(router, ChaosWorld.onFullName("mergeChunks").append("bounds", bounds), 20);
  }

  static void clearJumbo(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    someChunk(world, random)
        .ifPresent(
            chunk ->
                world.admin(
                    router,
                    ChaosWorld.onFullName("clearJumboFlag")
                        .append("bounds", bounds(world, chunk.range()))));
  }

  static void balance(ChaosWorld world, SimRandom random) {
    world.cluster().sim().balance();
  }

  static void fill(ChaosWorld world, SimRandom random) {
    int from = random.nextInt(40) - 20;
    int to = from + random.nextInt(20);
    double megabytes = 1 + random.nextInt(9);
    NodeId router = world.router(random);
    if (!world.isSharded()) {
      return;
    }
    BsonDocument key = new BsonDocument();
    for (String field : world.kind().fields()) {
      BsonDocument run =
          new BsonDocument("from", new BsonInt32(from)).append("to", new BsonInt32(to));
      key.append(field, key.isEmpty() ? run : new BsonInt32(2));
    }
    world.cluster().sim().fill(router, ChaosWorld.NS, key, megabytes, OptionalLong.empty());
  }

  static void advance(ChaosWorld world, SimRandom random) {
    long[] millis = {1, 1000, 10_000, 60_000, 1_000_000};
    world.cluster().sim().advance(millis[random.nextInt(millis.length)]);
  }

  static void flush(ChaosWorld world, SimRandom random) {
    BsonValue[] what = {
      new BsonInt32(1), new BsonString(ChaosWorld.NS.db()), new BsonString(ChaosWorld.NS.toString())
    };
    world.admin(
        world.router(random),
        new BsonDocument("flushRouterConfig", what[random.nextInt(what.length)]));
  }

  /** A shard gets a zone, or a range of keys does, or no longer. */
  static void zone(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    BsonString zone = new BsonString("zone" + random.nextInt(2));
    BsonString shard = new BsonString(world.shard(random).name());
    int choice = random.nextInt(4);
    if (choice < 2) {
      String command = choice == 0 ? "addShardToZone" : "removeShardFromZone";
      world.tried(
          router, new BsonDocument(command, shard).append("zone", zone), SHARD_NOT_FOUND, 163);
      return;
    }
    String first = world.kind().fields().get(0);
    int low = (random.nextInt(4) - 2) * 10;
    world.tried(
        router,
        ChaosWorld.onFullName("updateZoneKeyRange")
            .append("min", new BsonDocument(first, bound(world, first, low)))
            .append("max", new BsonDocument(first, bound(world, first, low + 10)))
            .append("zone", choice == 2 ? zone : BsonNull.VALUE),
        177,
        178,
        world.isSharded() ? 178 : NOT_A_PREFIX);
  }

  private static BsonValue bound(ChaosWorld world, String field, int value) {
    if (!world.kind().isHashed(field)) {
      return new BsonInt32(value);
    }
    return new BsonInt64(
        world.kind().toyHash() ? 500 + value * 10L : value * (Long.MAX_VALUE / 100));
  }

  /** An index on a field of no importance comes or goes. */
  static void index(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    if (world.isResharding()) {
      return;
    }
    if (random.nextInt(3) > 0) {
      BsonDocument index =
          new BsonDocument("key", new BsonDocument("v", new BsonInt32(1)))
              .append("name", new BsonString("v_1"));
      world.run(
          router, ChaosWorld.on("createIndexes").append("indexes", new BsonArray(List.of(index))));
      return;
    }
    try {
      world.run(router, ChaosWorld.on("dropIndexes").append("index", new BsonString("v_1")));
    } catch (CommandException e) {
      if (e.errorCode().code() != 26 && e.errorCode().code() != 27) {
        throw e;
      }
    }
  }

  static void switchBalancer(ChaosWorld world, SimRandom random) {
    String command = random.nextInt(3) == 0 ? "balancerStop" : "balancerStart";
    world.admin(world.router(random), new BsonDocument(command, new BsonInt32(1)));
  }

  static void addShard(ChaosWorld world, SimRandom random) {
    int number = world.newShard();
    boolean named = random.nextInt(2) == 0;
    BsonDocument command =
        new BsonDocument(
            "addShard", new BsonString("extra" + number + "/127.0.0.1:" + (28_000 + number)));
    if (named) {
      command.append("name", new BsonString("another" + number));
    }
    world.admin(world.router(random), command);
  }

  /** Begins or goes on; with the balancer off, or as a database's home, it never ends. */
  static void removeShard(ChaosWorld world, SimRandom random) {
    List<ClusterSnapshot.ShardView> shards = world.cluster().snapshot().shards();
    ClusterSnapshot.ShardView shard = shards.get(random.nextInt(shards.size()));
    world.tried(
        world.router(random),
        new BsonDocument("removeShard", new BsonString(shard.id().name())),
        20,
        70,
        163);
  }

  static void drop(ChaosWorld world, SimRandom random) {
    try {
      world.run(world.router(random), ChaosWorld.on("drop"));
    } catch (CommandException e) {
      if (e.errorCode().code() != 26) {
        throw e;
      }
    }
    world.dropped();
  }

  static void dropDatabase(ChaosWorld world, SimRandom random) {
    world.run(world.router(random), new BsonDocument("dropDatabase", new BsonInt32(1)));
    world.dropped();
  }
}
