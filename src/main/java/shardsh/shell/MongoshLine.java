package shardsh.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line {@code mongosh --port P [--eval 'JS']}, possibly over several lines and with the prompt of
 * a shell before it, so that commands printed for several processes can be typed as printed.
 *
 * @param address where to connect, e.g. {@code 127.0.0.1:27101}
 * @param script what to evaluate; empty: go on there
 */
record MongoshLine(String address, Optional<String> script) {
  private static final Pattern START = Pattern.compile("^\\s*(\\$\\s+)?mongosh(\\s|$)");
  private static final Pattern PORT = Pattern.compile("--port[ =]+(\\d+)");
  private static final Pattern HOST = Pattern.compile("--host[ =]+(\\S+)");
  private static final Pattern EVAL = Pattern.compile("--eval[ =]+(['\"])");

  static boolean isOne(String text) {
    return START.matcher(text).find();
  }

  /** The text without the sign that a shell's prompt leaves before a pasted command. */
  static String withoutShellPrompt(String text) {
    return isOne(text) || ProcessLine.isOne(text) ? text.replaceFirst("^\\s*\\$\\s+", "") : text;
  }

  /** Whether the quoted script has been closed. */
  static Completeness completeness(String text) {
    Matcher eval = EVAL.matcher(text);
    if (!eval.find()) {
      return Completeness.COMPLETE;
    }
    char quote = eval.group(1).charAt(0);
    return text.indexOf(quote, eval.end()) >= 0 ? Completeness.COMPLETE : Completeness.INCOMPLETE;
  }

  /** Takes the line apart; empty when it names no process. */
  static Optional<MongoshLine> parse(String text) {
    Matcher eval = EVAL.matcher(text);
    Optional<String> script = Optional.empty();
    String options = text;
    if (eval.find()) {
      int end = text.lastIndexOf(eval.group(1).charAt(0));
      if (end < eval.end()) {
        return Optional.empty();
      }
      script = Optional.of(text.substring(eval.end(), end));
      options = text.substring(0, eval.start());
    }
    Matcher port = PORT.matcher(options);
    if (!port.find()) {
      return Optional.empty();
    }
    Matcher host = HOST.matcher(options);
    String name = host.find() ? host.group(1) : "127.0.0.1";
    return Optional.of(new MongoshLine(name + ":" + port.group(1), script));
  }
}
