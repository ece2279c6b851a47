package shardsh.core.expr;

import java.math.BigDecimal;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.types.Decimal128;

/**
 * A sum of doubles and longs that keeps what rounding would lose in a second double (Knuth's
 * two-sum, as the server does). Mutable.
 */
public final class ExactSum {
  private double sum;
  private double rest;
  private double special;
  private boolean isSpecial;

  /** Infinities and NaN are kept apart, so that they do not spoil the rest. */
  public void add(double value) {
    if (!Double.isFinite(value)) {
      special = isSpecial ? special + value : value;
      isSpecial = true;
      return;
    }
    double total = sum + value;
    double shifted = total - sum;
    double lost = (sum - (total - shifted)) + (value - shifted);
    sum = total;
    rest += lost;
  }

  public void add(long value) {
    long low = value & 0xFFFFFFFFL;
    add((double) (value - low));
    add((double) low);
  }

  /** Adds what another sum has. */
  public void add(ExactSum other) {
    if (other.isSpecial) {
      add(other.special);
    }
    add(other.sum);
    add(other.rest);
  }

  /** The sum in its parts, for {@link #add(BsonDocument)} elsewhere. */
  BsonDocument toBson() {
    BsonDocument parts = new BsonDocument("sum", new BsonDouble(sum));
    parts.append("rest", new BsonDouble(rest));
    if (isSpecial) {
      parts.append("special", new BsonDouble(special));
    }
    return parts;
  }

  /** Adds what {@link #toBson} of another sum gave. */
  void add(BsonDocument parts) {
    if (parts.containsKey("special")) {
      add(parts.getDouble("special").getValue());
    }
    add(parts.getDouble("sum").getValue());
    add(parts.getDouble("rest").getValue());
  }

  public double toDouble() {
    return isSpecial ? special : sum + rest;
  }

  /** Whether the sum, cut to a whole number, is in the range of a long. */
  public boolean fitsLong() {
    if (isSpecial) {
      return false;
    }
    double total = sum + rest;
    if (Math.abs(total) < 0x1p62) {
      return true;
    }
    return exact().toBigInteger().bitLength() < 64;
  }

  public long toLong() {
    double total = sum + rest;
    return rest == 0 && Math.abs(total) < 0x1p53 ? (long) total : exact().longValue();
  }

  private BigDecimal exact() {
    return new BigDecimal(sum).add(new BigDecimal(rest));
  }

  public Decimal128 toDecimal() {
    return isSpecial ? Decimals.of(special) : Decimals.of(exact());
  }
}
