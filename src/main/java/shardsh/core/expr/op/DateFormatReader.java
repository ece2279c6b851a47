package shardsh.core.expr.op;

import java.time.ZoneOffset;
import java.util.Locale;

/** Reads a date's text by a format such as {@code %d/%m/%Y}; nothing may be left over. */
final class DateFormatReader {
  static final String READ = "bBdGHjLmMSuVYzZ%";

  private final String text;
  private final String format;
  private final ParsedDate date;
  private int at;
  private boolean natural;
  private boolean iso;

  private DateFormatReader(String text, String format) {
    this.text = text;
    this.format = format;
    this.date = new ParsedDate(text);
  }

  /**
   * @throws shardsh.core.base.CommandException ConversionFailure when the text does not fit
   */
  static ParsedDate parse(String text, String format) {
    return new DateFormatReader(text, format).read();
  }

  private ParsedDate read() {
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (at >= text.length()) {
        throw date.failure("Data missing");
      }
      if (c == '%') {
        readField(format.charAt(++i));
      } else {
        literal(c);
      }
    }
    if (at < text.length()) {
      throw date.failure("Trailing data");
    }
    if (iso && natural) {
      throw date.failure("Mixing of ISO dates with natural dates is not allowed");
    }
    if (iso && date.isoYear == null) {
      throw date.failure("The parsed date was invalid");
    }
    return date;
  }

  private void literal(char expected) {
    if (text.charAt(at) != expected) {
      throw date.failure("Format literal not found");
    }
    at++;
  }

  private void readField(char letter) {
    switch (letter) {
      case 'Y' -> {
        date.year = number(4, 4, "A four digit year could not be found");
        natural = true;
      }
      case 'm' -> {
        date.month = number(1, 2, "A two digit month could not be found");
        natural = true;
      }
      case 'd' -> {
        date.day = number(1, 2, "A two digit day could not be found");
        natural = true;
      }
      case 'j' -> {
        date.dayOfYear = number(1, 3, "A three digit day-of-year could not be found");
        natural = true;
      }
      case 'b', 'B' -> {
        date.month = monthName();
        natural = true;
      }
      case 'G' -> {
        date.isoYear = number(1, 4, "A four digit ISO year could not be found");
        iso = true;
      }
      case 'V' -> {
        date.isoWeek = number(1, 2, "A two digit ISO week could not be found");
        iso = true;
      }
      case 'u' -> {
        date.isoDay = number(1, 1, "A single digit ISO day of week could not be found");
        iso = true;
      }
      default -> readTime(letter);
    }
  }

  private void readTime(char letter) {
    switch (letter) {
      case 'H' -> date.hour = number(1, 2, "A two digit hour could not be found");
      case 'M' -> date.minute = number(2, 2, "A two digit minute could not be found");
      case 'S' -> date.second = number(2, 2, "A two digit second could not be found");
      case 'L' -> {
        int start = at;
        number(1, 3, "A three digit millisecond could not be found");
        date.millisecond = FreeFormDate.millisecond(text.substring(start, at));
      }
      case 'z' -> offset();
      case 'Z' -> offsetMinutes();
      default -> literal('%');
    }
  }

  private int number(int digitsMin, int digitsMax, String message) {
    int start = at;
    while (at < text.length() && at - start < digitsMax && isDigit(text.charAt(at))) {
      at++;
    }
    if (at - start < digitsMin) {
      throw date.failure(message);
    }
    return Integer.parseInt(text.substring(start, at));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private int monthName() {
    String rest = text.substring(at).toLowerCase(Locale.ROOT);
    for (int i = 0; i < DateFormat.MONTHS.size(); i++) {
      String name = DateFormat.MONTHS.get(i).toLowerCase(Locale.ROOT);
      if (rest.startsWith(name) || rest.startsWith(name.substring(0, 3))) {
        at += rest.startsWith(name) ? name.length() : 3;
        return i + 1;
      }
    }
    throw date.failure("A textual month could not be found");
  }

  private void offset() {
    while (at < text.length() && " \t(".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (text.startsWith("GMT+", at) || text.startsWith("GMT-", at)) {
      at += 3;
    }
    char sign = at < text.length() ? text.charAt(at) : ' ';
    if (sign != '+' && sign != '-') {
      abbreviation();
      return;
    }
    at++;
    int hours = number(1, 2, "The timezone could not be found in the database");
    if (at < text.length() && text.charAt(at) == ':') {
      at++;
    }
    int minutes = at < text.length() && isDigit(text.charAt(at)) ? number(2, 2, "Bad offset") : 0;
    setOffset((sign == '-' ? -1 : 1) * (hours * 60 + minutes));
  }

  private void abbreviation() {
    int start = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    Integer minutes = ZoneAbbreviations.minutes(text.substring(start, at).toLowerCase(Locale.ROOT));
    if (minutes == null) {
      throw date.failure("The timezone could not be found in the database");
    }
    setOffset(minutes);
  }

  private void offsetMinutes() {
    char first = text.charAt(at);
    if (first == '+' || first == '-') {
      at++;
    }
    int minutes = number(1, 4, "A numeric offset in minutes could not be found");
    setOffset(first == '-' ? -minutes : minutes);
  }

  private void setOffset(int minutes) {
    if (Math.abs(minutes) > 18 * 60) {
      throw date.failure("The timezone could not be found in the database");
    }
    date.setOffset(ZoneOffset.ofTotalSeconds(minutes * 60));
  }
}
