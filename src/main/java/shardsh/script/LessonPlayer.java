package shardsh.script;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import shardsh.lesson.Lesson;
import shardsh.lesson.Step;
import shardsh.render.Motion;
import shardsh.render.Role;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.LessonChecks;
import shardsh.shell.LessonRun;
import shardsh.shell.LiveSession;
import shardsh.shell.ScriptText;
import shardsh.shell.SessionSettings;
import shardsh.shell.ShellOutput;
import shardsh.shell.Submission;

/** Runs a lesson's own solutions and shows every step with what it does. */
public final class LessonPlayer {
  private final Lesson lesson;
  private final String locale;
  private final ScreenProfile screen;

  public LessonPlayer(Lesson lesson, String locale, ScreenProfile screen) {
    this.lesson = lesson;
    this.locale = locale;
    this.screen = screen;
  }

  /**
   * Plays it from its start to its end.
   *
   * @param moving who is shown what each statement made happen; empty where nothing can move
   * @return whether every step that has checks passed them
   */
  public boolean play(Consumer<StyledLine> to, Optional<Consumer<Motion>> moving) {
    LiveSession session = LiveSession.forTexts(settings(), List.of());
    boolean passed = true;
    to.accept(StyledLine.of(lesson.title().in(locale), Role.TITLE));
    try (LessonRun run = LessonRun.start(lesson, session, OptionalLong.empty(), true)) {
      while (!run.isDone()) {
        Step step = run.step();
        run.page(locale).forEach(to);
        step.ask().ifPresent(ask -> to.accept(StyledLine.of("» " + ask.in(locale), Role.HINT)));
        run.reference().ifPresent(js -> type(js, run, session, to, moving));
        boolean waits = step.kind() == Step.Kind.DO || step.kind() == Step.Kind.PREDICT;
        if (waits) {
          boolean ok = LessonChecks.isPassed(run.checks().look());
          passed &= ok;
          to.accept(StyledLine.of(ok ? "✓" : "✗", ok ? Role.OK : Role.ERROR));
        }
        run.advance();
      }
    }
    to.accept(StyledLine.of(lesson.complete().in(locale).strip(), Role.PLAIN));
    return passed;
  }

  private static void type(
      String js,
      LessonRun run,
      LiveSession session,
      Consumer<StyledLine> to,
      Optional<Consumer<Motion>> moving) {
    ShellOutput output = new To(to);
    for (String statement : run.statementsOf(js)) {
      to.accept(StyledLine.of(session.prompt() + statement, Role.KEYWORD));
      Submission done = run.submit(ScriptText.typed(statement), output);
      if (moving.isPresent()) {
        session.motionOf(done.trace()).ifPresent(moving.get());
      }
      done.lines().forEach(to);
    }
  }

  private SessionSettings settings() {
    return SessionSettings.forLesson(
        SessionSettings.TraceLevel.SUMMARY,
        screen,
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private record To(Consumer<StyledLine> lines) implements ShellOutput {
    @Override
    public void print(StyledLine line) {
      lines.accept(line);
    }

    @Override
    public void warn(StyledLine line) {
      lines.accept(line);
    }

    @Override
    public void clearScreen() {}
  }
}
