package shardsh.core.expr.op;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $dateFromParts}: parts out of range carry over, month 13 is next January. */
final class DateFromParts {
  private static final String[] NAMES = {
    "year",
    "month",
    "day",
    "isoWeekYear",
    "isoWeek",
    "isoDayOfWeek",
    "hour",
    "minute",
    "second",
    "millisecond",
    "timezone"
  };
  private static final long[] DEFAULTS = {1970, 1, 1, 1970, 1, 1, 0, 0, 0, 0};
  private static final int ISO_YEAR = 3;
  private static final int HOUR = 6;
  private static final int SECOND = 8;
  private static final int ZONE = 10;

  private DateFromParts() {}

  static Expression parse(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(40519, "$dateFromParts only supports an object as its argument");
    String unknown = "Unrecognized argument to $dateFromParts: ";
    Named.Reader reader = Named.read(name, spec, scope, notObject, 40518, unknown, NAMES);
    Expression[] arguments = new Expression[NAMES.length];
    for (int i = 0; i < NAMES.length; i++) {
      arguments[i] = reader.optional(NAMES[i]);
    }
    checkMixing(reader);
    DateZones.Argument zones = new DateZones.Argument(arguments[ZONE], DateZones.TYPE_CODE);
    return reader.expression(NAMES, arguments, (terms, context) -> date(terms, zones, context));
  }

  private static void checkMixing(Named.Reader reader) {
    String mixing = "$dateFromParts does not allow mixing natural dates with ISO dates";
    if (!reader.has("year") && !reader.has("isoWeekYear")) {
      throw Values.error(
          40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
    }
    if (reader.has("year")
        && (reader.has("isoWeekYear") || reader.has("isoWeek") || reader.has("isoDayOfWeek"))) {
      throw Values.error(40489, mixing);
    }
    if (reader.has("isoWeekYear") && (reader.has("month") || reader.has("day"))) {
      throw Values.error(40525, mixing);
    }
  }

  private static BsonValue date(
      Expression[] terms, DateZones.Argument zones, EvaluationContext context) {
    long[] parts = DEFAULTS.clone();
    for (int i = HOUR; i < ZONE; i++) {
      if (!read(terms[i], i, parts, context)) {
        return BsonNull.VALUE;
      }
    }
    Optional<ZoneId> zone = zones.zone(context);
    if (zone.isEmpty()) {
      return BsonNull.VALUE;
    }
    int first = terms[ISO_YEAR] != null ? ISO_YEAR : 0;
    for (int i = first; i < first + 3; i++) {
      if (!read(terms[i], i, parts, context)) {
        return BsonNull.VALUE;
      }
    }
    checkYear(NAMES[first], parts[first], first == 0 ? 40523 : 31095);
    try {
      LocalDate day = first == 0 ? natural(parts) : iso(parts);
      LocalDateTime local =
          day.atStartOfDay()
              .plusHours(parts[HOUR])
              .plusMinutes(parts[HOUR + 1])
              .plusSeconds(parts[SECOND])
              .plusNanos(Math.floorMod(parts[SECOND + 1], 1000L) * 1_000_000L)
              .plusSeconds(Math.floorDiv(parts[SECOND + 1], 1000L));
      return DateZones.date(local, zone.get());
    } catch (DateTimeException | ArithmeticException e) {
      throw new CommandException(ErrorCode.OVERFLOW, "date overflow in $dateFromParts");
    }
  }

  private static LocalDate natural(long[] parts) {
    return LocalDate.of((int) parts[0], 1, 1).plusMonths(parts[1] - 1).plusDays(parts[2] - 1);
  }

  private static LocalDate iso(long[] parts) {
    return isoDate(parts[ISO_YEAR], parts[ISO_YEAR + 1], parts[ISO_YEAR + 2]);
  }

  /** A day of an ISO week; week and day may lie outside their usual ranges. */
  static LocalDate isoDate(long year, long week, long day) {
    LocalDate fourth = LocalDate.of((int) year, 1, 4);
    LocalDate monday = fourth.minusDays(fourth.getDayOfWeek().getValue() - 1L);
    return monday.plusWeeks(week - 1).plusDays(day - 1);
  }

  /** Whether there is a value; false for null and missing. */
  private static boolean read(
      Expression term, int position, long[] parts, EvaluationContext context) {
    if (term == null) {
      return true;
    }
    BsonValue value = term.evaluate(context);
    if (Values.isNullish(value)) {
      return false;
    }
    String name = NAMES[position];
    if (!Numbers.isWholeLong(value)) {
      throw Values.error(
          40515,
          "'" + name + "' must evaluate to an integer, found " + DateZones.typeAndValue(value));
    }
    long number = Numbers.toLong(value);
    boolean isYear = position == 0 || position == ISO_YEAR;
    if (!isYear && position < SECOND && number != (short) number) {
      throw Values.error(
          31034,
          "'"
              + name
              + "' must evaluate to a value in the range [-32768, 32767]; value "
              + number
              + " is not in range");
    }
    parts[position] = number;
    return true;
  }

  private static void checkYear(String name, long year, int code) {
    if (year < 1 || year > 9999) {
      throw Values.error(
          code, "'" + name + "' must evaluate to an integer in the range 1 to 9999, found " + year);
    }
  }
}
