package shardsh.core.expr.op;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Optional;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $dateToString} and the letters of date formats. */
final class DateFormat {
  static final List<String> MONTHS =
      List.of(
          "January",
          "February",
          "March",
          "April",
          "May",
          "June",
          "July",
          "August",
          "September",
          "October",
          "November",
          "December");

  private static final String PRINTED = "bBdGHjLmMSuUVwYzZ%";
  private static final String ISO_UTC = "%Y-%m-%dT%H:%M:%S.%LZ";
  private static final String ISO_LOCAL = "%Y-%m-%dT%H:%M:%S.%L";

  private DateFormat() {}

  static Expression toStringOperator(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(18629, "$dateToString only supports an object as its argument");
    String unknown = "Unrecognized argument to $dateToString: ";
    String[] names = {"date", "format", "timezone", "onNull"};
    Named.Reader reader = Named.read(name, spec, scope, notObject, 18534, unknown, names);
    Expression[] arguments = {
      reader.required("date", 18628, "Missing 'date' parameter to $dateToString"),
      reader.optional("format"),
      reader.optional("timezone"),
      reader.optional("onNull")
    };
    DateZones.Argument zones = new DateZones.Argument(arguments[2], DateZones.TYPE_CODE);
    return reader.expression(
        names, arguments, (terms, context) -> formatted(terms, zones, context));
  }

  private static BsonValue formatted(
      Expression[] terms, DateZones.Argument zones, EvaluationContext context) {
    BsonValue date = terms[0].evaluate(context);
    BsonValue format = Named.value(terms[1], context);
    if (!Values.isNullish(format)) {
      if (!format.isString()) {
        throw Values.error(
            18533,
            "$dateToString requires that 'format' be a string, found: "
                + DateZones.typeAndValue(format));
      }
      check(format.asString().getValue(), PRINTED);
    }
    Optional<ZoneId> zone = zones.zone(context);
    if (Values.isNullish(date)) {
      return terms[3] == null ? BsonNull.VALUE : terms[3].evaluate(context);
    }
    if (zone.isEmpty() || (terms[1] != null && Values.isNullish(format))) {
      return BsonNull.VALUE;
    }
    String pattern = zone.get().equals(ZoneOffset.UTC) ? ISO_UTC : ISO_LOCAL;
    if (format != null) {
      pattern = format.asString().getValue();
    }
    ZonedDateTime time = DateZones.at(DateZones.millis(date), zone.get());
    return new BsonString(print(pattern, time));
  }

  /**
   * Checks the letters of a format.
   *
   * @throws CommandException Location18535 for a lone percent sign at the end, Location18536 for a
   *     letter that is not allowed
   */
  static void check(String format, String allowed) {
    for (int i = 0; i < format.length(); i++) {
      if (format.charAt(i) != '%') {
        continue;
      }
      i++;
      if (i == format.length()) {
        throw Values.error(18535, "Unmatched '%' at end of format string");
      }
      if (allowed.indexOf(format.charAt(i)) < 0) {
        throw Values.error(
            18536, "Invalid format character '%" + format.charAt(i) + "' in format string");
      }
    }
  }

  private static String print(String format, ZonedDateTime time) {
    StringBuilder out = new StringBuilder(format.length() + 16);
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%') {
        out.append(c);
      } else {
        print(format.charAt(++i), time, out);
      }
    }
    return out.toString();
  }

  private static void print(char letter, ZonedDateTime time, StringBuilder out) {
    switch (letter) {
      case 'Y' -> padded(year(time.getYear()), 4, out);
      case 'm' -> padded(time.getMonthValue(), 2, out);
      case 'd' -> padded(time.getDayOfMonth(), 2, out);
      case 'H' -> padded(time.getHour(), 2, out);
      case 'M' -> padded(time.getMinute(), 2, out);
      case 'S' -> padded(time.getSecond(), 2, out);
      case 'L' -> padded(time.get(ChronoField.MILLI_OF_SECOND), 3, out);
      case 'j' -> padded(time.getDayOfYear(), 3, out);
      case 'w' -> out.append(DateParts.sundayBased(time) + 1);
      case 'u' -> out.append(time.getDayOfWeek().getValue());
      case 'U' -> padded(DateParts.weekOfYear(time), 2, out);
      case 'V' -> padded(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, out);
      case 'G' -> padded(year(time.get(IsoFields.WEEK_BASED_YEAR)), 4, out);
      case 'b' -> out.append(MONTHS.get(time.getMonthValue() - 1), 0, 3);
      case 'B' -> out.append(MONTHS.get(time.getMonthValue() - 1));
      case 'z' -> offset(time.getOffset().getTotalSeconds() / 60, out);
      case 'Z' -> out.append(time.getOffset().getTotalSeconds() / 60);
      default -> out.append(letter);
    }
  }

  private static int year(int year) {
    if (year < 0 || year > 9999) {
      throw Values.error(
          18537,
          "Could not convert date to string: date component was outside the supported range of"
              + " 0-9999: "
              + year);
    }
    return year;
  }

  private static void offset(int minutes, StringBuilder out) {
    out.append(minutes < 0 ? '-' : '+');
    padded(Math.abs(minutes) / 60, 2, out);
    padded(Math.abs(minutes) % 60, 2, out);
  }

  private static void padded(int number, int width, StringBuilder out) {
    String digits = Integer.toString(number);
    for (int i = digits.length(); i < width; i++) {
      out.append('0');
    }
    out.append(digits);
  }
}
