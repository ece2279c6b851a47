package shardsh.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.cli.OptionTable.Row;
import shardsh.cli.OptionTable.Value;

/** What follows the name of a command, sorted into its options and the rest. */
record CommandWords(Map<String, List<String>> options, List<String> plain) {

  /**
   * @param before options that stood before the command's name; those that it knows are its own
   * @throws UsageException if an option is unknown or lacks its value
   */
  static CommandWords of(
      CommandTable.Command command, Map<String, List<String>> before, List<String> words) {
    Map<String, List<String>> options = new LinkedHashMap<>(before);
    List<String> plain = new ArrayList<>();
    boolean onlyPlain = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (onlyPlain || word.equals("-") || !word.startsWith("-")) {
        plain.add(word);
      } else if (word.equals("--")) {
        onlyPlain = true;
      } else {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        Row row = row(command, name);
        String value = equals < 0 ? "" : word.substring(equals + 1);
        if (row.value() == Value.NONE && equals >= 0) {
          throw new UsageException(name + " takes no value");
        }
        if (row.value() == Value.NEEDED && equals < 0) {
          if (++i == words.size()) {
            throw new UsageException(name + " needs a value: " + name + " " + row.label());
          }
          value = words.get(i);
        }
        options.computeIfAbsent(row.name(), key -> new ArrayList<>()).add(value);
      }
    }
    return new CommandWords(options, plain);
  }

  private static Row row(CommandTable.Command command, String name) {
    for (Row row : command.options()) {
      if (row.names().contains(name)) {
        return row;
      }
    }
    throw new UsageException("unrecognized option of " + command.name() + ": " + name);
  }

  /** Those that the shell itself knows by the same name. */
  Map<String, List<String>> shellOptions() {
    Map<String, List<String>> shared = new LinkedHashMap<>(options);
    shared
        .keySet()
        .removeIf(name -> OptionTable.ROWS.stream().noneMatch(row -> row.name().equals(name)));
    return shared;
  }

  List<String> all(String name) {
    return options.getOrDefault(name, List.of());
  }

  boolean isSet(String name) {
    return options.containsKey(name);
  }

  /** Of an option given twice the last one counts. */
  Optional<String> last(String name) {
    List<String> given = all(name);
    return given.isEmpty() ? Optional.empty() : Optional.of(given.get(given.size() - 1));
  }

  OptionalLong number(String name) {
    Optional<String> given = last(name);
    if (given.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(given.get()));
    } catch (NumberFormatException e) {
      throw new UsageException(
          "invalid value for " + name + ": '" + given.get() + "'; wanted: a whole number");
    }
  }
}
