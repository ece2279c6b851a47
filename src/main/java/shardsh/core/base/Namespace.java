package shardsh.core.base;

/** A collection's full name, {@code db.collection}. The collection part may hold further dots. */
public record Namespace(String db, String collection) implements Comparable<Namespace> {

  /** Names that were asked for, by their hash; most commands are about the same few. */
  private static final Namespace[] KNOWN = new Namespace[64];

  /** As the constructor, but often the same object as before: the trace keeps many. */
  public static Namespace of(String db, String collection) {
    int slot = (db.hashCode() * 31 + collection.hashCode()) & (KNOWN.length - 1);
    Namespace known = KNOWN[slot];
    if (known == null || !known.db.equals(db) || !known.collection.equals(collection)) {
      known = new Namespace(db, collection);
      KNOWN[slot] = known;
    }
    return known;
  }

  /**
   * Splits {@code "db.coll"} at its first dot.
   *
   * @throws CommandException INVALID_NAMESPACE when either part is empty
   */
  public static Namespace parse(String fullName) {
    int dot = fullName.indexOf('.');
    if (dot <= 0 || dot == fullName.length() - 1) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE, "Invalid namespace specified '" + fullName + "'");
    }
    return new Namespace(fullName.substring(0, dot), fullName.substring(dot + 1));
  }

  /** Whether this is one of the databases that are never sharded: admin, local, config. */
  public boolean isInternal() {
    return db.equals("admin") || db.equals("local") || db.equals("config");
  }

  @Override
  public int compareTo(Namespace other) {
    // As their full names compare; that of two databases need not be that of their names.
    return db.equals(other.db)
        ? collection.compareTo(other.collection)
        : toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return db + "." + collection;
  }
}
