package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** What helps in a step: its hints, its solution, what there is to do where nothing is checked. */
final class StepHelp {
  private final LessonPage page;

  StepHelp(LessonPage page) {
    this.page = page;
  }

  private List<StyledLine> line(String en, String zh) {
    return page.line(page.say(en, zh), Role.PLAIN);
  }

  /** The next hint or the rest of them; the last one is not shown by accident. */
  List<StyledLine> hint(Step step, StepTries tries, boolean all) {
    List<Text> hints = step.hints();
    int count = hints.size();
    if (tries.hintsShown() >= count) {
      return count == 0
          ? line("This step has no hints.", "这一步没有提示。")
          : line("That was the last hint; `solution` shows the answer.", "提示用完了；`solution` 给出答案。");
    }
    boolean isLast = tries.hintsShown() == count - 1 && count > 1;
    if (isLast && !all && tries.isWarningDue()) {
      return line(
          "The last hint is almost the answer. `hint` once more shows it.",
          "最后一条提示几乎就是答案。再输入一次 `hint` 才会显示。");
    }
    List<StyledLine> lines = new ArrayList<>();
    do {
      String number = (tries.hintsShown() + 1) + "/" + count + " ";
      lines.addAll(page.line(number + page.words(hints.get(tries.hintsShown())), Role.HINT));
      tries.hintShown();
    } while (all && tries.hintsShown() < count);
    return lines;
  }

  /** What to do once the guess is made, which is what the hints of such a step are for. */
  List<StyledLine> afterGuess(Step step) {
    String made = page.say("Your guess is made. ", "你已经猜过了。");
    return step.question()
        .flatMap(Question::suggest)
        .map(command -> page.command(made + page.say("Now run", "现在运行"), command, Role.HINT))
        .orElseGet(() -> page.line(made + step.ask().map(page::words).orElse(""), Role.HINT));
  }

  /** What to do once the command of the step has come too late for what it was to show. */
  List<StyledLine> cameTooLate() {
    return page.line(
        page.say(
            "That is the command, but what was done before it has changed what it meets. `reset`"
                + " begins the step anew.",
            "就是这条命令，但在它之前做的事改变了它遇到的情况。`reset` 让这一步重新开始。"),
        Role.WARN);
  }

  /** What the author would do, or the key of a quiz. */
  List<StyledLine> solution(LessonRun run) {
    List<StyledLine> lines = new ArrayList<>();
    run.reference().ifPresent(js -> lines.addAll(StyledLine.lines(js.strip(), Role.KEYWORD)));
    Optional<Question> question =
        run.step().question().filter(found -> run.step().kind() == Step.Kind.QUIZ);
    question.ifPresent(
        found ->
            run.answers()
                .key(found)
                .ifPresent(
                    key -> lines.addAll(page.line(page.answers().shown(found, key), Role.PLAIN))));
    return lines.isEmpty() ? line("There is nothing to solve here.", "这里没有要解的题。") : lines;
  }

  /** What to do in a step that waits for something else than checks. */
  List<StyledLine> nothingToCheck(Step step) {
    if (step.kind() == Step.Kind.READ) {
      return line("Nothing to check here: press Enter to go on.", "这里没有要检查的：按回车继续。");
    }
    return step.question()
        .map(page.answers()::form)
        .map(form -> line("Answer the question to go on: " + form + ".", "回答问题才能继续：" + form + "。"))
        .orElseGet(() -> line("Nothing to check here: `next` goes on.", "这里没有要检查的：输入 `next` 继续。"));
  }
}
