package shardsh.core.expr.op;

import java.util.Iterator;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/**
 * Arrays as sets: duplicates and order do not count. Unions and intersections come out sorted, as
 * the manual's examples show them; differences keep the first array's order.
 */
final class Sets {
  private Sets() {}

  static BsonValue union(BsonValue[] operands, EvaluationContext context) {
    TreeSet<BsonValue> result = new TreeSet<>(context.order());
    for (BsonValue operand : operands) {
      if (Values.isNullish(operand)) {
        return BsonNull.VALUE;
      }
      result.addAll(operand(operand, 17043, "All operands of $setUnion must be arrays. One"));
    }
    return array(result);
  }

  private static BsonArray array(TreeSet<BsonValue> values) {
    BsonArray result = new BsonArray(values.size());
    result.addAll(values);
    return result;
  }

  private static BsonArray operand(BsonValue value, int code, String message) {
    if (value instanceof BsonArray array) {
      return array;
    }
    throw Values.error(code, message + " argument is of type: " + Values.typeName(value));
  }

  static BsonValue intersection(BsonValue[] operands, EvaluationContext context) {
    TreeSet<BsonValue> result = new TreeSet<>(context.order());
    boolean first = true;
    for (BsonValue operand : operands) {
      if (Values.isNullish(operand)) {
        return BsonNull.VALUE;
      }
      BsonArray array =
          operand(operand, 17047, "All operands of $setIntersection must be arrays. One");
      if (first) {
        result.addAll(array);
        first = false;
      } else if (!result.isEmpty()) {
        TreeSet<BsonValue> other = setOf(array, context.order());
        result.removeIf(value -> !other.contains(value));
      }
    }
    return array(result);
  }

  private static TreeSet<BsonValue> setOf(BsonArray array, BsonOrder order) {
    TreeSet<BsonValue> set = new TreeSet<>(order);
    set.addAll(array);
    return set;
  }

  static BsonValue difference(BsonValue[] operands, EvaluationContext context) {
    if (Values.isNullish(operands[0]) || Values.isNullish(operands[1])) {
      return BsonNull.VALUE;
    }
    String message = "both operands of $setDifference must be arrays. ";
    BsonArray left = operand(operands[0], 17048, message + "First");
    TreeSet<BsonValue> seen =
        setOf(operand(operands[1], 17049, message + "Second"), context.order());
    BsonArray result = new BsonArray();
    for (BsonValue value : left) {
      if (seen.add(value)) {
        result.add(value);
      }
    }
    return result;
  }

  static BsonValue isSubset(BsonValue[] operands, EvaluationContext context) {
    String message = "both operands of $setIsSubset must be arrays. ";
    BsonArray left = operand(operands[0], 17046, message + "First");
    TreeSet<BsonValue> right =
        setOf(operand(operands[1], 17042, message + "Second"), context.order());
    for (BsonValue value : left) {
      if (!right.contains(value)) {
        return Values.bool(false);
      }
    }
    return Values.bool(true);
  }

  static Expression equals(String name, BsonValue spec, VariableNames scope) {
    int count = spec instanceof BsonArray array ? array.size() : 1;
    if (count < 2) {
      throw Values.error(17045, "$setEquals needs at least two arguments had: " + count);
    }
    return Call.any(Sets::areEqual).parse(name, spec, scope);
  }

  private static BsonValue areEqual(BsonValue[] operands, EvaluationContext context) {
    boolean equal = true;
    TreeSet<BsonValue> first = null;
    for (int i = 0; i < operands.length; i++) {
      String message = "All operands of $setEquals must be arrays. " + (i + 1) + "-th";
      TreeSet<BsonValue> next = setOf(operand(operands[i], 17044, message), context.order());
      if (first == null) {
        first = next;
      } else {
        equal = equal && sameElements(first, next, context.order());
      }
    }
    return Values.bool(equal);
  }

  private static boolean sameElements(
      TreeSet<BsonValue> left, TreeSet<BsonValue> right, BsonOrder order) {
    if (left.size() != right.size()) {
      return false;
    }
    Iterator<BsonValue> others = right.iterator();
    for (BsonValue value : left) {
      if (!order.equal(value, others.next())) {
        return false;
      }
    }
    return true;
  }

  static BsonValue anyTrue(BsonValue value) {
    for (BsonValue element : elements("$anyElementTrue", value, 17041)) {
      if (Values.isTrue(element)) {
        return Values.bool(true);
      }
    }
    return Values.bool(false);
  }

  static BsonValue allTrue(BsonValue value) {
    for (BsonValue element : elements("$allElementsTrue", value, 17040)) {
      if (!Values.isTrue(element)) {
        return Values.bool(false);
      }
    }
    return Values.bool(true);
  }

  private static BsonArray elements(String name, BsonValue value, int code) {
    if (value instanceof BsonArray array) {
      return array;
    }
    throw Values.error(
        code, name + "'s argument must be an array, but is " + Values.typeName(value));
  }
}
