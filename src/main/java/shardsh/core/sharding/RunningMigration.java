package shardsh.core.sharding;

import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * A migration that has begun and not ended, as the config servers keep it in mind.
 *
 * @param key the shard key that the bounds of the range are values of
 * @param next the step that comes next
 * @param opid the number of the donor's operation; the recipient's is the next one
 * @param sinceMillis when its donor took it on, milliseconds of the epoch
 */
public record RunningMigration(
    MigrateInfo what,
    ShardKeyPattern key,
    boolean waitForDelete,
    boolean forced,
    MigrationStep next,
    int opid,
    long sinceMillis) {

  /**
   * {@code {ns, min, max, fromShard, toShard, waitForDelete, forceJumbo}}: its fields in
   * config.migrations, and in the donor's request.
   */
  public BsonDocument fields() {
    return new BsonDocument("ns", new BsonString(what.ns().toString()))
        .append("min", key.named(what.range().min()))
        .append("max", key.named(what.range().max()))
        .append("fromShard", new BsonString(what.donor().name()))
        .append("toShard", new BsonString(what.recipient().name()))
        .append("waitForDelete", BsonBoolean.valueOf(waitForDelete))
        .append("forceJumbo", BsonBoolean.valueOf(forced));
  }

  /**
   * The same as a pipeline sees it, with {@code stepsDone}, {@code opid} and {@code sinceMillis}.
   */
  public BsonDocument progress() {
    return fields()
        .append("stepsDone", new BsonInt32(next.number() - 1))
        .append("opid", new BsonInt32(opid))
        .append("sinceMillis", new BsonInt64(sinceMillis));
  }

  /** Whether a shard gives or receives. */
  public boolean involves(ShardId shard) {
    return what.donor().equals(shard) || what.recipient().equals(shard);
  }
}
