package shardsh.core.storage;

import org.bson.BsonDocument;

/**
 * The detail of a DUPLICATE_KEY error: the pattern of the index and the values that are there
 * already, both by field name.
 */
public record DuplicateKeyInfo(BsonDocument keyPattern, BsonDocument keyValue) {

  /** {@code {keyPattern, keyValue}}, as replies and write errors hold it. */
  public BsonDocument toBson() {
    return new BsonDocument("keyPattern", keyPattern).append("keyValue", keyValue);
  }
}
