package shardsh.core.update;

import org.bson.BsonValue;

/** {@code $setOnInsert}: a {@code $set} that only upserts see. */
record SetOnInsertOperator(BsonValue value) implements UpdateOperator {
  @Override
  public BsonValue apply(BsonValue current, Application application) {
    return Identity.same(current, value) ? current : value;
  }

  @Override
  public boolean concerns(Application application) {
    return application.inserting();
  }
}
