package shardsh.core.expr.op;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads dates in the many forms that people write: ISO 8601 and its relatives, {@code July 4th,
 * 2017 12pm}, {@code 7/4/17}, {@code 04.07.2017}, offsets and zone abbreviations, {@code noon},
 * {@code +1 day}. At each place the longest form that fits is taken. Source: the manual of PHP,
 * whose date library the server uses, on supported date and time formats.
 */
final class FreeFormDate {

  /** A form and what it sets. */
  private record Form(Pattern pattern, BiConsumer<ParsedDate, MatchResult> action) {}

  private static final List<Form> FORMS = new ArrayList<>();

  private static final String MONTH =
      "(january|february|march|april|may|june|july|august|september|october|november|december"
          + "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
          + "|viii|vii|vi|iv|v|ix|iii|ii|i|xii|xi|x)(?![a-z])";
  private static final String DAY = "([0-2]?[0-9]|3[01])(?![0-9])";
  private static final String SUFFIX = "(?:st|nd|rd|th)?";
  private static final String MONTH_NUMBER = "(0?[0-9]|1[0-2])(?![0-9])";
  private static final String YEAR = "([0-9]{1,4})(?![0-9])";
  private static final String YEAR4 = "([0-9]{4})";
  private static final String MINUTE = "([0-5]?[0-9])";
  private static final String GAP = "[ \\t.-]*";
  private static final String UNIT =
      "(msecs?|milliseconds?|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|fortnights?"
          + "|forthnights?|months?|years?)(?![a-z])";
  private static final String WEEKDAY =
      "(monday|mon|tuesday|tues|tue|wednesday|wednes|wed|thursday|thurs|thur|thu|friday|fri"
          + "|saturday|satur|sat|sunday|sun)(?![a-z])";
  private static final String MONTHS_SHORT = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final List<String> ROMAN =
      List.of("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii");

  static {
    dates();
    words();
    times();
  }

  private FreeFormDate() {}

  private static void form(String pattern, BiConsumer<ParsedDate, MatchResult> action) {
    FORMS.add(new Form(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), action));
  }

  private static void dates() {
    form(YEAR4 + "-(0[0-9]|1[0-2])-(0[0-9]|[1-2][0-9]|3[01])", (d, m) -> ymd(d, m, 1, 2, 3));
    form(YEAR4 + "/(0?[0-9]|1[0-2])/(3[01]|[0-2]?[0-9])/?", (d, m) -> ymd(d, m, 1, 2, 3));
    form(YEAR + "-" + MONTH_NUMBER + "-" + DAY, (d, m) -> ymd(d, m, 1, 2, 3));
    form(YEAR4 + "-" + MONTH_NUMBER, (d, m) -> d.setDate(year(m.group(1)), number(m, 2), 1));
    form(YEAR4 + "(0[0-9]|1[0-2])([0-2][0-9]|3[01])(?![0-9])", (d, m) -> ymd(d, m, 1, 2, 3));
    form(YEAR4 + "([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})", FreeFormDate::digits);
    form(DAY + "[.\\t-]" + MONTH_NUMBER + "[.-]" + YEAR4, (d, m) -> ymd(d, m, 3, 2, 1));
    form(DAY + "[.\\t]" + MONTH_NUMBER + "\\.([0-9]{2})", (d, m) -> ymd(d, m, 3, 2, 1));
    form(MONTH_NUMBER + "/" + DAY + "/" + YEAR, (d, m) -> ymd(d, m, 3, 1, 2));
    form(MONTH_NUMBER + "/" + DAY, (d, m) -> d.setDay(number(m, 1), number(m, 2)));
    form(
        "([0-2]?[0-9]|3[01])" + SUFFIX + GAP + MONTH + GAP + YEAR,
        (d, m) -> d.setDate(year(m.group(3)), month(m.group(2)), number(m, 1)));
    form(
        MONTH + GAP + "([0-2]?[0-9]|3[01])(?![0-9])[,.stndrh\\t ]+" + YEAR + "(?![:.][0-9])",
        (d, m) -> d.setDate(year(m.group(3)), month(m.group(1)), number(m, 2)));
    form(
        MONTH + GAP + DAY + "[,.stndrh\\t ]*", (d, m) -> d.setDay(month(m.group(1)), number(m, 2)));
    form(
        "([0-2]?[0-9]|3[01])" + SUFFIX + GAP + MONTH,
        (d, m) -> d.setDay(month(m.group(2)), number(m, 1)));
    form(MONTH + GAP + YEAR4, (d, m) -> d.setDate(year(m.group(2)), month(m.group(1)), 1));
    form(YEAR4 + GAP + MONTH, (d, m) -> d.setDate(year(m.group(1)), month(m.group(2)), 1));
    form(
        MONTH + "-([0-2]?[0-9]|3[01])-" + YEAR,
        (d, m) -> d.setDate(year(m.group(3)), month(m.group(1)), number(m, 2)));
    form(
        YEAR + "-" + MONTH + "-" + DAY,
        (d, m) -> d.setDate(year(m.group(1)), month(m.group(2)), number(m, 3)));
    form(
        "([0-2]?[0-9]|3[01])/" + MONTH + "/" + YEAR4 + ":?",
        (d, m) -> d.setDate(year(m.group(3)), month(m.group(2)), number(m, 1)));
    form(YEAR4 + "-?w([0-4][0-9]|5[0-3])-?([0-7])", (d, m) -> week(d, m, number(m, 3)));
    form(YEAR4 + "-?w([0-4][0-9]|5[0-3])", (d, m) -> week(d, m, 1));
    form(YEAR4 + "\\.?([0-2][0-9]{2}|3[0-5][0-9]|36[0-6])(?![0-9])", FreeFormDate::ordinal);
    form(MONTH, (d, m) -> d.month = month(m.group(1)));
  }

  private static void times() {
    form(
        "t?(2[0-4]|[01]?[0-9])[:.]" + MINUTE + "(?:[:.]([0-5]?[0-9]|60)([.,:][0-9]+)?)?",
        (d, m) -> time(d, m, number(m, 1)));
    form("t(2[0-4]|[01][0-9])([0-5][0-9])([0-5][0-9]|60)?", (d, m) -> time(d, m, number(m, 1)));
    form("t(2[0-4]|[01]?[0-9])", (d, m) -> d.setTime(number(m, 1), 0, 0, 0));
    form(
        "(1[0-2]|0?[1-9])(?:[:.]"
            + MINUTE
            + "(?:[:.]([0-5]?[0-9]|60))?)?[ \\t]*([ap])\\.?m\\.?"
            + "(?![a-z])",
        FreeFormDate::twelveHours);
    form("(?:gmt|utc)?([+-])([0-9]{1,2}):?([0-9]{2})?(?![0-9])", FreeFormDate::offset);
    form("\\(?([a-z]{1,6})\\)?(?![a-z/_])", FreeFormDate::abbreviation);
    form("@(-?[0-9]+)", FreeFormDate::timestamp);
  }

  private static void words() {
    form("now(?![a-z])", (d, m) -> {});
    form("noon(?![a-z])", (d, m) -> noon(d));
    form("(midnight|today)(?![a-z])", (d, m) -> d.forgetTime());
    form("tomorrow(?![a-z])", (d, m) -> d.shift(0, 1, 0));
    form("yesterday(?![a-z])", (d, m) -> d.shift(0, -1, 0));
    form("ago(?![a-z])", (d, m) -> d.shiftBack());
    form(WEEKDAY, FreeFormDate::weekday);
    form(
        "([+-]?)[ \\t]*([0-9]+)[ \\t]*" + UNIT,
        (d, m) -> shift(d, m.group(3), number(m, 2) * (m.group(1).equals("-") ? -1L : 1L)));
    form("(next|last|previous|this)[ \\t]+" + UNIT, FreeFormDate::neighbour);
  }

  /**
   * Reads a whole text.
   *
   * @throws shardsh.core.base.CommandException ConversionFailure where no form fits
   */
  static ParsedDate parse(String text) {
    ParsedDate date = new ParsedDate(text);
    int at = 0;
    while (at < text.length()) {
      if (" ,.\t\n".indexOf(text.charAt(at)) >= 0) {
        at++;
        continue;
      }
      at = readForm(text, at, date);
    }
    return date;
  }

  private static int readForm(String text, int at, ParsedDate date) {
    Form best = null;
    Matcher longest = null;
    for (Form form : FORMS) {
      Matcher matcher = form.pattern.matcher(text).region(at, text.length());
      matcher.useTransparentBounds(true);
      if (matcher.lookingAt() && (longest == null || matcher.end() > longest.end())) {
        best = form;
        longest = matcher;
      }
    }
    if (best == null) {
      throw date.failure("Unexpected character '" + text.charAt(at) + "'");
    }
    best.action.accept(date, longest.toMatchResult());
    return longest.end();
  }

  private static int number(MatchResult match, int group) {
    String digits = match.group(group);
    return digits == null ? 0 : Integer.parseInt(digits.substring(0, Math.min(9, digits.length())));
  }

  /** Two digits mean 1970 to 2069. */
  private static int year(String digits) {
    int year = Integer.parseInt(digits);
    if (digits.length() >= 4 || year >= 100) {
      return year;
    }
    return year < 70 ? 2000 + year : 1900 + year;
  }

  static int month(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    int roman = ROMAN.indexOf(lower);
    return roman >= 0 ? roman + 1 : MONTHS_SHORT.indexOf(lower.substring(0, 3)) / 3 + 1;
  }

  private static void ymd(ParsedDate date, MatchResult match, int year, int month, int day) {
    date.setDate(year(match.group(year)), number(match, month), number(match, day));
  }

  private static void digits(ParsedDate date, MatchResult match) {
    ymd(date, match, 1, 2, 3);
    date.setTime(number(match, 4), number(match, 5), number(match, 6), 0);
  }

  private static void week(ParsedDate date, MatchResult match, int day) {
    date.isoYear = number(match, 1);
    date.isoWeek = number(match, 2);
    date.isoDay = day;
  }

  private static void ordinal(ParsedDate date, MatchResult match) {
    date.year = number(match, 1);
    date.dayOfYear = number(match, 2);
  }

  private static void time(ParsedDate date, MatchResult match, int hour) {
    int millisecond = 0;
    if (match.groupCount() > 3 && match.group(4) != null) {
      millisecond = millisecond(match.group(4).substring(1));
    }
    date.setTime(hour, number(match, 2), number(match, 3), millisecond);
  }

  /** The first three digits of a fraction of a second. */
  static int millisecond(String fraction) {
    return Integer.parseInt((fraction + "00").substring(0, 3));
  }

  private static void twelveHours(ParsedDate date, MatchResult match) {
    int hour = number(match, 1) % 12;
    boolean afternoon = match.group(4).equalsIgnoreCase("p");
    date.setTime(afternoon ? hour + 12 : hour, number(match, 2), number(match, 3), 0);
  }

  private static void offset(ParsedDate date, MatchResult match) {
    int minutes = number(match, 2) * 60 + number(match, 3);
    if (minutes > 18 * 60) {
      throw date.failure("The timezone could not be found in the database");
    }
    int sign = match.group(1).equals("-") ? -1 : 1;
    date.setOffset(ZoneOffset.ofTotalSeconds(sign * minutes * 60));
  }

  private static void abbreviation(ParsedDate date, MatchResult match) {
    Integer minutes = ZoneAbbreviations.minutes(match.group(1).toLowerCase(Locale.ROOT));
    if (minutes == null) {
      throw date.failure("The timezone could not be found in the database");
    }
    date.setOffset(ZoneOffset.ofTotalSeconds(minutes * 60));
  }

  private static void timestamp(ParsedDate date, MatchResult match) {
    ZonedDateTime time =
        Instant.ofEpochSecond(Long.parseLong(match.group(1))).atZone(ZoneOffset.UTC);
    date.setDate(time.getYear(), time.getMonthValue(), time.getDayOfMonth());
    date.setTime(time.getHour(), time.getMinute(), time.getSecond(), 0);
    date.setOffset(ZoneOffset.UTC);
  }

  private static void noon(ParsedDate date) {
    date.forgetTime();
    date.setTime(12, 0, 0, 0);
  }

  private static void weekday(ParsedDate date, MatchResult match) {
    String name = match.group(1).toLowerCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().toLowerCase(Locale.ROOT).startsWith(name.substring(0, 3))) {
        date.weekday = day;
      }
    }
  }

  private static void neighbour(ParsedDate date, MatchResult match) {
    long steps =
        switch (match.group(1).toLowerCase(Locale.ROOT)) {
          case "next" -> 1;
          case "this" -> 0;
          default -> -1;
        };
    shift(date, match.group(2), steps);
  }

  private static void shift(ParsedDate date, String unit, long amount) {
    String name = unit.toLowerCase(Locale.ROOT);
    switch (name.substring(0, 3)) {
      case "mse", "mil" -> date.shift(0, 0, 0);
      case "sec" -> date.shift(0, 0, amount);
      case "min" -> date.shift(0, 0, amount * 60);
      case "hou" -> date.shift(0, 0, amount * 3600);
      case "day" -> date.shift(0, amount, 0);
      case "wee" -> date.shift(0, amount * 7, 0);
      case "for" -> date.shift(0, amount * 14, 0);
      case "mon" -> date.shift(amount, 0, 0);
      default -> date.shift(amount * 12, 0, 0);
    }
  }
}
