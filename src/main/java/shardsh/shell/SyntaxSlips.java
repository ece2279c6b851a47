package shardsh.shell;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.js.EvaluationError;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * Lines that are no JavaScript by one slip of a hand or by the habits of another language: a
 * bracket that is missing or too many, {@code {a > 5}}, {@code find(a: 5)}, {@code advance(15m)},
 * an address without its quotes.
 */
final class SyntaxSlips {
  private static final String OPENING = "([{";
  private static final String CLOSING = ")]}";
  private static final Pattern DURATION = Pattern.compile("\\d+(?:ms|s|m|h|d)");
  private static final Pattern COMPARISON =
      Pattern.compile(
          "(?<=[{,])(\\s*)([\\w$]+|\"[^\"]+\"|'[^']+')\\s*:?\\s*"
              + "(>=|<=|!==?|={1,3}|>|<)\\s*([^\\s,{}()\\[\\]][^,{}()\\[\\]]*?)(?=\\s*[,}])");
  private static final Pattern ADDRESS =
      Pattern.compile(
          "([(,=]\\s*)((?:\\w+/)?(?:localhost|\\d+(?:\\.\\d+){3}):\\d+(?:/\\w*)?)(?=\\s*(?:[),]|$))");
  private static final Pattern FIELDS_ALONE =
      Pattern.compile("\\(\\s*((?:[\\w$]+|\"[^\"]+\"|'[^']+')\\s*:\\s*[^(){}]+?)\\s*\\)");

  private SyntaxSlips() {}

  /**
   * The line as it should have been; empty if it is none of those.
   *
   * @param place where JavaScript gave up
   */
  static Optional<String> hint(String text, Optional<EvaluationError.Place> place) {
    if (text.strip().indexOf('\n') >= 0 || text.length() > DidYouMean.LINE_MAX) {
      return Optional.empty();
    }
    return duration(text)
        .or(() -> replaced(ADDRESS, text, found -> found.group(1) + '"' + found.group(2) + '"'))
        .or(() -> replaced(COMPARISON, text, SyntaxSlips::condition))
        .or(() -> place.flatMap(found -> bracket(text, found.column() - 1)))
        .or(() -> withoutSurplus(text))
        .or(() -> replaced(FIELDS_ALONE, text, fields -> "({" + fields.group(1) + "})"))
        .map(line -> "did you mean: " + line.strip());
  }

  private static Optional<String> duration(String text) {
    for (Token token : InputTokens.of(text)) {
      String number = token.in(text);
      if (token.kind() == Kind.NUMBER && DURATION.matcher(number).matches()) {
        return Optional.of(
            text.substring(0, token.start()) + '"' + number + '"' + text.substring(token.end()));
      }
    }
    return Optional.empty();
  }

  private interface Replacement {
    String of(MatchResult match);
  }

  private static Optional<String> replaced(Pattern wrong, String text, Replacement right) {
    Matcher matcher = wrong.matcher(text);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String mended =
        matcher.replaceAll(match -> Matcher.quoteReplacement(right.of((Matcher) match)));
    return isBalanced(mended) ? Optional.of(mended) : Optional.empty();
  }

  private static String condition(MatchResult match) {
    String operator =
        switch (match.group(3)) {
          case ">" -> "$gt";
          case ">=" -> "$gte";
          case "<" -> "$lt";
          case "<=" -> "$lte";
          case "!=", "!==" -> "$ne";
          default -> "";
        };
    String value = match.group(4);
    return match.group(1)
        + match.group(2)
        + ": "
        + (operator.isEmpty() ? value : "{" + operator + ": " + value + "}");
  }

  /** The line with the one bracket that is missing where JavaScript gave up. */
  private static Optional<String> bracket(String text, int at) {
    StringBuilder open = new StringBuilder();
    int comma = -1;
    for (Token token : InputTokens.of(text)) {
      char sign = token.kind() == Kind.MARK ? text.charAt(token.start()) : ' ';
      int top = open.length() - 1;
      if (token.start() >= at) {
        int gap = sign == '{' ? comma : token.start();
        boolean isMissing = top >= 0 && gap >= 0 && (sign == '{' || CLOSING.indexOf(sign) >= 0);
        String mended =
            isMissing
                ? text.substring(0, gap) + closing(open.charAt(top)) + text.substring(gap)
                : text;
        return isMissing && isBalanced(mended) ? Optional.of(mended) : Optional.empty();
      }
      if (OPENING.indexOf(sign) >= 0) {
        open.append(sign);
      } else if (CLOSING.indexOf(sign) >= 0 && top >= 0) {
        open.setLength(top);
      }
      comma = sign == ',' ? token.start() : token.kind() == Kind.SPACE ? comma : -1;
    }
    return Optional.empty();
  }

  /** The line without the first closing bracket that closes nothing. */
  private static Optional<String> withoutSurplus(String text) {
    return Brackets.of(text)
        .surplus()
        .map(token -> text.substring(0, token.start()) + text.substring(token.end()))
        .filter(SyntaxSlips::isBalanced);
  }

  private static char closing(char opening) {
    return CLOSING.charAt(OPENING.indexOf(opening));
  }

  private static boolean isBalanced(String text) {
    Brackets brackets = Brackets.of(text);
    return brackets.surplus().isEmpty() && brackets.areClosed();
  }

  /**
   * How the brackets of a text fit.
   *
   * @param surplus the first that closes nothing; what follows it is not looked at
   * @param areClosed whether none is open before that
   */
  private record Brackets(Optional<Token> surplus, boolean areClosed) {
    static Brackets of(String text) {
      StringBuilder open = new StringBuilder();
      for (Token token : InputTokens.of(text)) {
        char sign = token.kind() == Kind.MARK ? text.charAt(token.start()) : ' ';
        int top = open.length() - 1;
        if (OPENING.indexOf(sign) >= 0) {
          open.append(sign);
        } else if (CLOSING.indexOf(sign) >= 0) {
          if (top < 0 || closing(open.charAt(top)) != sign) {
            return new Brackets(Optional.of(token), open.isEmpty());
          }
          open.setLength(top);
        }
      }
      return new Brackets(Optional.empty(), open.isEmpty());
    }
  }
}
