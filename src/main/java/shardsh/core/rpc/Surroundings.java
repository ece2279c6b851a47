package shardsh.core.rpc;

import java.util.List;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ReshardingView;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;

/**
 * The rest of the cluster as one process meets it outside of messages: what real processes hear of
 * after a while and these know at once, and what only the hands of an operator can do. The wiring
 * implements it; processes ask {@link Environment}, which says of each what a real one would do.
 */
public interface Surroundings {
  /** Nobody else: time stands still, nothing is cut or sampled, there are no shards. */
  Surroundings NONE =
      new Surroundings() {
        @Override
        public void waitUntil(long millis) {}

        @Override
        public long chunkSizeBytes(Namespace ns) {
          return Long.MAX_VALUE;
        }

        @Override
        public boolean mayBeSplitOnInsert(Namespace ns) {
          return true;
        }

        @Override
        public boolean takeSample(Namespace ns) {
          return false;
        }

        @Override
        public List<ShardId> shards() {
          return List.of();
        }

        @Override
        public List<RunningMigration> migrations() {
          return List.of();
        }

        @Override
        public ReshardingView resharding() {
          return ReshardingView.NONE;
        }

        @Override
        public void logChange(String what, String ns, String shard, BsonDocument details) {}

        @Override
        public void primaryChanged(NodeId set, boolean elected) {}

        @Override
        public void startShard(String setName, List<String> hosts) {}

        @Override
        public void startConfigShard() {}
      };

  /** Lets simulated time pass while something waits, running what falls due meanwhile. */
  void waitUntil(long millis);

  /** The chunk size of a collection. */
  long chunkSizeBytes(Namespace ns);

  /** Whether config.settings lets inserts cut the collection's chunks. */
  boolean mayBeSplitOnInsert(Namespace ns);

  /** Whether a query of the collection is to be sampled now, which counts it. */
  boolean takeSample(Namespace ns);

  /** Every shard of the cluster, by id. */
  List<ShardId> shards();

  /** The migrations that have begun and not ended, the oldest first. */
  List<RunningMigration> migrations();

  /** The resharding operation that runs. */
  ReshardingView resharding();

  /**
   * Adds a row to config.changelog.
   *
   * @param shard who writes
   */
  void logChange(String what, String ns, String shard, BsonDocument details);

  /**
   * A set has lost its primary, or has one again.
   *
   * @param elected whether there is a primary now that has just begun
   */
  void primaryChanged(NodeId set, boolean elected);

  /** Starts the processes of an empty, initiated shard set at hosts where nothing runs. */
  void startShard(String setName, List<String> hosts);

  /** Lets the config servers hold the data of a shard of the name {@code config}. */
  void startConfigShard();
}
