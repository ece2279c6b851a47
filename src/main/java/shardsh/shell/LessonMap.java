package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.lesson.Progress;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.render.DisplayWidth;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** The lessons of a course with what is done. */
public final class LessonMap {
  private static final int TITLE_WIDTH = 30;

  private final Course course;
  private final Progress progress;
  private final LessonPage page;

  public LessonMap(Course course, Progress progress, String locale, int width) {
    this(course, progress, new LessonPage(locale, () -> width));
  }

  LessonMap(Course course, Progress progress, LessonPage page) {
    this.course = course;
    this.progress = progress;
    this.page = page;
  }

  /** The map: every lesson with what is done. */
  public List<StyledLine> all() {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.of(page.words(course.title()), Role.TITLE));
    for (Map.Entry<String, List<String>> track : course.tracks().entrySet()) {
      lines.add(StyledLine.EMPTY);
      Text title = course.titles().get(track.getKey());
      String name = title == null ? track.getKey() : page.words(title);
      lines.add(StyledLine.of(name, Role.SECTION));
      track.getValue().forEach(id -> lines.add(row(course.lesson(id))));
    }
    lines.add(StyledLine.EMPTY);
    lines.addAll(
        page.line(
            page.say(
                "`learn ID` starts a lesson, `learn` goes on where you were.",
                "`learn ID` 开始一课，`learn` 继续上次的课。"),
            Role.DIM));
    return lines;
  }

  private StyledLine row(Lesson lesson) {
    String state = progress.state(lesson.id());
    Span mark =
        switch (state) {
          case "done" -> new Span(" ✓ ", Role.OK);
          case "in-progress" -> new Span(" … ", Role.WARN);
          default -> Span.plain("   ");
        };
    int passed = progress.steps(lesson.id(), "passed").size();
    String steps = state.equals("in-progress") ? "  " + passed + "/" + lesson.steps().size() : "";
    return StyledLine.of(
        mark,
        new Span(DisplayWidth.padRight(lesson.id(), TITLE_WIDTH), Role.KEYWORD),
        Span.plain(page.words(lesson.title()) + "  "),
        new Span("★".repeat(lesson.difficulty()) + steps, Role.DIM));
  }

  /** One lesson: its steps, and which are done. */
  public List<StyledLine> outline(Lesson lesson) {
    List<StyledLine> lines = new ArrayList<>(page.head(lesson));
    List<String> passed = progress.steps(lesson.id(), "passed");
    List<String> skipped = progress.steps(lesson.id(), "skipped");
    for (Step step : lesson.steps()) {
      String mark =
          passed.contains(step.id()) ? " ✓ " : skipped.contains(step.id()) ? " - " : "   ";
      String task = step.ask().map(page::words).orElse("");
      lines.addAll(page.line(mark + step.id() + (task.isEmpty() ? "" : ": " + task), Role.PLAIN));
    }
    return lines;
  }

  /** What is done, in a line for each lesson begun. */
  public List<StyledLine> summary() {
    List<StyledLine> lines = new ArrayList<>();
    int done = 0;
    for (String id : course.ids()) {
      if (!progress.state(id).equals("new")) {
        lines.add(row(course.lesson(id)));
      }
      done += progress.state(id).equals("done") ? 1 : 0;
    }
    int all = course.ids().size();
    lines.addAll(
        page.line(
            page.say(done + " of " + all + " lessons done.", all + " 课中完成了 " + done + " 课。"),
            Role.PLAIN));
    return lines;
  }
}
