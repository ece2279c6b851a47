package shardsh.core.query;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ServerProfile;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.VariableNames;

/**
 * What stands around a filter, projection or update while it is read: the collation, and for its
 * expressions the variables that may be used and their values.
 *
 * @param names the variables that expressions may use
 * @param variables their values and the operation's settings, whose order is the collation's; the
 *     root document is replaced by each document in turn
 */
public record QueryContext(Collation collation, VariableNames names, EvaluationContext variables) {

  private static final BsonDocument NO_ROOT = new BsonDocument();

  /** Simple collation, no variables. */
  public static final QueryContext PLAIN = of(Collation.simple());

  /** Simple collation and no variables, with the operators of a server of that profile. */
  public static QueryContext of(ServerProfile profile) {
    return of(Collation.simple(), EvaluationContext.Settings.PLAIN.withProfile(profile));
  }

  /** No variables but the system's, plain settings. */
  public static QueryContext of(Collation collation) {
    return of(collation, EvaluationContext.Settings.PLAIN);
  }

  /** No variables but the system's; the settings' order is replaced by the collation's. */
  public static QueryContext of(Collation collation, EvaluationContext.Settings settings) {
    return new QueryContext(
        collation,
        VariableNames.of(settings.profile()),
        EvaluationContext.of(NO_ROOT, settings.withOrder(collation.order())));
  }

  /**
   * With the variables of a command's {@code let}: constants, or expressions that read no document;
   * each may use those before it.
   *
   * @throws CommandException when a name or expression is not valid
   */
  public QueryContext with(BsonDocument let) {
    VariableNames known = names;
    EvaluationContext values = variables;
    for (Map.Entry<String, BsonValue> variable : let.entrySet()) {
      VariableNames.checkDeclarable(variable.getKey());
      BsonValue value = Expression.parse(variable.getValue(), known).evaluate(values);
      known = known.with(variable.getKey());
      values = values.with(variable.getKey(), value);
    }
    return new QueryContext(collation, known, values);
  }

  /**
   * With the constants of an update's {@code c}, whose values are taken as they are.
   *
   * @throws CommandException when a name is not valid
   */
  public QueryContext withConstants(BsonDocument constants) {
    VariableNames known = names;
    EvaluationContext values = variables;
    for (Map.Entry<String, BsonValue> constant : constants.entrySet()) {
      VariableNames.checkDeclarable(constant.getKey());
      known = known.with(constant.getKey());
      values = values.with(constant.getKey(), constant.getValue());
    }
    return new QueryContext(collation, known, values);
  }

  EvaluationContext about(BsonDocument document) {
    return variables.withRoot(document);
  }
}
