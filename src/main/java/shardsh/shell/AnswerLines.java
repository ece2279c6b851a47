package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonValue;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.lesson.ValueText;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** What a learner reads of answers: how one is typed, and what came of the one that was given. */
final class AnswerLines {
  private final LessonPage page;

  AnswerLines(LessonPage page) {
    this.page = page;
  }

  /** How an answer is typed. */
  String form(Question question) {
    return switch (question.type()) {
      case NUMBER -> page.say("type a number", "输入一个数字");
      case ONE -> page.say("type its number", "输入选项的编号");
      case MANY -> page.say("type the numbers, separated by commas", "输入编号，用逗号隔开");
      case ORDER -> page.say("type the numbers in order, separated by commas", "按顺序输入编号，用逗号隔开");
      case VERSION -> page.say("type a version, like 2|1", "输入版本号，如 2|1");
      case TEXT -> page.say("type the word", "输入答案");
    };
  }

  /**
   * Your guess, what happened, why; to those who missed it, where no option says why, what the
   * step's hints say, since there is nothing left to guess.
   *
   * @param isThereAWhy whether {@code why} has a rule to tell of what happened
   */
  List<StyledLine> verdict(
      Step step, Question question, LessonRun.Judgement judged, BooleanSupplier isThereAWhy) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        StyledLine.of(
            new Span(judged.isRight() ? "✓ " : "✗ ", judged.isRight() ? Role.OK : Role.WARN),
            Span.plain(page.say("your guess: ", "你的猜测：") + shown(question, judged.given()))));
    judged.key().ifPresent(key -> lines.addAll(happened(question, key)));
    List<String> whys = new ArrayList<>(whys(question, judged.given()));
    if (!judged.isRight()) {
      judged.key().map(key -> whys(question, without(key, judged.given()))).ifPresent(whys::addAll);
      if (whys.isEmpty() && judged.key().isPresent()) {
        reason(step, isThereAWhy).ifPresent(whys::add);
      }
    }
    whys.forEach(why -> lines.addAll(page.line("  " + why, Role.PLAIN)));
    return lines;
  }

  private Optional<String> reason(Step step, BooleanSupplier isThereAWhy) {
    if (!step.hints().isEmpty()) {
      String hints =
          step.hints().stream().map(page::words).reduce("", AnswerLines::withNextSentence);
      return Optional.of(page.say("why: ", "为什么：") + hints);
    }
    return isThereAWhy.getAsBoolean()
        ? Optional.of(page.say("`why` tells how it came.", "`why` 会说明为什么是这样。"))
        : Optional.empty();
  }

  /** A space lies between two sentences, but none after a stop that is wide by itself. */
  private static String withNextSentence(String text, String next) {
    boolean isWide = !text.isEmpty() && text.codePointBefore(text.length()) > 0x2fff;
    return text + (text.isEmpty() || isWide ? "" : " ") + next;
  }

  /**
   * That an answer is wrong: how it was read where that is not what was typed, how far it is from
   * the right one, and what the option says; where none says anything the next hint, but for the
   * last.
   */
  List<StyledLine> wrong(
      Step step, Question question, LessonRun.Judgement judged, String typed, StepTries tries) {
    String given = ValueText.of(judged.given());
    boolean isAsTyped = !question.options().isEmpty() || given.equals(typed.strip());
    String not =
        isAsTyped
            ? page.say("✗ Not that.", "✗ 不对。")
            : page.say("✗ Not that (read as " + given + ").", "✗ 不对（读作 " + given + "）。");
    List<StyledLine> lines =
        new ArrayList<>(page.line(not + lacking(question, judged).orElse(""), Role.WARN));
    List<String> whys = whys(question, wrongOnes(question, judged));
    whys.forEach(why -> lines.addAll(page.line(why, Role.PLAIN)));
    if (whys.isEmpty() && tries.hintsShown() < step.hints().size() - 1) {
      lines.addAll(new StepHelp(page).hint(step, tries, false));
    }
    return lines;
  }

  /** That a guess is taken, and as what where that is not what was typed. */
  List<StyledLine> noted(Question question, BsonValue given, String typed) {
    String shown = CheckLines.withoutStop(shown(question, given));
    return page.line(
        shown.equalsIgnoreCase(typed.strip())
            ? page.say("Noted.", "记下了。")
            : page.say("Noted", "记下了") + page.bracketed(shown) + page.say(".", "。"),
        Role.DIM);
  }

  private List<StyledLine> happened(Question question, BsonValue key) {
    return page.line(
        "  " + page.say("what happened: ", "实际结果：") + shown(question, key), Role.PLAIN);
  }

  /** What happened, and why, to those who made no guess. */
  List<StyledLine> outcome(Question question, BsonValue key) {
    List<StyledLine> lines = new ArrayList<>(happened(question, key));
    whys(question, key).forEach(why -> lines.addAll(page.line("  " + why, Role.PLAIN)));
    return lines;
  }

  /**
   * Of several chosen options those that are wrong: a reason below "Not that" is read as theirs.
   */
  private static BsonValue wrongOnes(Question question, LessonRun.Judgement judged) {
    return question.type() == Question.Type.MANY
        ? judged.key().map(key -> without(judged.given(), key)).orElse(judged.given())
        : judged.given();
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
        .map(
            option ->
                (several ? page.words(option.text()) + page.say(": ", "：") : "") + why(option))
        .toList();
  }

  private String why(Question.Option option) {
    return option.why().map(page::words).orElse("");
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
          .map(less -> less ? page.say(" It is less.", "比这小。") : page.say(" It is more.", "比这大。"));
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
          page.say(
              wrong + " of yours " + (wrong == 1 ? "is" : "are") + " not right",
              "多选了 " + wrong + " 个"));
    }
    if (missed > 0) {
      // Not "1 is missing": that would be read as the first option.
      String some = parts.isEmpty() ? "One more is" : "one more is";
      parts.add(
          page.say((missed == 1 ? some : missed + " more are") + " right", "还少 " + missed + " 个"));
    }
    return Optional.of(
        page.say(" ", "") + String.join(page.say(", ", "，"), parts) + page.say(".", "。"));
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
      case 0 -> page.say(" Another one comes first.", "第一个就不是它。");
      case 1 -> page.say(" Only the first is in its place.", "只有第一个位置对。");
      default -> page.say(" The first " + right + " are in their places.", "前 " + right + " 个位置对。");
    };
  }

  String shown(Question question, BsonValue answer) {
    if (answer.isArray() && !question.options().isEmpty()) {
      return answer.asArray().stream()
          .map(one -> shown(question, one))
          .collect(Collectors.joining(page.say(", ", "、")));
    }
    return question.options().stream()
        .filter(option -> option.id().equals(ValueText.of(answer)))
        .map(option -> page.words(option.text()))
        .findFirst()
        .orElseGet(() -> ValueText.of(answer));
  }
}
