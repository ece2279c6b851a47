package shardsh.script;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.lesson.Check;
import shardsh.lesson.Fault;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.render.ScreenProfile;
import shardsh.shell.Completeness;
import shardsh.shell.LessonSessions;
import shardsh.shell.LiveSession;
import shardsh.shell.SessionSettings;

/** Reads every script of a lesson without running it, and says which are no JavaScript. */
final class ScriptLint implements AutoCloseable {
  private final LessonSessions sessions = new LessonSessions();
  private final LiveSession session =
      sessions.open(
          SessionSettings.forLesson(
              SessionSettings.TraceLevel.NONE,
              new ScreenProfile(100, 0, true, false),
              Optional.of(Duration.ofSeconds(10)),
              OptionalLong.empty(),
              OptionalLong.empty()));

  List<Fault> faults(Lesson lesson) {
    LessonFaults faults = new LessonFaults(lesson);
    program(lesson.setup().run(), "the setup's 'run'", 0, faults);
    for (Step step : lesson.steps()) {
      step(step, faults);
    }
    checks(lesson.goal(), faults);
    checks(lesson.stars(), faults);
    return faults.all();
  }

  private void step(Step step, LessonFaults faults) {
    String of = " of " + step.id();
    int line = step.line();
    step.setup().ifPresent(setup -> program(setup.run(), "the setup's 'run'" + of, line, faults));
    step.solution().ifPresent(js -> program(js, "the solution" + of, line, faults));
    step.accept().forEach(js -> program(js, "'accept'" + of, line, faults));
    step.wrong()
        .forEach(wrong -> program(wrong.script(), "the wrong answer" + of, wrong.line(), faults));
    step.mistakes()
        .forEach(
            mistake -> predicate(mistake.when(), "the mistake's 'when'", mistake.line(), faults));
    step.question().ifPresent(question -> question(question, faults));
    checks(step.checks(), faults);
  }

  private void question(Question question, LessonFaults faults) {
    String of = " of " + question.id();
    question.key().js().ifPresent(js -> predicate(js, "the key" + of, question.line(), faults));
    question
        .suggest()
        .ifPresent(js -> program(js, "the command after the guess" + of, question.line(), faults));
  }

  private void checks(List<Check> checks, LessonFaults faults) {
    for (Check check : checks) {
      if (check.asserts() instanceof Check.State state) {
        predicate(state.js(), "the 'js' of " + check.id(), check.line(), faults);
      }
    }
  }

  private void program(String js, String what, int line, LessonFaults faults) {
    AnswerFile.read(js, session).stream()
        .filter(piece -> piece.kind() == AnswerFile.Kind.BROKEN)
        .forEach(
            piece ->
                faults.add(
                    line,
                    what + " is no JavaScript in its line " + piece.line(),
                    "mend the brackets and words there"));
  }

  /** An expression, or what stands between the braces of an arrow function. */
  private void predicate(String js, String what, int line, LessonFaults faults) {
    boolean isExpression = isWhole("(" + js + "\n)");
    if (!isExpression && !isWhole("(() => {" + js + "\n})")) {
      faults.add(line, what + " is no JavaScript", "mend the brackets and words there");
    }
  }

  private boolean isWhole(String js) {
    return session.completeness(js) == Completeness.COMPLETE;
  }

  @Override
  public void close() {
    sessions.end(session);
    sessions.close();
  }
}
