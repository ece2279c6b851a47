package shardsh.core.expr.op;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDateTime;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** Time zones by Olson name or offset, and what counts as a date. */
final class DateZones {
  static final int TYPE_CODE = 40517;
  private static final Map<String, ZoneId> SHORT = new TreeMap<>();

  static {
    SHORT.put("UTC", ZoneOffset.UTC);
    SHORT.put("EST", ZoneOffset.ofHours(-5));
    SHORT.put("MST", ZoneOffset.ofHours(-7));
    SHORT.put("HST", ZoneOffset.ofHours(-10));
  }

  private DateZones() {}

  /**
   * A zone by its name or as {@code +hh}, {@code +hhmm} or {@code +hh:mm}.
   *
   * @throws CommandException Location40485 when there is none
   */
  static ZoneId named(String name) {
    Optional<ZoneId> zone = find(name);
    if (zone.isEmpty()) {
      throw Values.error(40485, "unrecognized time zone identifier: \"" + name + "\"");
    }
    return zone.get();
  }

  static Optional<ZoneId> find(String name) {
    ZoneId known = SHORT.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    if (name.startsWith("+") || name.startsWith("-")) {
      return offset(name);
    }
    if (!ZoneId.getAvailableZoneIds().contains(name) || name.startsWith("SystemV/")) {
      return Optional.empty();
    }
    return Optional.of(ZoneId.of(name));
  }

  private static Optional<ZoneId> offset(String text) {
    String digits = text.substring(1);
    if (digits.length() == 5 && digits.charAt(2) == ':') {
      digits = digits.substring(0, 2) + digits.substring(3);
    }
    if (digits.length() != 2 && digits.length() != 4) {
      return Optional.empty();
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return Optional.empty();
      }
    }
    int hours = Integer.parseInt(digits.substring(0, 2));
    int minutes = digits.length() == 4 ? Integer.parseInt(digits.substring(2)) : 0;
    int seconds = (hours * 60 + minutes) * 60;
    if (seconds > ZoneOffset.MAX.getTotalSeconds()) {
      return Optional.empty();
    }
    return Optional.of(ZoneOffset.ofTotalSeconds(text.charAt(0) == '-' ? -seconds : seconds));
  }

  /** A zone argument, looked up once when it is constant. */
  static final class Argument {
    private final Expression expression;
    private final ZoneId constant;
    private final int typeCode;

    /**
     * @param expression null stands for UTC
     */
    Argument(Expression expression, int typeCode) {
      this.expression = expression;
      this.typeCode = typeCode;
      this.constant = constantZone(expression);
    }

    private static ZoneId constantZone(Expression expression) {
      if (expression == null) {
        return ZoneOffset.UTC;
      }
      if (expression instanceof Constant value && value.value().isString()) {
        return find(value.value().asString().getValue()).orElse(null);
      }
      return null;
    }

    /**
     * Empty when the zone is null or missing.
     *
     * @throws CommandException when it is not a string or not a zone
     */
    Optional<ZoneId> zone(EvaluationContext context) {
      if (constant != null) {
        return Optional.of(constant);
      }
      BsonValue value = expression.evaluate(context);
      if (Values.isNullish(value)) {
        return Optional.empty();
      }
      if (!value.isString()) {
        throw Values.error(
            typeCode, "timezone must evaluate to a string, found " + Values.typeName(value));
      }
      return Optional.of(named(value.asString().getValue()));
    }
  }

  /** Whether a value has an instant: a date, a timestamp or an ObjectId. */
  static boolean isInstant(BsonValue value) {
    return value != null && (value.isDateTime() || value.isTimestamp() || value.isObjectId());
  }

  /**
   * Milliseconds of the epoch.
   *
   * @throws CommandException Location16006 for values without an instant
   */
  static long millis(BsonValue value) {
    if (!isInstant(value)) {
      throw Values.error(
          16006, "can't convert from BSON type " + Values.typeName(value) + " to Date");
    }
    return switch (value.getBsonType()) {
      case DATE_TIME -> value.asDateTime().getValue();
      case TIMESTAMP -> Integer.toUnsignedLong(value.asTimestamp().getTime()) * 1000;
      default -> Integer.toUnsignedLong(value.asObjectId().getValue().getTimestamp()) * 1000;
    };
  }

  static ZonedDateTime at(long millis, ZoneId zone) {
    return Instant.ofEpochMilli(millis).atZone(zone);
  }

  /**
   * A local time in a zone as a date.
   *
   * @throws CommandException OVERFLOW when it does not fit
   */
  static BsonDateTime date(LocalDateTime local, ZoneId zone) {
    return date(local.atZone(zone));
  }

  static BsonDateTime date(ZonedDateTime time) {
    try {
      return new BsonDateTime(time.toInstant().toEpochMilli());
    } catch (ArithmeticException | DateTimeException e) {
      throw new CommandException(ErrorCode.OVERFLOW, "date overflow");
    }
  }

  static String typeAndValue(BsonValue value) {
    return Values.typeName(value)
        + " with value "
        + (value == null ? "missing" : ServerText.of(value));
  }
}
