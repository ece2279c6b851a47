package shardsh.core.update;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;
import shardsh.core.query.QueryContext;

/** {@code $addToSet}: appends values that are not among the elements yet. */
record AddToSetOperator(String path, List<BsonValue> values, BsonOrder order)
    implements UpdateOperator {

  AddToSetOperator {
    values = List.copyOf(values);
  }

  /**
   * @throws CommandException TYPE_MISMATCH when {@code $each} has no array, BAD_VALUE for fields
   *     beside it
   */
  static AddToSetOperator parse(String path, BsonValue argument, QueryContext context) {
    BsonOrder order = context.collation().order();
    boolean each =
        argument.isDocument()
            && !argument.asDocument().isEmpty()
            && argument.asDocument().getFirstKey().equals("$each");
    if (!each) {
      return new AddToSetOperator(path, List.of(argument), order);
    }
    BsonDocument clauses = argument.asDocument();
    if (!clauses.get("$each").isArray()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "The argument to $each in $addToSet must be an array but it was of type "
              + Values.typeName(clauses.get("$each")));
    }
    if (clauses.size() > 1) {
      throw Application.badValue(
          "Found unexpected fields after $each in $addToSet: " + ServerText.of(clauses));
    }
    List<BsonValue> values = new ArrayList<>();
    for (BsonValue value : clauses.getArray("$each")) {
      addIfNew(values, value, order);
    }
    return new AddToSetOperator(path, values, order);
  }

  private static void addIfNew(List<BsonValue> values, BsonValue value, BsonOrder order) {
    if (values.stream().noneMatch(known -> order.equal(known, value))) {
      values.add(value);
    }
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    if (current == null) {
      return new BsonArray(values);
    }
    if (!(current instanceof BsonArray)) {
      throw Application.badValue(
          "Cannot apply $addToSet to non-array field. Field named '"
              + path.substring(path.lastIndexOf('.') + 1)
              + "' has non-array type "
              + Values.typeName(current));
    }
    BsonArray array = (BsonArray) current;
    List<BsonValue> all = new ArrayList<>(array.getValues());
    for (BsonValue value : values) {
      addIfNew(all, value, order);
    }
    return all.size() == array.size() ? current : new BsonArray(all);
  }
}
