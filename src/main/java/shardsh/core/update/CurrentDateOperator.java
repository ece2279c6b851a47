package shardsh.core.update;

import org.bson.BsonDateTime;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.ServerText;

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
    if (argument.isDocument() && argument.asDocument().size() == 1) {
      BsonValue type = argument.asDocument().get("$type");
      if (type != null && type.isString()) {
        switch (type.asString().getValue()) {
          case "date" -> {
            return new CurrentDateOperator(false);
          }
          case "timestamp" -> {
            return new CurrentDateOperator(true);
          }
          default -> {}
        }
      }
    }
    throw Application.badValue(
        ServerText.of(argument)
            + " is not valid type for $currentDate. Please use a boolean ('true') or a $type"
            + " expression ({$type: 'timestamp/date'}).");
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    long now = application.nowMillis();
    return timestamp ? new BsonTimestamp((int) (now / 1000), 1) : new BsonDateTime(now);
  }
}
