package shardsh.core.expr;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A value that is the same for every document. */
public final class Constant implements Expression {
  private final BsonValue value;

  public Constant(BsonValue value) {
    this.value = value;
  }

  public BsonValue value() {
    return value;
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    return value;
  }

  @Override
  public BsonValue toBson() {
    return new BsonDocument("$const", value);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    // A constant reads nothing.
  }
}
