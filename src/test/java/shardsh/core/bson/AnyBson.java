package shardsh.core.bson;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import shardsh.core.sim.SimRandom;

/** Random values of every type, taken from small pools so that equal and near values are common. */
public final class AnyBson {
  private static final List<String> TEXTS =
      List.of("", "a", "A", "ab", "b", "é", "\uffff", "\ud83d\ude00", "z", "中");
  private static final List<String> NAMES = List.of("", "a", "b", "é", "\ud83d\ude00", "\uffff");
  private static final List<Double> DOUBLES =
      List.of(
          0.0,
          -0.0,
          1.0,
          1.5,
          -1.5,
          0x1p53,
          0x1p53 + 2,
          0x1p63,
          -0x1p63,
          1e300,
          -1e300,
          5e-324,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          0.1);
  private static final List<Long> LONGS =
      List.of(
          0L,
          1L,
          -1L,
          2L,
          (1L << 53) + 1,
          1L << 53,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          Long.MAX_VALUE - 1);
  private static final List<String> DECIMALS =
      List.of(
          "0",
          "-0",
          "0E+3",
          "1",
          "1.0",
          "1.50",
          "0.1",
          "-1.5",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "1E+6000",
          "-1E+6000",
          "1E-6000",
          "NaN",
          "Infinity",
          "-Infinity");

  private final SimRandom random;

  public AnyBson(long seed) {
    this.random = new SimRandom(seed);
  }

  private <T> T oneOf(List<T> pool) {
    return pool.get(random.nextInt(pool.size()));
  }

  /** A value whose nesting is at most {@code depth}. */
  public BsonValue value(int depth) {
    return switch (random.nextInt(depth > 0 ? 24 : 20)) {
      case 0 -> new BsonMinKey();
      case 1 -> new BsonMaxKey();
      case 2 -> BsonNull.VALUE;
      case 3 -> new BsonUndefined();
      case 4, 5 -> new BsonInt32(random.nextInt(4) - 2);
      case 6 -> new BsonInt64(oneOf(LONGS));
      case 7, 8 -> new BsonDouble(oneOf(DOUBLES));
      case 9 -> new BsonDecimal128(Decimal128.parse(oneOf(DECIMALS)));
      case 10, 11 -> new BsonString(oneOf(TEXTS));
      case 12 -> new BsonSymbol(oneOf(TEXTS));
      case 13 -> binary();
      case 14 -> new BsonObjectId(objectId());
      case 15 -> BsonBoolean.valueOf(random.nextInt(2) == 0);
      case 16 -> new BsonDateTime(oneOf(LONGS));
      case 17 -> new BsonTimestamp(oneOf(LONGS));
      case 18 -> new BsonRegularExpression(oneOf(TEXTS), random.nextInt(2) == 0 ? "" : "im");
      case 19 -> rareText(depth);
      case 20, 21 -> document(depth - 1);
      default -> array(depth - 1);
    };
  }

  private BsonValue rareText(int depth) {
    return switch (random.nextInt(3)) {
      case 0 -> new BsonJavaScript(oneOf(TEXTS));
      case 1 -> new BsonDbPointer(oneOf(TEXTS), objectId());
      default -> new BsonJavaScriptWithScope(oneOf(TEXTS), document(Math.max(0, depth - 1)));
    };
  }

  private ObjectId objectId() {
    return new ObjectId(random.nextInt(2) == 0 ? 1 : -1, random.nextInt(2));
  }

  private BsonBinary binary() {
    byte[] bytes = new byte[random.nextInt(3)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(3) * 127);
    }
    return new BsonBinary((byte) (random.nextInt(2) * 128), bytes);
  }

  public BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    for (int i = random.nextInt(4); i > 0; i--) {
      document.append(oneOf(NAMES), value(depth));
    }
    return document;
  }

  private BsonArray array(int depth) {
    List<BsonValue> values = new ArrayList<>();
    for (int i = random.nextInt(12) == 0 ? 11 : random.nextInt(3); i > 0; i--) {
      values.add(value(depth));
    }
    return new BsonArray(values);
  }
}
