package shardsh.core.keys;

import java.nio.charset.StandardCharsets;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;

/** Which function a hashed shard key uses. */
public enum KeyHash {
  /** The server's own: 64 bits of MD5. */
  REAL {
    @Override
    public BsonValue of(BsonValue value) {
      return HashedKey.of(value);
    }
  },
  /**
   * A hash small enough to draw: 0 to 999, 32-bit FNV-1a of the value's decimal text modulo 1000.
   * It is ours; it reproduces the spread that the sharding page shows.
   */
  TOY {
    @Override
    public BsonValue of(BsonValue value) {
      int hash = 0x811c9dc5;
      for (byte b : text(value).getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ (b & 0xFF)) * 0x01000193;
      }
      return new BsonInt32(Integer.remainderUnsigned(hash, 1000));
    }
  };

  /** Whether a value can bound a range of hashes: a NumberLong, or an int for the toy hash. */
  public boolean mayBound(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT64, MIN_KEY, MAX_KEY -> true;
      case INT32 -> this == TOY;
      default -> false;
    };
  }

  /** The hash of a value, as it is stored in chunk bounds and index keys. */
  public abstract BsonValue of(BsonValue value);

  private static String text(BsonValue value) {
    if (value.isString()) {
      return value.asString().getValue();
    }
    if (value.isNumber() && !value.isDecimal128()) {
      double number = value.asNumber().doubleValue();
      if (number == Math.rint(number) && Math.abs(number) < 0x1p62) {
        return Long.toString(value.asNumber().longValue());
      }
    }
    return ServerText.of(value);
  }
}
