package shardsh.shell;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import shardsh.render.ScreenProfile;
import shardsh.shell.SessionSettings.TraceLevel;

/** Settings as most tests want them: the cluster canvas, nothing after results, no limits. */
public final class TestSettings {
  private TestSettings() {}

  public static SessionSettings on(ScreenProfile screen) {
    return limited(screen, Optional.empty(), OptionalLong.empty());
  }

  /** The same, with limits to an evaluation. */
  static SessionSettings limited(
      ScreenProfile screen, Optional<Duration> timeMax, OptionalLong statementsMax) {
    return SessionSettings.forLesson(
        TraceLevel.NONE, screen, timeMax, OptionalLong.empty(), statementsMax);
  }

  /**
   * With hints, as at the prompt.
   *
   * @param profile the server to behave as; empty: what the cluster says
   */
  static SessionSettings withHints(String cluster, Optional<String> profile, ScreenProfile screen) {
    return new SessionSettings(
        cluster,
        OptionalInt.empty(),
        OptionalInt.empty(),
        profile,
        OptionalLong.empty(),
        TraceLevel.NONE,
        true,
        screen,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }
}
