package shardsh.core.expr.op;

import org.bson.BsonValue;
import shardsh.core.expr.Expression;
import shardsh.core.expr.VariableNames;

/** Reads what stands behind an operator's name. */
@FunctionalInterface
interface OperatorParser {

  /**
   * @param name the operator with its dollar sign
   * @param spec what stands behind it
   */
  Expression parse(String name, BsonValue spec, VariableNames scope);
}
