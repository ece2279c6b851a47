package shardsh.core.pipeline;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Numbers;

/**
 * A value as the key of a map: equal when the order says so, so that 1 and 1.0 are the same key,
 * and strings that a collation does not tell apart.
 */
public final class ValueKey {
  private final BsonValue value;
  private final BsonOrder order;
  private final int hash;

  public ValueKey(BsonValue value, BsonOrder order) {
    this.value = value;
    this.order = order;
    this.hash = hash(value, order);
  }

  public BsonValue value() {
    return value;
  }

  /** A number that is the same for values that the order calls equal. */
  public static int hash(BsonValue value, BsonOrder order) {
    return hash(value, order == BsonOrder.SIMPLE);
  }

  /**
   * @param exactStrings whether equal strings are the same strings
   */
  private static int hash(BsonValue value, boolean exactStrings) {
    if (exactStrings && value instanceof BsonString) {
      return ((BsonString) value).getValue().hashCode();
    }
    if (value instanceof BsonNumber) {
      return numberHash(value);
    }
    int type = BsonOrder.canonicalType(value);
    return switch (value.getBsonType()) {
      case STRING -> exactStrings ? value.asString().getValue().hashCode() : type;
      case DOCUMENT -> documentHash(value.asDocument(), exactStrings);
      case ARRAY -> arrayHash(value.asArray(), exactStrings);
      case OBJECT_ID -> value.asObjectId().getValue().hashCode();
      case DATE_TIME -> Long.hashCode(value.asDateTime().getValue()) + type;
      case TIMESTAMP -> Long.hashCode(value.asTimestamp().getValue()) + type;
      case BOOLEAN -> value.asBoolean().getValue() ? 1231 : 1237;
      default -> type;
    };
  }

  /** Numbers that are equal across types give one hash; doubles cover all that are not whole. */
  private static int numberHash(BsonValue value) {
    double number = Numbers.toDouble(value);
    if (number == Math.rint(number) && Math.abs(number) < 0x1p53) {
      return Long.hashCode((long) number);
    }
    return Double.hashCode(number);
  }

  private static int documentHash(BsonDocument document, boolean exactStrings) {
    int hash = 20;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      hash = 31 * hash + field.getKey().hashCode();
      hash = 31 * hash + hash(field.getValue(), exactStrings);
    }
    return hash;
  }

  private static int arrayHash(BsonArray array, boolean exactStrings) {
    int hash = 25;
    for (BsonValue element : array) {
      hash = 31 * hash + hash(element, exactStrings);
    }
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueKey key && key.hash == hash && order.equal(value, key.value);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
