package shardsh.core.rpc;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.TypeNames;
import shardsh.core.sharding.ChunkVersion;

/**
 * The versions that routers attach to their requests. A client that talks to a shard may attach
 * some, too, so that they are checked as its other fields are.
 */
final class VersionFields {
  private static final String SHARD = "shardVersion";
  private static final String DATABASE = "databaseVersion";

  private VersionFields() {}

  /**
   * @throws CommandException TYPE_MISMATCH or MISSING_FIELD when one is no version
   */
  static void check(BsonDocument command) {
    BsonValue shard = command.get(SHARD);
    if (shard != null) {
      BsonDocument version = document(SHARD, shard);
      require(SHARD, version, "e", BsonType.OBJECT_ID);
      require(SHARD, version, "t", BsonType.TIMESTAMP);
      require(SHARD, version, "v", BsonType.TIMESTAMP);
    }
    BsonValue database = command.get(DATABASE);
    if (database != null) {
      BsonDocument version = document(DATABASE, database);
      require(DATABASE, version, "uuid", BsonType.BINARY);
      require(DATABASE, version, "timestamp", BsonType.TIMESTAMP);
      require(DATABASE, version, "lastMod", BsonType.INT32);
    }
  }

  private static BsonDocument document(String name, BsonValue value) {
    if (!value.isDocument()) {
      throw wrong(name, value, BsonType.DOCUMENT);
    }
    return value.asDocument();
  }

  private static void require(String name, BsonDocument version, String part, BsonType type) {
    String path = name + "." + part;
    BsonValue value = version.get(part);
    if (value == null) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD, "BSON field '" + path + "' is missing but a required field");
    }
    if (value.getBsonType() != type) {
      throw wrong(path, value, type);
    }
  }

  private static CommandException wrong(String path, BsonValue value, BsonType type) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "BSON field '"
            + path
            + "' is the wrong type '"
            + TypeNames.of(value)
            + "', expected type '"
            + TypeNames.of(type)
            + "'");
  }

  /** The shard version of a request; empty where it has none, or something that is none. */
  static Optional<ChunkVersion> shardVersion(BsonDocument command) {
    if (!command.isDocument(SHARD)) {
      return Optional.empty();
    }
    BsonDocument version = command.getDocument(SHARD);
    boolean isOne = version.isObjectId("e") && version.isTimestamp("t") && version.isTimestamp("v");
    return isOne ? Optional.of(ChunkVersion.parse(version)) : Optional.empty();
  }
}
