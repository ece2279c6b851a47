package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line {@code mongod --shardsvr --replSet shard1rs --port 27102 &} or {@code mongos --configdb
 * cfgrs/127.0.0.1:27101 --port 27100}, possibly with the prompt of a shell before it and with
 * backslashes at the ends of its lines.
 *
 * @param program {@code mongod} or {@code mongos}
 * @param options their values by name, without hyphens; an empty value for a flag
 */
record ProcessLine(String program, Map<String, String> options) {
  private static final Pattern START =
      Pattern.compile(
          "^\\s*(?:\\$\\s+)?(mongod|mongos)(?:\\s+--?[A-Za-z]|\\s*&|\\s*\\\\|\\s*;?\\s*$)");
  private static final Pattern OPTION =
      Pattern.compile("(?<=\\s)--?([A-Za-z][\\w.]*)(?:(?:=|\\s+)([^\\s&|;<>\\\\-][^\\s&|;<>]*))?");
  private static final String HOST = "127.0.0.1";

  ProcessLine {
    options = new LinkedHashMap<>(options);
  }

  /** Whether the text begins like one. A variable of that name in an expression is none. */
  static boolean isOne(String text) {
    return START.matcher(text).find();
  }

  /**
   * Takes the line apart.
   *
   * @throws IllegalArgumentException when {@link #isOne} says no
   */
  static ProcessLine parse(String text) {
    Matcher start = START.matcher(text);
    if (!start.find()) {
      throw new IllegalArgumentException("no line that starts a process: " + text);
    }
    Map<String, String> options = new LinkedHashMap<>();
    Matcher option = OPTION.matcher(text);
    while (option.find()) {
      options.put(option.group(1), option.group(2) == null ? "" : option.group(2));
    }
    return new ProcessLine(start.group(1), options);
  }

  boolean isRouter() {
    return program.equals("mongos");
  }

  boolean isConfigServer() {
    return options.containsKey("configsvr");
  }

  boolean isShard() {
    return options.containsKey("shardsvr");
  }

  /** The value of an option, if it is given with one. */
  Optional<String> value(String option) {
    return Optional.ofNullable(options.get(option)).filter(value -> !value.isEmpty());
  }

  /** The port, or the one that the program takes when none is named. */
  String port() {
    String usual = isConfigServer() ? "27019" : isShard() ? "27018" : "27017";
    return value("port").orElse(usual);
  }

  /** Where the process would listen, e.g. {@code 127.0.0.1:27102}. */
  String address() {
    return HOST + ":" + port();
  }
}
