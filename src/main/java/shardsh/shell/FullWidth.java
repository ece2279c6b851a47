package shardsh.shell;

import java.util.Optional;

/** Signs as an East Asian keyboard types them, which JavaScript does not know. */
final class FullWidth {
  private static final String QUOTES = "\u2018\u2019\u201c\u201d";
  private static final String PLAIN_QUOTES = "''\"\"";
  private static final char FIRST = '\uff01';
  private static final char LAST = '\uff5e';
  private static final int DISTANCE = FIRST - '!';
  private static final char COMMA = '\u3001';
  private static final char STOP = '\u3002';

  private FullWidth() {}

  /** What to type for the first of them in a text that is no JavaScript; empty if it has none. */
  static Optional<String> hint(String text) {
    return text.codePoints()
        .filter(sign -> plain(sign) != 0)
        .mapToObj(
            sign ->
                "the input has "
                    + Character.toString(sign)
                    + " of full width; JavaScript wants "
                    + plain(sign))
        .findFirst();
  }

  /** The plain sign; 0 for any other. */
  private static char plain(int sign) {
    if (sign >= FIRST && sign <= LAST) {
      return (char) (sign - DISTANCE);
    }
    if (sign == COMMA) {
      return ',';
    }
    if (sign == STOP) {
      return '.';
    }
    int quote = QUOTES.indexOf(sign);
    return quote < 0 ? 0 : PLAIN_QUOTES.charAt(quote);
  }
}
