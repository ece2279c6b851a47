package shardsh.core.expr.op;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $map}, {@code $filter} and {@code $reduce}: an expression once for each element. */
final class Loops implements Expression {

  /** Runs over the elements of an array. */
  @FunctionalInterface
  private interface Body {
    BsonValue run(Loops loop, BsonArray input, EvaluationContext context);
  }

  private static final String LIMIT_SINCE = "5.2";
  private static final String[] FILTER_NAMES = {"input", "as", "cond", "limit"};
  private static final String[] UNLIMITED_FILTER_NAMES = {"input", "as", "cond"};

  private final String name;
  private final int notArrayCode;
  private final String notArrayMessage;
  private final Expression input;
  private final String variable;
  private final String otherName;
  private final Expression other;
  private final Expression in;
  private final Body body;

  /**
   * @param variable what the element is called inside
   * @param otherName the name of the argument {@code other}: limit or initialValue
   * @param other null when absent
   * @param in evaluated for each element
   */
  private Loops(
      String name,
      int notArrayCode,
      String notArrayMessage,
      Expression input,
      String variable,
      String otherName,
      Expression other,
      Expression in,
      Body body) {
    this.name = name;
    this.notArrayCode = notArrayCode;
    this.notArrayMessage = notArrayMessage;
    this.input = input;
    this.variable = variable;
    this.otherName = otherName;
    this.other = other;
    this.in = in;
    this.body = body;
  }

  static Expression map(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(16878, "$map only supports an object as its argument");
    String unknown = "Unrecognized parameter to $map: ";
    Named.Reader reader =
        Named.read(name, spec, scope, notObject, 16879, unknown, "input", "as", "in");
    Expression input = reader.required("input", 16880, "Missing 'input' parameter to $map");
    String variable = elementName(reader);
    if (!reader.has("in")) {
      throw Values.error(16882, "Missing 'in' parameter to $map");
    }
    Expression in = Expression.parse(reader.raw("in"), scope.with(variable));
    String notArray = "input to $map must be an array not ";
    return new Loops(name, 16883, notArray, input, variable, "", null, in, Loops::mapped);
  }

  private static BsonValue mapped(Loops loop, BsonArray input, EvaluationContext context) {
    BsonArray result = new BsonArray(input.size());
    for (BsonValue element : input) {
      result.add(Values.orNull(loop.in.evaluate(context.with(loop.variable, element))));
    }
    return result;
  }

  static Expression filter(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(28646, "$filter only supports an object as its argument");
    String unknown = "Unrecognized parameter to $filter: ";
    Named.Reader reader =
        Named.read(
            name,
            spec,
            scope,
            notObject,
            28647,
            unknown,
            scope.profile().isAtLeast(LIMIT_SINCE) ? FILTER_NAMES : UNLIMITED_FILTER_NAMES);
    Expression input = reader.required("input", 28648, "Missing 'input' parameter to $filter");
    String variable = elementName(reader);
    if (!reader.has("cond")) {
      throw Values.error(28650, "Missing 'cond' parameter to $filter");
    }
    Expression condition = Expression.parse(reader.raw("cond"), scope.with(variable));
    Expression limit = reader.optional("limit");
    String notArray = "input to $filter must be an array not ";
    return new Loops(
        name, 28651, notArray, input, variable, "limit", limit, condition, Loops::filtered);
  }

  private static BsonValue filtered(Loops loop, BsonArray input, EvaluationContext context) {
    int limit = limit(loop.other, context);
    BsonArray result = new BsonArray();
    for (BsonValue element : input) {
      if (Values.isTrue(loop.in.evaluate(context.with(loop.variable, element)))) {
        result.add(element);
        if (result.size() == limit) {
          break;
        }
      }
    }
    return result;
  }

  private static int limit(Expression limit, EvaluationContext context) {
    BsonValue value = Named.value(limit, context);
    if (Values.isNullish(value)) {
      return Integer.MAX_VALUE;
    }
    if (!Numbers.isWholeInt(value)) {
      throw Values.error(
          327391,
          "$filter: limit must be represented as a 32-bit integral value: " + ServerText.of(value));
    }
    if (Numbers.toLong(value) <= 0) {
      throw Values.error(327392, "$filter: limit must be greater than 0: " + Numbers.toLong(value));
    }
    return (int) Numbers.toLong(value);
  }

  static Expression reduce(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(
            40075, "$reduce requires an object as an argument, found: " + Values.typeName(spec));
    String unknown = "$reduce found an unknown argument: ";
    Named.Reader reader =
        Named.read(name, spec, scope, notObject, 40076, unknown, "input", "initialValue", "in");
    Expression input = reader.required("input", 40077, "$reduce requires 'input' to be specified");
    Expression initial =
        reader.required("initialValue", 40078, "$reduce requires 'initialValue' to be specified");
    if (!reader.has("in")) {
      throw Values.error(40079, "$reduce requires 'in' to be specified");
    }
    Expression in = Expression.parse(reader.raw("in"), scope.with("this").with("value"));
    String notArray = "$reduce requires that 'input' be an array, found: ";
    return new Loops(
        name, 40080, notArray, input, "this", "initialValue", initial, in, Loops::reduced);
  }

  private static BsonValue reduced(Loops loop, BsonArray input, EvaluationContext context) {
    BsonValue value = loop.other.evaluate(context);
    for (BsonValue element : input) {
      value = loop.in.evaluate(context.with("this", element).with("value", value));
    }
    return value;
  }

  private static String elementName(Named.Reader reader) {
    BsonValue as = reader.raw("as");
    if (as == null) {
      return "this";
    }
    if (!as.isString()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "'as' must be a string, not " + Values.typeName(as));
    }
    VariableNames.checkDeclarable(as.asString().getValue());
    return as.asString().getValue();
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    BsonValue elements = input.evaluate(context);
    if (elements instanceof BsonArray array) {
      return body.run(this, array, context);
    }
    if (Values.isNullish(elements)) {
      return BsonNull.VALUE;
    }
    String found = name.equals("$reduce") ? ServerText.of(elements) : Values.typeName(elements);
    throw Values.error(notArrayCode, notArrayMessage + found);
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument("input", input.toBson());
    if (!name.equals("$reduce")) {
      printed.append("as", new BsonString(variable));
    }
    if (other != null) {
      printed.append(otherName, other.toBson());
    }
    printed.append(name.equals("$filter") ? "cond" : "in", in.toBson());
    return new BsonDocument(name, printed);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    input.addDependencies(dependencies);
    if (other != null) {
      other.addDependencies(dependencies);
    }
    boolean reduce = name.equals("$reduce");
    in.addDependencies(
        reduce ? dependencies.hiding("this", "value") : dependencies.hiding(variable));
  }

  /** {@code {$let: {vars: {name: expression …}, in}}}. */
  static final class Let implements Expression {
    private final String[] names;
    private final Expression[] values;
    private final Expression in;

    private Let(String[] names, Expression[] values, Expression in) {
      this.names = names;
      this.values = values;
      this.in = in;
    }

    static Expression parse(String name, BsonValue spec, VariableNames scope) {
      CommandException notObject =
          Values.error(16874, "$let only supports an object as its argument");
      String unknown = "Unrecognized parameter to $let: ";
      Named.Reader reader = Named.read(name, spec, scope, notObject, 16875, unknown, "vars", "in");
      if (!reader.has("vars")) {
        throw Values.error(16876, "Missing 'vars' parameter to $let");
      }
      if (!reader.has("in")) {
        throw Values.error(16877, "Missing 'in' parameter to $let");
      }
      if (!(reader.raw("vars") instanceof BsonDocument vars)) {
        throw Values.error(10065, "invalid parameter: expected an object (vars)");
      }
      String[] names = new String[vars.size()];
      Expression[] values = new Expression[names.length];
      VariableNames inner = scope;
      int i = 0;
      for (Map.Entry<String, BsonValue> field : vars.entrySet()) {
        VariableNames.checkDeclarable(field.getKey());
        names[i] = field.getKey();
        values[i++] = Expression.parse(field.getValue(), scope);
        inner = inner.with(field.getKey());
      }
      return new Let(names, values, Expression.parse(reader.raw("in"), inner));
    }

    @Override
    public BsonValue evaluate(EvaluationContext context) {
      EvaluationContext inner = context;
      for (int i = 0; i < names.length; i++) {
        inner = inner.with(names[i], values[i].evaluate(context));
      }
      return in.evaluate(inner);
    }

    @Override
    public BsonDocument toBson() {
      BsonDocument vars = new BsonDocument();
      for (int i = 0; i < names.length; i++) {
        vars.append(names[i], values[i].toBson());
      }
      return new BsonDocument("$let", new BsonDocument("vars", vars).append("in", in.toBson()));
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      Call.addAll(values, dependencies);
      in.addDependencies(dependencies.hiding(names));
    }
  }
}
