package shardsh.core.expr.op;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** The fields of a date as they are read from a text; null where the text has not said. */
final class ParsedDate {
  static final ErrorCode CONVERSION_FAILURE = new ErrorCode(241, "ConversionFailure");

  private final String text;
  Integer year;
  Integer month;
  Integer day;
  Integer dayOfYear;
  Integer isoYear;
  Integer isoWeek;
  Integer isoDay;
  Integer hour;
  int minute;
  int second;
  int millisecond;
  ZoneOffset offset;
  DayOfWeek weekday;
  private long relativeMonths;
  private long relativeDays;
  private long relativeSeconds;

  ParsedDate(String text) {
    this.text = text;
  }

  /**
   * Sets the day.
   *
   * @throws CommandException ConversionFailure when it was set before
   */
  void setDate(int newYear, int newMonth, int newDay) {
    setDay(newMonth, newDay);
    year = newYear;
  }

  void setDay(int newMonth, int newDay) {
    if (month != null || dayOfYear != null || isoYear != null) {
      throw failure("Double date specification");
    }
    if (newMonth < 1 || newMonth > 12 || newDay < 1 || newDay > 31) {
      throw failure("Unexpected character");
    }
    month = newMonth;
    day = newDay;
  }

  void setTime(int newHour, int newMinute, int newSecond, int newMillisecond) {
    if (hour != null) {
      throw failure("Double time specification");
    }
    hour = newHour;
    minute = newMinute;
    second = newSecond;
    millisecond = newMillisecond;
  }

  void forgetTime() {
    hour = null;
    minute = 0;
    second = 0;
    millisecond = 0;
  }

  void setOffset(ZoneOffset newOffset) {
    if (offset != null) {
      throw failure("Double timezone specification");
    }
    offset = newOffset;
  }

  /** Moves the result by so many calendar months, days and seconds. */
  void shift(long months, long days, long seconds) {
    relativeMonths += months;
    relativeDays += days;
    relativeSeconds += seconds;
  }

  /** Turns all shifts around, for "ago". */
  void shiftBack() {
    relativeMonths = -relativeMonths;
    relativeDays = -relativeDays;
    relativeSeconds = -relativeSeconds;
  }

  CommandException failure(String reason) {
    return new CommandException(
        CONVERSION_FAILURE, "Error parsing date string '" + text + "'; 0: " + reason);
  }

  /**
   * The instant in milliseconds.
   *
   * @param zone for texts without an offset of their own
   * @throws CommandException ConversionFailure when the day is incomplete, or when both the text
   *     and the caller name a zone
   */
  long toMillis(ZoneId zone) {
    if (offset != null && !zone.equals(ZoneOffset.UTC)) {
      throw new CommandException(
          CONVERSION_FAILURE,
          "you cannot pass in a date/time string with time zone information together with a"
              + " timezone argument");
    }
    if ((hour != null && hour > 23) || minute > 59 || second > 59) {
      throw failure("The parsed time was invalid");
    }
    try {
      LocalDateTime local = date().atTime(LocalTime.MIN).plusMonths(relativeMonths);
      local = local.plusDays(relativeDays);
      if (weekday != null) {
        local = local.with(TemporalAdjusters.nextOrSame(weekday));
      }
      local =
          local
              .plusHours(hour == null ? 0 : hour)
              .plusMinutes(minute)
              .plusSeconds(second)
              .plusNanos(millisecond * 1_000_000L);
      ZonedDateTime time = local.atZone(offset == null ? zone : offset);
      return time.toInstant().toEpochMilli() + relativeSeconds * 1000;
    } catch (DateTimeException | ArithmeticException e) {
      throw failure("The parsed date was invalid");
    }
  }

  private LocalDate date() {
    if (isoYear != null) {
      int week = isoWeek == null ? 1 : isoWeek;
      return DateFromParts.isoDate(isoYear, week, isoDay == null ? 1 : isoDay);
    }
    if (year != null && dayOfYear != null) {
      return LocalDate.ofYearDay(year, dayOfYear);
    }
    if (year == null || month == null || day == null) {
      throw new CommandException(
          CONVERSION_FAILURE,
          "an incomplete date/time string has been found, with elements missing: \"" + text + "\"");
    }
    if (day > LocalDate.of(year, month, 1).lengthOfMonth()) {
      throw failure("The parsed date was invalid");
    }
    return LocalDate.of(year, month, day);
  }
}
