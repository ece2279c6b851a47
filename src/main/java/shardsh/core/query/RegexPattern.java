package shardsh.core.query;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.PatternFault;
import shardsh.core.expr.PerlRegex;

/**
 * A regular expression of a filter, compiled once. Options: {@code i}, {@code m}, {@code s}, {@code
 * x}, {@code u}. The dialect is that of {@link PerlRegex}.
 */
public final class RegexPattern {
  private static final int PATTERN_LENGTH_MAX = 32_761;

  private final BsonRegularExpression value;
  private final Pattern compiled;

  private RegexPattern(BsonRegularExpression value, Pattern compiled) {
    this.value = value;
    this.compiled = compiled;
  }

  /**
   * @throws CommandException BAD_VALUE for a null byte in the pattern, 51108 for an unknown option,
   *     51091 for a pattern that does not compile
   */
  static RegexPattern of(BsonRegularExpression value) {
    String pattern = value.getPattern();
    if (pattern.indexOf('\0') >= 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "Regular expression cannot contain an embedded null byte");
    }
    checkOptions(value.getOptions());
    if (pattern.length() > PATTERN_LENGTH_MAX) {
      throw invalid("regular expression is too large");
    }
    try {
      return new RegexPattern(value, PerlRegex.compile(pattern, value.getOptions()));
    } catch (PatternSyntaxException e) {
      throw invalid(PatternFault.reason(e));
    } catch (StackOverflowError e) {
      throw invalid("parentheses are too deeply nested");
    }
  }

  private static CommandException invalid(String reason) {
    return new CommandException(
        ErrorCode.location(51091), "Regular expression is invalid: " + reason);
  }

  private static void checkOptions(String options) {
    for (int i = 0; i < options.length(); i++) {
      if (!PerlRegex.isOption(options.charAt(i))) {
        throw new CommandException(
            ErrorCode.location(51108), "invalid flag in regex options: " + options.charAt(i));
      }
    }
  }

  /** Pattern and options as given, the options in alphabetical order. */
  public BsonRegularExpression value() {
    return value;
  }

  /** A string that contains a match, or the same expression as a value. */
  boolean matches(BsonValue candidate) {
    return switch (candidate.getBsonType()) {
      case STRING -> finds(candidate.asString().getValue());
      case SYMBOL -> finds(candidate.asSymbol().getSymbol());
      case REGULAR_EXPRESSION -> candidate.equals(value);
      default -> false;
    };
  }

  /**
   * Whether the text contains a match.
   *
   * @throws CommandException 51156 when the expression needs more backtracking than there is room
   *     for
   */
  public boolean finds(String text) {
    try {
      return compiled.matcher(text).find();
    } catch (StackOverflowError e) {
      throw new CommandException(
          ErrorCode.location(51156),
          "Error occurred while executing the regular expression: match limit exceeded");
    }
  }

  BsonDocument toBson() {
    BsonDocument document = new BsonDocument("$regex", new BsonString(value.getPattern()));
    if (!value.getOptions().isEmpty()) {
      document.append("$options", new BsonString(value.getOptions()));
    }
    return document;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegexPattern && ((RegexPattern) other).value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
