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

  /** The name of a member of this set, e.g. {@code s1:2}. */
  public NodeId member(int index) {
    return new NodeId(name + ":" + index);
  }

  /** The set that a member belongs to; the node itself when it is no member. */
  public NodeId set() {
    int colon = name.lastIndexOf(':');
    return colon < 0 ? this : new NodeId(name.substring(0, colon));
  }

  /** The position of a member in its set, or -1 when this is no member. */
  public int memberIndex() {
    String index = name.substring(name.lastIndexOf(':') + 1);
    boolean number = index.length() < name.length() && index.matches("\\d{1,2}");
    return number ? Integer.parseInt(index) : -1;
  }

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
