package shardsh.core.sharding;

import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;

/** The version of a database's placement; {@code movePrimary} adds 1 to {@code lastMod}. */
public record DatabaseVersion(BsonBinary uuid, BsonTimestamp timestamp, int lastMod) {

  /** Whether this version is later: of a database made later, or with a later placement. */
  public boolean isNewerThan(DatabaseVersion other) {
    return uuid.equals(other.uuid)
        ? lastMod > other.lastMod
        : timestamp.compareTo(other.timestamp) > 0;
  }

  public DatabaseVersion next() {
    return new DatabaseVersion(uuid, timestamp, lastMod + 1);
  }

  /** {@code {uuid, timestamp, lastMod}}, as in config.databases. */
  public BsonDocument toBson() {
    return new BsonDocument("uuid", uuid)
        .append("timestamp", timestamp)
        .append("lastMod", new BsonInt32(lastMod));
  }

  public static DatabaseVersion parse(BsonDocument document) {
    return new DatabaseVersion(
        document.getBinary("uuid"),
        document.getTimestamp("timestamp"),
        document.getInt32("lastMod").getValue());
  }
}
