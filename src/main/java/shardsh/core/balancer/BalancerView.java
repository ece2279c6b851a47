package shardsh.core.balancer;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ConfigCatalog;

/** What the balancer sees of the config servers it runs on. */
public interface BalancerView {

  ConfigCatalog catalog();

  /** The document {@code balancer} of config.settings, if there is one. */
  Optional<BsonDocument> settings();

  /** Whether it is switched on. */
  boolean isOn();

  long chunkSizeBytes(Namespace ns);

  /** A number for a new round, from 1. */
  long nextRound();

  /** Keeps the report of a round that ended. */
  void roundEnded(BsonDocument report);

  /** Adds a row to config.changelog. */
  void log(String what, String ns, String shard, BsonDocument details);
}
