package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import shardsh.js.TestEngines;
import shardsh.lesson.Progress;
import shardsh.lesson.ProgressFile;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** A learner who types into lessons, and whose progress is kept for the length of one test. */
abstract class LearnerFixture {
  private final List<LiveSession> sessions = new ArrayList<>();

  @TempDir Path folder;

  @AfterEach
  void endSessions() {
    sessions.forEach(LiveSession::end);
  }

  /** A new session of the same learner. */
  LiveSession session(String locale) {
    LiveSession session =
        LiveSession.forLesson(TestSettings.on(ScreenProfile.unicode(120)), TestEngines::fresh);
    sessions.add(session);
    session.keepProgress(progress(), () -> locale);
    return session;
  }

  /** What the file of the learner says now. */
  Progress progress() {
    return new Progress(Optional.of(new ProgressFile(folder.resolve("p.json"), text -> {})));
  }

  /**
   * Writes a lesson with the id {@code talk} on the cluster canvas.
   *
   * @param steps the list below {@code steps:}, indented
   * @param rest further fields, each on a line that ends
   */
  Path file(String steps, String rest) {
    String text =
        """
        format: 1
        id: talk
        track: mine
        title: Talk
        summary: Talk.
        difficulty: 1
        minutes: 1
        teaches: [S1-05]
        setup: {cluster: canvas}
        steps:
        """
            + steps
            + rest
            + "complete: Over.\n";
    try {
      return Files.writeString(folder.resolve("talk.lesson.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Begins the lesson of that {@link #file}; gives what is said at its beginning. */
  String begin(LiveSession session, String steps, String rest) {
    String said = type(session, "learn " + file(steps, rest));
    assertFalse(said.contains("Error"), said);
    return said;
  }

  /** A session in the first of these steps. */
  LiveSession learning(String locale, String steps) {
    LiveSession session = session(locale);
    begin(session, steps, "");
    return session;
  }

  /** What stands above the prompt, on one line. */
  static String task(LiveSession session) {
    return session.task().stream().map(StyledLine::text).collect(Collectors.joining(" "));
  }

  /** All that is printed after a line. */
  static String type(LiveSession session, String text) {
    return session.submit(ScriptText.typed(text), new NoOutput()).lines().stream()
        .map(StyledLine::text)
        .collect(Collectors.joining("\n"));
  }
}
