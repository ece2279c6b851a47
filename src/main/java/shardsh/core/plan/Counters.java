package shardsh.core.plan;

import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;

/** Numbers as explain prints them: small ones as int32, which the shell shows plainly. */
final class Counters {
  private Counters() {}

  static BsonNumber number(long value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }
}
