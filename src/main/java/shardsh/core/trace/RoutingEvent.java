package shardsh.core.trace;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;

/** How routers and shards find the owners of data: from which knowledge, and that it was old. */
public sealed interface RoutingEvent extends ClusterEvent {

  /** Stable name, e.g. {@code migrate.commit}. Never change one. */
  String kind();

  <R> R accept(ClusterEvent.Visitor<R> visitor);

  /** How a request was routed. */
  enum Targeting {
    /** One shard. */
    SINGLE,
    /** Some of the shards that own chunks. */
    SUBSET,
    /** Every shard that owns chunks. */
    ALL
  }

  /** Which of the two routing paths named the shards. */
  enum Path {
    /** Equality on the whole shard key. */
    FAST,
    /** Bounds that meet a part of the key space. */
    RANGE,
    /** Bounds that cover everything. */
    ALL
  }

  /**
   * A router chose the shards for a request.
   *
   * @param bounds the key ranges looked for, both ends included; empty when the whole key space
   * @param chunks how many chunks they meet
   * @param reason a short fact, e.g. {@code equality on customerId}
   */
  record Targeted(
      NodeId router,
      Namespace ns,
      String command,
      List<ShardId> shards,
      Targeting targeting,
      Path path,
      List<KeySpan> bounds,
      int chunks,
      int owners,
      String reason)
      implements RoutingEvent {
    @Override
    public String kind() {
      return "route";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.targeted(this);
    }
  }

  /** A run of shard keys, the low end included. */
  record KeySpan(IndexKey low, IndexKey high, boolean highIncluded) {

    /** A run of keys with both its ends. */
    public KeySpan(IndexKey low, IndexKey high) {
      this(low, high, true);
    }
  }

  /** A shard refused a request whose version does not fit its own. */
  record StaleConfigSeen(
      NodeId router, ShardId shard, Namespace ns, ChunkVersion sent, Optional<ChunkVersion> has)
      implements RoutingEvent {
    @Override
    public String kind() {
      return "stale";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.staleConfigSeen(this);
    }
  }

  /**
   * A router or shard learned rows from the config servers.
   *
   * @param since the version it knew; empty for a full load
   */
  record RoutingRefreshed(
      NodeId node, Namespace ns, Optional<ChunkVersion> since, ChunkVersion now, int rows)
      implements RoutingEvent {
    @Override
    public String kind() {
      return "refresh";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.routingRefreshed(this);
    }
  }

  /**
   * A shard refused a request whose database version is old.
   *
   * @param sent the part of the version that movePrimary counts up
   * @param has the shard's; empty when it knows only that the database is gone
   */
  record StaleDatabaseSeen(NodeId router, ShardId shard, String db, int sent, Optional<Integer> has)
      implements RoutingEvent {
    @Override
    public String kind() {
      return "database.stale";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.staleDatabaseSeen(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R targeted(Targeted event);

    R staleConfigSeen(StaleConfigSeen event);

    R routingRefreshed(RoutingRefreshed event);

    R staleDatabaseSeen(StaleDatabaseSeen event);
  }
}
