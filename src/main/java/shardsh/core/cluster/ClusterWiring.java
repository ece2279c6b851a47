package shardsh.core.cluster;

import java.util.List;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.mongod.ShardServer;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Surroundings;
import shardsh.core.sharding.ReshardingView;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;

/** The whole cluster as its processes know it at once. */
final class ClusterWiring implements Surroundings {
  private final Cluster cluster;
  private final Environment environment;
  private final ReshardingView resharding;

  ClusterWiring(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    this.resharding = cluster.config().reshardingView();
  }

  @Override
  public void waitUntil(long millis) {
    cluster.dueWork().runUntil(millis);
  }

  @Override
  public long chunkSizeBytes(Namespace ns) {
    return cluster.config().state().chunkSizeBytes(ns);
  }

  @Override
  public boolean mayBeSplitOnInsert(Namespace ns) {
    return cluster.config().state().mayBeSplitOnInsert(ns);
  }

  @Override
  public boolean takeSample(Namespace ns) {
    return cluster.config().state().samples().take(ns, environment.clock().nowMillis());
  }

  @Override
  public List<ShardId> shards() {
    return List.copyOf(cluster.config().state().catalog().shards().keySet());
  }

  @Override
  public ReshardingView resharding() {
    return resharding;
  }

  @Override
  public void startShard(String setName, List<String> hosts) {
    cluster.startShard(setName, hosts);
  }

  @Override
  public void startConfigShard() {
    cluster.startConfigShard();
  }

  /** By the time they were taken on; those of a donor that is down are forgotten by the others. */
  @Override
  public List<RunningMigration> migrations() {
    return cluster.migrating().stream()
        .map(shard -> shard.migrations().running().orElseThrow())
        .toList();
  }

  /** What a set's processes held in memory ends with its primary; the next one takes over. */
  @Override
  public void primaryChanged(NodeId set, boolean elected) {
    var suspended = environment.trace().suspendCalls();
    try {
      environment.toTheEnd(
          () -> {
            if (elected) {
              partsOf(set).forEach(shard -> shard.migrations().cameUp());
              cluster.shards().forEach(shard -> shard.migrations().peerCameUp());
            } else {
              for (ShardServer gone : partsOf(set)) {
                cluster.shards().forEach(shard -> shard.migrations().peerWentDown(gone.id()));
                gone.loseTransactions();
              }
            }
          });
    } finally {
      environment.trace().resumeCalls(suspended);
    }
  }

  /** The shard that a set is, or is as well. */
  private List<ShardServer> partsOf(NodeId set) {
    return cluster.shards().stream()
        .filter(shard -> environment.nodes().areOne(shard.id(), set))
        .toList();
  }

  @Override
  public void logChange(String what, String ns, String shard, BsonDocument details) {
    if (!cluster.isDown(NodeId.CONFIG)) {
      cluster.config().state().log(what, ns, shard, details);
    }
  }
}
