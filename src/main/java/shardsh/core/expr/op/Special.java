package shardsh.core.expr.op;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;
import shardsh.core.keys.HashedKey;

/** Types, sizes, timestamps, hashes, chance, metadata and JavaScript. */
final class Special {
  private Special() {}

  static BsonValue type(BsonValue value) {
    return new BsonString(Values.typeName(value));
  }

  static BsonValue isNumber(BsonValue value) {
    return Values.bool(Numbers.isNumber(value));
  }

  static BsonValue binarySize(BsonValue value) {
    if (Values.isNullish(value)) {
      return BsonNull.VALUE;
    }
    if (value instanceof BsonBinary binary) {
      return new BsonInt32(binary.getData().length);
    }
    if (!value.isString()) {
      throw Values.error(
          51276,
          "$binarySize requires a string or BinData argument, found: " + Values.typeName(value));
    }
    return new BsonInt32(ServerText.utf8Length(value.asString().getValue()));
  }

  static BsonValue bsonSize(BsonValue value) {
    if (Values.isNullish(value)) {
      return BsonNull.VALUE;
    }
    if (!(value instanceof BsonDocument document)) {
      throw Values.error(
          31393, "$bsonSize requires a document input, found: " + Values.typeName(value));
    }
    return new BsonInt32(BsonSize.of(document));
  }

  static BsonValue tsSecond(BsonValue value) {
    return Values.isNullish(value)
        ? BsonNull.VALUE
        : new BsonInt64(Integer.toUnsignedLong(timestamp("$tsSecond", value, 5687301).getTime()));
  }

  static BsonValue tsIncrement(BsonValue value) {
    return Values.isNullish(value)
        ? BsonNull.VALUE
        : new BsonInt64(Integer.toUnsignedLong(timestamp("$tsIncrement", value, 5687302).getInc()));
  }

  private static BsonTimestamp timestamp(String name, BsonValue value, int code) {
    if (value instanceof BsonTimestamp timestamp) {
      return timestamp;
    }
    throw Values.error(
        code, " Argument to " + name + " must be a timestamp, but is " + Values.typeName(value));
  }

  static BsonValue toHashedIndexKey(BsonValue value) {
    return HashedKey.of(Values.orNull(value));
  }

  static Expression rand(String name, BsonValue spec, VariableNames scope) {
    boolean empty =
        (spec instanceof BsonDocument document && document.isEmpty())
            || (spec instanceof BsonArray array && array.isEmpty());
    if (!empty) {
      throw Values.error(3040501, "$rand does not currently accept arguments");
    }
    return new Rand();
  }

  private static final class Rand implements Expression {
    @Override
    public BsonValue evaluate(EvaluationContext context) {
      if (context.settings().random() == null) {
        throw new CommandException(
            ErrorCode.ILLEGAL_OPERATION, "$rand is not allowed in this place");
      }
      return new BsonDouble(context.settings().random().getAsDouble());
    }

    @Override
    public BsonValue toBson() {
      return new BsonDocument("$rand", new BsonDocument());
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      dependencies.addRandom();
    }
  }

  static Expression meta(String name, BsonValue spec, VariableNames scope) {
    if (!spec.isString()) {
      throw Values.error(17307, "$meta only supports string arguments");
    }
    String key = spec.asString().getValue();
    return switch (key) {
      case "indexKey",
          "sortKey",
          "geoNearDistance",
          "geoNearPoint",
          "recordId",
          "randVal",
          "timeseriesBucketMinTime",
          "timeseriesBucketMaxTime" ->
          new Meta(key);
      case "textScore",
          "searchScore",
          "searchHighlights",
          "searchScoreDetails",
          "searchSequenceToken",
          "vectorSearchScore" ->
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED,
              "$meta: \"" + key + "\" is not modelled: there is no text search");
      default -> throw Values.error(17308, "Unsupported argument to $meta: " + key);
    };
  }

  /** Missing wherever an expression asks: sort keys, the only ones here, stay with their stage. */
  private static final class Meta implements Expression {
    private final String key;

    Meta(String key) {
      this.key = key;
    }

    @Override
    public BsonValue evaluate(EvaluationContext context) {
      return null;
    }

    @Override
    public BsonValue toBson() {
      return new BsonDocument("$meta", new BsonString(key));
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      dependencies.addMetadata(key);
    }
  }

  static Expression function(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(
            31260, "$function requires an object as an argument, found: " + Values.typeName(spec));
    String[] names = {"body", "args", "lang"};
    Named.Reader reader =
        Named.read(
            name, spec, scope, notObject, 31264, "Unrecognized argument to $function: ", names);
    BsonValue body = reader.raw("body");
    if (body == null) {
      throw Values.error(31261, "The body function must be specified.");
    }
    if (!body.isString() && !(body instanceof BsonJavaScript)) {
      throw Values.error(31262, "The body function must evaluate to type string or code");
    }
    Expression arguments = reader.required("args", 31263, "The args field must be specified.");
    BsonValue lang = reader.raw("lang");
    if (lang == null) {
      throw Values.error(31418, "The lang field must be specified.");
    }
    if (!lang.isString() || !lang.asString().getValue().equals("js")) {
      throw Values.error(31419, "Currently the only supported language specifier is 'js'.");
    }
    return new Function(body, arguments);
  }

  private static final class Function implements Expression {
    private final BsonValue body;
    private final String text;
    private final Expression arguments;

    Function(BsonValue body, Expression arguments) {
      this.body = body;
      this.text = body.isString() ? body.asString().getValue() : body.asJavaScript().getCode();
      this.arguments = arguments;
    }

    @Override
    public BsonValue evaluate(EvaluationContext context) {
      if (!(arguments.evaluate(context) instanceof BsonArray values)) {
        throw Values.error(31266, "The args field must be of type array");
      }
      if (context.settings().javaScript() == null) {
        throw new CommandException(
            ErrorCode.COMMAND_NOT_SUPPORTED,
            "$function needs a JavaScript engine, and there is none in this place");
      }
      List<BsonValue> list = new ArrayList<>(values);
      BsonValue result = context.settings().javaScript().call(text, list);
      return result instanceof BsonUndefined ? null : result;
    }

    @Override
    public BsonValue toBson() {
      return new BsonDocument(
          "$function",
          new BsonDocument("body", body)
              .append("args", arguments.toBson())
              .append("lang", new BsonString("js")));
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      arguments.addDependencies(dependencies);
    }
  }
}
