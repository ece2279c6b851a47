package shardsh.script;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.script.report.Grade;
import shardsh.shell.ExitStatus;

/** What a grade comes to as a whole, and the grades of answers that were never run. */
public final class Grades {
  private Grades() {}

  /** The exit status of a grade. */
  public static int status(Grade grade) {
    if (grade.verdict().isEmpty()) {
      return grade.trouble().map(Grade.Trouble::status).orElse(ExitStatus.BUG);
    }
    return switch (grade.verdict().get()) {
      case PASSED -> ExitStatus.OK;
      case FAILED -> ExitStatus.FAILED;
      case UNDECIDED -> ExitStatus.UNDECIDED;
    };
  }

  /** A grade that says only why there is none. */
  public static Grade none(String lesson, String locale, int status, String message) {
    return without(lesson, locale, Optional.empty(), new Grade.Trouble(status, message, 0));
  }

  /**
   * A grade of an answer that could not be read: no points, of all those that there are, so that
   * the total of a lesson is the same for everybody.
   *
   * @param ofNothing the grade of an empty answer
   * @param status {@link ExitStatus#MISSING}, or {@link ExitStatus#UNDECIDED} for one that is too
   *     long
   */
  public static Grade unread(Grade ofNothing, int status, String message) {
    return new Grade(
        ofNothing.lesson(),
        ofNothing.mode(),
        Optional.of(Grade.Verdict.UNDECIDED).filter(v -> status == ExitStatus.UNDECIDED),
        Optional.of(new Grade.Trouble(status, message, 0)),
        List.of(),
        ofNothing.steps(),
        ofNothing.questions(),
        ofNothing.cost(),
        ofNothing.stars());
  }

  /** A grade of an answer that was never run, since the lesson could not be made ready in time. */
  public static Grade undecided(String lesson, String locale, String message) {
    return without(
        lesson,
        locale,
        Optional.of(Grade.Verdict.UNDECIDED),
        new Grade.Trouble(ExitStatus.UNDECIDED, message, 0));
  }

  private static Grade without(
      String lesson, String locale, Optional<Grade.Verdict> verdict, Grade.Trouble trouble) {
    return new Grade(
        new Grade.LessonFacts(
            lesson, "", "", 0, "", locale.toLowerCase(Locale.ROOT), 0, "", List.of(), ""),
        "play",
        verdict,
        Optional.of(trouble),
        List.of(),
        List.of(),
        List.of(),
        new BsonDocument(),
        List.of());
  }

  /**
   * The verdict of a run.
   *
   * @param trouble what ended it early, if something did
   */
  static Grade.Verdict verdict(Optional<Grade.Trouble> trouble, List<Grade.StepGrade> steps) {
    boolean limited = trouble.filter(t -> t.status() == ExitStatus.UNDECIDED).isPresent();
    if (limited || has(steps, Grade.Status.ERROR)) {
      return Grade.Verdict.UNDECIDED;
    }
    boolean failed =
        trouble.isPresent() || has(steps, Grade.Status.FAILED) || has(steps, Grade.Status.SKIPPED);
    return failed ? Grade.Verdict.FAILED : Grade.Verdict.PASSED;
  }

  private static boolean has(List<Grade.StepGrade> steps, Grade.Status status) {
    return steps.stream()
        .flatMap(step -> step.checks().stream())
        .anyMatch(check -> !check.optional() && check.status() == status);
  }
}
