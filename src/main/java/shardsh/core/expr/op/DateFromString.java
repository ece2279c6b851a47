package shardsh.core.expr.op;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $dateFromString}. */
final class DateFromString {
  private static final String[] NAMES = {"dateString", "timezone", "format", "onNull", "onError"};

  private DateFromString() {}

  static Expression parse(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(
            40540,
            "$dateFromString only supports an object as an argument, found: "
                + Values.typeName(spec));
    String unknown = "Unrecognized argument to $dateFromString: ";
    Named.Reader reader = Named.read(name, spec, scope, notObject, 40541, unknown, NAMES);
    Expression[] arguments = {
      reader.required("dateString", 40542, "Missing 'dateString' parameter to $dateFromString"),
      reader.optional("timezone"),
      reader.optional("format"),
      reader.optional("onNull"),
      reader.optional("onError")
    };
    DateZones.Argument zones = new DateZones.Argument(arguments[1], DateZones.TYPE_CODE);
    return reader.expression(NAMES, arguments, (terms, context) -> date(terms, zones, context));
  }

  private static BsonValue date(
      Expression[] terms, DateZones.Argument zones, EvaluationContext context) {
    BsonValue text = terms[0].evaluate(context);
    BsonValue format = Named.value(terms[2], context);
    if (!Values.isNullish(format)) {
      if (!format.isString()) {
        throw Values.error(
            40684,
            "$dateFromString requires that 'format' be a string, found: "
                + DateZones.typeAndValue(format));
      }
      DateFormat.check(format.asString().getValue(), DateFormatReader.READ);
    }
    Optional<ZoneId> zone = zones.zone(context);
    if (Values.isNullish(text)) {
      return terms[3] == null ? BsonNull.VALUE : terms[3].evaluate(context);
    }
    try {
      if (!text.isString()) {
        throw new CommandException(
            ParsedDate.CONVERSION_FAILURE,
            "$dateFromString requires that 'dateString' be a string, found: "
                + DateZones.typeAndValue(text));
      }
      if (zone.isEmpty() || (terms[2] != null && Values.isNullish(format))) {
        return BsonNull.VALUE;
      }
      String string = text.asString().getValue();
      ParsedDate parsed =
          format == null
              ? parse(string)
              : DateFormatReader.parse(string, format.asString().getValue());
      return new BsonDateTime(parsed.toMillis(zone.get()));
    } catch (CommandException e) {
      if (terms[4] != null && e.errorCode().equals(ParsedDate.CONVERSION_FAILURE)) {
        return terms[4].evaluate(context);
      }
      throw e;
    }
  }

  /**
   * A date in any of the forms people write, in UTC unless the text says otherwise.
   *
   * @throws CommandException ConversionFailure
   */
  static BsonDateTime convert(String text) {
    return new BsonDateTime(parse(text).toMillis(ZoneOffset.UTC));
  }

  /** The common ISO form by hand, all others by {@link FreeFormDate}. */
  private static ParsedDate parse(String text) {
    int length = text.length();
    boolean plain =
        length >= 19
            && matches(text, "0000-00-00T00:00:00")
            && (length == 20 || (length == 24 && text.charAt(19) == '.'))
            && text.charAt(length - 1) == 'Z';
    if (!plain || (length == 24 && !digits(text, 20, 23))) {
      return FreeFormDate.parse(text);
    }
    int month = two(text, 5);
    int day = two(text, 8);
    int hour = two(text, 11);
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || two(text, 14) > 59) {
      return FreeFormDate.parse(text);
    }
    ParsedDate date = new ParsedDate(text);
    date.setDate(two(text, 0) * 100 + two(text, 2), month, day);
    int millisecond = length == 24 ? Integer.parseInt(text.substring(20, 23)) : 0;
    date.setTime(hour, two(text, 14), two(text, 17), millisecond);
    date.setOffset(ZoneOffset.UTC);
    return date;
  }

  private static boolean matches(String text, String shape) {
    for (int i = 0; i < shape.length(); i++) {
      char c = shape.charAt(i);
      boolean good = c == '0' ? digits(text, i, i + 1) : text.charAt(i) == c;
      if (!good) {
        return false;
      }
    }
    return true;
  }

  private static boolean digits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static int two(String text, int at) {
    return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
  }
}
