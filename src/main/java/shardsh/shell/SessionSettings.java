package shardsh.shell;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import shardsh.render.ScreenProfile;

/**
 * What a session is started with.
 *
 * @param cluster a name of a built-in cluster or the path of a cluster file
 * @param shards only for the cluster {@code empty}
 * @param routers only for the cluster {@code empty}
 * @param profile the server to behave as; empty: what the cluster says
 * @param seed of everything random; empty: what the cluster says
 * @param trace what to show of each command's messages
 * @param hints whether hints may follow results
 * @param timeMax of one evaluation
 * @param memoryMegabytesMax of one evaluation
 * @param statementsMax of JavaScript in one evaluation
 */
public record SessionSettings(
    String cluster,
    OptionalInt shards,
    OptionalInt routers,
    Optional<String> profile,
    OptionalLong seed,
    TraceLevel trace,
    boolean hints,
    ScreenProfile screen,
    Optional<Duration> timeMax,
    OptionalLong memoryMegabytesMax,
    OptionalLong statementsMax) {

  /** For a run of a lesson, which brings its cluster, by somebody who needs no hints. */
  public static SessionSettings forLesson(
      TraceLevel trace,
      ScreenProfile screen,
      Optional<Duration> timeMax,
      OptionalLong memoryMegabytesMax,
      OptionalLong statementsMax) {
    return new SessionSettings(
        "canvas",
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        trace,
        false,
        screen,
        timeMax,
        memoryMegabytesMax,
        statementsMax);
  }

  /** What to show of each command's messages. */
  public enum TraceLevel {
    NONE,
    SUMMARY,
    FULL
  }
}
