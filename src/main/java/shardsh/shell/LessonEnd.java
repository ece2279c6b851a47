package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import shardsh.lesson.Lesson;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** What a learner reads at the end of a lesson, and of the lesson's words after it. */
final class LessonEnd {
  private final LessonPage page;

  LessonEnd(LessonPage page) {
    this.page = page;
  }

  /**
   * What was learnt, which goals are open, which medals are won, where to go on.
   *
   * @param guesses how many were right, as a sentence; empty when none were made
   */
  List<StyledLine> lines(LessonRun run, String guesses) {
    page.turn();
    Lesson lesson = run.lesson();
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    List<LessonRun.State> goals = run.checks().goal();
    boolean isDone = LessonChecks.isPassed(goals);
    String heading =
        isDone
            ? page.say("Lesson done: ", "课程完成：")
            : page.say("The last step is over, but not the lesson: ", "最后一步做完了，但课程还没有完成：");
    lines.addAll(page.line(heading + page.words(lesson.title()), isDone ? Role.TITLE : Role.WARN));
    lines.addAll(page.prose(lesson.complete()));
    lines.addAll(page.line(guesses, Role.PLAIN));
    lines.addAll(open(goals));
    List<LessonRun.State> stars = run.checks().stars();
    stars.forEach(star -> lines.addAll(page.checks().star(star)));
    if (run.tookBack() && stars.stream().anyMatch(star -> !star.finding().isPassed())) {
      lines.addAll(
          page.line(
              page.say(
                  "Medals count what you took back, too; `reset lesson` begins a new count.",
                  "撤销、重来之前做的也算在奖章里；`reset lesson` 重新计数。"),
              Role.HINT));
    }
    for (Lesson.Reference ref : lesson.refs()) {
      lines.addAll(
          page.line(
              "- " + ref.title() + ref.where().map(where -> ": " + where).orElse(""), Role.DIM));
    }
    lines.addAll(next(lesson));
    return lines;
  }

  private List<StyledLine> open(List<LessonRun.State> goals) {
    List<LessonRun.State> open = goals.stream().filter(goal -> !goal.finding().isPassed()).toList();
    List<LessonRun.State> required =
        open.stream().filter(goal -> !goal.check().optional()).toList();
    List<LessonRun.State> optional = open.stream().filter(goal -> goal.check().optional()).toList();
    List<StyledLine> lines = new ArrayList<>();
    if (!required.isEmpty()) {
      int reached = goals.size() - open.size();
      lines.addAll(
          page.line(
              page.say(
                  "Goals reached: " + reached + " of " + goals.size() + ". Still open:",
                  "达到的目标：" + reached + "/" + goals.size() + "。还没有达到："),
              Role.WARN));
      lines.addAll(page.checks().states(required));
    }
    if (!optional.isEmpty()) {
      lines.addAll(page.line(page.say("Not reached, and optional:", "没有达到，但只是可选目标："), Role.DIM));
      lines.addAll(page.checks().states(optional));
    }
    if (!open.isEmpty()) {
      lines.addAll(
          page.line(
              page.say(
                  "`back` goes to the last step again, `reset lesson` to the first.",
                  "`back` 回到最后一步，`reset lesson` 从头再来。"),
              Role.HINT));
    }
    return lines;
  }

  private List<StyledLine> next(Lesson lesson) {
    if (lesson.next().isEmpty()) {
      return List.of();
    }
    String words =
        lesson.next().stream()
            .map(next -> "`learn " + next + "`")
            .collect(Collectors.joining(page.say(" or ", " 或 ")));
    return page.line(page.say("Next: ", "接下来：") + words, Role.HINT);
  }

  /**
   * That the lesson is over, and what is next.
   *
   * @param goals whether the goals were asked for
   */
  List<StyledLine> after(LessonRun run, boolean goals) {
    Lesson lesson = run.lesson();
    List<StyledLine> lines = new ArrayList<>();
    String over =
        LessonChecks.isPassed(run.checks().goal())
            ? page.say(
                "The lesson " + lesson.id() + " is done; `back` opens its last step again.",
                "课程 " + lesson.id() + " 已经完成；`back` 重新打开最后一步。")
            : page.say(
                "The last step of " + lesson.id() + " is over; `back` opens it again.",
                "课程 " + lesson.id() + " 的最后一步已经做完；`back` 重新打开它。");
    lines.addAll(page.line(over, Role.PLAIN));
    if (goals) {
      lines.addAll(page.checks().states(run.checks().goal()));
    }
    lines.addAll(
        lesson.next().isEmpty()
            ? page.line(
                page.say(
                    "`learn` begins the next one, `lessons` lists them.",
                    "`learn` 开始下一课，`lessons` 列出所有课程。"),
                Role.HINT)
            : next(lesson));
    return lines;
  }
}
