package shardsh.simulation;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;

/** Moves that stand still between their steps, go on one by one, and fail in every place. */
final class ChaosMigrations {
  private static final List<String> MESSAGES =
      List.of(
          "_recvChunkStart",
          "_recvChunkStatus",
          "_migrateClone",
          "_transferMods",
          "_recvChunkCommit",
          "_configsvrCommitChunkMigration",
          "_configsvrEnsureChunkVersionIsGreaterThan",
          "_recvChunkReleaseCritSec",
          "_recvChunkAbort",
          "_shardsvrMoveRange",
          "_flushReshardingStateChange",
          "_shardsvrReshardingClone",
          "_shardsvrReshardingApply",
          "_shardsvrCommitReshardCollection",
          "_shardsvrAbortReshardCollection");
  private static final List<String> DEEDS = List.of("drop", "dropReply", "error", "delay");
  private static final List<String> FAIL_POINTS =
      List.of(
          "moveChunkHangAtStep1",
          "moveChunkHangAtStep2",
          "moveChunkHangAtStep3",
          "moveChunkHangAtStep4",
          "moveChunkHangAtStep5",
          "moveChunkHangAtStep6",
          "migrateThreadHangAtStep2",
          "migrateThreadHangAtStep3",
          "migrateThreadHangAtStep4",
          "migrateThreadHangAtStep5",
          "hangBeforePostMigrationCommitRefresh",
          "doNotRefreshRecipientAfterCommit",
          "failMigrationCommit",
          "migrationCommitNetworkError",
          "migrationCommitVersionError",
          "reshardingPauseCoordinatorBeforeCloning",
          "reshardingPauseRecipientDuringCloning",
          "reshardingPauseCoordinatorBeforeBlockingWrites",
          "reshardingPauseCoordinatorBeforeDecisionPersisted",
          "reshardingPauseDonorAfterBlockingReads");

  private ChaosMigrations() {}

  /** Mostly on: then moves stand still from the start. */
  static void stepMigrations(ChaosWorld world, SimRandom random) {
    world.cluster().sim().stepMigrations(random.nextInt(3) > 0);
  }

  static void step(ChaosWorld world, SimRandom random) {
    world.cluster().sim().step(1 + random.nextInt(2));
  }

  static void failPoint(ChaosWorld world, SimRandom random) {
    NodeId router = world.router(random);
    String name = FAIL_POINTS.get(random.nextInt(FAIL_POINTS.size()));
    BsonValue[] modes = {
      new BsonString("alwaysOn"),
      new BsonString("off"),
      new BsonDocument("times", new BsonInt32(1)),
      new BsonDocument("skip", new BsonInt32(1))
    };
    world.disturb();
    world.admin(
        router,
        new BsonDocument("configureFailPoint", new BsonString(name))
            .append("mode", modes[random.nextInt(modes.length)]));
  }

  static void fault(ChaosWorld world, SimRandom random) {
    world.disturb();
    world
        .cluster()
        .sim()
        .fail(
            new BsonDocument(
                    "command", new BsonString(MESSAGES.get(random.nextInt(MESSAGES.size()))))
                .append("do", new BsonString(DEEDS.get(random.nextInt(DEEDS.size()))))
                .append("times", new BsonInt32(1 + random.nextInt(3))));
  }

  static void noFaults(ChaosWorld world, SimRandom random) {
    world.cluster().sim().failOff();
  }
}
