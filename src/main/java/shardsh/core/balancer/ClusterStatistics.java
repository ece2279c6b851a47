package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ShardId;

/**
 * What the balancer knows before it decides: the catalog, and, where a policy compares data, what
 * each shard says it has. A shard that cannot be reached takes no part.
 */
final class ClusterStatistics {
  private final Environment environment;
  private final BalancerView view;

  ClusterStatistics(Environment environment, BalancerView view) {
    this.environment = environment;
    this.view = view;
  }

  /**
   * The state of each collection as a policy sees it, in the order given.
   *
   * @param busy shards that donate or receive already
   */
  List<DistributionStatus> of(
      List<ConfigCatalog.CollectionEntry> collections, boolean movedLastRound, Set<ShardId> busy) {
    Map<Namespace, Map<ShardId, Long>> sizes = sizes(collections, busy);
    boolean jumboToo =
        view.settings()
            .map(settings -> Docs.truthy(settings, "attemptToBalanceJumboChunks"))
            .orElse(false);
    List<DistributionStatus> statuses = new ArrayList<>();
    for (ConfigCatalog.CollectionEntry entry : collections) {
      Namespace ns = entry.table().ns();
      statuses.add(
          new DistributionStatus(
              entry.table(),
              view.catalog().zonesOf(ns),
              shards(sizes.getOrDefault(ns, new TreeMap<>()), busy),
              view.chunkSizeBytes(ns),
              movedLastRound,
              jumboToo));
    }
    return statuses;
  }

  /** The same of one collection on a cluster where no shard is busy. */
  DistributionStatus atRest(ConfigCatalog.CollectionEntry collection, boolean movedLastRound) {
    return of(List.of(collection), movedLastRound, new TreeSet<>()).get(0);
  }

  private List<DistributionStatus.ShardStatus> shards(Map<ShardId, Long> bytes, Set<ShardId> busy) {
    List<DistributionStatus.ShardStatus> shards = new ArrayList<>();
    for (ConfigCatalog.ShardEntry shard : view.catalog().shards().values()) {
      shards.add(
          new DistributionStatus.ShardStatus(
              shard.id(),
              shard.draining(),
              false,
              shard.zoneNames(),
              bytes.getOrDefault(shard.id(), 0L),
              busy.contains(shard.id()) || environment.network().isDown(shard.id().node())));
    }
    return shards;
  }

  private Map<Namespace, Map<ShardId, Long>> sizes(
      List<ConfigCatalog.CollectionEntry> collections, Set<ShardId> busy) {
    Map<Namespace, Map<ShardId, Long>> sizes = new TreeMap<>();
    if (environment.profile().imbalance() != ServerProfile.Imbalance.DATA_SIZE
        || collections.isEmpty()) {
      return sizes;
    }
    BsonArray names = new BsonArray();
    collections.forEach(entry -> names.add(new BsonString(entry.table().ns().toString())));
    BsonDocument request =
        new BsonDocument("_shardsvrGetStatsForBalancing", new BsonInt32(1))
            .append("collections", names);
    for (ShardId shard : view.catalog().shards().keySet()) {
      if (environment.network().isDown(shard.node())) {
        continue;
      }
      BsonDocument asked =
          busy.contains(shard)
              ? Docs.copyOf(request).append("migrating", BsonBoolean.TRUE)
              : request;
      BsonDocument reply =
          environment.network().require(NodeId.CONFIG, shard.node(), "admin", asked);
      for (BsonValue row : reply.getArray("stats")) {
        Namespace ns = Namespace.parse(row.asDocument().getString("ns").getValue());
        sizes
            .computeIfAbsent(ns, key -> new TreeMap<>())
            .put(shard, row.asDocument().getInt64("bytes").getValue());
      }
    }
    return sizes;
  }
}
