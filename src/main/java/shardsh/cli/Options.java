package shardsh.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What the command line asks for, checked.
 *
 * @param scripts in the order named, with {@code --file} and without
 * @param json empty without {@code --json}
 * @param cluster a name of a built-in cluster or a path
 * @param trace empty for the default of the kind of run
 * @param locale empty: what the progress file or the system says
 * @param width a width to keep to, whatever the screen's is
 */
record Options(
    List<String> evals,
    List<Path> scripts,
    boolean shell,
    boolean quiet,
    Optional<Json> json,
    String cluster,
    OptionalInt shards,
    OptionalInt routers,
    Optional<String> profile,
    OptionalLong seed,
    Optional<Trace> trace,
    Color color,
    boolean ascii,
    OptionalInt width,
    Optional<Locale> locale,
    Optional<Path> progress,
    Optional<Path> record,
    boolean keepGoing,
    OptionalLong maxTimeMillis,
    OptionalLong maxMemoryMegabytes,
    OptionalLong maxStatements) {

  /** Which Extended JSON. */
  enum Json {
    CANONICAL,
    RELAXED
  }

  /** What to show of each command's messages. */
  enum Trace {
    NONE,
    SUMMARY,
    FULL
  }

  /** When to use colours. */
  enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  /** The language of lessons and reports. */
  enum Locale {
    EN,
    ZH
  }

  Options {
    evals = List.copyOf(evals);
    scripts = List.copyOf(scripts);
  }
}
