package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bson.BsonValue;
import shardsh.lesson.Check;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.lesson.ValueText;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** What a learner reads of a lesson, in the learner's language. */
final class LessonPage {
  private final Supplier<String> locale;
  private final IntSupplier width;

  LessonPage(String locale, IntSupplier width) {
    this(() -> locale, width);
  }

  /**
   * @param locale asked for with every text, since it can be changed in the middle of a lesson
   */
  LessonPage(Supplier<String> locale, IntSupplier width) {
    this.locale = locale;
    this.width = width;
  }

  /** A sentence of the program's own. */
  String say(String en, String zh) {
    return locale.get().equals("zh") ? zh : en;
  }

  String words(Text text) {
    return text.in(locale.get()).strip();
  }

  List<StyledLine> prose(Text text) {
    return LessonText.lines(text.in(locale.get()), width.getAsInt());
  }

  List<StyledLine> line(String text, Role role) {
    List<StyledLine> lines = new ArrayList<>();
    for (String paragraph : LessonText.paragraphs(text)) {
      lines.addAll(Prose.wrap(LessonText.styled(paragraph, role), width.getAsInt(), 2));
    }
    return lines;
  }

  List<StyledLine> head(Lesson lesson) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        StyledLine.of(words(lesson.title()) + "  " + "★".repeat(lesson.difficulty()), Role.TITLE));
    lines.addAll(prose(lesson.summary()));
    lines.addAll(
        line(
            say(
                "About "
                    + lesson.minutes()
                    + " minutes. Words: hint, check, undo, reset, skip, back, lesson, bye.",
                "约 " + lesson.minutes() + " 分钟。可用的词：hint check undo reset skip back lesson bye。"),
            Role.DIM));
    return lines;
  }

  /** The step as it begins: its prose, its pictures, its question. */
  List<StyledLine> step(LessonRun run) {
    Step step = run.step();
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.add(
        StyledLine.of(
            "── "
                + (run.index() + 1)
                + "/"
                + run.lesson().steps().size()
                + " ── "
                + step.id()
                + " ──",
            Role.DIM));
    step.say().ifPresent(text -> lines.addAll(prose(text)));
    for (List<StyledLine> view : run.views()) {
      lines.add(StyledLine.EMPTY);
      lines.addAll(view);
    }
    step.question().ifPresent(question -> lines.addAll(question(question)));
    return lines;
  }

  List<StyledLine> question(Question question) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.addAll(line("? " + words(question.prompt()), Role.TITLE));
    question
        .suggest()
        .ifPresent(
            command -> lines.addAll(line(say("  for `", "  要运行的是 `") + command + "`", Role.PLAIN)));
    int number = 1;
    for (Question.Option option : question.options()) {
      lines.addAll(line("  " + number++ + ") " + words(option.text()), Role.PLAIN));
    }
    return lines;
  }

  /** How an answer is typed. */
  String form(Question question) {
    return switch (question.type()) {
      case NUMBER -> say("type a number", "输入一个数字");
      case ONE -> say("type its number", "输入选项的编号");
      case MANY -> say("type the numbers, parted by commas", "输入编号，用逗号隔开");
      case ORDER -> say("type the numbers in order, parted by commas", "按顺序输入编号，用逗号隔开");
      case VERSION -> say("type a version, like 2|1", "输入版本号，如 2|1");
      case TEXT -> say("type the word", "输入答案");
    };
  }

  /** The task as it stays above the prompt. */
  List<StyledLine> task(LessonRun run, boolean guessed) {
    Step step = run.step();
    String place = "[" + (run.index() + 1) + "/" + run.lesson().steps().size() + "] ";
    String text =
        switch (step.kind()) {
          case READ -> say("Press Enter to go on.", "按回车继续。");
          case FREE -> say("Try what you like; `next` goes on.", "随便试；输入 `next` 继续。");
          case DO -> step.ask().map(this::words).orElse("");
          case QUIZ ->
              words(step.question().orElseThrow().prompt())
                  + " ("
                  + form(step.question().orElseThrow())
                  + ")";
          case PREDICT -> predict(step, guessed);
        };
    if (run.isPlaying()) {
      text = say("You play in a copy; `resume` throws it away.", "你在副本里玩；`resume` 丢掉副本回到课程。");
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.addAll(line(place + text, Role.HINT));
    return lines;
  }

  private String predict(Step step, boolean guessed) {
    Question question = step.question().orElseThrow();
    if (!guessed) {
      return say("First guess: ", "先猜：") + words(question.prompt()) + " (" + form(question) + ")";
    }
    return question
        .suggest()
        .map(command -> say("Now run `", "现在运行 `") + command + "`")
        .orElseGet(() -> step.ask().map(this::words).orElse(""));
  }

  /** Your guess, what happened, why. */
  List<StyledLine> verdict(Question question, LessonRun.Judgement judged) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        StyledLine.of(
            new Span(judged.isRight() ? "✓ " : "✗ ", judged.isRight() ? Role.OK : Role.WARN),
            Span.plain(say("your guess: ", "你的猜测：") + shown(question, judged.given()))));
    judged
        .key()
        .ifPresent(
            key ->
                lines.addAll(
                    line(
                        "  " + say("what happened: ", "实际结果：") + shown(question, key),
                        Role.PLAIN)));
    why(question, judged.given()).ifPresent(why -> lines.addAll(line("  " + why, Role.PLAIN)));
    if (!judged.isRight()) {
      judged
          .key()
          .flatMap(key -> why(question, key))
          .ifPresent(why -> lines.addAll(line("  " + why, Role.PLAIN)));
    }
    return lines;
  }

  Optional<String> why(Question question, BsonValue answer) {
    return question.options().stream()
        .filter(option -> option.id().equals(ValueText.of(answer)))
        .flatMap(option -> option.why().stream())
        .map(this::words)
        .findFirst();
  }

  String shown(Question question, BsonValue answer) {
    if (answer.isArray() && !question.options().isEmpty()) {
      return answer.asArray().stream()
          .map(one -> shown(question, one))
          .collect(Collectors.joining(say(", ", "、")));
    }
    return question.options().stream()
        .filter(option -> option.id().equals(ValueText.of(answer)))
        .map(option -> words(option.text()))
        .findFirst()
        .orElseGet(() -> ValueText.of(answer));
  }

  /** What is wrong, in the language of the page. */
  String phrase(Finding finding) {
    return finding.words(locale.get());
  }

  /** What a check is called; its message is about failing, so it is no name for what is done. */
  private static String title(Check check) {
    return check.id().replace('-', ' ');
  }

  /** A check that has just passed, and how many of the step's have by now. */
  String passed(Check check, List<LessonRun.State> states) {
    long done = states.stream().filter(state -> state.finding().isPassed()).count();
    return "✓ "
        + title(check)
        + say(" (" + done + " of " + states.size() + ")", "（" + done + "/" + states.size() + "）");
  }

  /** One line for each check, with what is missing. */
  List<StyledLine> states(List<LessonRun.State> states) {
    List<StyledLine> lines = new ArrayList<>();
    for (LessonRun.State state : states) {
      lines.addAll(state(state));
    }
    return lines;
  }

  private List<StyledLine> state(LessonRun.State state) {
    Check check = state.check();
    Finding finding = state.finding();
    if (finding.isPassed()) {
      return List.of(StyledLine.of(new Span("✓ ", Role.OK), Span.plain(title(check))));
    }
    if (finding.status() == Finding.Status.SKIPPED) {
      return line("- " + check.id() + ": " + phrase(finding), Role.WARN);
    }
    List<StyledLine> lines = new ArrayList<>();
    String text = check.message().map(this::words).orElse(phrase(finding));
    lines.addAll(line("✗ " + check.id() + ": " + text, Role.WARN));
    if (check.message().isPresent() && finding.expected().isPresent()) {
      lines.addAll(line("  " + phrase(finding), Role.DIM));
    }
    check.help().ifPresent(help -> lines.addAll(line("  " + words(help), Role.HINT)));
    return lines;
  }
}
