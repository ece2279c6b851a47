package shardsh.core.keys;

import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/** A run of values of one field, ascending, each end included or not. */
public record Interval(BsonValue low, boolean lowIncluded, BsonValue high, boolean highIncluded) {

  /** Every value: {@code [MinKey, MaxKey]}. */
  public static Interval all() {
    return new Interval(new BsonMinKey(), true, new BsonMaxKey(), true);
  }

  public static Interval point(BsonValue value) {
    return new Interval(value, true, value, true);
  }

  public boolean isPoint() {
    return lowIncluded && highIncluded && BsonOrder.SIMPLE.equal(low, high);
  }

  public boolean isAll() {
    return low instanceof BsonMinKey && high instanceof BsonMaxKey && lowIncluded && highIncluded;
  }

  public boolean contains(BsonValue value) {
    int fromLow = BsonOrder.SIMPLE.compare(low, value);
    int fromHigh = BsonOrder.SIMPLE.compare(value, high);
    return (fromLow < 0 || (fromLow == 0 && lowIncluded))
        && (fromHigh < 0 || (fromHigh == 0 && highIncluded));
  }
}
