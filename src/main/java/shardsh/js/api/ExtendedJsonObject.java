package shardsh.js.api;

import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.graalvm.polyglot.Value;
import shardsh.js.ExtendedJson;
import shardsh.js.ShellInputException;

/** {@code EJSON}: values to Extended JSON and back. */
final class ExtendedJsonObject extends ApiObject {

  ExtendedJsonObject(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "EJSON";
  }

  @Override
  String callPrefix() {
    return "EJSON.";
  }

  private static boolean isRelaxed(BsonDocument options) {
    return !Fields.isFalse(options, "relaxed");
  }

  @ShellMethod(
      usage = "EJSON.stringify({a: 1}, null, 2, {relaxed: false})",
      help = "A value as Extended JSON text.",
      counts = false)
  Object stringify(Args args) {
    boolean brief =
        args.hasValue(1) && !args.isFunction(1) && !args.isArray(1) && !args.isNumber(1);
    BsonDocument options = brief ? args.document(1) : args.documentOrEmpty(3);
    boolean report =
        args.hasValue(0)
            && args.raw(0).isProxyObject()
            && args.raw(0).asProxyObject() instanceof StatsReport;
    BsonValue given = report ? ((StatsReport) args.raw(0).asProxyObject()).value() : args.data(0);
    BsonValue serialized = ExtendedJson.serialize(given, isRelaxed(options));
    Value replacer = brief ? api.engine().values().undefined() : args.raw(1);
    return api.engine().values().stringify(serialized, replacer, brief ? replacer : args.raw(2));
  }

  @ShellMethod(
      usage = "EJSON.parse('{\"a\": {\"$oid\": \"674100000000000000000001\"}}')",
      help = "The value that an Extended JSON text stands for.",
      counts = false)
  Object parse(Args args) {
    String text = args.text(0);
    api.engine().values().checkJson(text);
    return parsed(text, args);
  }

  private Object parsed(String text, Args args) {
    try {
      BsonValue value = ExtendedJson.parse(text, !isRelaxed(args.documentOrEmpty(1)));
      return api.engine().values().toOwnGuest(value);
    } catch (IllegalArgumentException | BsonInvalidOperationException | JsonParseException e) {
      throw new ShellInputException("BSONError", String.valueOf(e.getMessage()), "");
    }
  }

  @ShellMethod(
      usage = "EJSON.serialize({a: 1})",
      help = "A value as a plain object of Extended JSON.",
      counts = false)
  Object serialize(Args args) {
    BsonValue serialized = ExtendedJson.serialize(args.data(0), isRelaxed(args.documentOrEmpty(1)));
    return api.engine().values().toOwnGuest(serialized);
  }

  @ShellMethod(
      usage = "EJSON.deserialize({a: {$oid: \"674100000000000000000001\"}})",
      help = "The value that a plain object of Extended JSON stands for.",
      counts = false)
  Object deserialize(Args args) {
    return parsed(ExtendedJson.text(args.data(0), true, 0), args);
  }
}
