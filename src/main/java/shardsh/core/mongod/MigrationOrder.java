package shardsh.core.mongod;

import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * What a migration was asked for: fixed for as long as it runs.
 *
 * @param chunkVersion of the chunk before the move; if the collection gets another generation, the
 *     migration cannot end well
 * @param waitForDelete whether the request waits for the deletion of the range
 * @param clonesCritically whether writes wait from the clone on: a chunk that is too big to move,
 *     and is forced by hand. Source: the server's cloner
 * @param stops whether it may stand still between steps; false for those that are part of another
 *     command
 * @param admittedMillis when the donor took it on, milliseconds of the epoch
 */
record MigrationOrder(
    BsonBinary id,
    MigrateInfo what,
    ShardKeyPattern key,
    ChunkVersion chunkVersion,
    BsonBinary collectionUuid,
    boolean waitForDelete,
    boolean forced,
    boolean clonesCritically,
    boolean stops,
    long admittedMillis) {
  private static final int OPID_MIN = 10_000;
  private static final int OPIDS = 100_000;

  /** The number of the operation among those that run, as killOp takes it. */
  int opid() {
    return OPID_MIN + 2 * Math.floorMod(id.asUuid().hashCode(), OPIDS);
  }

  Namespace ns() {
    return what.ns();
  }

  /** {@code {min, max}}. */
  BsonDocument bounds() {
    return new BsonDocument("min", key.named(what.range().min()))
        .append("max", key.named(what.range().max()));
  }

  /** {@code {min, max, from, to}}, as the change log holds it. */
  BsonDocument details() {
    return bounds()
        .append("from", new BsonString(what.donor().name()))
        .append("to", new BsonString(what.recipient().name()));
  }

  boolean isSameRequest(MigrateInfo other) {
    return what.ns().equals(other.ns())
        && what.range().equals(other.range())
        && what.donor().equals(other.donor())
        && what.recipient().equals(other.recipient());
  }
}
