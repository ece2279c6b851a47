package shardsh.core.pipeline;

import java.util.LinkedHashSet;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;

/** Accumulators that keep values: first, last, least, greatest, all, all different, merged. */
final class CollectAccumulators {
  private CollectAccumulators() {}

  /** {@code $first}. */
  static final class First implements Accumulator {
    private boolean seen;
    private BsonValue first;

    @Override
    public void add(BsonValue value) {
      if (!seen) {
        seen = true;
        first = value;
      }
    }

    @Override
    public void combine(BsonValue partial) {
      add(partial);
    }

    @Override
    public BsonValue partial() {
      return Values.orNull(first);
    }

    @Override
    public BsonValue result() {
      return first;
    }
  }

  /** {@code $last}. */
  static final class Last implements Accumulator {
    private BsonValue last;

    @Override
    public void add(BsonValue value) {
      last = value;
    }

    @Override
    public void combine(BsonValue partial) {
      add(partial);
    }

    @Override
    public BsonValue partial() {
      return Values.orNull(last);
    }

    @Override
    public BsonValue result() {
      return last;
    }
  }

  /** {@code $min} (sign -1) and {@code $max} (sign 1); null and missing values do not count. */
  static final class Extreme implements Accumulator {
    private final BsonOrder order;
    private final int sign;
    private BsonValue best;

    Extreme(BsonOrder order, int sign) {
      this.order = order;
      this.sign = sign;
    }

    @Override
    public void add(BsonValue value) {
      if (Values.isNullish(value)) {
        return;
      }
      if (best == null || Integer.signum(order.compare(value, best)) == sign) {
        best = value;
      }
    }

    @Override
    public void combine(BsonValue partial) {
      add(partial);
    }

    @Override
    public BsonValue partial() {
      return Values.orNull(best);
    }

    @Override
    public BsonValue result() {
      return Values.orNull(best);
    }
  }

  /** {@code $push}. */
  static final class Push implements Accumulator {
    private final BsonArray values = new BsonArray();

    @Override
    public void add(BsonValue value) {
      if (value != null) {
        values.add(value);
      }
    }

    @Override
    public void combine(BsonValue partial) {
      values.addAll(partial.asArray());
    }

    @Override
    public boolean keepsAll() {
      return true;
    }

    @Override
    public BsonValue partial() {
      return result();
    }

    @Override
    public BsonValue result() {
      return new BsonArray(values.getValues());
    }
  }

  /** {@code $addToSet}; values come out in the order in which they were first seen. */
  static final class AddToSet implements Accumulator {
    private final BsonOrder order;
    private final Set<ValueKey> values = new LinkedHashSet<>();

    AddToSet(BsonOrder order) {
      this.order = order;
    }

    @Override
    public void add(BsonValue value) {
      if (value != null) {
        values.add(new ValueKey(value, order));
      }
    }

    @Override
    public void combine(BsonValue partial) {
      for (BsonValue value : partial.asArray()) {
        add(value);
      }
    }

    @Override
    public boolean keepsAll() {
      return true;
    }

    @Override
    public BsonValue partial() {
      return result();
    }

    @Override
    public BsonValue result() {
      BsonArray result = new BsonArray(values.size());
      for (ValueKey key : values) {
        result.add(key.value());
      }
      return result;
    }
  }

  /** {@code $mergeObjects}. */
  static final class MergeObjects implements Accumulator {
    private final BsonDocument merged = new BsonDocument();

    @Override
    public void add(BsonValue value) {
      if (Values.isNullish(value)) {
        return;
      }
      if (!(value instanceof BsonDocument document)) {
        throw Values.error(
            40400,
            "$mergeObjects requires object inputs, but input "
                + ServerText.of(value)
                + " is of type "
                + Values.typeName(value));
      }
      merged.putAll(document);
    }

    @Override
    public void combine(BsonValue partial) {
      add(partial);
    }

    @Override
    public BsonValue partial() {
      return result();
    }

    @Override
    public BsonValue result() {
      BsonDocument result = new BsonDocument(merged.size());
      result.putAll(merged);
      return result;
    }
  }
}
