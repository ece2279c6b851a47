package shardsh.core.expr;

import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Standard deviation in one pass (Welford); what is no number is passed over. Mutable. */
public final class Spread {
  private long count;
  private double mean;
  private double squares;

  /** Includes a value, which may be missing (null) or no number. */
  public void add(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      return;
    }
    double number = Numbers.toDouble(value);
    count++;
    double delta = number - mean;
    if (delta != 0) {
      mean += delta / count;
      squares += delta * (number - mean);
    }
  }

  /** Includes all that another has seen. */
  public void add(Spread other) {
    if (other.count == 0) {
      return;
    }
    long total = count + other.count;
    double delta = other.mean - mean;
    if (delta != 0) {
      mean = (count * mean + other.count * other.mean) / total;
      squares += delta * delta * ((double) count * other.count / total);
    }
    squares += other.squares;
    count = total;
  }

  /** All that was seen, as a document for {@link #ofBson} elsewhere. */
  public BsonDocument toBson() {
    return new BsonDocument("count", new BsonInt64(count))
        .append("mean", new BsonDouble(mean))
        .append("m2", new BsonDouble(squares));
  }

  /** What {@link #toBson} was made of. */
  public static Spread ofBson(BsonDocument parts) {
    Spread spread = new Spread();
    spread.count = parts.getInt64("count").getValue();
    spread.mean = parts.getDouble("mean").getValue();
    spread.squares = parts.getDouble("m2").getValue();
    return spread;
  }

  /** Of a whole population; null (BSON) of nothing. */
  public BsonValue ofPopulation() {
    return deviation(count);
  }

  /** Of a sample; null (BSON) of fewer than two values. */
  public BsonValue ofSample() {
    return deviation(count - 1);
  }

  private BsonValue deviation(long divisor) {
    return divisor <= 0 ? BsonNull.VALUE : new BsonDouble(Math.sqrt(squares / divisor));
  }
}
