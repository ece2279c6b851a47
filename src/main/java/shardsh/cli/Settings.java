package shardsh.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.shell.SessionSettings;
import shardsh.shell.SessionSettings.TraceLevel;

/** From options to a session's settings: the defaults that depend on the kind of run. */
final class Settings {
  private static final Duration PROMPT_TIME = Duration.ofMinutes(10);
  private static final Duration SCRIPT_TIME = Duration.ofSeconds(10);
  private static final long SCRIPT_MEGABYTES = 512;

  /**
   * For a pipe, and for a script file that gets more than the time above: within it no machine
   * comes so far, and counting takes a fourteenth of a script's time. What a person writes after
   * {@code --eval} goes uncounted.
   */
  private static final long SCRIPT_STATEMENTS = 1_000_000_000;

  private Settings() {}

  /**
   * @param interactive whether a person types; nobody watches any other run, so its limits are
   *     narrow
   */
  static SessionSettings of(Options options, Screen screen, boolean interactive) {
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    long most = heap * 3 / 4;
    Duration time =
        options.maxTimeMillis().isPresent()
            ? Duration.ofMillis(options.maxTimeMillis().getAsLong())
            : interactive ? PROMPT_TIME : SCRIPT_TIME;
    long memory = options.maxMemoryMegabytes().orElse(interactive ? most : SCRIPT_MEGABYTES);
    boolean counts =
        !interactive
            && options.evals().isEmpty()
            && (options.scripts().isEmpty() || time.compareTo(SCRIPT_TIME) > 0);
    OptionalLong statements =
        options.maxStatements().isPresent() || !counts
            ? options.maxStatements()
            : OptionalLong.of(SCRIPT_STATEMENTS);
    TraceLevel trace =
        options
            .trace()
            .map(level -> TraceLevel.valueOf(level.name()))
            .orElse(interactive ? TraceLevel.SUMMARY : TraceLevel.NONE);
    return new SessionSettings(
        options.cluster(),
        options.shards(),
        options.routers(),
        options.profile(),
        options.seed(),
        trace,
        interactive && !options.quiet(),
        screen.profile(),
        Optional.of(time),
        OptionalLong.of(Math.min(memory, most)),
        statements);
  }
}
