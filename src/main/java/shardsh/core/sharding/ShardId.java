package shardsh.core.sharding;

import shardsh.core.base.NodeId;

/**
 * The {@code _id} of a shard in config.shards; the same word as the name of its node. Shards come
 * in the order of {@link NodeId}: {@code s2} before {@code s10}.
 */
public record ShardId(String name) implements Comparable<ShardId> {
  /** The config servers, where they hold data as well (8.0 and later). */
  public static final ShardId CONFIG = new ShardId("config");

  public NodeId node() {
    return new NodeId(name);
  }

  /** By hand, as {@link #hashCode}: every start asks, and a record's own are made when asked. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ShardId that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public int compareTo(ShardId other) {
    return NodeId.compareNames(name, other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
