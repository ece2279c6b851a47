package shardsh.core.expr.op;

import java.time.DayOfWeek;
import java.util.Locale;
import java.util.Optional;

/** The units of date arithmetic, and the names of weekdays. */
enum DateUnit {
  YEAR,
  QUARTER,
  MONTH,
  WEEK,
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  MILLISECOND;

  /** By the unit's name in small letters. */
  static Optional<DateUnit> named(String name) {
    for (DateUnit unit : values()) {
      if (unit.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  /** The length of a unit that always takes the same time; hours and below. */
  long millis() {
    return switch (this) {
      case HOUR -> 3_600_000;
      case MINUTE -> 60_000;
      case SECOND -> 1000;
      case MILLISECOND -> 1;
      case YEAR, QUARTER, MONTH, WEEK, DAY ->
          throw new IllegalStateException(this + " has no fixed length");
    };
  }

  boolean hasFixedLength() {
    return ordinal() >= HOUR.ordinal();
  }

  /** By full name or first three letters, in any case. */
  static Optional<DayOfWeek> weekday(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().equals(upper) || day.name().substring(0, 3).equals(upper)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }
}
