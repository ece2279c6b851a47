package shardsh.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.cli.OptionTable.Row;
import shardsh.cli.OptionTable.Value;

/**
 * The words of a command line, sorted into options and the rest. Read by hand: picocli takes a
 * third of the whole start for the same, so it only writes the help.
 *
 * @param options the values given, by the option's long name, in order; a flag has the value ""
 * @param rest words that are no options, in order
 * @param command the command asked for, if the first of these is one
 */
record Words(Map<String, List<String>> options, List<String> rest, Optional<String> command) {

  /**
   * Stops at a command: what follows it is the command's own.
   *
   * @throws UsageException if an option is unknown or lacks its value
   */
  static Words of(String[] arguments) {
    Map<String, List<String>> options = new LinkedHashMap<>();
    List<String> rest = new ArrayList<>();
    boolean onlyRest = false;
    for (int i = 0; i < arguments.length; i++) {
      String word = arguments[i];
      if (onlyRest || !word.startsWith("-") || word.equals("-")) {
        if (rest.isEmpty() && !onlyRest && CommandTable.find(word).isPresent()) {
          rest.addAll(List.of(arguments).subList(i + 1, arguments.length));
          return new Words(options, rest, Optional.of(word));
        }
        rest.add(word);
      } else if (word.equals("--")) {
        onlyRest = true;
      } else {
        Given given = given(word);
        String value = given.value().orElse("");
        if (given.row().value() == Value.NEEDED && given.value().isEmpty()) {
          if (++i == arguments.length) {
            throw new UsageException(word + " needs a value: " + word + " " + given.row().label());
          }
          value = arguments[i];
        }
        options.computeIfAbsent(given.row().name(), name -> new ArrayList<>()).add(value);
      }
    }
    return new Words(options, rest, Optional.empty());
  }

  private record Given(Row row, Optional<String> value) {}

  private static Given given(String word) {
    int equals = word.startsWith("--") ? word.indexOf('=') : -1;
    String name = equals < 0 ? word : word.substring(0, equals);
    for (Row row : OptionTable.ROWS) {
      for (String spelling : row.names()) {
        boolean isShort = !spelling.startsWith("--");
        if (spelling.equals(name)) {
          if (equals >= 0 && row.value() == Value.NONE) {
            throw new UsageException(name + " takes no value");
          }
          return new Given(
              row, equals < 0 ? Optional.empty() : Optional.of(word.substring(equals + 1)));
        }
        if (isShort && row.value() == Value.NEEDED && word.startsWith(spelling)) {
          return new Given(row, Optional.of(word.substring(spelling.length())));
        }
      }
    }
    throw new UsageException("unrecognized option: " + word);
  }
}
