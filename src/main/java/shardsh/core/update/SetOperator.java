package shardsh.core.update;

import org.bson.BsonValue;

/** {@code $set}. */
record SetOperator(BsonValue value) implements UpdateOperator {
  @Override
  public BsonValue apply(BsonValue current, Application application) {
    return Identity.same(current, value) ? current : value;
  }
}
