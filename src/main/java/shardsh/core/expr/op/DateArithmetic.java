package shardsh.core.expr.op;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $dateAdd}, {@code $dateSubtract}, {@code $dateDiff} and {@code $dateTrunc}. */
final class DateArithmetic {
  private static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);
  private static final ErrorCode UNKNOWN_UNIT = ErrorCode.location(5439014);

  /** One more than the days in 2^64 milliseconds. */
  private static final long DAYS_MAX = 213_503_982_335L;

  private static final BsonValue ONE = new BsonInt32(1);
  private static final long LARGE_UNIT_BINS_MAX = 100_000_000_000L;

  private DateArithmetic() {}

  /**
   * @param sign 1 adds, -1 subtracts
   */
  static OperatorParser adding(int sign) {
    return (name, spec, scope) -> {
      CommandException notObject =
          Values.error(
              5166400, name + " expects an object as its argument.found: " + Values.typeName(spec));
      String unknown = "Unrecognized argument to " + name + ": ";
      String[] names = {"startDate", "unit", "amount", "timezone"};
      Named.Reader reader = Named.read(name, spec, scope, notObject, 5166401, unknown, names);
      String missing = name + " requires startDate, unit, and amount to be present";
      Expression[] arguments = {
        reader.required("startDate", 5166402, missing),
        reader.required("unit", 5166402, missing),
        reader.required("amount", 5166402, missing),
        reader.optional("timezone")
      };
      DateZones.Argument zones = new DateZones.Argument(arguments[3], DateZones.TYPE_CODE);
      return reader.expression(
          names, arguments, (terms, context) -> sum(name, sign, terms, zones, context));
    };
  }

  private static BsonValue sum(
      String name,
      int sign,
      Expression[] terms,
      DateZones.Argument zones,
      EvaluationContext context) {
    BsonValue start = terms[0].evaluate(context);
    BsonValue unitName = Values.isNullish(start) ? null : terms[1].evaluate(context);
    if (Values.isNullish(unitName)) {
      return BsonNull.VALUE;
    }
    DateUnit unit = unit(name, unitName, ErrorCode.FAILED_TO_PARSE);
    BsonValue amount = terms[2].evaluate(context);
    if (Values.isNullish(amount)) {
      return BsonNull.VALUE;
    }
    Optional<ZoneId> zone = zones.zone(context);
    if (zone.isEmpty()) {
      return BsonNull.VALUE;
    }
    if (!DateZones.isInstant(start)) {
      throw Values.error(5166403, name + " requires startDate to be convertible to a date");
    }
    if (!Numbers.isWholeLong(amount)) {
      throw Values.error(5166405, name + " expects integer amount of time units");
    }
    long count = Numbers.toLong(amount);
    if (sign < 0 && count == Long.MIN_VALUE) {
      throw Values.error(6045000, "invalid $dateSubtract 'amount' parameter value: " + count);
    }
    return plus(DateZones.millis(start), unit, sign * count, zone.get());
  }

  /**
   * Whether so many units are less than what the whole range of dates spans.
   *
   * @throws CommandException Location5976500 when they are not
   */
  private static void checkAmount(DateUnit unit, long amount) {
    long days = DAYS_MAX;
    long years = days / 365 + 1;
    long max =
        switch (unit) {
          case YEAR -> years;
          case QUARTER -> years * 4;
          case MONTH -> years * 12;
          case WEEK -> days / 7;
          case DAY -> days;
          case HOUR, MINUTE, SECOND -> days * (86_400_000 / unit.millis());
          case MILLISECOND -> Long.MAX_VALUE;
        };
    if (amount <= -max || amount >= max) {
      throw Values.error(
          5976500,
          "invalid dateAdd 'amount' parameter value: "
              + amount
              + " "
              + unit.name().toLowerCase(Locale.ROOT));
    }
  }

  /** Hours and below add elapsed time; days and above keep the local time of day. */
  private static BsonDateTime plus(long start, DateUnit unit, long amount, ZoneId zone) {
    checkAmount(unit, amount);
    try {
      if (unit.hasFixedLength()) {
        return new BsonDateTime(Math.addExact(start, Math.multiplyExact(amount, unit.millis())));
      }
      ZonedDateTime time = DateZones.at(start, zone);
      ZonedDateTime moved =
          switch (unit) {
            case YEAR -> time.plusYears(amount);
            case QUARTER -> time.plusMonths(3 * amount);
            case MONTH -> time.plusMonths(amount);
            case WEEK -> time.plusWeeks(amount);
            default -> time.plusDays(amount);
          };
      return new BsonDateTime(moved.toInstant().toEpochMilli());
    } catch (ArithmeticException | DateTimeException e) {
      throw Values.error(5166406, "dateAdd overflowed");
    }
  }

  static Expression diff(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(5166301, "$dateDiff only supports an object as its argument");
    String unknown = "Unrecognized argument to $dateDiff: ";
    String[] names = {"startDate", "endDate", "unit", "timezone", "startOfWeek"};
    Named.Reader reader = Named.read(name, spec, scope, notObject, 5166302, unknown, names);
    Expression[] arguments = {
      reader.required("startDate", 5166303, "Missing 'startDate' parameter to $dateDiff"),
      reader.required("endDate", 5166304, "Missing 'endDate' parameter to $dateDiff"),
      reader.required("unit", 5166305, "Missing 'unit' parameter to $dateDiff"),
      reader.optional("timezone"),
      reader.optional("startOfWeek")
    };
    DateZones.Argument zones = new DateZones.Argument(arguments[3], DateZones.TYPE_CODE);
    return reader.expression(
        names, arguments, (terms, context) -> difference(name, terms, zones, context));
  }

  private static BsonValue difference(
      String name, Expression[] terms, DateZones.Argument zones, EvaluationContext context) {
    BsonValue start = terms[0].evaluate(context);
    BsonValue end = Values.isNullish(start) ? null : terms[1].evaluate(context);
    BsonValue unitName = Values.isNullish(end) ? null : terms[2].evaluate(context);
    if (Values.isNullish(unitName)) {
      return BsonNull.VALUE;
    }
    DateUnit unit = unit(name, unitName, UNKNOWN_UNIT);
    Optional<DayOfWeek> firstDay = firstDayOfWeek(name, unit, terms[4], context);
    Optional<ZoneId> zone = firstDay.isEmpty() ? Optional.empty() : zones.zone(context);
    if (zone.isEmpty()) {
      return BsonNull.VALUE;
    }
    long from = dateArgument(name, "startDate", start, 5166307);
    long to = dateArgument(name, "endDate", end, 5166307);
    return new BsonInt64(boundaries(from, to, unit, zone.get(), firstDay.get()));
  }

  private static long dateArgument(String name, String argument, BsonValue value, int code) {
    if (!DateZones.isInstant(value)) {
      throw Values.error(
          code,
          name + " requires '" + argument + "' to be a date, but got " + Values.typeName(value));
    }
    return DateZones.millis(value);
  }

  /**
   * @param unknown the error for a name that is no unit
   */
  private static DateUnit unit(String name, BsonValue unitName, ErrorCode unknown) {
    if (!unitName.isString()) {
      throw Values.error(
          5439013, name + " requires 'unit' to be a string, but got " + Values.typeName(unitName));
    }
    String text = unitName.asString().getValue();
    return DateUnit.named(text)
        .orElseThrow(
            () ->
                new CommandException(
                    unknown,
                    name + " parameter 'unit' value cannot be recognized as a time unit: " + text));
  }

  /** Sunday unless given; looked at for weeks only; empty when it is null or missing. */
  private static Optional<DayOfWeek> firstDayOfWeek(
      String name, DateUnit unit, Expression argument, EvaluationContext context) {
    if (unit != DateUnit.WEEK || argument == null) {
      return Optional.of(DayOfWeek.SUNDAY);
    }
    BsonValue value = argument.evaluate(context);
    if (Values.isNullish(value)) {
      return Optional.empty();
    }
    if (!value.isString()) {
      throw Values.error(
          5439015,
          name + " requires 'startOfWeek' to be a string, but got " + Values.typeName(value));
    }
    String text = value.asString().getValue();
    Optional<DayOfWeek> day = DateUnit.weekday(text);
    if (day.isEmpty()) {
      throw Values.error(
          5439016,
          name + " parameter 'startOfWeek' value cannot be recognized as a day of a week: " + text);
    }
    return day;
  }

  /** How many boundaries of the unit, in local time, lie between two instants. */
  private static long boundaries(
      long from, long to, DateUnit unit, ZoneId zone, DayOfWeek firstDay) {
    if (unit == DateUnit.MILLISECOND) {
      return millisBetween(from, to);
    }
    ZonedDateTime start = DateZones.at(from, zone);
    ZonedDateTime end = DateZones.at(to, zone);
    if (unit.hasFixedLength()) {
      long startOffset = start.getOffset().getTotalSeconds() * 1000L;
      long endOffset = end.getOffset().getTotalSeconds() * 1000L;
      return Math.floorDiv(to + endOffset, unit.millis())
          - Math.floorDiv(from + startOffset, unit.millis())
          - (endOffset - startOffset) / unit.millis();
    }
    LocalDate first = start.toLocalDate();
    LocalDate last = end.toLocalDate();
    return switch (unit) {
      case YEAR -> (long) last.getYear() - first.getYear();
      case QUARTER -> Math.floorDiv(months(last), 3) - Math.floorDiv(months(first), 3);
      case MONTH -> months(last) - months(first);
      case WEEK ->
          ChronoUnit.DAYS.between(weekStart(first, firstDay), weekStart(last, firstDay)) / 7;
      default -> last.toEpochDay() - first.toEpochDay();
    };
  }

  private static long millisBetween(long from, long to) {
    try {
      return Math.subtractExact(to, from);
    } catch (ArithmeticException e) {
      throw Values.error(5166308, "dateDiff overflowed");
    }
  }

  private static long months(LocalDate date) {
    return date.getYear() * 12L + date.getMonthValue() - 1;
  }

  private static LocalDate weekStart(LocalDate date, DayOfWeek firstDay) {
    return date.with(TemporalAdjusters.previousOrSame(firstDay));
  }

  static Expression trunc(String name, BsonValue spec, VariableNames scope) {
    CommandException notObject =
        Values.error(5439007, "$dateTrunc only supports an object as its argument");
    String unknown = "Unrecognized argument to $dateTrunc: ";
    String[] names = {"date", "unit", "binSize", "timezone", "startOfWeek"};
    Named.Reader reader = Named.read(name, spec, scope, notObject, 5439008, unknown, names);
    Expression[] arguments = {
      reader.required("date", 5439009, "Missing 'date' parameter to $dateTrunc"),
      reader.required("unit", 5439010, "Missing 'unit' parameter to $dateTrunc"),
      reader.optional("binSize"),
      reader.optional("timezone"),
      reader.optional("startOfWeek")
    };
    DateZones.Argument zones = new DateZones.Argument(arguments[3], DateZones.TYPE_CODE);
    return reader.expression(
        names, arguments, (terms, context) -> truncated(name, terms, zones, context));
  }

  private static BsonValue truncated(
      String name, Expression[] terms, DateZones.Argument zones, EvaluationContext context) {
    BsonValue date = terms[0].evaluate(context);
    BsonValue size = Values.isNullish(date) ? null : ONE;
    if (terms[2] != null && size != null) {
      size = terms[2].evaluate(context);
    }
    if (Values.isNullish(size)) {
      return BsonNull.VALUE;
    }
    long binSize = binSize(size);
    BsonValue unitName = terms[1].evaluate(context);
    if (Values.isNullish(unitName)) {
      return BsonNull.VALUE;
    }
    DateUnit unit = unit(name, unitName, UNKNOWN_UNIT);
    Optional<DayOfWeek> firstDay = firstDayOfWeek(name, unit, terms[4], context);
    Optional<ZoneId> zone = firstDay.isEmpty() ? Optional.empty() : zones.zone(context);
    if (zone.isEmpty()) {
      return BsonNull.VALUE;
    }
    long millis = dateArgument(name, "date", date, 5439012);
    try {
      return truncated(millis, unit, binSize, zone.get(), firstDay.get());
    } catch (ArithmeticException | DateTimeException e) {
      throw Values.error(5439000, "dateTrunc overflowed");
    }
  }

  private static long binSize(BsonValue size) {
    if (!Numbers.isWholeLong(size)) {
      throw Values.error(
          5439017,
          "$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '"
              + ServerText.of(size)
              + "' of type "
              + Values.typeName(size));
    }
    if (Numbers.toLong(size) <= 0) {
      throw Values.error(
          5439018,
          "$dateTrunc requires 'binSize' to be greater than 0, but got value "
              + Numbers.toLong(size));
    }
    return Numbers.toLong(size);
  }

  /** Bins are counted from the beginning of 2000 in the zone. */
  private static BsonDateTime truncated(
      long millis, DateUnit unit, long binSize, ZoneId zone, DayOfWeek firstDay) {
    if (unit.hasFixedLength()) {
      long reference = REFERENCE.atStartOfDay(zone).toInstant().toEpochMilli();
      long bin = Math.multiplyExact(binSize, unit.millis());
      long distance = Math.subtractExact(millis, reference);
      return new BsonDateTime(Math.addExact(reference, Math.floorDiv(distance, bin) * bin));
    }
    if (binSize > LARGE_UNIT_BINS_MAX) {
      throw Values.error(5439006, "dateTrunc unsupported binSize value");
    }
    LocalDate date = DateZones.at(millis, zone).toLocalDate();
    LocalDate start =
        switch (unit) {
          case YEAR -> monthBin(date, Math.multiplyExact(12, binSize));
          case QUARTER -> monthBin(date, Math.multiplyExact(3, binSize));
          case MONTH -> monthBin(date, binSize);
          case WEEK ->
              dayBin(
                  date,
                  REFERENCE.with(TemporalAdjusters.nextOrSame(firstDay)),
                  Math.multiplyExact(7, binSize));
          default -> dayBin(date, REFERENCE, binSize);
        };
    return DateZones.date(start.atStartOfDay(zone));
  }

  private static LocalDate monthBin(LocalDate date, long size) {
    long distance = months(date) - months(REFERENCE);
    return REFERENCE.plusMonths(Math.floorDiv(distance, size) * size);
  }

  private static LocalDate dayBin(LocalDate date, LocalDate reference, long size) {
    long distance = date.toEpochDay() - reference.toEpochDay();
    return reference.plusDays(Math.floorDiv(distance, size) * size);
  }
}
