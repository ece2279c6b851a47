package shardsh.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Checks the values of the options. */
final class OptionReader {
  private final Words words;

  private OptionReader(Words words) {
    this.words = words;
  }

  /**
   * @throws UsageException if a value is wrong or options do not go together
   */
  static Options read(Words words) {
    Options options = new OptionReader(words).options();
    check(options);
    return options;
  }

  private Options options() {
    List<Path> scripts = new ArrayList<>();
    for (String file : all("--file")) {
      scripts.add(path("--file", file));
    }
    for (String file : words.rest()) {
      scripts.add(path("script", file));
    }
    return new Options(
        all("--eval"),
        scripts,
        isSet("--shell"),
        isSet("--quiet"),
        json(),
        last("--cluster").orElse("canvas"),
        number("--shards", 1, 100),
        number("--routers", 1, 20),
        profile(),
        longNumber("--seed", Long.MIN_VALUE),
        choice("--trace", Options.Trace.values()),
        choice("--color", Options.Color.values()).orElse(Options.Color.AUTO),
        isSet("--ascii"),
        number("--width", 20, 10_000),
        choice("--locale", Options.Locale.values()),
        last("--progress").map(file -> path("--progress", file)),
        last("--record").map(file -> path("--record", file)),
        isSet("--keep-going"),
        longNumber("--max-time-ms", 1),
        longNumber("--max-memory-mb", 1),
        longNumber("--max-statements", 1));
  }

  private static void check(Options options) {
    if (options.json().isPresent()
        && (options.evals().isEmpty() || options.shell() || !options.scripts().isEmpty())) {
      throw new UsageException(
          "Cannot use --json without --eval or with --shell or with extra files");
    }
    boolean sized = options.shards().isPresent() || options.routers().isPresent();
    if (sized && !options.cluster().equals("empty")) {
      throw new UsageException("--shards and --routers need --cluster empty");
    }
  }

  private List<String> all(String name) {
    return words.options().getOrDefault(name, List.of());
  }

  private boolean isSet(String name) {
    return words.options().containsKey(name);
  }

  /** Of an option given twice the last one counts. */
  private Optional<String> last(String name) {
    List<String> given = all(name);
    return given.isEmpty() ? Optional.empty() : Optional.of(given.get(given.size() - 1));
  }

  private Optional<Options.Json> json() {
    return last("--json").filter(String::isEmpty).isPresent()
        ? Optional.of(Options.Json.CANONICAL)
        : choice("--json", Options.Json.values());
  }

  private Optional<String> profile() {
    Optional<String> given = last("--profile");
    if (given.isPresent() && !List.of(OptionTable.PROFILES.split("\\|")).contains(given.get())) {
      throw wrong("--profile", given.get(), OptionTable.PROFILES);
    }
    return given;
  }

  private <E extends Enum<E>> Optional<E> choice(String name, E[] choices) {
    Optional<String> given = last(name);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    List<String> possible = new ArrayList<>();
    for (E choice : choices) {
      String word = choice.name().toLowerCase(Locale.ROOT);
      if (word.equals(given.get())) {
        return Optional.of(choice);
      }
      possible.add(word);
    }
    throw wrong(name, given.get(), String.join("|", possible));
  }

  private OptionalInt number(String name, int min, int max) {
    OptionalLong number = longNumber(name, min);
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    if (number.getAsLong() > max) {
      throw wrong(name, String.valueOf(number.getAsLong()), "a whole number up to " + max);
    }
    return OptionalInt.of((int) number.getAsLong());
  }

  private OptionalLong longNumber(String name, long min) {
    Optional<String> given = last(name);
    if (given.isEmpty()) {
      return OptionalLong.empty();
    }
    String range = min == Long.MIN_VALUE ? "a whole number" : "a whole number from " + min;
    long number;
    try {
      number = Long.parseLong(given.get());
    } catch (NumberFormatException e) {
      throw wrong(name, given.get(), range);
    }
    if (number < min) {
      throw wrong(name, given.get(), range);
    }
    return OptionalLong.of(number);
  }

  private static Path path(String name, String file) {
    if (file.isEmpty()) {
      throw wrong(name, file, "the name of a file");
    }
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw wrong(name, file, "the name of a file");
    }
  }

  private static UsageException wrong(String name, String given, String wanted) {
    return new UsageException("invalid value for " + name + ": '" + given + "'; wanted: " + wanted);
  }
}
