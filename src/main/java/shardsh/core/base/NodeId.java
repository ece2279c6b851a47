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

  @Override
  public int compareTo(NodeId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
