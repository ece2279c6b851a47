package shardsh.core.query;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Values;

/**
 * The values that keywords of {@code $jsonSchema} take, each checked where it is read.
 *
 * <p>A value of the wrong type is refused with TYPE_MISMATCH that names the keyword and the type it
 * wants, an empty array with FAILED_TO_PARSE.
 */
final class SchemaOperands {

  private SchemaOperands() {}

  static CommandException failedToParse(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  static CommandException wrongType(String keyword, String expected) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH, "$jsonSchema keyword '" + keyword + "' must be " + expected);
  }

  static String foundElementOf(BsonValue value) {
    return ", but found an element of type " + Values.typeName(value);
  }

  static boolean isNumber(BsonValue value) {
    return value.isNumber() || value.isDecimal128();
  }

  static BsonValue number(String keyword, BsonValue value) {
    if (!isNumber(value)) {
      throw wrongType(keyword, "a number");
    }
    return value;
  }

  static long count(String keyword, BsonValue value) {
    return IntegerOperand.ofNonNegativeLong(keyword, value);
  }

  static String text(String keyword, BsonValue value) {
    if (!(value instanceof BsonString)) {
      throw wrongType(keyword, "of type string");
    }
    return value.asString().getValue();
  }

  static boolean flag(String keyword, BsonValue value) {
    if (!value.isBoolean()) {
      throw wrongType(keyword, "a boolean");
    }
    return value.asBoolean().getValue();
  }

  static BsonDocument object(String keyword, BsonValue value) {
    if (!value.isDocument()) {
      throw wrongType(keyword, "an object");
    }
    return value.asDocument();
  }

  static BsonArray nonEmpty(String keyword, BsonValue value) {
    if (!value.isArray()) {
      throw wrongType(keyword, "an array" + foundElementOf(value));
    }
    if (value.asArray().isEmpty()) {
      throw failedToParse("$jsonSchema keyword '" + keyword + "' cannot be an empty array");
    }
    return value.asArray();
  }
}
