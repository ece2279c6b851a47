package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonJavaScript;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** {@code $accumulator}: functions of the user keep the state, through the JavaScript port. */
final class JavaScriptAccumulator implements AccumulatorSpec {
  private static final List<String> KNOWN =
      List.of("init", "initArgs", "accumulate", "accumulateArgs", "merge", "finalize", "lang");

  private final BsonDocument spec;
  private final Expression initArgs;
  private final Expression accumulateArgs;

  private JavaScriptAccumulator(BsonDocument spec, Expression initArgs, Expression accumulateArgs) {
    this.spec = spec;
    this.initArgs = initArgs;
    this.accumulateArgs = accumulateArgs;
  }

  static AccumulatorSpec parse(String name, BsonValue value, PipelineContext context) {
    if (!(value instanceof BsonDocument spec)) {
      throw Values.error(
          4544703, "$accumulator expects an object as an argument; found: " + ServerText.of(value));
    }
    for (String field : spec.keySet()) {
      if (!KNOWN.contains(field)) {
        throw Values.error(4544706, "$accumulator got an unexpected field: " + field);
      }
    }
    function(spec, "init");
    function(spec, "accumulate");
    function(spec, "merge");
    if (spec.containsKey("finalize")) {
      function(spec, "finalize");
    }
    if (!spec.containsKey("lang")) {
      throw Values.error(4544713, "$accumulator missing required argument 'lang'");
    }
    if (!new BsonString("js").equals(spec.get("lang"))) {
      throw Values.error(
          4544704, "$accumulator lang not supported: " + ServerText.of(spec.get("lang")));
    }
    BsonValue none = new BsonArray();
    return new JavaScriptAccumulator(
        spec,
        context.parse(spec.getOrDefault("initArgs", none)),
        context.parse(spec.getOrDefault("accumulateArgs", none)));
  }

  /** The text of one of the functions. */
  private static String function(BsonDocument spec, String field) {
    BsonValue value = spec.get(field);
    if (value == null) {
      throw Values.error(4544712, "$accumulator missing required argument '" + field + "'");
    }
    if (value instanceof BsonJavaScript code) {
      return code.getCode();
    }
    if (!value.isString()) {
      throw Values.error(
          4544701,
          "$accumulator '"
              + field
              + "' must be a String or JavaScript Code; found: "
              + ServerText.of(value));
    }
    return value.asString().getValue();
  }

  @Override
  public String name() {
    return "$accumulator";
  }

  @Override
  public BsonValue input(EvaluationContext context) {
    return arguments(accumulateArgs, context);
  }

  private static BsonArray arguments(Expression expression, EvaluationContext context) {
    if (expression.evaluate(context) instanceof BsonArray array) {
      return array;
    }
    throw Values.error(4544711, "$accumulator arguments must evaluate to an array");
  }

  @Override
  public Accumulator start(EvaluationContext group) {
    JavaScriptFunctions engine = group.settings().javaScript();
    if (engine == null) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "$accumulator needs a JavaScript engine, and there is none in this place");
    }
    return new State(engine, spec, arguments(initArgs, group));
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    printed.putAll(spec);
    printed.put("initArgs", initArgs.toBson());
    printed.put("accumulateArgs", accumulateArgs.toBson());
    return new BsonDocument("$accumulator", printed);
  }

  @Override
  public BsonDocument toCombiningBson(String path) {
    BsonDocument printed = toBson().getDocument("$accumulator");
    printed.put("accumulateArgs", new BsonString(path));
    return new BsonDocument("$accumulator", printed);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    accumulateArgs.addDependencies(dependencies);
  }

  private static final class State implements Accumulator {
    private final JavaScriptFunctions engine;
    private final BsonDocument spec;
    private BsonValue state;

    State(JavaScriptFunctions engine, BsonDocument spec, BsonArray initArguments) {
      this.engine = engine;
      this.spec = spec;
      this.state = engine.call(function(spec, "init"), initArguments);
    }

    @Override
    public void add(BsonValue value) {
      List<BsonValue> arguments = new ArrayList<>();
      arguments.add(state);
      arguments.addAll(value.asArray());
      state = engine.call(function(spec, "accumulate"), arguments);
    }

    @Override
    public void combine(BsonValue partial) {
      state = engine.call(function(spec, "merge"), List.of(state, partial));
    }

    @Override
    public BsonValue partial() {
      return state;
    }

    @Override
    public BsonValue result() {
      return spec.containsKey("finalize")
          ? engine.call(function(spec, "finalize"), List.of(state))
          : state;
    }
  }
}
