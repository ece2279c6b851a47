package shardsh.core.update;

import org.bson.BsonValue;
import shardsh.core.query.QueryContext;

/**
 * {@code $min} and {@code $max}, across types.
 *
 * @param sign 1 where the greater value stays, -1 where the lesser does
 */
record ExtremeOperator(BsonValue value, int sign, QueryContext context) implements UpdateOperator {
  @Override
  public BsonValue apply(BsonValue current, Application application) {
    boolean replaces =
        current == null
            || Integer.signum(context.collation().order().compare(value, current)) == sign;
    return replaces ? value : current;
  }
}
