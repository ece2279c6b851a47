package shardsh.core.expr.op;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $convert} and its short forms {@code $toInt}, {@code $toString} …. */
final class Convert {
  private static final String[] NAMES = {"input", "to", "format", "onError", "onNull"};

  private static final String FORMAT_SINCE = "8.0";

  private Convert() {}

  /** A target type, and the subtype for binary data. */
  private record Target(BsonType type, int subtype) {}

  static Expression parse(String name, BsonValue spec, VariableNames scope) {
    if (!(spec instanceof BsonDocument document)) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "$convert expects an object of named arguments but found: " + Values.typeName(spec));
    }
    for (String field : document.keySet()) {
      if (!List.of(NAMES).contains(field)
          || (field.equals("format") && !scope.profile().isAtLeast(FORMAT_SINCE))) {
        throw new CommandException(
            ErrorCode.FAILED_TO_PARSE, "$convert found an unknown argument: " + field);
      }
    }
    for (String field : new String[] {"input", "to"}) {
      if (!document.containsKey(field)) {
        throw new CommandException(
            ErrorCode.FAILED_TO_PARSE, "Missing '" + field + "' parameter to $convert");
      }
    }
    return expression(name, document, scope);
  }

  private static Expression expression(String name, BsonDocument spec, VariableNames scope) {
    Named.Reader reader = Named.read(name, spec, scope, null, 0, "", NAMES);
    Expression[] arguments = new Expression[NAMES.length];
    for (int i = 0; i < NAMES.length; i++) {
      arguments[i] = reader.optional(NAMES[i]);
    }
    Target known = knownTarget(arguments[1]);
    return reader.folded(NAMES, arguments, (terms, context) -> converted(terms, known, context));
  }

  /** The target when it is the same for every document, else null; errors wait for a document. */
  private static Target knownTarget(Expression to) {
    if (!(to instanceof Constant constant) || Values.isNullish(constant.value())) {
      return null;
    }
    try {
      return target(constant.value());
    } catch (CommandException e) {
      return null;
    }
  }

  /** {@code {$toInt: x}} is {@code {$convert: {input: x, to: "int"}}}. */
  static OperatorParser to(String type) {
    return (name, spec, scope) -> {
      BsonValue input = spec;
      if (spec instanceof BsonArray list) {
        if (list.size() != 1) {
          throw Values.error(50723, name + " requires a single argument, got " + list.size());
        }
        input = list.get(0);
      }
      BsonDocument full = new BsonDocument("input", input).append("to", new BsonString(type));
      if (type.equals("string")) {
        full.append("format", new BsonString("auto"));
      }
      return expression("$convert", full, scope);
    };
  }

  /** {@code {$toUUID: x}}: a string in the form of a UUID as binary data of subtype 4. */
  static Expression toUuid(String name, BsonValue spec, VariableNames scope) {
    BsonDocument type = new BsonDocument("type", new BsonString("binData"));
    BsonDocument full =
        new BsonDocument("input", spec)
            .append("to", type.append("subtype", new BsonInt32(4)))
            .append("format", new BsonString("uuid"));
    return expression("$convert", full, scope);
  }

  private static BsonValue converted(Expression[] terms, Target known, EvaluationContext context) {
    BsonValue input = terms[0].evaluate(context);
    Target target = known;
    if (known == null) {
      BsonValue to = terms[1].evaluate(context);
      target = Values.isNullish(to) ? null : target(to);
    }
    if (Values.isNullish(input)) {
      return terms[4] == null ? BsonNull.VALUE : terms[4].evaluate(context);
    }
    if (target == null) {
      return BsonNull.VALUE;
    }
    BsonValue format = Named.value(terms[2], context);
    if (terms[2] != null && Values.isNullish(format)) {
      return BsonNull.VALUE;
    }
    String formatName = format == null ? null : formatName(format);
    try {
      return convert(input, target, formatName);
    } catch (CommandException e) {
      if (terms[3] != null && e.errorCode().equals(ParsedDate.CONVERSION_FAILURE)) {
        return terms[3].evaluate(context);
      }
      throw e;
    }
  }

  private static String formatName(BsonValue format) {
    if (!format.isString()) {
      throw Values.error(
          4341114,
          "$convert requires that 'format' be a string, found: " + DateZones.typeAndValue(format));
    }
    BinaryText.checkFormat(format.asString().getValue());
    return format.asString().getValue();
  }

  private static BsonValue convert(BsonValue input, Target target, String format) {
    return switch (target.type) {
      case DOUBLE -> Conversions.toDouble(input);
      case STRING -> Conversions.toText(input, format);
      case BINARY -> Conversions.toBinary(input, target.subtype, format);
      case OBJECT_ID -> Conversions.toObjectId(input);
      case BOOLEAN -> Conversions.toBool(input);
      case DATE_TIME -> Conversions.toDate(input);
      case INT32 -> Conversions.toInt(input);
      case INT64 -> Conversions.toLong(input);
      case DECIMAL128 -> Conversions.toDecimal(input);
      default -> throw Conversions.unsupported(input, TypeNames.nameOf(target.type));
    };
  }

  private static Target target(BsonValue to) {
    if (to instanceof BsonDocument document) {
      return typeAndSubtype(document);
    }
    if (to.isString()) {
      return new Target(TypeNames.named(to.asString().getValue()), 0);
    }
    if (!Numbers.isNumber(to)) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "$convert's 'to' argument must be a string or number, but is " + Values.typeName(to));
    }
    if (!Numbers.isWholeInt(to)) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "In $convert, numeric 'to' argument is not an integer");
    }
    return new Target(TypeNames.numbered((int) Numbers.toLong(to)), 0);
  }

  private static Target typeAndSubtype(BsonDocument to) {
    BsonValue type = to.get("type");
    if (type == null || type.isDocument()) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "$convert's 'to' argument must have a 'type': " + ServerText.of(to));
    }
    for (String field : to.keySet()) {
      if (!field.equals("type") && !field.equals("subtype")) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field 'to." + field + "' is an unknown field.");
      }
    }
    BsonValue subtype = to.get("subtype");
    if (subtype == null) {
      return target(type);
    }
    if (!Numbers.isWholeInt(subtype)) {
      throw Values.error(
          4341108,
          "In $convert, numeric 'subtype' argument is not an integer: " + ServerText.of(subtype));
    }
    long number = Numbers.toLong(subtype);
    if (number < 0 || (number > 9 && number < 128) || number > 255) {
      throw Values.error(
          4341107,
          "In $convert, numeric value for 'subtype' does not correspond to a BinData type: "
              + number);
    }
    return new Target(target(type).type, (int) number);
  }
}
