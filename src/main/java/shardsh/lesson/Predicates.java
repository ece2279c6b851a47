package shardsh.lesson;

import java.util.Optional;
import org.bson.BsonValue;

/** Who evaluates JavaScript over the model of a cluster; this package does not know the engine. */
public interface Predicates {

  /**
   * How a predicate ended.
   *
   * @param value what it gave, if that is data
   * @param isTrue whether it counts as true in JavaScript
   * @param broken why nothing can be said; empty when it gave anything
   */
  record Result(Optional<BsonValue> value, boolean isTrue, Optional<String> broken) {}

  /** Evaluates an expression or the body of a function. */
  Result evaluate(String js);
}
