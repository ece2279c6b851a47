package shardsh.core.expr;

import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Sum, count and average of numbers of any type; what is no number is passed over. The sum has the
 * widest type met and widens to long and double where it must. Mutable.
 */
public final class NumberSum {
  private final ExactSum plain = new ExactSum();
  private Decimal128 decimal = Decimals.ZERO;
  private BsonType type = BsonType.INT32;
  private long count;

  /** Includes a value, which may be missing (null) or no number. */
  public void add(BsonValue value) {
    if (value instanceof BsonInt32) {
      count++;
      plain.add((double) ((BsonInt32) value).getValue());
      return;
    }
    if (!Numbers.isNumber(value)) {
      return;
    }
    count++;
    type = Numbers.wider(type, value.getBsonType());
    switch (value.getBsonType()) {
      case INT64 -> plain.add(value.asInt64().getValue());
      case DOUBLE -> plain.add(value.asDouble().getValue());
      default -> decimal = Decimals.add(decimal, value.asDecimal128().getValue());
    }
  }

  /** Includes all that another sum has seen. */
  public void add(NumberSum other) {
    count += other.count;
    type = Numbers.wider(type, other.type);
    plain.add(other.plain);
    decimal = Decimals.add(decimal, other.decimal);
  }

  /** All that was seen, as a document for {@link #add(BsonDocument)} elsewhere. */
  public BsonDocument toBson() {
    return new BsonDocument("type", new BsonInt32(type.getValue()))
        .append("count", new BsonInt64(count))
        .append("plain", plain.toBson())
        .append("decimal", new BsonDecimal128(decimal));
  }

  /** Includes what {@link #toBson} of another sum gave. */
  public void add(BsonDocument parts) {
    count += parts.getInt64("count").getValue();
    type = Numbers.wider(type, BsonType.findByValue(parts.getInt32("type").getValue()));
    plain.add(parts.getDocument("plain"));
    decimal = Decimals.add(decimal, parts.getDecimal128("decimal").getValue());
  }

  /** How many numbers there were. */
  public long count() {
    return count;
  }

  /** The sum; int 0 of nothing. */
  public BsonValue sum() {
    return switch (type) {
      case INT32 -> plain.fitsLong() ? Numbers.intOrLong(plain.toLong()) : wide();
      case INT64 -> plain.fitsLong() ? new BsonInt64(plain.toLong()) : wide();
      case DOUBLE -> wide();
      default -> new BsonDecimal128(Decimals.add(decimal, plain.toDecimal()));
    };
  }

  private BsonValue wide() {
    return new BsonDouble(plain.toDouble());
  }

  /** The average as a double or decimal; null (BSON) of nothing. */
  public BsonValue average() {
    if (count == 0) {
      return BsonNull.VALUE;
    }
    if (type == BsonType.DECIMAL128) {
      Decimal128 total = Decimals.add(decimal, plain.toDecimal());
      return new BsonDecimal128(Decimals.divide(total, Decimals.of(count)));
    }
    return new BsonDouble(plain.toDouble() / count);
  }
}
