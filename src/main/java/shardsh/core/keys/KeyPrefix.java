package shardsh.core.keys;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * The beginning of a key as a number: the type class and the first bits of the first value. Where
 * two prefixes differ, the keys are in the same order as the prefixes; where they are equal, only
 * the keys themselves can tell. A search over many keys that keeps their prefixes in an array stays
 * inside that array, instead of following pointers for each comparison.
 */
public final class KeyPrefix {
  private static final int DETAIL_BITS = 56;

  private KeyPrefix() {}

  /** The prefix, to be compared with {@link Long#compare}. */
  public static long of(IndexKey key) {
    return key.size() == 0 ? Long.MIN_VALUE : of(key.get(0));
  }

  private static long of(BsonValue value) {
    long type = BsonOrder.canonicalType(value) + 1L;
    return ((type << DETAIL_BITS) | detail(value)) ^ Long.MIN_VALUE;
  }

  /** The value inside its type class as 56 bits, unsigned; 0 where the type is not worth it. */
  private static long detail(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32, INT64, DOUBLE, DECIMAL128 -> ofNumber(value.asNumber().doubleValue());
      case STRING -> ofText(value.asString().getValue());
      case SYMBOL -> ofText(value.asSymbol().getSymbol());
      case OBJECT_ID -> ofBytes(value.asObjectId().getValue().toByteArray());
      case DATE_TIME -> (value.asDateTime().getValue() ^ Long.MIN_VALUE) >>> 8;
      case TIMESTAMP -> value.asTimestamp().getValue() >>> 8;
      default -> 0;
    };
  }

  /** Rounding to a double keeps the order of numbers, if not their difference. */
  private static long ofNumber(double number) {
    if (Double.isNaN(number)) {
      return 0;
    }
    long bits = Double.doubleToLongBits(number + 0.0);
    return (bits ^ ((bits >> 63) | Long.MIN_VALUE)) >>> 8;
  }

  private static long ofText(String text) {
    int end = Math.min(text.length(), DETAIL_BITS / 8);
    long detail = 0;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        String start = text.substring(0, Math.min(text.length(), end + 1));
        return ofBytes(start.getBytes(StandardCharsets.UTF_8));
      }
      detail = (detail << 8) | c;
    }
    return detail << (DETAIL_BITS - 8 * end);
  }

  private static long ofBytes(byte[] bytes) {
    byte[] padded = new byte[8];
    System.arraycopy(bytes, 0, padded, 0, Math.min(bytes.length, 8));
    return ByteBuffer.wrap(padded).getLong() >>> 8;
  }
}
