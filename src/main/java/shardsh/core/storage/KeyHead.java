package shardsh.core.storage;

import java.nio.charset.StandardCharsets;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.bson.BsonOrder;

/**
 * The beginning of a value as a number: type class, then seven bytes of what decides. If one head
 * is less than another, so is the value; if they are equal, nothing is known.
 */
final class KeyHead {
  private static final int BYTES = 7;

  private KeyHead() {}

  /**
   * @param plainStrings whether strings compare by their bytes; under a collation only their type
   *     is used
   */
  static long of(BsonValue value, boolean plainStrings) {
    long type = BsonOrder.canonicalType(value) + 1L;
    long rest =
        switch (value.getBsonType()) {
          case INT32 -> number(value.asInt32().getValue());
          case INT64 -> number(value.asInt64().getValue());
          case DOUBLE -> number(value.asDouble().getValue());
          case DECIMAL128 -> number(nearest(value.asDecimal128().getValue()));
          case STRING -> plainStrings ? text(value.asString().getValue()) : 0;
          case SYMBOL -> plainStrings ? text(value.asSymbol().getSymbol()) : 0;
          case DATE_TIME -> (value.asDateTime().getValue() ^ Long.MIN_VALUE) >>> 8;
          case TIMESTAMP -> value.asTimestamp().getValue() >>> 8;
          case BOOLEAN -> value.asBoolean().getValue() ? 1 : 0;
          case OBJECT_ID -> bytes(value.asObjectId().getValue().toByteArray());
          default -> 0;
        };
    return ((type << 56) | rest) ^ Long.MIN_VALUE;
  }

  private static long number(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    // Minus zero equals zero.
    long bits = Double.doubleToLongBits(value + 0.0);
    return (bits ^ ((bits >> 63) | Long.MIN_VALUE)) >>> 8;
  }

  private static double nearest(Decimal128 value) {
    if (value.isNaN()) {
      return Double.NaN;
    }
    if (value.isInfinite()) {
      return value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    boolean zero = value.getLow() == 0 && (value.getHigh() & 0x1FFFFFFFFFFFFL) == 0;
    return zero ? 0 : value.bigDecimalValue().doubleValue();
  }

  private static long text(String text) {
    long head = 0;
    int length = Math.min(BYTES, text.length());
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
      }
      head = (head << 8) | c;
    }
    return head << (8 * (BYTES - length));
  }

  private static long bytes(byte[] bytes) {
    long head = 0;
    for (int i = 0; i < BYTES; i++) {
      head = (head << 8) | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return head;
  }
}
