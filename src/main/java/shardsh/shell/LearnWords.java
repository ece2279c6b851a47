package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.lesson.Progress;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** The words of lessons that belong to the lesson at hand: to check, to get help, to go about. */
final class LearnWords {
  private final LearnMode mode;
  private final LessonRun run;
  private final Progress progress;
  private final LessonPage page;
  private final StepWatch watch;
  private final OpenQuestion open;
  private final LeftStep left;
  private final StepHelp help;

  LearnWords(
      LearnMode mode,
      Progress progress,
      LessonPage page,
      StepWatch watch,
      OpenQuestion open,
      LeftStep left) {
    this.mode = mode;
    this.run = mode.run();
    this.progress = progress;
    this.page = page;
    this.watch = watch;
    this.open = open;
    this.left = left;
    this.help = new StepHelp(page);
  }

  /** What a word answers, e.g. {@code check}. */
  Submission submit(String name, List<String> arguments) {
    return switch (name) {
      case "goal" -> run.lesson().goal().isEmpty() || open.isGuess() ? check() : goals();
      case "check" -> check();
      case "hint" -> hint(arguments.contains("all"));
      case "solution" -> lines(help.solution(run));
      case "skip" -> skip();
      case "back" -> back();
      case "next" -> next();
      case "play" -> play();
      case "resume" -> resume();
      case "lesson" -> lines(page.step(run));
      default -> throw new IllegalStateException("no word of a lesson: " + name);
    };
  }

  private static Submission lines(List<StyledLine> lines) {
    return Submission.done(lines, false);
  }

  private Submission line(String en, String zh) {
    return lines(page.line(page.say(en, zh), Role.PLAIN));
  }

  private Submission goals() {
    return lines(page.checks().states(run.checks().goal()));
  }

  private Submission check() {
    Step.Kind kind = run.step().kind();
    if (open.isGuess()) {
      return lines(open.guessFirst(open.unanswered().orElseThrow()));
    }
    if (run.step().checks().isEmpty()) {
      boolean toDo = kind == Step.Kind.DO || kind == Step.Kind.PREDICT;
      return lines(toDo ? mode.task() : help.nothingToCheck(run.step()));
    }
    watch.measure();
    List<LessonRun.State> states = run.checks().look();
    List<StyledLine> lines = new ArrayList<>(page.checks().states(states, watch.tries()::isGiven));
    if (kind == Step.Kind.DO && LessonChecks.isPassed(states)) {
      mode.keep("check");
      lines.addAll(mode.passed(run.step()));
    } else {
      run.checks()
          .mistake()
          .ifPresent(found -> lines.addAll(page.line(page.words(found.say()), Role.WARN)));
    }
    return lines(lines);
  }

  private Submission hint(boolean all) {
    int before = watch.tries().hintsShown();
    if (run.step().kind() == Step.Kind.PREDICT && open.unanswered().isEmpty()) {
      return lines(help.afterGuess(run.step()));
    }
    List<StyledLine> lines = help.hint(run.step(), watch.tries(), all);
    for (int i = before; i < watch.tries().hintsShown() && !mode.isReplaying(); i++) {
      progress.count(run.lesson(), "hints", run.step().id());
    }
    return lines(lines);
  }

  private Submission skip() {
    mode.keep("skip");
    List<StyledLine> lines = new ArrayList<>(help.solution(run));
    Optional<String> js = run.reference();
    if (js.isPresent()) {
      run.enter(run.index());
      for (String statement : run.statementsOf(js.get())) {
        run.submit(ScriptText.typed(statement), new NoOutput());
      }
      run.checks().look();
      lines.addAll(skipped(run.step()));
    }
    lines.addAll(mode.goOn(true));
    return lines(lines);
  }

  private List<StyledLine> skipped(Step step) {
    Optional<Question> question = step.question().filter(found -> step.kind() == Step.Kind.PREDICT);
    if (question.isEmpty() || run.answers().isGiven(question.get())) {
      return question.isEmpty() ? List.of() : mode.outcome(step);
    }
    return run.answers()
        .key(question.get())
        .map(key -> page.answers().outcome(question.get(), key))
        .orElse(List.of());
  }

  private Submission back() {
    if (run.index() == 0) {
      return line("This is the first step.", "这已经是第一步。");
    }
    mode.keep("back");
    List<StyledLine> lines = new ArrayList<>(left.leave());
    run.enter(run.index() - 1);
    run.step().question().ifPresent(run.answers()::forget);
    watch.begins();
    lines.addAll(mode.arrive());
    return lines(lines);
  }

  private Submission next() {
    if (left.isNext()) {
      mode.keep("next");
      return lines(mode.goBackToLeft());
    }
    Step step = run.step();
    boolean open = step.kind() == Step.Kind.READ || step.kind() == Step.Kind.FREE;
    if (!open && !progress.steps(run.lesson().id(), "passed").contains(step.id())) {
      return line(
          "This step is not done yet; `skip` goes on with its solution.",
          "这一步还没完成；`skip` 会运行答案并继续。");
    }
    mode.keep("next");
    if (!open) {
      run.goOverByReference();
    }
    if (!mode.isReplaying()) {
      progress.stepEnded(run.lesson(), step.id(), false);
    }
    return lines(mode.goForward());
  }

  private Submission play() {
    if (run.isPlaying()) {
      return line("You are in a copy already; `resume` goes back.", "你已经在副本里；`resume` 返回。");
    }
    run.playAround();
    return line(
        "A copy of the world: nothing here counts. `resume` throws it away.",
        "这是当前集群的副本，在这里做什么都不算数。`resume` 丢掉它。");
  }

  private Submission resume() {
    return run.resume()
        ? line("Back in the lesson.", "回到课程。")
        : line("There is no copy to come back from.", "没有可返回的副本。");
  }
}
