package shardsh.core.expr.op;

import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $mergeObjects}, {@code $getField}, {@code $setField} and {@code $unsetField}. */
final class ObjectOperators {
  private ObjectOperators() {}

  /**
   * Puts an object's fields into another; null and missing change nothing.
   *
   * @throws CommandException Location40400 for any other value
   */
  static void mergeInto(BsonDocument result, BsonValue value) {
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
    result.putAll(document);
  }

  static Expression getField(String name, BsonValue spec, VariableNames scope) {
    BsonValue full = spec;
    boolean isObject =
        spec instanceof BsonDocument document
            && !(document.size() > 0 && document.getFirstKey().startsWith("$"));
    if (!isObject) {
      full = new BsonDocument("field", spec).append("input", new BsonString("$$CURRENT"));
    }
    Named.Reader reader =
        Named.read(
            name,
            full,
            scope,
            null,
            3041701,
            "$getField found an unknown argument: ",
            "field",
            "input");
    Expression field =
        reader.required("field", 3041702, "$getField requires 'field' to be specified");
    Expression input =
        reader.required("input", 3041703, "$getField requires 'input' to be specified");
    checkConstantName(field, 5654602, "$getField");
    return reader.expression(
        new String[] {"field", "input"}, new Expression[] {field, input}, ObjectOperators::fieldOf);
  }

  private static void checkConstantName(Expression field, int code, String name) {
    if (field instanceof Constant constant && !constant.value().isString()) {
      throw Values.error(
          code,
          name
              + " requires 'field' to evaluate to type String, but got "
              + Values.typeName(constant.value()));
    }
  }

  private static BsonValue fieldOf(Expression[] arguments, EvaluationContext context) {
    BsonValue field = arguments[0].evaluate(context);
    if (!(field instanceof BsonString name)) {
      throw Values.error(
          3041704,
          "$getField requires 'field' to evaluate to type String, but got "
              + Values.typeName(field));
    }
    BsonValue input = arguments[1].evaluate(context);
    if (input instanceof BsonDocument document) {
      return document.get(name.getValue());
    }
    return input != null && Values.isNullish(input) ? BsonNull.VALUE : null;
  }

  static Expression setField(String name, BsonValue spec, VariableNames scope) {
    return setField(name, spec, scope, new String[] {"field", "input", "value"});
  }

  static Expression unsetField(String name, BsonValue spec, VariableNames scope) {
    return setField(name, spec, scope, new String[] {"field", "input"});
  }

  private static Expression setField(
      String name, BsonValue spec, VariableNames scope, String[] names) {
    CommandException notObject =
        Values.error(4161100, name + " only supports an object as its argument");
    String unknown = name + " found an unknown argument: ";
    Named.Reader reader = Named.read(name, spec, scope, notObject, 4161101, unknown, names);
    Expression field =
        reader.required("field", 4161102, name + " requires 'field' to be specified");
    boolean setting = names.length == 3;
    Expression value =
        setting
            ? reader.required("value", 4161103, name + " requires 'value' to be specified")
            : null;
    Expression input =
        reader.required("input", 4161109, name + " requires 'input' to be specified");
    String key = constantName(name, field);
    Expression[] arguments =
        setting ? new Expression[] {field, input, value} : new Expression[] {field, input};
    return reader.expression(
        names, arguments, (terms, context) -> withField(name, key, terms, context));
  }

  private static String constantName(String name, Expression field) {
    if (field instanceof PathExpression path) {
      String text = path.toBson().asString().getValue();
      throw Values.error(
          4161108,
          "'"
              + text
              + "' is a field path reference which is not allowed in this context. Did you mean"
              + " {$literal: '"
              + text
              + "'}?");
    }
    if (!(field instanceof Constant)) {
      throw Values.error(
          4161106,
          name + " requires 'field' to evaluate to a constant, but got a non-constant argument");
    }
    checkConstantName(field, 4161107, name);
    return ((Constant) field).value().asString().getValue();
  }

  private static BsonValue withField(
      String name, String key, Expression[] terms, EvaluationContext context) {
    BsonValue input = terms[1].evaluate(context);
    if (Values.isNullish(input)) {
      return BsonNull.VALUE;
    }
    if (!(input instanceof BsonDocument document)) {
      throw Values.error(
          4161105,
          name + " requires 'input' to evaluate to type Object, but got " + Values.typeName(input));
    }
    BsonValue value = terms.length < 3 ? null : terms[2].evaluate(context);
    BsonDocument result = Docs.copyOf(document);
    if (value == null) {
      result.remove(key);
    } else {
      result.put(key, value);
    }
    return result;
  }
}
