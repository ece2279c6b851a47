package shardsh.simulation;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;

/** The balancer's switches, merging and defragmentation. The oracle is not concerned. */
final class ChaosBalancer {
  private static final int NOT_SHARDED = 118;
  private static final int NOT_FOUND = 26;
  private static final int SHARD_NOT_FOUND = 70;

  private ChaosBalancer() {}

  static void collectionStatus(ChaosWorld world, SimRandom random) {
    world.tried(
        world.router(random),
        ChaosWorld.onFullName("balancerCollectionStatus"),
        NOT_SHARDED,
        NOT_FOUND);
  }

  static void mergeAll(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    BsonString shard = new BsonString(world.shard(random).name());
    if (world.cluster().profile().autoMerge()) {
      world.tried(
          router,
          ChaosWorld.onFullName("mergeAllChunksOnShard").append("shard", shard),
          NOT_SHARDED,
          SHARD_NOT_FOUND);
    }
  }

  /** Another chunk size, or defragmentation begins or ends half-way. */
  static void configure(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    int choice = random.nextInt(4);
    BsonDocument command = ChaosWorld.onFullName("configureCollectionBalancing");
    if (choice == 0) {
      command.append("chunkSize", new BsonInt32(random.nextInt(5)));
    } else {
      command.append("defragmentCollection", BsonBoolean.valueOf(choice > 1));
    }
    if (world.isSharded() && world.cluster().profile().majorVersion() >= 6) {
      world.tried(router, command);
    }
  }

  /** Several rounds, as a defragmentation needs them. */
  static void rounds(ChaosWorld world, SimRandom random) {
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      world.cluster().sim().balance();
    }
  }

  /** Switches in config.settings and config.collections, as the shell's helpers set them. */
  static void settings(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    boolean on = random.nextInt(2) == 0;
    switch (random.nextInt(4)) {
      case 0 -> set(world, router, "settings", "automerge", "enabled", on);
      case 1 -> set(world, router, "settings", "autosplit", "enabled", on);
      case 2 -> set(world, router, "collections", ChaosWorld.NS.toString(), "noBalance", on);
      default -> window(world, router, random);
    }
  }

  private static void window(ChaosWorld world, NodeId router, SimRandom random) {
    BsonDocument window =
        new BsonDocument("start", new BsonString(random.nextInt(24) + ":00"))
            .append("stop", new BsonString(random.nextInt(24) + ":30"));
    String operator = random.nextInt(3) == 0 ? "$set" : "$unset";
    update(
        world,
        router,
        "settings",
        "balancer",
        new BsonDocument(operator, new BsonDocument("activeWindow", window)));
  }

  private static void set(
      ChaosWorld world, NodeId router, String collection, String id, String field, boolean value) {
    update(
        world,
        router,
        collection,
        id,
        new BsonDocument("$set", new BsonDocument(field, BsonBoolean.valueOf(value))));
  }

  private static void update(
      ChaosWorld world, NodeId router, String collection, String id, BsonDocument change) {
    BsonDocument statement =
        new BsonDocument("q", new BsonDocument("_id", new BsonString(id)))
            .append("u", change)
            .append("upsert", BsonBoolean.valueOf(collection.equals("settings")));
    world
        .cluster()
        .run(
            router,
            "config",
            new BsonDocument("update", new BsonString(collection))
                .append("updates", new BsonArray(List.of(statement))));
  }
}
