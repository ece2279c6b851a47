package shardsh.core.sharding;

import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;

/**
 * What stays the same while a collection keeps its shard key and identity: versions of different
 * generations have no order. Changes with drop, refine, reshard and rename, never with split, merge
 * or migration.
 */
public record Generation(ObjectId epoch, BsonTimestamp timestamp) {

  /** The marker sent for collections that are not sharded. */
  public static final Generation UNSHARDED =
      new Generation(new ObjectId(new byte[12]), new BsonTimestamp(0, 0));

  /** The marker sent with writes to every shard, which no shard refuses as stale. */
  public static final Generation IGNORED =
      new Generation(new ObjectId(new byte[12]), new BsonTimestamp(-1, -1));

  /** By hand, as {@link #hashCode}: every start asks, and a record's own are made when asked. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Generation that
        && epoch.equals(that.epoch)
        && timestamp.equals(that.timestamp);
  }

  @Override
  public int hashCode() {
    return 31 * epoch.hashCode() + timestamp.hashCode();
  }
}
