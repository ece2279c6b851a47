package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * The members of an {@code $in}: plain values, sorted and without duplicates, and regular
 * expressions, which match strings. Null among them also stands for a missing value.
 */
public final class InSet {
  private final List<BsonValue> values;
  private final List<RegexPattern> patterns;
  private final Collation collation;
  private final boolean hasNull;

  private InSet(List<BsonValue> values, List<RegexPattern> patterns, Collation collation) {
    this.values = List.copyOf(values);
    this.patterns = List.copyOf(patterns);
    this.collation = collation;
    this.hasNull = values.stream().anyMatch(value -> value instanceof BsonNull);
  }

  /** Regular expressions among the members become patterns; the rest are compared for equality. */
  static InSet of(List<BsonValue> members, Collation collation) {
    BsonOrder order = collation.order();
    List<BsonValue> sorted = new ArrayList<>();
    List<RegexPattern> patterns = new ArrayList<>();
    for (BsonValue member : members) {
      if (member instanceof BsonRegularExpression) {
        patterns.add(RegexPattern.of((BsonRegularExpression) member));
      } else {
        sorted.add(member);
      }
    }
    return new InSet(sortedDistinct(sorted, order), patterns, collation);
  }

  /** Values that are all compared for equality, regular expressions included. */
  static InSet ofValues(List<BsonValue> values, Collation collation) {
    return new InSet(sortedDistinct(values, collation.order()), List.of(), collation);
  }

  private static List<BsonValue> sortedDistinct(List<BsonValue> values, BsonOrder order) {
    List<BsonValue> sorted = new ArrayList<>(values);
    sorted.sort(order);
    List<BsonValue> distinct = new ArrayList<>(sorted.size());
    for (BsonValue value : sorted) {
      if (distinct.isEmpty() || !order.equal(distinct.get(distinct.size() - 1), value)) {
        distinct.add(value);
      }
    }
    return distinct;
  }

  /** Members that are compared for equality, ascending in the collation's order. */
  public List<BsonValue> values() {
    return values;
  }

  public List<RegexPattern> patterns() {
    return patterns;
  }

  public Collation collation() {
    return collation;
  }

  public boolean isEmpty() {
    return values.isEmpty() && patterns.isEmpty();
  }

  /** Whether null is a member. */
  public boolean hasNull() {
    return hasNull;
  }

  boolean contains(BsonValue value) {
    if (value == null) {
      return hasNull;
    }
    return hasEqual(value) || matchesPattern(value);
  }

  private boolean hasEqual(BsonValue value) {
    BsonOrder order = collation.order();
    int low = 0;
    int high = values.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = order.compare(values.get(middle), value);
      if (compared == 0) {
        return true;
      }
      if (compared < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  private boolean matchesPattern(BsonValue value) {
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i).matches(value)) {
        return true;
      }
    }
    return false;
  }

  /** As explain prints it: the values in order, then the regular expressions. */
  BsonArray toBson() {
    BsonArray array = new BsonArray(values);
    for (RegexPattern pattern : patterns) {
      array.add(pattern.value());
    }
    return array;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InSet
        && ((InSet) other).values.equals(values)
        && ((InSet) other).patterns.equals(patterns)
        && ((InSet) other).collation.equals(collation);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return toBson().toString();
  }
}
