package shardsh.core.base;

/**
 * A process of the cluster by its short name: {@code app}, {@code m0}, {@code cfgrs}, {@code s0}. A
 * shard's id and the name of its replica set are the same word.
 */
public record NodeId(String name) implements Comparable<NodeId> {

  /** Whoever types: the driver's side of every connection. */
  public static final NodeId APP = new NodeId("app");

  /** The config servers' replica set. */
  public static final NodeId CONFIG = new NodeId("cfgrs");

  /** By hand, as {@link #hashCode}: every start asks, and a record's own are made when asked. */
  @Override
  public boolean equals(Object other) {
    return other instanceof NodeId that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public int compareTo(NodeId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
