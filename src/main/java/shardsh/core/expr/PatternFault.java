package shardsh.core.expr;

import java.util.Locale;
import java.util.regex.PatternSyntaxException;

/** What is wrong with a regular expression, in the words of PCRE2, which the server uses. */
public final class PatternFault {
  private PatternFault() {}

  /** The reason, e.g. {@code missing closing parenthesis}; Java's own where PCRE2 has no such. */
  public static String reason(PatternSyntaxException fault) {
    String javas = fault.getDescription();
    if (javas.startsWith("Dangling meta character")) {
      return "quantifier does not follow a repeatable item";
    }
    if (javas.startsWith("Unclosed group")) {
      return "missing closing parenthesis";
    }
    if (javas.startsWith("Unmatched closing")) {
      return "unmatched closing parenthesis";
    }
    if (javas.startsWith("Illegal character range")) {
      return "range out of order in character class";
    }
    if (javas.startsWith("Illegal repetition range")) {
      return "numbers out of order in {} quantifier";
    }
    if (javas.startsWith("Unclosed character class")) {
      return "missing terminating ] for character class";
    }
    if (javas.startsWith("Unknown inline modifier")
        || javas.startsWith("Unknown look-behind group")
        || javas.startsWith("Unknown group type")) {
      return "unrecognized character after (? or (?-";
    }
    if (javas.startsWith("Look-behind group does not have")) {
      return "lookbehind assertion is not fixed length";
    }
    if (javas.startsWith("Illegal/unsupported escape sequence")) {
      return "unrecognized character follows \\";
    }
    if (javas.startsWith("Unknown character property")
        || javas.startsWith("Unknown character script")) {
      return "unknown property after \\P or \\p";
    }
    if (javas.endsWith("is already defined")) {
      return "two named subpatterns have the same name (PCRE2_DUPNAMES not set)";
    }
    return javas.endsWith("does not exist")
        ? "reference to non-existent subpattern"
        : javas.toLowerCase(Locale.ROOT);
  }
}
