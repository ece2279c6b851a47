package shardsh.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line {@code mongosh --port P [--eval 'JS']}, possibly over several lines and with the prompt of
 * a shell before it, so that commands printed for several processes can be typed as printed.
 *
 * @param address where to connect, e.g. {@code 127.0.0.1:27101} or {@code
 *     mongodb://127.0.0.1:27100/shop}
 * @param script what to evaluate; empty: go on there
 */
record MongoshLine(String address, Optional<String> script) {
  private static final Pattern START = Pattern.compile("^\\s*(\\$\\s+)?mongosh(\\s|$)");
  private static final Pattern PORT = Pattern.compile("--port[ =]+(\\d+)(?!\\S)");
  private static final Pattern HOST = Pattern.compile("--host[ =]+(\\S+)");
  private static final Pattern EVAL = Pattern.compile("--eval[ =]+(['\"])");

  private static final String SCHEME = "mongodb://";
  private static final Pattern ADDRESS =
      Pattern.compile("mongosh\\s+(?:--quiet\\s+)?[\"']?((?:mongodb://)?[\\w.-]+:\\d+[^\\s\"']*)");
  private static final Pattern DATABASE =
      Pattern.compile("--port[ =]+\\d+\\s+(?:--quiet\\s+)?([A-Za-z_]\\w*)");

  private static final Pattern BARE_EVAL = Pattern.compile("--eval(?:[ =]+([^'\"\\s].*)|\\s*)$");

  /** The line with quotes around a script that has none; empty where there is no such script. */
  static Optional<String> withQuotedScript(String text) {
    Matcher bare = BARE_EVAL.matcher(text.strip());
    if (!bare.find()) {
      return Optional.empty();
    }
    String script = bare.group(1) == null ? "rs.status()" : bare.group(1).replace('\'', '"');
    return Optional.of(bare.replaceFirst(Matcher.quoteReplacement("--eval '" + script + "'")));
  }

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
    Optional<String> address = address(options);
    return address.isEmpty()
        ? Optional.empty()
        : Optional.of(new MongoshLine(address.get(), script));
  }

  /** As {@code mongodb://host:port/db} or {@code host:port/db}, or by options and a name. */
  private static Optional<String> address(String options) {
    Matcher whole = ADDRESS.matcher(options);
    if (whole.find()) {
      return Optional.of(whole.group(1));
    }
    Matcher port = PORT.matcher(options);
    if (!port.find()) {
      return Optional.empty();
    }
    Matcher host = HOST.matcher(options);
    String name = host.find() ? host.group(1) : "127.0.0.1";
    Matcher database = DATABASE.matcher(options);
    String db = database.find() ? "/" + database.group(1) : "";
    return Optional.of(name + ":" + port.group(1) + db);
  }

  /** The database that the address names, or the one that mongosh begins with. */
  String database() {
    int slash = address.indexOf('/', address.startsWith(SCHEME) ? SCHEME.length() : 0);
    String name = slash < 0 ? "" : address.substring(slash + 1).replaceFirst("\\?.*$", "");
    return name.isEmpty() ? "test" : name;
  }
}
