package shardsh.core.pipeline.stage;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;

/** The options of a stage's specification, checked as they are read. */
final class Specification {
  private final String stage;
  private final BsonDocument options;

  private Specification(String stage, BsonDocument options) {
    this.stage = stage;
    this.options = options;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE unless it is an object with known options only
   */
  static Specification of(String stage, BsonValue spec, List<String> known) {
    if (!(spec instanceof BsonDocument document)) {
      throw failure(
          "the "
              + stage
              + " stage specification must be an object, but found "
              + Values.typeName(spec));
    }
    for (String option : document.keySet()) {
      if (!known.contains(option)) {
        throw failure("unknown argument to " + stage + ": " + option);
      }
    }
    return new Specification(stage, document);
  }

  static CommandException failure(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  boolean has(String option) {
    return options.containsKey(option);
  }

  BsonValue get(String option) {
    return options.get(option);
  }

  /** The option that must be there. */
  BsonValue required(String option) {
    BsonValue value = options.get(option);
    if (value == null) {
      throw failure("must specify '" + option + "' field for a " + stage);
    }
    return value;
  }

  /** An option that is text. */
  Optional<String> text(String option) {
    BsonValue value = options.get(option);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isString()) {
      throw wrongType(option, value, "a string");
    }
    return Optional.of(value.asString().getValue());
  }

  /** An option that is an object; an empty one when missing. */
  BsonDocument document(String option) {
    BsonValue value = options.get(option);
    if (value == null) {
      return new BsonDocument();
    }
    if (!value.isDocument()) {
      throw wrongType(option, value, "an object");
    }
    return value.asDocument();
  }

  /** An option that is an array. */
  Optional<BsonArray> array(String option) {
    BsonValue value = options.get(option);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isArray()) {
      throw wrongType(option, value, "an array");
    }
    return Optional.of(value.asArray());
  }

  CommandException wrongType(String option, BsonValue value, String wanted) {
    return failure(
        stage
            + " argument '"
            + option
            + "' must be "
            + wanted
            + ", found "
            + ServerText.of(value)
            + ": "
            + Values.typeName(value));
  }
}
