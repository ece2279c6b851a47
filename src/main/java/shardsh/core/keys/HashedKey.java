package shardsh.core.keys;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.bson.BsonOrder;

/**
 * The function behind hashed indexes and hashed shard keys: the first eight bytes of an MD5 over
 * the value, as a signed 64-bit number. Source: hash version 0, described in the server's public
 * hasher and its tests.
 */
public final class HashedKey {
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);

  private HashedKey() {}

  /** The hash with seed 0, the only one a cluster uses. */
  public static BsonInt64 of(BsonValue value) {
    return new BsonInt64(hash(value, 0));
  }

  /** The hash with any seed. */
  public static long hash(BsonValue value, int seed) {
    MessageDigest digest = md5();
    feedInt(digest, seed);
    feed(digest, null, value);
    return ByteBuffer.wrap(digest.digest()).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no MD5", e);
    }
  }

  private static void feed(MessageDigest digest, String name, BsonValue value) {
    feedInt(digest, BsonOrder.canonicalType(value));
    if (name != null) {
      feedZeroTerminated(digest, name);
    }
    switch (value.getBsonType()) {
      case INT32, INT64 -> feedLong(digest, value.asNumber().longValue());
      case DOUBLE -> feedLong(digest, truncated(value.asDouble().getValue()));
      case DECIMAL128 -> feedLong(digest, rounded(value.asDecimal128().getValue()));
      case DOCUMENT -> feedChildren(digest, value.asDocument());
      case ARRAY -> {
        int index = 0;
        for (BsonValue element : value.asArray()) {
          feed(digest, Integer.toString(index++), element);
        }
        feedInt(digest, 0);
      }
      case STRING -> feedText(digest, value.asString().getValue());
      case SYMBOL -> feedText(digest, value.asSymbol().getSymbol());
      case JAVASCRIPT -> feedText(digest, value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE -> {
        feedZeroTerminated(digest, value.asJavaScriptWithScope().getCode());
        feedChildren(digest, value.asJavaScriptWithScope().getScope());
      }
      case BINARY -> {
        feedInt(digest, value.asBinary().getData().length);
        digest.update(value.asBinary().getType());
        digest.update(value.asBinary().getData());
      }
      case OBJECT_ID -> digest.update(value.asObjectId().getValue().toByteArray());
      case DATE_TIME -> feedLong(digest, value.asDateTime().getValue());
      case TIMESTAMP -> feedLong(digest, value.asTimestamp().getValue());
      case BOOLEAN -> digest.update((byte) (value.asBoolean().getValue() ? 1 : 0));
      case REGULAR_EXPRESSION -> {
        feedZeroTerminated(digest, value.asRegularExpression().getPattern());
        feedZeroTerminated(digest, value.asRegularExpression().getOptions());
      }
      case DB_POINTER -> {
        feedText(digest, value.asDBPointer().getNamespace());
        digest.update(value.asDBPointer().getId().toByteArray());
      }
      case NULL, UNDEFINED, MIN_KEY, MAX_KEY, END_OF_DOCUMENT -> {}
    }
  }

  private static void feedChildren(MessageDigest digest, BsonDocument document) {
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      feed(digest, field.getKey(), field.getValue());
    }
    feedInt(digest, 0);
  }

  private static void feedText(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    feedInt(digest, bytes.length + 1);
    digest.update(bytes);
    digest.update((byte) 0);
  }

  private static void feedZeroTerminated(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private static void feedInt(MessageDigest digest, int value) {
    digest.update(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
  }

  private static void feedLong(MessageDigest digest, long value) {
    digest.update(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
  }

  /** Toward zero; NaN is 0; exactly 2^63 is the smallest long, as in the server. */
  private static long truncated(double value) {
    return value == 0x1p63 ? Long.MIN_VALUE : (long) value;
  }

  /** Half to even, clamped; NaN is 0. */
  private static long rounded(Decimal128 value) {
    if (value.isNaN()) {
      return 0;
    }
    if (value.isInfinite()) {
      return value.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    if (value.equals(Decimal128.NEGATIVE_ZERO) || isZero(value)) {
      return 0;
    }
    BigDecimal number = value.bigDecimalValue();
    if (number.compareTo(LONG_MAX) >= 0) {
      return Long.MAX_VALUE;
    }
    if (number.compareTo(LONG_MIN) <= 0) {
      return Long.MIN_VALUE;
    }
    BigInteger whole = number.setScale(0, RoundingMode.HALF_EVEN).unscaledValue();
    return whole.longValue();
  }

  private static boolean isZero(Decimal128 value) {
    return value.getLow() == 0 && (value.getHigh() & 0x1FFFFFFFFFFFFL) == 0;
  }
}
