package shardsh.core.expr.op;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $year}, {@code $isoWeek} … and {@code $dateToParts}. */
final class DateParts {
  private static final int CONSTANT_ZONE_CODE = 40533;

  private DateParts() {}

  /** An operator on a date, in UTC or, written {@code {date, timezone}}, in a zone. */
  static OperatorParser part(Function<ZonedDateTime, BsonValue> part) {
    return (name, spec, scope) -> {
      BsonValue date = spec;
      if (spec instanceof BsonArray list) {
        if (list.size() != 1) {
          throw Values.error(
              40536,
              name
                  + " accepts exactly one argument if given an array, but was given "
                  + list.size());
        }
        date = list.get(0);
      } else if (isNamed(spec)) {
        return named(name, spec, scope, part);
      }
      BsonArray arguments = new BsonArray(List.of(date));
      return Call.one(value -> partInUtc(part, value)).parse(name, arguments, scope);
    };
  }

  private static boolean isNamed(BsonValue spec) {
    return spec instanceof BsonDocument document
        && (document.isEmpty() || !document.getFirstKey().startsWith("$"));
  }

  private static BsonValue partInUtc(Function<ZonedDateTime, BsonValue> part, BsonValue date) {
    return Values.isNullish(date)
        ? BsonNull.VALUE
        : part.apply(DateZones.at(DateZones.millis(date), ZoneOffset.UTC));
  }

  private static Expression named(
      String name, BsonValue spec, VariableNames scope, Function<ZonedDateTime, BsonValue> part) {
    String unknown = "unrecognized option to " + name + ": ";
    Named.Reader reader = Named.read(name, spec, scope, null, 40535, unknown, "date", "timezone");
    Expression date =
        reader.required(
            "date",
            40539,
            "missing 'date' argument to " + name + ", provided: " + ServerText.of(spec));
    Expression timezone = reader.optional("timezone");
    int code = timezone instanceof Constant ? CONSTANT_ZONE_CODE : DateZones.TYPE_CODE;
    DateZones.Argument zones = new DateZones.Argument(timezone, code);
    return reader.expression(
        new String[] {"date", "timezone"},
        new Expression[] {date, timezone},
        (arguments, context) -> {
          BsonValue value = arguments[0].evaluate(context);
          if (Values.isNullish(value)) {
            return BsonNull.VALUE;
          }
          long millis = DateZones.millis(value);
          Optional<ZoneId> zone = zones.zone(context);
          return zone.isEmpty() ? BsonNull.VALUE : part.apply(DateZones.at(millis, zone.get()));
        });
  }

  static BsonValue year(ZonedDateTime time) {
    return new BsonInt32(time.getYear());
  }

  static BsonValue month(ZonedDateTime time) {
    return new BsonInt32(time.getMonthValue());
  }

  static BsonValue dayOfMonth(ZonedDateTime time) {
    return new BsonInt32(time.getDayOfMonth());
  }

  static BsonValue dayOfYear(ZonedDateTime time) {
    return new BsonInt32(time.getDayOfYear());
  }

  /** 1 for Sunday to 7 for Saturday. */
  static BsonValue dayOfWeek(ZonedDateTime time) {
    return new BsonInt32(sundayBased(time) + 1);
  }

  /** 0 for Sunday to 6 for Saturday. */
  static int sundayBased(ZonedDateTime time) {
    return time.getDayOfWeek().getValue() % 7;
  }

  static BsonValue hour(ZonedDateTime time) {
    return new BsonInt32(time.getHour());
  }

  static BsonValue minute(ZonedDateTime time) {
    return new BsonInt32(time.getMinute());
  }

  static BsonValue second(ZonedDateTime time) {
    return new BsonInt32(time.getSecond());
  }

  static BsonValue millisecond(ZonedDateTime time) {
    return new BsonInt32(time.get(ChronoField.MILLI_OF_SECOND));
  }

  static BsonValue week(ZonedDateTime time) {
    return new BsonInt32(weekOfYear(time));
  }

  /** Weeks begin on Sundays; the days before the first one are week 0. */
  static int weekOfYear(ZonedDateTime time) {
    return (time.getDayOfYear() + 6 - sundayBased(time)) / 7;
  }

  static BsonValue isoDayOfWeek(ZonedDateTime time) {
    return new BsonInt32(time.getDayOfWeek().getValue());
  }

  static BsonValue isoWeek(ZonedDateTime time) {
    return new BsonInt32(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
  }

  static BsonValue isoWeekYear(ZonedDateTime time) {
    return new BsonInt64(time.get(IsoFields.WEEK_BASED_YEAR));
  }

  static Expression toParts(String name, BsonValue spec, VariableNames scope) {
    Named.Reader reader =
        Named.read(
            name,
            spec,
            scope,
            Values.error(40524, "$dateToParts only supports an object as its argument"),
            40520,
            "Unrecognized argument to $dateToParts: ",
            "date",
            "timezone",
            "iso8601");
    Expression date = reader.required("date", 40522, "Missing 'date' argument to $dateToParts");
    Expression timezone = reader.optional("timezone");
    DateZones.Argument zones = new DateZones.Argument(timezone, DateZones.TYPE_CODE);
    return reader.expression(
        new String[] {"date", "timezone", "iso8601"},
        new Expression[] {date, timezone, reader.optional("iso8601")},
        (arguments, context) -> parts(arguments, zones, context));
  }

  private static BsonValue parts(
      Expression[] arguments, DateZones.Argument zones, EvaluationContext context) {
    BsonValue date = arguments[0].evaluate(context);
    Optional<ZoneId> zone = zones.zone(context);
    if (zone.isEmpty()) {
      return BsonNull.VALUE;
    }
    BsonValue iso = arguments[2] == null ? BsonBoolean.FALSE : arguments[2].evaluate(context);
    if (Values.isNullish(iso)) {
      return BsonNull.VALUE;
    }
    if (!iso.isBoolean()) {
      throw Values.error(40521, "iso8601 must evaluate to a bool, found " + Values.typeName(iso));
    }
    if (Values.isNullish(date)) {
      return BsonNull.VALUE;
    }
    ZonedDateTime time = DateZones.at(DateZones.millis(date), zone.get());
    BsonDocument parts = new BsonDocument();
    if (iso.asBoolean().getValue()) {
      parts.append("isoWeekYear", new BsonInt32(time.get(IsoFields.WEEK_BASED_YEAR)));
      parts.append("isoWeek", isoWeek(time)).append("isoDayOfWeek", isoDayOfWeek(time));
    } else {
      parts.append("year", year(time)).append("month", month(time));
      parts.append("day", dayOfMonth(time));
    }
    return parts
        .append("hour", hour(time))
        .append("minute", minute(time))
        .append("second", second(time))
        .append("millisecond", millisecond(time));
  }
}
