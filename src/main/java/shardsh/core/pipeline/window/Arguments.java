package shardsh.core.pipeline.window;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;

/** The arguments of functions that take an object of them. */
final class Arguments {
  private Arguments() {}

  static CommandException failure(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  /**
   * @throws CommandException FAILED_TO_PARSE unless it is an object of known arguments
   */
  static BsonDocument of(WindowFunctions.Request request, List<String> known) {
    if (!(request.argument() instanceof BsonDocument arguments)) {
      throw failure(
          request.name() + " requires an object, but got " + ServerText.of(request.argument()));
    }
    for (String name : arguments.keySet()) {
      if (!known.contains(name)) {
        throw failure(request.name() + " got unexpected argument: " + name);
      }
    }
    return arguments;
  }

  static BsonValue required(WindowFunctions.Request request, BsonDocument arguments, String name) {
    BsonValue value = arguments.get(name);
    if (value == null) {
      throw failure(request.name() + " requires an '" + name + "' expression");
    }
    return value;
  }

  /**
   * Milliseconds of a unit of fixed length.
   *
   * @throws CommandException Location5490710 for another unit
   */
  static long unitMillis(BsonValue unit) {
    String name = unit instanceof BsonString text ? text.getValue() : "";
    return switch (name) {
      case "week" -> 7L * 24 * 3600 * 1000;
      case "day" -> 24L * 3600 * 1000;
      case "hour" -> 3600L * 1000;
      case "minute" -> 60L * 1000;
      case "second" -> 1000;
      case "millisecond" -> 1;
      default ->
          throw new CommandException(ErrorCode.location(5490710), "unit must be 'week' or smaller");
    };
  }
}
