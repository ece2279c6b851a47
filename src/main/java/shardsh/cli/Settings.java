package shardsh.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.shell.SessionSettings;
import shardsh.shell.SessionSettings.TraceLevel;

/** From options to a session's settings: the defaults that depend on the kind of run. */
final class Settings {
  private static final Duration PIPE_TIME = Duration.ofSeconds(10);
  private static final Duration LONG_TIME = Duration.ofMinutes(10);
  private static final long PIPE_MEGABYTES = 512;

  private Settings() {}

  static SessionSettings of(
      Options options, Screen screen, boolean interactive, boolean nothingNamed) {
    boolean pipe = nothingNamed && !interactive;
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    long most = heap * 3 / 4;
    Duration time =
        options.maxTimeMillis().isPresent()
            ? Duration.ofMillis(options.maxTimeMillis().getAsLong())
            : pipe ? PIPE_TIME : LONG_TIME;
    long memory = options.maxMemoryMegabytes().orElse(pipe ? PIPE_MEGABYTES : most);
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
        OptionalLong.of(Math.min(memory, most)));
  }
}
