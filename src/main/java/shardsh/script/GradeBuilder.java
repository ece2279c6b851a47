package shardsh.script;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.bson.BsonValue;
import shardsh.lesson.Check;
import shardsh.lesson.CheckWords;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.lesson.Text;
import shardsh.lesson.ValueText;
import shardsh.script.report.Grade;
import shardsh.shell.LessonRun;

/** Turns what a run came to into the tree that reports are written from, points included. */
final class GradeBuilder {
  private final Lesson lesson;
  private final LessonRun run;
  private final String locale;

  GradeBuilder(Lesson lesson, LessonRun run, String locale) {
    this.lesson = lesson;
    this.run = run;
    this.locale = locale;
  }

  /**
   * Where a step's statements stand.
   *
   * @param line of the last one in the answer
   * @param first its number, from 1; 0 for none
   */
  record Place(int line, long first, long last) {}

  Grade.LessonFacts facts(OptionalLong seed, String answerName) {
    return new Grade.LessonFacts(
        lesson.id(),
        lesson.title().in(locale),
        lesson.track(),
        lesson.revision(),
        lesson.sha256(),
        locale,
        seed.orElse(lesson.setup().seed()),
        lesson.setup().profile().orElse("classic"),
        lesson.tags(),
        answerName);
  }

  /** The goals of the lesson, as a step of their own. */
  Grade.StepGrade goal(List<LessonRun.State> states, int line, long statements) {
    Map<String, BigDecimal> points = Points.of(BigDecimal.ONE, lesson.goal(), List.of());
    List<Grade.CheckGrade> checks = new ArrayList<>();
    for (LessonRun.State state : states) {
      checks.add(check(state, points.get(state.check().id()), "", line, true));
    }
    Place place = new Place(line, statements > 0 ? 1 : 0, statements);
    return whole("goal", "goal", 1, checks, place, "visible");
  }

  /**
   * @param states empty: the step was never reached
   * @param wrongTries how many wrong answers came before the last, by question
   */
  Grade.StepGrade step(
      Step step,
      int number,
      Optional<List<LessonRun.State>> states,
      Optional<Step.Mistake> mistake,
      Place place,
      Map<String, Integer> wrongTries) {
    List<Question> counted = step.question().filter(q -> counts(step, q)).stream().toList();
    Map<String, BigDecimal> points = Points.of(step.points(), step.checks(), counted);
    List<Grade.CheckGrade> checks = new ArrayList<>();
    String said = mistake.map(found -> found.say().in(locale)).orElse("");
    Map<String, Finding> findings = new LinkedHashMap<>();
    states.ifPresent(
        list -> list.forEach(state -> findings.put(state.check().id(), state.finding())));
    for (Check check : step.checks()) {
      Finding finding = findings.getOrDefault(check.id(), notLookedAt(step, states.isPresent()));
      LessonRun.State state = new LessonRun.State(check, finding);
      boolean isFirst = finding.status() == Finding.Status.FAILED && !said.isEmpty();
      boolean looked = findings.containsKey(check.id());
      String words = isFirst ? said : "";
      checks.add(check(state, points.get(check.id()), words, place.line(), looked));
      said = isFirst ? "" : said;
    }
    for (Question question : counted) {
      checks.add(
          answer(
              question,
              points.get(Points.keyOf(question)),
              wrongTries.getOrDefault(question.id(), 0)));
    }
    String kind = step.kind().name().toLowerCase(Locale.ROOT);
    return whole(step.id(), kind, number, checks, place, visibility(step.visibility()));
  }

  private static Finding notLookedAt(Step step, boolean reached) {
    return reached
        ? Finding.failed("nothing was done for it", "还没有为它做什么")
        : Finding.failed("the step " + step.id() + " was not reached", "没有走到步骤 " + step.id());
  }

  /** A quiz always counts; a prediction only if it has points. */
  private static boolean counts(Step step, Question question) {
    return step.kind() == Step.Kind.QUIZ
        || question.points().filter(points -> points.signum() > 0).isPresent();
  }

  private static Grade.StepGrade whole(
      String id,
      String kind,
      int number,
      List<Grade.CheckGrade> checks,
      Place place,
      String visibility) {
    Grade.Status status = Grade.Status.PASSED;
    for (Grade.CheckGrade check : checks) {
      if (!check.optional() && check.status() != Grade.Status.PASSED) {
        boolean worse = check.status() == Grade.Status.ERROR;
        status = worse || status == Grade.Status.ERROR ? Grade.Status.ERROR : Grade.Status.FAILED;
      }
    }
    return new Grade.StepGrade(
        id, kind, number, status, checks, place.first(), place.last(), visibility);
  }

  /**
   * @param looked whether it was looked at, and does not fail only because nobody came so far
   */
  private Grade.CheckGrade check(
      LessonRun.State state, BigDecimal max, String said, int line, boolean looked) {
    Check check = state.check();
    Finding finding = state.finding();
    Grade.Status status =
        switch (finding.status()) {
          case PASSED -> Grade.Status.PASSED;
          case FAILED -> Grade.Status.FAILED;
          case SKIPPED -> Grade.Status.SKIPPED;
          case BROKEN -> Grade.Status.ERROR;
        };
    boolean passed = status == Grade.Status.PASSED;
    boolean asked = status == Grade.Status.FAILED && looked;
    boolean inItsWords =
        asked && saysNothing(check) && check.message().isPresent() && !finding.isForged();
    return new Grade.CheckGrade(
        check.id(),
        check.asserts().kind(),
        status,
        passed ? max : BigDecimal.ZERO,
        max,
        finding.expected(),
        finding.actual(),
        inItsWords ? words(check.message().get()) : finding.words(locale),
        asked ? help(check, said, inItsWords) : "",
        passed ? noticed(check) : "",
        passed ? 0 : line,
        check.dependsOn(),
        check.optional(),
        visibility(check.visibility()));
  }

  /** Whether nothing but its own message can tell what a check misses. */
  private static boolean saysNothing(Check check) {
    return check.asserts() instanceof Check.State state && state.equals().isEmpty();
  }

  private String noticed(Check check) {
    String title = CheckWords.title(check);
    if (locale.equals("zh")) {
      // Ids are English: Chinese words stand alone.
      return CheckWords.noticed(check)
          .map(this::words)
          .or(() -> CheckWords.namesInChinese(check))
          .orElseGet(() -> CheckWords.kindInChinese(check));
    }
    return CheckWords.noticed(check).map(words -> title + ": " + words(words)).orElse(title);
  }

  private String help(Check check, String said, boolean messageIsSaid) {
    List<String> lines = new ArrayList<>();
    if (!said.isEmpty()) {
      lines.add(said.strip());
    } else if (!messageIsSaid) {
      check.message().map(this::words).ifPresent(lines::add);
    }
    check.help().map(this::words).ifPresent(lines::add);
    return String.join("\n", lines);
  }

  private String words(Text text) {
    return text.in(locale).strip();
  }

  private Grade.CheckGrade answer(Question question, BigDecimal max, int wrongBefore) {
    Optional<LessonRun.Judgement> judged = run.answers().judgement(question);
    Optional<String> broken = run.answers().brokenKey(question);
    boolean right = judged.filter(LessonRun.Judgement::isRight).isPresent();
    Grade.Status status =
        broken.isPresent() ? Grade.Status.ERROR : right ? Grade.Status.PASSED : Grade.Status.FAILED;
    BigDecimal penalty = question.penalty().multiply(BigDecimal.valueOf(wrongBefore));
    BigDecimal points = right ? max.subtract(penalty).max(BigDecimal.ZERO) : BigDecimal.ZERO;
    String words =
        broken.orElseGet(() -> right ? "" : judged.isPresent() ? wrongAnswer() : noAnswer());
    return new Grade.CheckGrade(
        question.id(),
        "answer",
        status,
        status == Grade.Status.ERROR ? BigDecimal.ZERO : points,
        max,
        Optional.empty(),
        Optional.empty(),
        words,
        judged.filter(found -> !right).map(found -> why(question, found.given())).orElse(""),
        right ? answered(question) : "",
        0,
        List.of(),
        false,
        "visible");
  }

  private String answered(Question question) {
    return locale.equals("zh")
        ? "答对了：" + words(question.prompt())
        : CheckWords.title(question.id());
  }

  private String wrongAnswer() {
    return locale.equals("zh") ? "答案不对" : "the answer is not right";
  }

  private String noAnswer() {
    return locale.equals("zh") ? "尚未回答" : "not answered";
  }

  /** The reasons that go with what was chosen. */
  private String why(Question question, BsonValue given) {
    List<String> chosen =
        given.isArray()
            ? given.asArray().stream().map(ValueText::of).toList()
            : List.of(ValueText.of(given));
    return question.options().stream()
        .filter(option -> chosen.contains(option.id()))
        .flatMap(option -> option.why().stream())
        .map(this::words)
        .collect(Collectors.joining("\n"));
  }

  List<Grade.QuestionGrade> questions() {
    List<Grade.QuestionGrade> questions = new ArrayList<>();
    for (Step step : lesson.steps()) {
      step.question().ifPresent(question -> questions.add(question(question)));
    }
    return questions;
  }

  private Grade.QuestionGrade question(Question question) {
    Optional<LessonRun.Judgement> judged = run.answers().judgement(question);
    String status =
        judged.isEmpty()
            ? "unanswered"
            : judged.get().broken().isPresent()
                ? "error"
                : judged.get().isRight() ? "right" : "wrong";
    return new Grade.QuestionGrade(question.id(), status, judged.map(LessonRun.Judgement::given));
  }

  List<Grade.Star> stars() {
    return run.checks().stars().stream()
        .map(state -> new Grade.Star(state.check().id(), state.finding().isPassed()))
        .toList();
  }

  private static String visibility(Check.Visibility visibility) {
    return visibility.name().toLowerCase(Locale.ROOT);
  }
}
