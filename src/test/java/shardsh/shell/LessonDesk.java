package shardsh.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import shardsh.lesson.Progress;
import shardsh.lesson.ProgressFile;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** A learner with a lesson {@code desk} of one's own steps, on the canvas, and what is read. */
final class LessonDesk implements AutoCloseable {
  static final String CUT_450 = "sh.splitAt(\"shop.orders\", {customerId: 450})";
  static final String CUT_550 = "sh.splitAt(\"shop.orders\", {customerId: 550})";

  private final LessonSessions sessions = new LessonSessions();
  private final Path folder;
  private LiveSession session;

  LessonDesk(Path folder) {
    this.folder = folder;
  }

  /** Begins the lesson of these steps and of what follows them in the file. */
  String learn(String locale, String steps, String rest) {
    Path file = folder.resolve("desk.lesson.yaml");
    try {
      Files.writeString(
          file,
          """
          format: 1
          id: desk
          track: mine
          title: Desk
          summary: Desk.
          difficulty: 1
          minutes: 1
          teaches: [S1-05]
          setup: {cluster: canvas}
          steps:
          """
              + steps
              + rest
              + "complete: Over.\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    session =
        sessions.open(
            new SessionSettings(
                "canvas",
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                SessionSettings.TraceLevel.NONE,
                false,
                new ScreenProfile(120, 0, true, false),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));
    session.keepProgress(progress(), () -> locale);
    String said = type("learn " + file);
    if (said.contains("Error: ")) {
      throw new AssertionError(said);
    }
    return said;
  }

  String learn(String steps) {
    return learn("en", steps, "");
  }

  Progress progress() {
    return new Progress(Optional.of(new ProgressFile(folder.resolve("p.json"), text -> {})));
  }

  LiveSession session() {
    return session;
  }

  /** What comes after a line. */
  String type(String text) {
    return session.submit(ScriptText.typed(text), new NoOutput()).lines().stream()
        .map(StyledLine::text)
        .collect(Collectors.joining("\n"));
  }

  /** What stands above the prompt. */
  String task() {
    return session.task().stream().map(StyledLine::text).collect(Collectors.joining(" "));
  }

  @Override
  public void close() {
    sessions.close();
  }
}
