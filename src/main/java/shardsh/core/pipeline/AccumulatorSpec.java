package shardsh.core.pipeline;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;

/** A parsed accumulator, e.g. {@code {$sum: "$qty"}}. Immutable. */
public interface AccumulatorSpec {

  /** With its dollar sign. */
  String name();

  /** What a document contributes; null (Java) when it is missing. */
  BsonValue input(EvaluationContext context);

  /** The expression whose value {@link #input} gives, when it is nothing more than that. */
  default Optional<Expression> inputExpression() {
    return Optional.empty();
  }

  /**
   * A new state.
   *
   * @param group the group's key as the root document ({@code n} of the n-accumulators may read its
   *     fields), with the operation's settings
   */
  Accumulator start(EvaluationContext group);

  /** As explain prints it, e.g. {@code {$sum: "$qty"}}. */
  BsonDocument toBson();

  /** As it is printed where it combines partial values of a field. */
  default BsonDocument toCombiningBson(String path) {
    return new BsonDocument(name(), new BsonString(path));
  }

  /** Adds what the input expressions read. */
  void addDependencies(Dependencies dependencies);
}
