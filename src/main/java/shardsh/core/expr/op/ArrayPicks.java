package shardsh.core.expr.op;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.ElementCount;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $firstN} and its like, {@code $sortArray} and {@code $zip}. */
final class ArrayPicks {

  /** Chooses up to n elements. */
  @FunctionalInterface
  interface Choice {
    BsonArray choose(BsonArray input, int n, BsonOrder order);
  }

  private ArrayPicks() {}

  static OperatorParser upToN(Choice choice) {
    return (name, spec, scope) -> {
      CommandException notObject =
          Values.error(
              5787900,
              "specification must be an object; found " + name + ": " + ServerText.of(spec));
      Named.Reader reader =
          Named.read(
              name,
              spec,
              scope,
              notObject,
              5787901,
              "Unknown argument for 'n' operator: ",
              "n",
              "input");
      Expression n = reader.required("n", 5787906, "Missing value for 'n'");
      Expression input = reader.required("input", 5787907, "Missing value for 'input'");
      return reader.expression(
          new String[] {"n", "input"},
          new Expression[] {n, input},
          (arguments, context) -> chosen(choice, arguments, context));
    };
  }

  private static BsonValue chosen(
      Choice choice, Expression[] arguments, EvaluationContext context) {
    int n = ElementCount.of(arguments[0].evaluate(context));
    if (!(arguments[1].evaluate(context) instanceof BsonArray input)) {
      throw Values.error(5788200, "Input must be an array");
    }
    return choice.choose(input, n, context.order());
  }

  static BsonArray firstN(BsonArray input, int n, BsonOrder order) {
    return new BsonArray(List.copyOf(input.subList(0, Math.min(n, input.size()))));
  }

  static BsonArray lastN(BsonArray input, int n, BsonOrder order) {
    int from = Math.max(0, input.size() - n);
    return new BsonArray(List.copyOf(input.subList(from, input.size())));
  }

  static BsonArray minN(BsonArray input, int n, BsonOrder order) {
    return smallest(input, n, order);
  }

  static BsonArray maxN(BsonArray input, int n, BsonOrder order) {
    return smallest(input, n, order.reversed());
  }

  private static BsonArray smallest(BsonArray input, int n, Comparator<BsonValue> order) {
    List<BsonValue> values = new ArrayList<>(input.size());
    for (BsonValue value : input) {
      if (!Values.isNullish(value)) {
        values.add(value);
      }
    }
    values.sort(order);
    return new BsonArray(values.subList(0, Math.min(n, values.size())));
  }

  /** One field of a sort specification. */
  private record SortField(BsonPath path, int direction) {}

  static Expression sortArray(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(
            2942500,
            "$sortArray requires an object as an argument, found: " + Values.typeName(spec));
    String unknown = "$sortArray found an unknown argument: ";
    Named.Reader reader =
        Named.read(name, spec, scope, notObject, 2942501, unknown, "input", "sortBy");
    Expression input =
        reader.required("input", 2942502, "$sortArray requires 'input' to be specified");
    if (!reader.has("sortBy")) {
      throw Values.error(2942503, "$sortArray requires 'sortBy' to be specified");
    }
    BsonValue sortBy = reader.raw("sortBy");
    List<SortField> fields = sortFields(sortBy);
    return reader.expression(
        new String[] {"input", "sortBy"},
        new Expression[] {input, new SortSpec(sortBy)},
        (arguments, context) -> sorted(arguments[0].evaluate(context), fields, context.order()));
  }

  /** An empty list stands for whole elements in descending, a field without parts ascending. */
  private static List<SortField> sortFields(BsonValue sortBy) {
    List<SortField> fields = new ArrayList<>();
    if (Numbers.isNumber(sortBy)) {
      fields.add(new SortField(null, direction(sortBy, 2942505)));
      return fields;
    }
    if (!(sortBy instanceof BsonDocument document)) {
      throw Values.error(
          2942506, "Expected a number or object for sortBy, found: " + Values.typeName(sortBy));
    }
    if (document.isEmpty()) {
      throw Values.error(2942507, "The sort pattern must not be empty");
    }
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      fields.add(new SortField(BsonPath.of(field.getKey()), direction(field.getValue(), 2942507)));
    }
    return fields;
  }

  private static int direction(BsonValue value, int code) {
    double direction = Numbers.isNumber(value) ? Numbers.toDouble(value) : 0;
    if (direction != 1 && direction != -1) {
      throw Values.error(code, "The sort direction must be either 1 or -1");
    }
    return (int) direction;
  }

  private static BsonValue sorted(BsonValue array, List<SortField> fields, BsonOrder order) {
    if (Values.isNullish(array)) {
      return BsonNull.VALUE;
    }
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          2942504,
          "The input argument to $sortArray must be an array, but was of type: "
              + Values.typeName(array));
    }
    List<BsonValue> values = new ArrayList<>(list);
    values.sort((left, right) -> compare(left, right, fields, order));
    return new BsonArray(values);
  }

  private static int compare(
      BsonValue left, BsonValue right, List<SortField> fields, BsonOrder order) {
    for (SortField field : fields) {
      int outcome =
          field.path == null
              ? order.compare(left, right)
              : order.compare(at(left, field.path), at(right, field.path));
      if (outcome != 0) {
        return outcome * field.direction;
      }
    }
    return 0;
  }

  /** Positions in arrays are followed; arrays are not searched. Null where nothing is found. */
  private static BsonValue at(BsonValue value, BsonPath path) {
    BsonValue current = value;
    for (String part : path.parts()) {
      if (current instanceof BsonDocument document) {
        current = document.get(part);
      } else if (current instanceof BsonArray array && current != value) {
        int index = BsonPath.arrayIndex(part);
        current = index >= 0 && index < array.size() ? array.get(index) : null;
      } else {
        return BsonNull.VALUE;
      }
    }
    return Values.orNull(current);
  }

  static Expression zip(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(
            34460, "$zip only supports an object as an argument, found " + Values.typeName(spec));
    String unknown = "$zip found an unknown argument: ";
    Named.Reader reader =
        Named.read(
            name, spec, scope, notObject, 34464, unknown, "inputs", "defaults", "useLongestLength");
    Expression[] inputs = zipList(reader.raw("inputs"), 34461, "inputs", scope);
    Expression[] defaults = zipList(reader.raw("defaults"), 34462, "defaults", scope);
    BsonValue longest = reader.raw("useLongestLength");
    if (longest != null && !longest.isBoolean()) {
      throw Values.error(
          34463, "useLongestLength must be a bool, found " + Values.typeName(longest));
    }
    boolean useLongest = longest != null && longest.asBoolean().getValue();
    if (inputs.length == 0) {
      throw Values.error(34465, "$zip requires at least one input array");
    }
    if (defaults.length > 0 && !useLongest) {
      throw Values.error(34466, "cannot specify defaults unless useLongestLength is true");
    }
    if (defaults.length > 0 && defaults.length != inputs.length) {
      throw Values.error(34467, "defaults and inputs must have the same length");
    }
    return new Zip(inputs, defaults, useLongest);
  }

  private static Expression[] zipList(BsonValue list, int code, String name, VariableNames scope) {
    if (list == null) {
      return new Expression[0];
    }
    if (!list.isArray()) {
      throw Values.error(
          code, name + " must be an array of expressions, found " + Values.typeName(list));
    }
    return Call.list(list, scope);
  }

  /** Printed as it was written, not as a constant. */
  private static final class SortSpec implements Expression {
    private final Constant constant;

    SortSpec(BsonValue spec) {
      this.constant = new Constant(spec);
    }

    @Override
    public BsonValue evaluate(EvaluationContext context) {
      return constant.value();
    }

    @Override
    public BsonValue toBson() {
      return constant.value();
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      constant.addDependencies(dependencies);
    }
  }
}
