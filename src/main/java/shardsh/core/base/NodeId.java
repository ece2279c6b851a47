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
    return compareNames(name, other.name);
  }

  /**
   * The order people count in: digits in the names compare by their number, so that {@code s2}
   * comes before {@code s10}; the rest compares by characters. Names that count the same, {@code
   * s1} and {@code s01}, compare as texts. A real server keeps its shards by text where it keeps an
   * order.
   */
  public static int compareNames(String one, String other) {
    int end = Math.min(one.length(), other.length());
    int at = 0;
    while (at < end && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    int start = at;
    while (start > 0 && isDigit(one.charAt(start - 1))) {
      start--;
    }
    int oneEnd = endOfDigits(one, start);
    int otherEnd = endOfDigits(other, start);
    if (oneEnd > start && otherEnd > start) {
      int byNumber = compareDigits(one, start, oneEnd, other, start, otherEnd);
      if (byNumber != 0) {
        return byNumber;
      }
    }
    return one.compareTo(other);
  }

  private static int compareDigits(
      String one, int oneStart, int oneEnd, String other, int otherStart, int otherEnd) {
    int first = firstNonZero(one, oneStart, oneEnd);
    int second = firstNonZero(other, otherStart, otherEnd);
    int byLength = Integer.compare(oneEnd - first, otherEnd - second);
    for (int i = 0; byLength == 0 && first + i < oneEnd; i++) {
      int byDigit = Character.compare(one.charAt(first + i), other.charAt(second + i));
      if (byDigit != 0) {
        return byDigit;
      }
    }
    return byLength;
  }

  private static int firstNonZero(String name, int start, int end) {
    int at = start;
    while (at < end && name.charAt(at) == '0') {
      at++;
    }
    return at;
  }

  private static int endOfDigits(String name, int start) {
    int at = start;
    while (at < name.length() && isDigit(name.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  @Override
  public String toString() {
    return name;
  }
}
