package shardsh.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line for the shell of an operating system, pasted where JavaScript is expected. Only a text
 * that is no JavaScript counts, or whose first name nothing has: {@code mkdir -p} remains a
 * subtraction where there is a variable {@code mkdir}.
 *
 * @param name the command, e.g. {@code mkdir}
 */
record OsCommand(String name) {
  /** A dollar sign with a word after it is a program only before these. */
  private static final String OPERATORS = "(?!(?:in|instanceof)\\b)";

  private static final Pattern AFTER_PROMPT =
      Pattern.compile("^\\s*[$#]\\s+" + OPERATORS + "([A-Za-z][\\w.-]*)(?:\\s|$)");
  private static final Pattern KNOWN =
      Pattern.compile(
          "^\\s*(mkdir|cd|ls|rm|cp|mv|ps|kill|pkill|killall|sleep|export|sudo|docker|brew|apt|"
              + "apt-get|curl|wget|cat|tail|grep|echo|chmod|chown|node|npm|python3?|mongo|"
              + "mongodump|mongorestore|mongoimport|mongoexport|mongostat|mongotop)\\s+[^\\s=(].*",
          Pattern.DOTALL);

  /** The command that a text may be; whether it is JavaScript is for the engine to say. */
  static Optional<OsCommand> match(String text) {
    Matcher prompt = AFTER_PROMPT.matcher(text);
    if (prompt.find()) {
      return Optional.of(new OsCommand(prompt.group(1)));
    }
    Matcher known = KNOWN.matcher(text);
    return known.matches() ? Optional.of(new OsCommand(known.group(1))) : Optional.empty();
  }

  /** Whether a text failed as JavaScript because nothing has the name of the command. */
  boolean isNamelessIn(Submission done) {
    String error = "ReferenceError: " + name + " is not defined";
    return done.failure().stream()
        .flatMap(failure -> failure.message().stream())
        .anyMatch(line -> line.text().equals(error));
  }

  /** Whether nothing is lost without it: folders are not needed, and the model lives in memory. */
  boolean isPreparation() {
    return name.equals("mkdir") || name.equals("cd");
  }
}
