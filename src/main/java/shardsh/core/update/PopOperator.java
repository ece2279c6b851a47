package shardsh.core.update;

import org.bson.BsonArray;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** {@code $pop}: takes away the first or last element. */
record PopOperator(String path, boolean first) implements UpdateOperator {

  /**
   * @throws CommandException FAILED_TO_PARSE for an argument other than 1 and -1
   */
  static PopOperator parse(String path, BsonValue argument) {
    String shown = path + ": " + ServerText.of(argument);
    if (!Numbers.isNumber(argument)) {
      throw failedToParse("Expected a number in: " + shown);
    }
    if (!Numbers.isWholeLong(argument)) {
      throw failedToParse("Expected an integer: " + shown);
    }
    long count = Numbers.toLong(argument);
    if (count != 1 && count != -1) {
      throw failedToParse("$pop expects 1 or -1, found: " + ServerText.of(argument));
    }
    return new PopOperator(path, count < 0);
  }

  private static CommandException failedToParse(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    if (current == null) {
      return null;
    }
    if (!(current instanceof BsonArray)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Path '"
              + path
              + "' contains an element of non-array type '"
              + Values.typeName(current)
              + "'");
    }
    BsonArray array = (BsonArray) current;
    if (array.isEmpty()) {
      return current;
    }
    int size = array.size();
    return new BsonArray(
        first ? array.getValues().subList(1, size) : array.getValues().subList(0, size - 1));
  }

  @Override
  public boolean createsMissing() {
    return false;
  }
}
