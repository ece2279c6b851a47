package shardsh.core.update;

import org.bson.BsonDateTime;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Values;

/** {@code $currentDate}; a timestamp is the first of its second. */
record CurrentDateOperator(boolean timestamp) implements UpdateOperator {

  /**
   * @throws CommandException BAD_VALUE for an argument other than a boolean and {@code {$type:
   *     "date"}} or {@code {$type: "timestamp"}}
   */
  static CurrentDateOperator parse(String path, BsonValue argument) {
    if (argument.isBoolean()) {
      return new CurrentDateOperator(false);
    }
    if (!argument.isDocument()) {
      throw Application.badValue(
          Values.typeName(argument)
              + " is not valid type for $currentDate. Please use a boolean ('true') or a $type"
              + " expression ({$type: 'timestamp/date'}).");
    }
    for (String option : argument.asDocument().keySet()) {
      if (!option.equals("$type")) {
        throw Application.badValue("Unrecognized $currentDate option: " + option);
      }
    }
    BsonValue type = argument.asDocument().get("$type");
    String name = type != null && type.isString() ? type.asString().getValue() : "";
    if (!name.equals("date") && !name.equals("timestamp")) {
      throw Application.badValue(
          "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field"
              + " : {$type: 'date'}}}");
    }
    return new CurrentDateOperator(name.equals("timestamp"));
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    long now = application.nowMillis();
    return timestamp ? new BsonTimestamp((int) (now / 1000), 1) : new BsonDateTime(now);
  }
}
