package shardsh.core.update;

import org.bson.BsonValue;

/** {@code $unset}; an array element becomes null. */
record UnsetOperator() implements UpdateOperator {
  @Override
  public BsonValue apply(BsonValue current, Application application) {
    return null;
  }

  @Override
  public boolean toleratesBlockedPath() {
    return true;
  }
}
