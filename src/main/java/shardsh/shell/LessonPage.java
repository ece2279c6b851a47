package shardsh.shell;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonValue;
import shardsh.lesson.Check;
import shardsh.lesson.CheckWords;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.lesson.ValueText;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** What a learner reads of a lesson, in the learner's language. */
final class LessonPage {
  /** Words of a message that says what is wrong: it cannot be ticked off when that is over. */
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "(?i)\\b(not|no|nothing|never|none|still|yet|undo|reset|only|too)\\b"
              + "|n't|[?？没未不还再才太却]");

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
            command ->
                lines.addAll(line(say("  about: `", "  要运行的是 `") + command + "`", Role.PLAIN)));
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
      case MANY -> say("type the numbers, separated by commas", "输入编号，用逗号隔开");
      case ORDER -> say("type the numbers in order, separated by commas", "按顺序输入编号，用逗号隔开");
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
                  + bracketed(form(step.question().orElseThrow()));
          case PREDICT -> predict(step, guessed);
        };
    if (run.isPlaying()) {
      text = say("You play in a copy; `resume` throws it away.", "你在副本里玩；`resume` 丢掉副本回到课程。");
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.addAll(line(place + text, Role.HINT));
    return lines;
  }

  private String bracketed(String text) {
    return say(" (", "（") + text + say(")", "）");
  }

  private String predict(Step step, boolean guessed) {
    Question question = step.question().orElseThrow();
    if (!guessed) {
      return say("First guess: ", "先猜：") + words(question.prompt()) + bracketed(form(question));
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
    judged.key().ifPresent(key -> lines.addAll(happened(question, key)));
    for (String why : whys(question, judged.given())) {
      lines.addAll(line("  " + why, Role.PLAIN));
    }
    if (!judged.isRight()) {
      judged
          .key()
          .map(key -> whys(question, without(key, judged.given())))
          .ifPresent(whys -> whys.forEach(why -> lines.addAll(line("  " + why, Role.PLAIN))));
    }
    return lines;
  }

  private List<StyledLine> happened(Question question, BsonValue key) {
    return line("  " + say("what happened: ", "实际结果：") + shown(question, key), Role.PLAIN);
  }

  /** What happened, and why, to those who made no guess. */
  List<StyledLine> outcome(Question question, BsonValue key) {
    List<StyledLine> lines = new ArrayList<>(happened(question, key));
    whys(question, key).forEach(why -> lines.addAll(line("  " + why, Role.PLAIN)));
    return lines;
  }

  /** Of several right options those that were not chosen. */
  private static BsonValue without(BsonValue key, BsonValue given) {
    if (!key.isArray() || !given.isArray()) {
      return key;
    }
    BsonArray missed = new BsonArray(new ArrayList<>(key.asArray().getValues()));
    missed.removeAll(given.asArray());
    return missed;
  }

  /** The reason that goes with an answer; of several options one for each, with its name. */
  List<String> whys(Question question, BsonValue answer) {
    boolean several = answer.isArray();
    List<String> chosen =
        several
            ? answer.asArray().stream().map(ValueText::of).toList()
            : List.of(ValueText.of(answer));
    return question.options().stream()
        .filter(option -> chosen.contains(option.id()) && option.why().isPresent())
        .map(option -> (several ? words(option.text()) + say(": ", "：") : "") + why(option))
        .toList();
  }

  private String why(Question.Option option) {
    return option.why().map(this::words).orElse("");
  }

  /**
   * How far a wrong answer is from the right one, where that can be told without telling it, to
   * follow a sentence.
   */
  Optional<String> lacking(Question question, LessonRun.Judgement judged) {
    if (question.type() == Question.Type.ORDER) {
      return judged.key().filter(BsonValue::isArray).map(key -> inPlace(key, judged.given()));
    }
    if (question.type() == Question.Type.NUMBER && judged.given().isNumber()) {
      double given = judged.given().asNumber().doubleValue();
      return judged
          .key()
          .filter(BsonValue::isNumber)
          .map(key -> key.asNumber().doubleValue() < given)
          .map(less -> less ? say(" It is less.", "比这小。") : say(" It is more.", "比这大。"));
    }
    if (question.type() != Question.Type.MANY
        || judged.key().filter(BsonValue::isArray).isEmpty()
        || !judged.given().isArray()) {
      return Optional.empty();
    }
    BsonArray key = judged.key().get().asArray();
    BsonArray given = judged.given().asArray();
    int missed = without(key, given).asArray().size();
    int wrong = without(given, key).asArray().size();
    List<String> parts = new ArrayList<>();
    if (wrong > 0) {
      parts.add(
          say(
              wrong + " of yours " + (wrong == 1 ? "is" : "are") + " not right",
              "多选了 " + wrong + " 个"));
    }
    if (missed > 0) {
      // Not "1 is missing": that would be read as the first option.
      String some = parts.isEmpty() ? "One more is" : "one more is";
      parts.add(say((missed == 1 ? some : missed + " more are") + " right", "还少 " + missed + " 个"));
    }
    return Optional.of(say(" ", "") + String.join(say(", ", "，"), parts) + say(".", "。"));
  }

  /** How many of an order are in their places, from the first on. */
  private String inPlace(BsonValue key, BsonValue given) {
    List<BsonValue> wanted = key.asArray().getValues();
    List<BsonValue> found = given.isArray() ? given.asArray().getValues() : List.of();
    int right = 0;
    while (right < Math.min(wanted.size(), found.size())
        && wanted.get(right).equals(found.get(right))) {
      right++;
    }
    return switch (right) {
      case 0 -> say(" Another one comes first.", "第一个就不是它。");
      case 1 -> say(" Only the first is in its place.", "只有第一个位置对。");
      default -> say(" The first " + right + " are in their places.", "前 " + right + " 个位置对。");
    };
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

  /** Checks that have just passed, and after the last how many of the step's have by now. */
  List<StyledLine> passed(List<Check> fresh, List<LessonRun.State> states) {
    Set<String> ticks = new LinkedHashSet<>();
    fresh.stream().map(this::noticed).forEach(ticks::add);
    long done = states.stream().filter(state -> state.finding().isPassed()).count();
    List<StyledLine> lines = new ArrayList<>();
    for (Iterator<String> left = ticks.iterator(); left.hasNext(); ) {
      String tick = "✓ " + left.next();
      String count = bracketed(done + say(" of ", "/") + states.size());
      lines.addAll(line(left.hasNext() ? tick : withoutStop(tick) + count, Role.OK));
    }
    return lines;
  }

  /** Its name, and what there is to say of it now that it has passed. */
  String noticed(Check check) {
    return CheckWords.noticed(check)
        .map(this::words)
        .or(
            () ->
                check.message().map(this::words).filter(text -> isChinese()).flatMap(this::reached))
        .or(() -> CheckWords.namesInChinese(check).filter(text -> isChinese()))
        .map(words -> named(check, words))
        .orElseGet(() -> isChinese() ? CheckWords.kindInChinese(check) : CheckWords.title(check));
  }

  /** A message that says what is wanted, or what is not there yet, as what has been reached. */
  private Optional<String> reached(String message) {
    return isDemand(message) ? Optional.of(message) : CheckWords.reachedInChinese(message);
  }

  /** What a check of a step is called: its id in words, in Chinese what it is ticked off as. */
  String name(Step step, String id) {
    return step.checks().stream()
        .filter(check -> check.id().equals(id))
        .map(this::name)
        .findFirst()
        .orElseGet(() -> CheckWords.title(id));
  }

  private String name(Check check) {
    return isChinese() ? noticed(check) : CheckWords.title(check);
  }

  private boolean isChinese() {
    return locale.get().equals("zh");
  }

  /** Words about a check, after its name; the names are English, so Chinese words stand alone. */
  private String named(Check check, String words) {
    return named(check, "", words);
  }

  private String named(Check check, String optional, String words) {
    return isChinese()
        ? words + optional
        : CheckWords.title(check) + optional + say(": ", "：") + words;
  }

  /** A sentence that goes on, in brackets or in a list. */
  static String withoutStop(String sentence) {
    return sentence.replaceFirst("[.。]$", "");
  }

  /** Whether a message says what is wanted, and not what is wrong; then it can be ticked off. */
  private boolean isDemand(String message) {
    return !COMPLAINT.matcher(message).find();
  }

  /** One line for each check, with what is missing. */
  List<StyledLine> states(List<LessonRun.State> states) {
    return states(states, check -> false);
  }

  /**
   * One line for each check, with what is missing.
   *
   * @param isGiven of what holds, whether it has since before anything was done
   */
  List<StyledLine> states(List<LessonRun.State> states, Predicate<Check> isGiven) {
    List<StyledLine> lines = new ArrayList<>();
    long later = 0;
    for (LessonRun.State state : states) {
      Finding finding = state.finding();
      if (finding.status() == Finding.Status.SKIPPED && isChinese()) {
        later++;
      } else if (finding.isPassed() && isGiven.test(state.check())) {
        lines.addAll(line("· " + name(state.check()) + say(": holds already", "：本来就成立"), Role.DIM));
      } else {
        lines.addAll(state(state));
      }
    }
    if (later > 0) {
      // Those that it waits for have English names only; they are the ones with a cross above.
      lines.addAll(line("- 还有 " + later + " 项，先做到上面打 ✗ 的才能检查。", Role.WARN));
    }
    return lines;
  }

  private List<StyledLine> state(LessonRun.State state) {
    Check check = state.check();
    Finding finding = state.finding();
    if (finding.isPassed()) {
      return line("✓ " + noticed(check), Role.OK);
    }
    String optional = check.optional() ? say(" (optional)", "（可选）") : "";
    if (finding.status() == Finding.Status.SKIPPED) {
      String needs =
          check.dependsOn().stream().map(CheckWords::title).collect(Collectors.joining(", "));
      return line("- " + CheckWords.title(check) + optional + ": comes after " + needs, Role.WARN);
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.addAll(
        line(
            "✗ " + named(check, optional, check.message().map(this::words).orElse(phrase(finding))),
            Role.WARN));
    if (check.message().isPresent() && finding.expected().isPresent()) {
      lines.addAll(line("  " + phrase(finding), Role.DIM));
    }
    check.help().ifPresent(help -> lines.addAll(line("  " + words(help), Role.HINT)));
    return lines;
  }

  /** A medal: won, or what its message and its budget say. */
  List<StyledLine> star(LessonRun.State star) {
    Check check = star.check();
    if (star.finding().isPassed()) {
      Optional<String> budget = CheckWords.noticed(check).map(this::words);
      return line(
          "★ " + budget.map(words -> named(check, words)).orElseGet(() -> noticed(check)), Role.OK);
    }
    String phrase = phrase(star.finding());
    String words = check.message().map(said -> words(said) + bracketed(phrase)).orElse(phrase);
    return line("☆ " + named(check, words), Role.DIM);
  }
}
