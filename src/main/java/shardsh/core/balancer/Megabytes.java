package shardsh.core.balancer;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Bytes as megabytes for reports: rounded to a tenth, whole ones as whole numbers. */
final class Megabytes {
  private static final long MEGABYTE = 1024 * 1024;

  private Megabytes() {}

  static long tenths(long bytes) {
    return Math.round(bytes * 10.0 / MEGABYTE);
  }

  static BsonValue of(long bytes) {
    long tenths = tenths(bytes);
    return tenths % 10 == 0 ? new BsonInt32((int) (tenths / 10)) : new BsonDouble(tenths / 10.0);
  }
}
