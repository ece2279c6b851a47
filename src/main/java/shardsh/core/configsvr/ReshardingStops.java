package shardsh.core.configsvr;

import java.util.List;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;

/**
 * What holds a resharding operation before it enters a state: {@code sim.stepMigrations(true)}, or
 * the server's own fail points on the config servers, on recipients and on donors. Source: where
 * the coordinator, the recipients and the donors of the server's repository wait for them.
 */
final class ReshardingStops {
  private final Environment environment;

  ReshardingStops(Environment environment) {
    this.environment = environment;
  }

  /** What holds it before that state; empty when nothing does. Comes by the fail points there. */
  String before(ReshardingState next, Resharding.Plan plan) {
    if (environment.stepsMigrations()) {
      return Environment.STEPPED;
    }
    return switch (next) {
      case CLONING ->
          config(
              "reshardingPauseCoordinatorAfterPreparingToDonate",
              "reshardingPauseCoordinatorBeforeCloning");
      case APPLYING -> shards(plan.recipients(), "reshardingPauseRecipientDuringCloning");
      case BLOCKING_WRITES -> {
        String here =
            config(
                "reshardingPauseCoordinatorInSteadyState",
                "reshardingPauseCoordinatorBeforeBlockingWrites");
        yield here.isEmpty()
            ? shards(plan.recipients(), "reshardingPauseRecipientDuringOplogApplication")
            : here;
      }
      case COMMITTING -> {
        String here = config("reshardingPauseCoordinatorBeforeDecisionPersisted");
        yield here.isEmpty()
            ? shards(plan.donors(), "reshardingPauseDonorAfterBlockingReads")
            : here;
      }
      case INITIALIZING, PREPARING_TO_DONATE, DONE, ABORTING, ABORTED -> "";
    };
  }

  private String config(String... names) {
    for (String name : names) {
      if (environment.failPoints().isHit(NodeId.CONFIG, name)) {
        return name;
      }
    }
    return "";
  }

  private String shards(List<ShardId> shards, String name) {
    for (ShardId shard : shards) {
      if (environment.failPoints().isHit(shard.node(), name)) {
        return name;
      }
    }
    return "";
  }
}
