package shardsh.core.expr.op;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** Operators that evaluate only as many arguments as they need: and, or, cond, ifNull, switch. */
final class Logic implements Expression {

  /** Decides over the arguments, evaluating them one after the other. */
  @FunctionalInterface
  private interface Decision {
    BsonValue decide(Expression[] arguments, EvaluationContext context);
  }

  /** Before, {@code $ifNull} took one input and one replacement. */
  private static final String MANY_INPUTS_SINCE = "5.0";

  private final String name;
  private final Expression[] arguments;
  private final Decision decision;

  private Logic(String name, Expression[] arguments, Decision decision) {
    this.name = name;
    this.arguments = arguments;
    this.decision = decision;
  }

  static Expression and(String name, BsonValue spec, VariableNames scope) {
    return new Logic(name, Call.list(spec, scope), (terms, context) -> all(terms, context));
  }

  private static BsonValue all(Expression[] terms, EvaluationContext context) {
    for (Expression term : terms) {
      if (!Values.isTrue(term.evaluate(context))) {
        return Values.bool(false);
      }
    }
    return Values.bool(true);
  }

  static Expression or(String name, BsonValue spec, VariableNames scope) {
    return new Logic(name, Call.list(spec, scope), (terms, context) -> any(terms, context));
  }

  private static BsonValue any(Expression[] terms, EvaluationContext context) {
    for (Expression term : terms) {
      if (Values.isTrue(term.evaluate(context))) {
        return Values.bool(true);
      }
    }
    return Values.bool(false);
  }

  static BsonValue not(BsonValue value) {
    return Values.bool(!Values.isTrue(value));
  }

  static Expression ifNull(String name, BsonValue spec, VariableNames scope) {
    if (!scope.profile().isAtLeast(MANY_INPUTS_SINCE)) {
      return new Logic(name, Call.fixed(name, spec, scope, 2), Logic::firstNotNull);
    }
    Expression[] arguments = Call.list(spec, scope);
    if (arguments.length < 2) {
      throw Values.error(1257300, "$ifNull needs at least two arguments, had: " + arguments.length);
    }
    return new Logic(name, arguments, (terms, context) -> firstNotNull(terms, context));
  }

  private static BsonValue firstNotNull(Expression[] terms, EvaluationContext context) {
    int last = terms.length - 1;
    for (int i = 0; i < last; i++) {
      BsonValue value = terms[i].evaluate(context);
      if (!Values.isNullish(value)) {
        return value;
      }
    }
    return terms[last].evaluate(context);
  }

  static Expression cond(String name, BsonValue spec, VariableNames scope) {
    Expression[] arguments =
        spec instanceof BsonDocument document && !isOperator(document)
            ? namedCond(name, spec, scope)
            : Call.fixed(name, spec, scope, 3);
    return new Logic(
        name,
        arguments,
        (terms, context) ->
            terms[Values.isTrue(terms[0].evaluate(context)) ? 1 : 2].evaluate(context));
  }

  private static boolean isOperator(BsonDocument spec) {
    return !spec.isEmpty() && spec.getFirstKey().startsWith("$");
  }

  private static Expression[] namedCond(String name, BsonValue spec, VariableNames scope) {
    Named.Reader reader =
        Named.read(
            name,
            spec,
            scope,
            null,
            17083,
            "Unrecognized parameter to $cond: ",
            "if",
            "then",
            "else");
    return new Expression[] {
      reader.required("if", 17080, "Missing 'if' parameter to $cond"),
      reader.required("then", 17081, "Missing 'then' parameter to $cond"),
      reader.required("else", 17082, "Missing 'else' parameter to $cond")
    };
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    return decision.decide(arguments, context);
  }

  @Override
  public BsonDocument toBson() {
    return Call.listToBson(name, arguments);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    Call.addAll(arguments, dependencies);
  }

  /** {@code {$switch: {branches: [{case, then} …], default}}}. */
  static final class Switch implements Expression {
    private final Expression[] cases;
    private final Expression[] results;
    private final Expression otherwise;

    private Switch(Expression[] cases, Expression[] results, Expression otherwise) {
      this.cases = cases;
      this.results = results;
      this.otherwise = otherwise;
    }

    static Expression parse(String name, BsonValue spec, VariableNames scope) {
      Named.Reader reader =
          Named.read(
              name,
              spec,
              scope,
              Values.error(
                  40060,
                  "$switch requires an object as an argument, found: " + Values.typeName(spec)),
              40067,
              "$switch found an unknown argument: ",
              "branches",
              "default");
      BsonValue branches = reader.raw("branches");
      if (branches != null && !branches.isArray()) {
        throw Values.error(
            40061, "$switch expected an array for 'branches', found: " + Values.typeName(branches));
      }
      BsonArray list = branches == null ? new BsonArray() : branches.asArray();
      Expression[] cases = new Expression[list.size()];
      Expression[] results = new Expression[list.size()];
      for (int i = 0; i < cases.length; i++) {
        Named.Reader branch = readBranch(list.get(i), scope);
        cases[i] =
            branch.required("case", 40064, "$switch requires each branch have a 'case' expression");
        results[i] =
            branch.required(
                "then", 40065, "$switch requires each branch have a 'then' expression.");
      }
      Expression otherwise = reader.optional("default");
      if (cases.length == 0) {
        throw Values.error(40068, "$switch requires at least one branch.");
      }
      return new Switch(cases, results, otherwise);
    }

    private static Named.Reader readBranch(BsonValue branch, VariableNames scope) {
      return Named.read(
          "$switch",
          branch,
          scope,
          Values.error(
              40062,
              "$switch expected each branch to be an object, found: " + Values.typeName(branch)),
          40063,
          "$switch found an unknown argument to a branch: ",
          "case",
          "then");
    }

    @Override
    public BsonValue evaluate(EvaluationContext context) {
      for (int i = 0; i < cases.length; i++) {
        if (Values.isTrue(cases[i].evaluate(context))) {
          return results[i].evaluate(context);
        }
      }
      if (otherwise == null) {
        throw Values.error(
            40066,
            "$switch could not find a matching branch for an input, and no default was"
                + " specified.");
      }
      return otherwise.evaluate(context);
    }

    @Override
    public BsonDocument toBson() {
      BsonArray branches = new BsonArray();
      for (int i = 0; i < cases.length; i++) {
        branches.add(
            new BsonDocument("case", cases[i].toBson()).append("then", results[i].toBson()));
      }
      BsonDocument printed = new BsonDocument("branches", branches);
      if (otherwise != null) {
        printed.append("default", otherwise.toBson());
      }
      return new BsonDocument("$switch", printed);
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      Call.addAll(cases, dependencies);
      Call.addAll(results, dependencies);
      if (otherwise != null) {
        otherwise.addDependencies(dependencies);
      }
    }
  }
}
