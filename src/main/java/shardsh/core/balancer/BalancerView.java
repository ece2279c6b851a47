package shardsh.core.balancer;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ShardId;

/** What the balancer sees of the config servers it runs on, and the little it changes there. */
public interface BalancerView {

  ConfigCatalog catalog();

  /** The document {@code balancer} of config.settings, if there is one. */
  Optional<BsonDocument> settings();

  /** Whether it is switched on. */
  boolean isOn();

  /** Whether config.settings lets chunks be merged without being asked. */
  boolean autoMerges();

  long chunkSizeBytes(Namespace ns);

  /** Donors and recipients of the migrations that run now. */
  Set<ShardId> migratingShards();

  /** A number for a new round, from 1. */
  long nextRound();

  /** Keeps the report of a round that ended. */
  void roundEnded(BsonDocument report);

  /** Counts rounds that were as the last one, which is numbered anew. */
  void roundsRepeated(long count);

  /** Adds a row to config.actionlog. */
  void logAction(String what, BsonDocument details);

  /** What defragmentation measured of each chunk in bytes, by its min; empty at other times. */
  Map<IndexKey, Long> measured(Namespace ns);

  void measured(Namespace ns, Map<IndexKey, Long> bytes);

  /** The collection's defragmentation goes on with that phase. */
  void enterDefragmentation(Namespace ns, String phase);

  /** The collection is no longer to be defragmented. */
  void leaveDefragmentation(Namespace ns);
}
