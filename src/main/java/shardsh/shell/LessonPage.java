package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.render.DisplayWidth;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** What a learner reads of a lesson, in the learner's language. */
final class LessonPage {
  private static final String CODE_INDENTATION = "    ";

  private final Supplier<String> locale;
  private final IntSupplier width;
  private final CheckLines checks;
  private final AnswerLines answers;

  /** The question that was shown since the last task. */
  private Optional<Question> asked = Optional.empty();

  private boolean turned;

  LessonPage(String locale, IntSupplier width) {
    this(() -> locale, width);
  }

  /**
   * @param locale asked for with every text, since it can be changed in the middle of a lesson
   */
  LessonPage(Supplier<String> locale, IntSupplier width) {
    this.locale = locale;
    this.width = width;
    this.checks = new CheckLines(this);
    this.answers = new AnswerLines(this);
  }

  /** Lines about checks. */
  CheckLines checks() {
    return checks;
  }

  /** Lines about answers. */
  AnswerLines answers() {
    return answers;
  }

  boolean isChinese() {
    return locale.get().equals("zh");
  }

  /** The learner is to read what comes next, up to its last line. */
  void turn() {
    turned = true;
  }

  /** What was turned to was read. */
  void read() {
    turned = false;
  }

  /** Whether another page was turned to since the last was read. */
  boolean isTurned() {
    return turned;
  }

  /** A sentence of the program's own. */
  String say(String en, String zh) {
    return isChinese() ? zh : en;
  }

  String words(Text text) {
    return text.in(locale.get()).strip();
  }

  List<StyledLine> prose(Text text) {
    return LessonText.lines(text.in(locale.get()), width.getAsInt());
  }

  List<StyledLine> line(String text, Role role) {
    return LessonText.lines(text, role, width.getAsInt());
  }

  /** A text that has to be one line. */
  private String oneLine(Text text) {
    return words(text).replaceAll("\\s*\\R\\s*", " ");
  }

  List<StyledLine> head(Lesson lesson) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        StyledLine.of(
            oneLine(lesson.title()) + "  " + "★".repeat(lesson.difficulty()), Role.TITLE));
    lines.addAll(prose(lesson.summary()));
    lines.addAll(
        line(
            say(
                "About "
                    + lesson.minutes()
                    + " minutes. Words: hint, check, undo, reset, skip, back, lesson, bye.",
                "约 " + lesson.minutes() + " 分钟。可用命令：hint check undo reset skip back lesson bye。"),
            Role.DIM));
    return lines;
  }

  /** The step as it begins: its prose, its pictures, its question, whose answer its id may tell. */
  List<StyledLine> step(LessonRun run) {
    turn();
    Step step = run.step();
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.add(
        StyledLine.of(
            "── "
                + (run.index() + 1)
                + "/"
                + run.lesson().steps().size()
                + " ──"
                + (step.question().isEmpty() ? say(" " + step.id() + " ──", "") : ""),
            Role.DIM));
    step.say().ifPresent(text -> lines.addAll(prose(text)));
    for (List<StyledLine> view : run.views()) {
      lines.add(StyledLine.EMPTY);
      lines.addAll(view);
    }
    step.question().ifPresent(question -> lines.addAll(question(question)));
    return lines;
  }

  /** A question with its options; the task below it does not ask it once more. */
  List<StyledLine> question(Question question) {
    asked = Optional.of(question);
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.addAll(line("? " + words(question.prompt()), Role.TITLE));
    question
        .suggest()
        .ifPresent(
            command -> lines.addAll(command(say("  about:", "  要运行的是"), command, Role.PLAIN)));
    int number = 1;
    for (Question.Option option : question.options()) {
      lines.addAll(line("  " + number++ + ") " + words(option.text()), Role.PLAIN));
    }
    return lines;
  }

  /**
   * A command behind some words; one that is too long for that below them, a clause on each line,
   * to be copied.
   */
  List<StyledLine> command(String words, String command, Role role) {
    if (DisplayWidth.of(words + " " + command) <= width.getAsInt()) {
      return line(words + " `" + command + "`", role);
    }
    String colon = words.endsWith(":") ? "" : say(":", "：");
    List<StyledLine> lines = new ArrayList<>(line(words + colon, role));
    for (String code : CodeLines.of(command, width.getAsInt() - CODE_INDENTATION.length())) {
      lines.addAll(
          Prose.wrap(
              StyledLine.of(CODE_INDENTATION + code, Role.KEYWORD),
              width.getAsInt(),
              CODE_INDENTATION.length()));
    }
    return lines;
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
          case QUIZ -> asked(step.question().orElseThrow(), say("Answer: ", "请回答："), "");
          case PREDICT -> predict(step, guessed);
        };
    if (run.isPlaying()) {
      text = say("You play in a copy; `resume` throws it away.", "你在副本里随意试；`resume` 丢掉副本，回到课程。");
    }
    asked = Optional.empty();
    Optional<String> due = guessed && !run.isPlaying() ? suggested(step) : Optional.empty();
    return due.isPresent()
        ? command(place + say("Now run", "现在运行"), due.get(), Role.HINT)
        : line(place + text, Role.HINT);
  }

  String bracketed(String text) {
    return say(" (", "（") + text + say(")", "）");
  }

  private String predict(Step step, boolean guessed) {
    Question question = step.question().orElseThrow();
    if (!guessed) {
      String first = say("First guess: ", "先猜：");
      return asked(question, first, first);
    }
    return step.ask().map(this::words).orElse("");
  }

  /** What is to be run once a guess is made. */
  private static Optional<String> suggested(Step step) {
    return step.kind() == Step.Kind.PREDICT
        ? step.question().flatMap(Question::suggest)
        : Optional.empty();
  }

  /**
   * How to answer a question, behind the question itself unless that stands just above.
   *
   * @param form what comes before the form alone
   * @param whole what comes before the question
   */
  private String asked(Question question, String form, String whole) {
    boolean stands = asked.filter(question::equals).isPresent();
    return stands
        ? form + answers.form(question) + say(".", "。")
        : whole + words(question.prompt()) + bracketed(answers.form(question));
  }
}
