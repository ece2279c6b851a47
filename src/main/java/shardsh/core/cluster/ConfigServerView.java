package shardsh.core.cluster;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.balancer.BalancerView;
import shardsh.core.base.Namespace;
import shardsh.core.configsvr.CatalogState;
import shardsh.core.sharding.ConfigCatalog;

/** The config servers' state as the balancer sees it. */
record ConfigServerView(CatalogState state) implements BalancerView {
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

  @Override
  public void log(String what, String ns, String shard, BsonDocument details) {
    state.log(what, ns, shard, details);
  }
}
