package shardsh.core.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import shardsh.core.balancer.BalancerView;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.configsvr.CatalogState;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ShardId;

/**
 * The config servers' state as the balancer sees it.
 *
 * @param migrating donors and recipients of the migrations that run now
 */
record ConfigServerView(CatalogState state, Supplier<Set<ShardId>> migrating)
    implements BalancerView {
  @Override
  public ConfigCatalog catalog() {
    return state.catalog();
  }

  @Override
  public Optional<BsonDocument> settings() {
    return Optional.ofNullable(state.settings().get("balancer"));
  }

  @Override
  public boolean isOn() {
    return state.isBalancerOn();
  }

  @Override
  public boolean autoMerges() {
    BsonDocument setting = state.settings().get("automerge");
    return setting == null || !setting.containsKey("enabled") || Docs.truthy(setting, "enabled");
  }

  @Override
  public Set<ShardId> migratingShards() {
    return migrating.get();
  }

  @Override
  public void roundsRepeated(long count) {
    state.roundsRepeated(count);
  }

  @Override
  public void logAction(String what, BsonDocument details) {
    state.logAction(what, details);
  }

  @Override
  public Map<IndexKey, Long> measured(Namespace ns) {
    return state.measured(ns);
  }

  @Override
  public void measured(Namespace ns, Map<IndexKey, Long> bytes) {
    state.measured(ns, bytes);
  }

  @Override
  public void enterDefragmentation(Namespace ns, String phase) {
    state.enterDefragmentation(ns, phase);
  }

  @Override
  public void leaveDefragmentation(Namespace ns) {
    state.leaveDefragmentation(ns);
  }

  @Override
  public long chunkSizeBytes(Namespace ns) {
    return state.chunkSizeBytes(ns);
  }

  @Override
  public long nextRound() {
    return state.nextRound();
  }

  @Override
  public void roundEnded(BsonDocument report) {
    state.roundEnded(report);
  }
}
