package shardsh.core.mongos;

import java.util.List;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/** Where a router sends reads with a filter, beside what the second opinion says. */
public final class TargetingComparison {
  private final ReadCommands reads;
  private final Routing routing;
  private final SecondOpinion opinion;

  /**
   * @throws CommandException NAMESPACE_NOT_SHARDED when the collection has no chunks
   */
  TargetingComparison(
      Environment environment,
      ReadCommands reads,
      CatalogCache cache,
      Namespace ns,
      SecondOpinion.Mutant mutant) {
    this.reads = reads;
    this.routing = routing(cache, ns);
    if (!routing.isSharded()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded");
    }
    this.opinion = new SecondOpinion(table(), environment.parameters().exactBoundary(), mutant);
  }

  /** As the router knows it; it asks again before it says that there are no chunks. */
  private static Routing routing(CatalogCache cache, Namespace ns) {
    if (!cache.routing(ns).isSharded()) {
      cache.invalidate(ns);
    }
    return cache.routing(ns);
  }

  /** The table by which both choose. */
  public RoutingTable table() {
    return routing.table().orElseThrow();
  }

  /** The shards that a find with this filter asks. */
  public List<ShardId> router(BsonDocument filter) {
    return reads.target(routing, filter, new BsonDocument()).shards();
  }

  /** The shards that the second routine finds. */
  public List<ShardId> second(BsonDocument filter) {
    return opinion.shards(filter);
  }
}
