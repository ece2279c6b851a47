package shardsh.core.bson;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * The total order over all BSON values: by type class, then by value; numbers compare across their
 * types, objects field by field (type, name, value). Source: the manual's page on comparison and
 * sort order, and the server's comparison tests.
 */
public final class BsonOrder implements Comparator<BsonValue> {

  /** Strings by their UTF-8 bytes: the order of keys, chunks and everything without a collation. */
  public static final BsonOrder SIMPLE = new BsonOrder(BsonOrder::compareUtf8);

  private final Comparator<String> strings;

  /** An order whose strings (at any depth) compare by {@code strings}, e.g. a collation. */
  public BsonOrder(Comparator<String> strings) {
    this.strings = strings;
  }

  /**
   * The number of a value's type class; classes sort by it. Numbers share one, so do string and
   * symbol.
   */
  public static int canonicalType(BsonValue value) {
    return switch (value.getBsonType()) {
      case MIN_KEY -> -1;
      case END_OF_DOCUMENT, UNDEFINED -> 0;
      case NULL -> 5;
      case DOUBLE, INT32, INT64, DECIMAL128 -> 10;
      case STRING, SYMBOL -> 15;
      case DOCUMENT -> 20;
      case ARRAY -> 25;
      case BINARY -> 30;
      case OBJECT_ID -> 35;
      case BOOLEAN -> 40;
      case DATE_TIME -> 45;
      case TIMESTAMP -> 47;
      case REGULAR_EXPRESSION -> 50;
      case DB_POINTER -> 55;
      case JAVASCRIPT -> 60;
      case JAVASCRIPT_WITH_SCOPE -> 65;
      case MAX_KEY -> 127;
    };
  }

  /** Equality under this order: {@code 1}, {@code NumberLong(1)} and {@code 1.0} are equal. */
  public boolean equal(BsonValue left, BsonValue right) {
    return compare(left, right) == 0;
  }

  @Override
  public int compare(BsonValue left, BsonValue right) {
    if (left == right) {
      return 0;
    }
    if (left instanceof BsonInt32 one && right instanceof BsonInt32 other) {
      return Integer.compare(one.getValue(), other.getValue());
    }
    if (left instanceof BsonDouble one && right instanceof BsonDouble other) {
      return compareDoubles(one.getValue(), other.getValue());
    }
    int leftType = canonicalType(left);
    int rightType = canonicalType(right);
    if (leftType != rightType) {
      return leftType < rightType ? -1 : 1;
    }
    return switch (left.getBsonType()) {
      case MIN_KEY, MAX_KEY, NULL, UNDEFINED, END_OF_DOCUMENT -> 0;
      case DOUBLE, INT32, INT64, DECIMAL128 -> compareNumbers(left, right);
      case STRING, SYMBOL -> strings.compare(text(left), text(right));
      case DOCUMENT -> compareDocuments(left.asDocument(), right.asDocument());
      case ARRAY -> compareArrays(left.asArray(), right.asArray());
      case BINARY -> compareBinary(left.asBinary(), right.asBinary());
      case OBJECT_ID -> left.asObjectId().getValue().compareTo(right.asObjectId().getValue());
      case BOOLEAN -> Boolean.compare(left.asBoolean().getValue(), right.asBoolean().getValue());
      case DATE_TIME -> Long.compare(left.asDateTime().getValue(), right.asDateTime().getValue());
      case TIMESTAMP ->
          Long.compareUnsigned(left.asTimestamp().getValue(), right.asTimestamp().getValue());
      case REGULAR_EXPRESSION ->
          compareRegex(left.asRegularExpression(), right.asRegularExpression());
      case DB_POINTER -> compareDbPointer(left.asDBPointer(), right.asDBPointer());
      case JAVASCRIPT -> compareUtf8(left.asJavaScript().getCode(), right.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          compareCodeWithScope(left.asJavaScriptWithScope(), right.asJavaScriptWithScope());
    };
  }

  private static String text(BsonValue value) {
    return value.isString() ? value.asString().getValue() : value.asSymbol().getSymbol();
  }

  private static int compareUtf8(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        if (Character.isSurrogate(a) || Character.isSurrogate(b)) {
          return Integer.signum(
              Arrays.compareUnsigned(
                  left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));
        }
        return a < b ? -1 : 1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** Numbers by value across types; NaN is below all others and equal to itself; -0 equals 0. */
  public static int compareNumbers(BsonValue left, BsonValue right) {
    if (left.isInt32() && right.isInt32()) {
      return Integer.compare(left.asInt32().getValue(), right.asInt32().getValue());
    }
    if (left.isDecimal128() || right.isDecimal128()) {
      return compareDecimals(left, right);
    }
    if (left.isDouble() || right.isDouble()) {
      return compareWithDouble(left, right);
    }
    return Long.compare(left.asNumber().longValue(), right.asNumber().longValue());
  }

  private static int compareWithDouble(BsonValue left, BsonValue right) {
    if (left.isDouble() && right.isDouble()) {
      return compareDoubles(left.asDouble().getValue(), right.asDouble().getValue());
    }
    return left.isDouble()
        ? compareDoubleToLong(left.asDouble().getValue(), right.asNumber().longValue())
        : -compareDoubleToLong(right.asDouble().getValue(), left.asNumber().longValue());
  }

  private static int compareDoubles(double left, double right) {
    if (left == right) {
      return 0;
    }
    if (Double.isNaN(left)) {
      return Double.isNaN(right) ? 0 : -1;
    }
    if (Double.isNaN(right)) {
      return 1;
    }
    return left < right ? -1 : 1;
  }

  private static int compareDoubleToLong(double left, long right) {
    if (Double.isNaN(left)) {
      return -1;
    }
    if (left >= 0x1p63) {
      return 1;
    }
    if (left < -0x1p63) {
      return -1;
    }
    int whole = Long.compare((long) left, right);
    return whole != 0 ? whole : compareDoubles(left, (double) (long) left);
  }

  private static int compareDecimals(BsonValue left, BsonValue right) {
    int leftClass = numberClass(left);
    int rightClass = numberClass(right);
    if (leftClass != rightClass || leftClass != 2) {
      return Integer.compare(leftClass, rightClass);
    }
    return exact(left).compareTo(exact(right));
  }

  /** 0 NaN, 1 minus infinity, 2 finite, 3 plus infinity. */
  private static int numberClass(BsonValue value) {
    if (value.isDecimal128()) {
      Decimal128 decimal = value.asDecimal128().getValue();
      if (decimal.isNaN()) {
        return 0;
      }
      return decimal.isFinite() ? 2 : decimal.isNegative() ? 1 : 3;
    }
    if (value.isDouble()) {
      double number = value.asDouble().getValue();
      if (Double.isNaN(number)) {
        return 0;
      }
      return Double.isInfinite(number) ? (number < 0 ? 1 : 3) : 2;
    }
    return 2;
  }

  private static BigDecimal exact(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> BigDecimal.valueOf(value.asInt32().getValue());
      case INT64 -> BigDecimal.valueOf(value.asInt64().getValue());
      case DOUBLE -> new BigDecimal(value.asDouble().getValue());
      default -> finite(value.asDecimal128());
    };
  }

  private static BigDecimal finite(BsonDecimal128 value) {
    Decimal128 decimal = value.getValue();
    boolean zero = (decimal.getLow() == 0) && (decimal.getHigh() & 0x1FFFFFFFFFFFFL) == 0;
    return zero ? BigDecimal.ZERO : decimal.bigDecimalValue();
  }

  private int compareDocuments(BsonDocument left, BsonDocument right) {
    Iterator<Map.Entry<String, BsonValue>> lefts = left.entrySet().iterator();
    Iterator<Map.Entry<String, BsonValue>> rights = right.entrySet().iterator();
    while (lefts.hasNext() && rights.hasNext()) {
      Map.Entry<String, BsonValue> a = lefts.next();
      Map.Entry<String, BsonValue> b = rights.next();
      int byType = Integer.compare(canonicalType(a.getValue()), canonicalType(b.getValue()));
      if (byType != 0) {
        return byType;
      }
      int byName = compareUtf8(a.getKey(), b.getKey());
      if (byName != 0) {
        return byName;
      }
      int byValue = compare(a.getValue(), b.getValue());
      if (byValue != 0) {
        return byValue;
      }
    }
    return Boolean.compare(lefts.hasNext(), rights.hasNext());
  }

  private int compareArrays(BsonArray left, BsonArray right) {
    List<BsonValue> lefts = left.getValues();
    List<BsonValue> rights = right.getValues();
    int common = Math.min(lefts.size(), rights.size());
    for (int i = 0; i < common; i++) {
      int byValue = compare(lefts.get(i), rights.get(i));
      if (byValue != 0) {
        return byValue;
      }
    }
    return Integer.compare(lefts.size(), rights.size());
  }

  private static int compareBinary(BsonBinary left, BsonBinary right) {
    int byLength = Integer.compare(left.getData().length, right.getData().length);
    if (byLength != 0) {
      return byLength;
    }
    int bySubtype = Integer.compare(left.getType() & 0xFF, right.getType() & 0xFF);
    return bySubtype != 0
        ? bySubtype
        : Integer.signum(Arrays.compareUnsigned(left.getData(), right.getData()));
  }

  private static int compareRegex(BsonRegularExpression left, BsonRegularExpression right) {
    int byPattern = compareUtf8(left.getPattern(), right.getPattern());
    return byPattern != 0 ? byPattern : compareUtf8(left.getOptions(), right.getOptions());
  }

  private static int compareDbPointer(BsonDbPointer left, BsonDbPointer right) {
    int byLength = Integer.compare(left.getNamespace().length(), right.getNamespace().length());
    if (byLength != 0) {
      return byLength;
    }
    int byNamespace = compareUtf8(left.getNamespace(), right.getNamespace());
    return byNamespace != 0 ? byNamespace : left.getId().compareTo(right.getId());
  }

  private int compareCodeWithScope(BsonJavaScriptWithScope left, BsonJavaScriptWithScope right) {
    int byCode = compareUtf8(left.getCode(), right.getCode());
    return byCode != 0 ? byCode : compareDocuments(left.getScope(), right.getScope());
  }
}
