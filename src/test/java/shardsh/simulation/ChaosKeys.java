package shardsh.simulation;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.NodeId;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sim.SimRandom;

/** The collection gets another key, or another place. The oracle is not concerned. */
final class ChaosKeys {
  private static final int MAX_TIME = 50;
  private static final int NOT_FOUND = 26;
  private static final int SHARD_NOT_FOUND = 70;
  private static final int CONFLICT = 117;
  private static final int NOT_SHARDED = 118;
  private static final int IN_PROGRESS = 338;
  private static final int NO_SUCH = 339;
  private static final int TOO_FEW_KEYS = 4952606;

  private ChaosKeys() {}

  static BsonDocument indexFor(BsonDocument pattern) {
    return new BsonDocument("key", pattern)
        .append("name", new BsonString(KeyPattern.of(pattern).defaultIndexName()));
  }

  /** {@code k} to {@code k, j}, where the key is one that can be extended so. */
  static void refine(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    KeyKind wider =
        switch (world.kind()) {
          case RANGE -> KeyKind.COMPOUND;
          case HASHED -> KeyKind.HASHED_FIRST;
          default -> null;
        };
    if (wider == null || !world.isSharded() || world.isResharding()) {
      return;
    }
    world.run(
        router,
        ChaosWorld.on("createIndexes")
            .append("indexes", new BsonArray(List.of(indexFor(wider.pattern())))));
    world.tried(
        router,
        ChaosWorld.onFullName("refineCollectionShardKey").append("key", wider.pattern()),
        CONFLICT);
  }

  /** To its end, or only begun, so that the next actions come between its states. */
  static void reshard(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    List<KeyKind> kinds = new ArrayList<>();
    for (KeyKind kind : KeyKind.values()) {
      if (world.canHave(kind)) {
        kinds.add(kind);
      }
    }
    KeyKind kind = kinds.get(random.nextInt(kinds.size()));
    int chunks = 1 + random.nextInt(6);
    boolean begun = random.nextInt(2) == 0;
    boolean all = random.nextInt(2) == 0;
    if (!world.isSharded() || world.cluster().profile().majorVersion() < 5) {
      return;
    }
    BsonDocument command =
        ChaosWorld.onFullName("reshardCollection")
            .append("key", kind.pattern())
            .append("zones", new BsonArray());
    if (!all) {
      command.append("numInitialChunks", new BsonInt32(chunks));
    }
    world.tried(router, limited(command, begun), MAX_TIME, CONFLICT, IN_PROGRESS, TOO_FEW_KEYS);
  }

  private static BsonDocument limited(BsonDocument command, boolean begun) {
    return begun ? command.append("maxTimeMS", new BsonInt32(100)) : command;
  }

  static void endResharding(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    String[] names = {
      "abortReshardCollection", "commitReshardCollection", "cleanupReshardCollection"
    };
    String name = names[random.nextInt(names.length)];
    if (world.cluster().profile().majorVersion() >= 5) {
      world.tried(router, ChaosWorld.onFullName(name), NO_SUCH, 20);
    }
  }

  static void unshard(ChaosWorld world, SimRandom random) {
    toShard(world, random, "unshardCollection");
  }

  static void moveCollection(ChaosWorld world, SimRandom random) {
    toShard(world, random, "moveCollection");
  }

  private static void toShard(ChaosWorld world, SimRandom random, String name) {
    NodeId router = world.router(random);
    BsonString shard = new BsonString(world.shard(random).name());
    boolean begun = random.nextInt(2) == 0;
    if (world.cluster().profile().majorVersion() >= 8) {
      world.tried(
          router,
          limited(ChaosWorld.onFullName(name).append("toShard", shard), begun),
          MAX_TIME,
          NOT_FOUND,
          SHARD_NOT_FOUND,
          NOT_SHARDED,
          CONFLICT,
          IN_PROGRESS);
    }
  }

  /** What sessions have done does not go with an unsharded collection, as in real clusters. */
  static void movePrimary(ChaosWorld world, SimRandom random) {
    world.retries().forget();
    world.tried(
        world.router(random),
        new BsonDocument("movePrimary", new BsonString(ChaosWorld.NS.db()))
            .append("to", new BsonString(world.shard(random).name())),
        NOT_FOUND,
        SHARD_NOT_FOUND,
        CONFLICT);
  }
}
