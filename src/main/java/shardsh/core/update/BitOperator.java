package shardsh.core.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;

/** {@code $bit}: and, or, xor with ints and longs, one after the other. */
record BitOperator(String path, List<Step> steps) implements UpdateOperator {

  /** One operation with its operand. */
  record Step(String name, BsonValue operand) {}

  BitOperator {
    steps = List.copyOf(steps);
  }

  /**
   * @throws CommandException BAD_VALUE when the argument is not {@code {and|or|xor: int or long}}
   */
  static BitOperator parse(String path, BsonValue argument) {
    if (!argument.isDocument()) {
      throw Application.badValue(
          "The $bit modifier is not compatible with a "
              + Values.typeName(argument)
              + ". You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}");
    }
    List<Step> steps = new ArrayList<>();
    for (Map.Entry<String, BsonValue> step : argument.asDocument().entrySet()) {
      String name = step.getKey();
      if (!List.of("and", "or", "xor").contains(name)) {
        throw Application.badValue(
            "The $bit modifier only supports 'and', 'or', and 'xor', not '"
                + name
                + "' which is an unknown operator: {"
                + name
                + ": "
                + ServerText.of(step.getValue())
                + "}");
      }
      if (!isWhole(step.getValue())) {
        throw Application.badValue(
            "The $bit modifier field must be an Integer(32/64 bit); a '"
                + Values.typeName(step.getValue())
                + "' is not supported here: {"
                + name
                + ": "
                + ServerText.of(step.getValue())
                + "}");
      }
      steps.add(new Step(name, step.getValue()));
    }
    if (steps.isEmpty()) {
      throw Application.badValue(
          "You must pass in at least one bitwise operation. The format is: {$bit: {field:"
              + " {and/or/xor: #}}");
    }
    return new BitOperator(path, steps);
  }

  private static boolean isWhole(BsonValue value) {
    return value.isInt32() || value.isInt64();
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    BsonValue value = current == null ? new BsonInt32(0) : current;
    if (!isWhole(value)) {
      throw Application.badValue(
          "Cannot apply $bit to a value of non-integral type."
              + application.idText()
              + " has the field "
              + path.substring(path.lastIndexOf('.') + 1)
              + " of non-integer data type "
              + Values.typeName(value));
    }
    for (Step step : steps) {
      value = step(step, value);
    }
    return Identity.same(value, current) ? current : value;
  }

  private static BsonValue step(Step step, BsonValue value) {
    long a = value.asNumber().longValue();
    long b = step.operand().asNumber().longValue();
    long result =
        switch (step.name()) {
          case "and" -> a & b;
          case "or" -> a | b;
          default -> a ^ b;
        };
    return value.isInt32() && step.operand().isInt32()
        ? new BsonInt32((int) result)
        : new BsonInt64(result);
  }
}
