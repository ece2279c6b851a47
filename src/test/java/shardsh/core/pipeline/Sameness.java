package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Numbers;

/** How the handed cases compare values. */
record Sameness(boolean approximate, boolean fieldsFree, boolean arraysFree) {

  /** Fails unless the results are those of the case, in its order where that counts. */
  static void check(BsonDocument one, List<BsonDocument> results) {
    check(one, results, true);
  }

  /**
   * The same.
   *
   * @param keepsOrder false where the case's order cannot be expected
   */
  static void check(BsonDocument one, List<BsonDocument> results, boolean keepsOrder) {
    String compare = one.containsKey("compare") ? one.getString("compare").getValue() : "";
    Sameness sameness =
        new Sameness(
            one.containsKey("approximate"),
            compare.equals("unorderedFields"),
            compare.equals("unorderedArrays"));
    boolean ordered =
        keepsOrder && (!one.containsKey("ordered") || one.getBoolean("ordered").getValue());
    sameness.check(one.getArray("results"), results, ordered);
  }

  void check(List<BsonValue> wanted, List<BsonDocument> results, boolean ordered) {
    List<BsonValue> expected = new ArrayList<>(wanted);
    List<BsonValue> actual = new ArrayList<>(results);
    if (!ordered) {
      Comparator<BsonValue> order =
          (left, right) -> BsonOrder.SIMPLE.compare(sorted(left), sorted(right));
      expected.sort(order);
      actual.sort(order);
    }
    boolean same = of(new BsonArray(expected), new BsonArray(actual));
    assertTrue(same, () -> "expected " + expected + "\n but was " + actual);
  }

  boolean of(BsonValue expected, BsonValue actual) {
    if (approximate && Numbers.isNumber(expected) && Numbers.isNumber(actual)) {
      double wanted = Numbers.toDouble(expected);
      return Math.abs(wanted - Numbers.toDouble(actual)) <= 1e-9 * Math.max(1, Math.abs(wanted));
    }
    if (expected.getBsonType() != actual.getBsonType()) {
      return false;
    }
    return switch (expected.getBsonType()) {
      case DOCUMENT -> documents(expected.asDocument(), actual.asDocument());
      case ARRAY -> arrays(expected.asArray(), actual.asArray());
      case DECIMAL128 -> BsonOrder.SIMPLE.equal(expected, actual);
      default -> expected.equals(actual);
    };
  }

  private boolean documents(BsonDocument expected, BsonDocument actual) {
    List<String> names = new ArrayList<>(expected.keySet());
    List<String> found = new ArrayList<>(actual.keySet());
    if (fieldsFree) {
      names.sort(null);
      found.sort(null);
    }
    return names.equals(found)
        && names.stream().allMatch(name -> of(expected.get(name), actual.get(name)));
  }

  private boolean arrays(BsonArray expected, BsonArray actual) {
    if (expected.size() != actual.size()) {
      return false;
    }
    List<BsonValue> wanted = new ArrayList<>(expected);
    List<BsonValue> found = new ArrayList<>(actual);
    if (arraysFree) {
      wanted.sort(BsonOrder.SIMPLE);
      found.sort(BsonOrder.SIMPLE);
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!of(wanted.get(i), found.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** A form in which values that are the same sort alike. */
  BsonValue sorted(BsonValue value) {
    if (value instanceof BsonArray array) {
      List<BsonValue> elements = new ArrayList<>();
      array.forEach(element -> elements.add(sorted(element)));
      if (arraysFree) {
        elements.sort(BsonOrder.SIMPLE);
      }
      return new BsonArray(elements);
    }
    if (value instanceof BsonDocument document) {
      List<String> names = new ArrayList<>(document.keySet());
      if (fieldsFree) {
        names.sort(null);
      }
      BsonDocument result = new BsonDocument();
      names.forEach(name -> result.append(name, sorted(document.get(name))));
      return result;
    }
    return value;
  }
}
