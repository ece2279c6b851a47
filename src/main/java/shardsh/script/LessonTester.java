package shardsh.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonValue;
import shardsh.lesson.Check;
import shardsh.lesson.Fault;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonException;
import shardsh.lesson.Question;
import shardsh.lesson.SetupLimitException;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.lesson.ValueText;
import shardsh.render.ScreenProfile;
import shardsh.shell.Completeness;
import shardsh.shell.LessonChecks;
import shardsh.shell.LessonRun;
import shardsh.shell.LessonSessions;
import shardsh.shell.LiveSession;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.SessionSettings;
import shardsh.shell.ShellOutput;
import shardsh.shell.Submission;

/**
 * Has a lesson prove itself: its setup loads and passes no step, its solutions pass each in turn
 * and win every star, each wrong answer fails a check, not by throwing and with a message of its
 * own, each step can be entered, two runs are equal, each command that is said to work does, and no
 * predicate throws where a learner stumbles. Source: {@code lesson-format.md}, section 12.
 */
public final class LessonTester {
  private static final Duration TIME = Duration.ofSeconds(20);
  private final Lesson lesson;
  private final LiveSession session;
  private final LessonFaults faults;
  private final List<Reply> replies = new ArrayList<>();
  private LessonRun run;

  /**
   * What the learner who gives a wrong answer reads of it.
   *
   * @param messages the text of the mistake that matches, else those of the checks that fail; in
   *     English, each after what it belongs to
   */
  public record Reply(String step, Step.WrongAnswer wrong, List<String> messages) {}

  /** What came of the test. */
  public record Result(List<Fault> faults, List<Reply> replies) {}

  /** What was looked at. */
  public record Counts(int steps, int checks, int wrongAnswers) {}

  private LessonTester(Lesson lesson, LiveSession session) {
    this.lesson = lesson;
    this.session = session;
    faults = new LessonFaults(lesson);
  }

  /**
   * Everything that the lesson fails to prove, and what its wrong answers are told.
   *
   * @param sessions that several lessons share
   */
  public static Result test(Lesson lesson, LessonSessions sessions) {
    LiveSession session = sessions.open(settings());
    try {
      return new LessonTester(lesson, session).test();
    } catch (LessonException e) {
      return new Result(e.faults(), List.of());
    } catch (SetupLimitException e) {
      return new Result(
          List.of(new Fault(lesson.origin(), 0, e.getMessage(), "make the setup shorter")),
          List.of());
    } finally {
      sessions.end(session);
    }
  }

  /** How much there is to prove. */
  public static Counts count(Lesson lesson) {
    int checks = lesson.goal().size();
    int wrong = 0;
    for (Step step : lesson.steps()) {
      checks += step.checks().size() + (step.question().isPresent() ? 1 : 0);
      wrong += step.wrong().size();
    }
    return new Counts(lesson.steps().size(), checks, wrong);
  }

  private static SessionSettings settings() {
    return SessionSettings.forLesson(
        SessionSettings.TraceLevel.NONE,
        new ScreenProfile(100, 0, true, false),
        Optional.of(TIME),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private Result test() {
    String first = play(true);
    String second = play(false);
    if (!first.equals(second)) {
      faults.add(0, "two runs of the solutions differ", "take out what depends on time or chance");
    }
    for (int i = 0; i < lesson.steps().size(); i++) {
      Step step = lesson.steps().get(i);
      for (Step.WrongAnswer wrong : step.wrong()) {
        wrong(i, wrong);
      }
      new AcceptProof(run, faults).prove(i, step);
      new StumbleProof(run, faults).prove(i, step);
    }
    run.close();
    return new Result(faults.all(), replies);
  }

  /**
   * All steps by their solutions; what they print and what they leave, as one text.
   *
   * @param judges whether to look at the checks; that must not change anything
   */
  private String play(boolean judges) {
    if (run != null) {
      run.close();
    }
    run = LessonRun.start(lesson, session, OptionalLong.empty(), true);
    CollectedOutput output = new CollectedOutput();
    if (judges && !run.checks().goal().isEmpty() && LessonChecks.isPassed(run.checks().goal())) {
      faults.add(0, "the goals hold before anything is done", "add one that has to be reached");
    }
    while (!run.isDone()) {
      Step step = run.step();
      if (judges) {
        untouched(step);
        scripts(step);
      }
      run.reference().ifPresent(js -> typed(js, output, judges ? step : null));
      if (judges) {
        solved(step);
      }
      run.advance();
    }
    if (judges) {
      goals();
    }
    return output.text() + run.fingerprint() + run.cost();
  }

  private void untouched(Step step) {
    List<LessonRun.State> states = run.checks().look();
    if (step.kind() == Step.Kind.DO && LessonChecks.isPassed(states)) {
      faults.add(
          step.line(), "the step " + step.id() + " passes before anything is done", "check more");
      return;
    }
    broken(states);
    states.forEach(this::open);
    for (LessonChecks.Broken broken : run.checks().broken()) {
      if (broken.what().startsWith("the mistake")) {
        faults.add(broken.line(), broken.what() + " throws: " + broken.why(), "mend it");
      }
    }
  }

  /** What holds before anything is done would be passed for good, whatever is done after. */
  private void open(LessonRun.State state) {
    Check check = state.check();
    boolean latches = check.latch() && !check.hold() && check.dependsOn().isEmpty();
    if (latches && !(check.asserts() instanceof Check.Answer) && state.finding().isPassed()) {
      faults.add(
          check.line(),
          "the check " + check.id() + " holds before anything is done, and then stays passed",
          "add 'latch: false', or 'dependsOn' a check of what has to be done");
    }
  }

  /** The scripts of the step are JavaScript, whether they run here or not. */
  private void scripts(Step step) {
    for (Check check : step.checks()) {
      if (check.asserts() instanceof Check.State state && !run.checks().isProgram(state.js())) {
        faults.add(check.line(), "the 'js' of " + check.id() + " is no JavaScript", "mend it");
      }
    }
    for (String accept : step.accept()) {
      if (session.completeness(accept) != Completeness.COMPLETE) {
        faults.add(step.line(), "'accept' has what is no command: " + accept, "mend it");
      }
    }
  }

  private void broken(List<LessonRun.State> states) {
    for (LessonRun.State state : states) {
      if (state.finding().status() == Finding.Status.BROKEN) {
        faults.add(
            state.check().line(),
            "the check " + state.check().id() + " throws: " + state.finding().words(),
            "let it ask only for what is always there");
      }
    }
  }

  private void typed(String js, ShellOutput output, Step step) {
    for (String statement : run.statementsOf(js)) {
      Submission done = run.submit(ScriptText.typed(statement), output);
      if (done.outcome() != Outcome.DONE && step != null) {
        String why = done.failure().map(f -> f.message().get(0).text()).orElse("it stopped");
        faults.add(step.line(), "the solution of " + step.id() + " fails: " + why, "mend it");
      }
    }
  }

  private void solved(Step step) {
    List<LessonRun.State> states = run.checks().look();
    boolean waits = step.kind() == Step.Kind.DO || step.kind() == Step.Kind.PREDICT;
    if (waits && !LessonChecks.isPassed(states)) {
      for (LessonRun.State state : states) {
        boolean isMissing = !state.check().optional() && !state.finding().isPassed();
        boolean isGuess = state.check().asserts() instanceof Check.Answer;
        if (isMissing && !isGuess) {
          faults.add(
              state.check().line(),
              "the solution of "
                  + step.id()
                  + " does not pass "
                  + state.check().id()
                  + ": "
                  + state.finding().words(),
              "mend the solution or the check");
        }
      }
    }
    step.question().ifPresent(question -> key(question));
  }

  private void key(Question question) {
    run.answers()
        .brokenKey(question)
        .ifPresent(
            why ->
                faults.add(
                    question.line(),
                    "the key of " + question.id() + " cannot be told: " + why,
                    "mend it"));
    if (run.answers().brokenKey(question).isEmpty() && run.answers().key(question).isEmpty()) {
      run.answers().settle(question);
    }
    run.answers().key(question).ifPresent(key -> answer(question, key));
    run.answers()
        .key(question)
        .filter(key -> question.type() == Question.Type.ONE && key.isString())
        .ifPresent(key -> option(question, key.asString().getValue()));
  }

  /** The key is one of the options, and who chooses it reads why. */
  private void option(Question question, String key) {
    Optional<Question.Option> option =
        question.options().stream().filter(one -> one.id().equals(key)).findFirst();
    if (option.isEmpty()) {
      faults.add(
          question.line(),
          "the key of " + question.id() + " is '" + key + "', which is no option",
          "mend it");
    } else if (option.get().why().isEmpty()) {
      faults.add(
          question.line(),
          "the right option of " + question.id() + ", '" + key + "', has no 'why'",
          "say why it is right");
    }
  }

  /** Who takes the lesson without a fault answers every question rightly. */
  private void answer(Question question, BsonValue key) {
    try {
      run.answers().give(question, ValueText.of(key));
    } catch (IllegalArgumentException e) {
      if (question.type() != Question.Type.ONE) {
        faults.add(
            question.line(),
            "the key of " + question.id() + " is no answer that could be given: " + e.getMessage(),
            "mend it");
      }
    }
  }

  private void goals() {
    for (LessonRun.State state : run.checks().goal()) {
      if (!state.finding().isPassed()) {
        faults.add(
            state.check().line(),
            "the goal " + state.check().id() + " is not reached: " + state.finding().words(),
            "mend it");
      }
    }
    for (LessonRun.State star : run.checks().stars()) {
      if (!star.finding().isPassed()) {
        faults.add(
            star.check().line(),
            "the solutions do not win " + star.check().id() + ": " + star.finding().words(),
            "mend the solutions or the star");
      }
    }
  }

  private void wrong(int index, Step.WrongAnswer wrong) {
    run.enter(index);
    List<LessonRun.State> states = List.of();
    for (String statement : run.statementsOf(wrong.script())) {
      Submission done = run.submit(ScriptText.typed(statement), new CollectedOutput());
      if (done.outcome() != Outcome.DONE) {
        String why = done.failure().map(f -> f.message().get(0).text()).orElse("it stopped");
        faults.add(wrong.line(), "the wrong answer fails by throwing: " + why, "let it run");
        return;
      }
      states = run.checks().look();
      broken(states);
      if (LessonChecks.isPassed(states)) {
        faults.add(
            wrong.line(),
            "the wrong answer passes the step " + run.step().id() + " (" + wrong.because() + ")",
            "check more");
        return;
      }
    }
    told(wrong, states);
  }

  /** A failure that only says that something does not hold teaches nothing. */
  private void told(Step.WrongAnswer wrong, List<LessonRun.State> states) {
    List<String> messages =
        run.checks()
            .mistake()
            .map(mistake -> List.of("mistake: " + english(mistake.say())))
            .orElseGet(() -> messages(states));
    replies.add(new Reply(run.step().id(), wrong, messages));
    if (messages.isEmpty()) {
      List<String> failed =
          states.stream()
              .filter(state -> state.finding().status() == Finding.Status.FAILED)
              .map(state -> state.check().id() + " (" + state.finding().words() + ")")
              .toList();
      faults.add(
          wrong.line(),
          "nothing tells whoever gives the wrong answer why it fails ("
              + wrong.because()
              + "): no mistake matches, and no 'message' is on "
              + String.join(", ", failed),
          "add a 'message' there or a mistake");
    }
  }

  private static List<String> messages(List<LessonRun.State> states) {
    List<String> messages = new ArrayList<>();
    for (LessonRun.State state : states) {
      if (state.finding().status() == Finding.Status.FAILED && !state.check().optional()) {
        state
            .check()
            .message()
            .ifPresent(text -> messages.add(state.check().id() + ": " + english(text)));
      }
    }
    return messages;
  }

  private static String english(Text text) {
    return text.in("en").strip();
  }
}
