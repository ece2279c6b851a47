package shardsh.core.sharding;

import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonTimestamp;

/**
 * A version {@code major|minor} inside a generation. A migration raises the major part, a split or
 * merge the minor part. Source: {@code sharding-facts.md}, section 3.
 */
public record ChunkVersion(int major, int minor, Generation generation) {

  /** What a router sends for a collection that it believes to be unsharded. */
  public static final ChunkVersion UNSHARDED = new ChunkVersion(0, 0, Generation.UNSHARDED);

  /**
   * What a router sends with a write to every shard: fits whatever the shard has, and says that the
   * collection may be sharded.
   */
  public static final ChunkVersion IGNORED = new ChunkVersion(0, 0, Generation.IGNORED);

  /** The version of a shard that owns no chunk of the collection: {@code 0|0}. */
  public static ChunkVersion none(Generation generation) {
    return new ChunkVersion(0, 0, generation);
  }

  /**
   * Whether this version is older.
   *
   * @throws IllegalStateException when the generations differ: such versions have no order
   */
  public boolean isOlderThan(ChunkVersion other) {
    return compareWithin(other) < 0;
  }

  /**
   * Order inside one generation.
   *
   * @throws IllegalStateException when the generations differ
   */
  public int compareWithin(ChunkVersion other) {
    if (!generation.equals(other.generation)) {
      throw new IllegalStateException(
          "versions " + this + " and " + other + " are of different generations");
    }
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }

  /** The server's rule: same generation and equal major parts; the minor part does not matter. */
  public boolean isCompatibleWith(ChunkVersion other) {
    return generation.equals(other.generation) && major == other.major;
  }

  public boolean isIgnored() {
    return generation.equals(Generation.IGNORED);
  }

  public boolean isUnsharded() {
    return generation.equals(Generation.UNSHARDED);
  }

  /** As after a migration: the minor part begins anew. */
  public ChunkVersion nextMajor() {
    return new ChunkVersion(major + 1, 0, generation);
  }

  /** As after a split or a merge. */
  public ChunkVersion nextMinor() {
    return new ChunkVersion(major, minor + 1, generation);
  }

  /** {@code Timestamp(major, minor)}, as in config.chunks. */
  public BsonTimestamp toTimestamp() {
    return new BsonTimestamp(major, minor);
  }

  /** The wire form {@code {e: ObjectId, t: Timestamp, v: Timestamp}}. */
  public BsonDocument toBson() {
    return new Wire(this)
        .append("e", new BsonObjectId(generation.epoch()))
        .append("t", generation.timestamp())
        .append("v", toTimestamp());
  }

  /** Remembers whose wire form it is, so that no node on its way has to read it. */
  private static final class Wire extends BsonDocument {
    private static final long serialVersionUID = 1L;

    private final transient ChunkVersion version;

    Wire(ChunkVersion version) {
      this.version = version;
    }
  }

  public static ChunkVersion parse(BsonDocument wire) {
    if (wire instanceof Wire known) {
      return known.version;
    }
    BsonTimestamp version = wire.getTimestamp("v");
    return new ChunkVersion(
        version.getTime(),
        version.getInc(),
        new Generation(wire.getObjectId("e").getValue(), wire.getTimestamp("t")));
  }

  /** {@code 2|1}. */
  @Override
  public String toString() {
    return major + "|" + minor;
  }
}
