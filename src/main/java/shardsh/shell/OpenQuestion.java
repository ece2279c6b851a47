package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonValue;
import shardsh.lesson.AnswerText;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * The question of a step that waits for its answer: which texts answer it, and what else to say.
 */
final class OpenQuestion {
  /** What calls something, assigns, or looks into an object of the shell. */
  private static final Pattern CODE =
      Pattern.compile("(?s).*\\w\\s*\\(.*|.*[^=!<>]=[^=].*|(db|sh|sim|rs|config)[.\\[].*|new\\s.*");

  /** Words that start a program, and that may as well be the name of one. */
  private static final List<String> PROGRAMS = List.of("mongos", "mongod", "mongosh");

  private final LiveSession session;
  private final LessonRun run;
  private final LessonPage page;

  OpenQuestion(LiveSession session, LessonRun run, LessonPage page) {
    this.session = session;
    this.run = run;
    this.page = page;
  }

  /** The question, unless it is answered or nothing counts now. */
  Optional<Question> now() {
    return run.isPlaying() ? Optional.empty() : unanswered();
  }

  /** The question that has no answer yet, whether one can be given now or not. */
  Optional<Question> unanswered() {
    return run.step().question().filter(question -> !run.answers().isGiven(question));
  }

  /** Whether a guess is due before anything else. */
  boolean isGuess() {
    return run.step().kind() == Step.Kind.PREDICT && unanswered().isPresent();
  }

  /**
   * Whether a text that is a word of the shell, too, is meant as the answer: it is the right one,
   * one of the options, or the name of a program where a word is asked for.
   */
  boolean isAnsweredBy(String text) {
    return now()
        .filter(
            question ->
                run.answers().isRight(question, text)
                    || isOption(question, text)
                    || question.type() == Question.Type.TEXT && PROGRAMS.contains(text.strip()))
        .isPresent();
  }

  private static boolean isOption(Question question, String text) {
    if (question.options().isEmpty()) {
      return false;
    }
    try {
      AnswerText.read(question, text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether a text is to be run though the question takes any text: it is code, and not right. */
  boolean isLeftTo(Question question, String text) {
    return question.type() == Question.Type.TEXT
        && CODE.matcher(text).matches()
        && session.completeness(text) == Completeness.COMPLETE
        && !run.answers().isRight(question, text);
  }

  /** The option that some of its words are meant to choose; empty for code. */
  Optional<String> isMeantBy(Question question, String text) {
    return isCode(text) ? Optional.empty() : AnswerText.meant(question, text);
  }

  /** Whether a text that is no answer is meant for the shell, and can be read. */
  boolean isCode(String text) {
    return text.matches("(?s).*[(.=\\[{].*") && session.completeness(text) != Completeness.BROKEN;
  }

  /**
   * That an order lacks some of what is to be ordered, which makes it no wrong answer; empty for
   * every other text.
   */
  Optional<List<StyledLine>> isPart(Question question, String text) {
    if (question.type() != Question.Type.ORDER) {
      return Optional.empty();
    }
    Optional<BsonValue> key = run.answers().key(question).or(() -> question.key().literal());
    int all = key.filter(BsonValue::isArray).map(found -> found.asArray().size()).orElse(0);
    try {
      return AnswerText.read(question, text).asArray().size() < all
          ? Optional.of(
              page.line(
                  page.say(
                      "Not all are there yet: put all " + all + " in order, separated by commas.",
                      "还不全：" + all + " 个都要排进去，用逗号隔开。"),
                  Role.WARN))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether a text is one more guess where one was made; a bare number is nothing to run. */
  boolean isGuessedAgain(String text) {
    return run.step().kind() == Step.Kind.PREDICT
        && !run.isPlaying()
        && run.step()
            .question()
            .filter(run.answers()::isGiven)
            .filter(question -> text.strip().matches("\\d[\\d|,\\s]*") || isInWords(question, text))
            .isPresent();
  }

  /** Whether a text that is no code names an answer. */
  private boolean isInWords(Question question, String text) {
    if (question.type() == Question.Type.TEXT || isCode(text)) {
      return false;
    }
    try {
      AnswerText.read(question, text);
      return true;
    } catch (IllegalArgumentException e) {
      return AnswerText.meant(question, text).isPresent();
    }
  }

  /** That no option has the number that was typed; empty for every other text. */
  Optional<List<StyledLine>> isNoOption(Question question, String text) {
    int last = question.options().size();
    return last > 0 && text.strip().matches("\\d[\\d,，、\\s]*")
        ? Optional.of(
            page.line(
                page.say(
                    "That is none of the answers: they have the numbers 1 to " + last + ".",
                    "没有这个选项：编号是 1 到 " + last + "。"),
                Role.WARN))
        : Optional.empty();
  }

  /** That a guess is due, and what it looks like. */
  List<StyledLine> guessFirst(Question question) {
    return said("Guess first: ", "先猜一猜：", question);
  }

  /** That a text is none of the answers, and what they look like. */
  List<StyledLine> isNone(Question question) {
    return said("That is none of the answers: ", "这不是可选的答案：", question);
  }

  private List<StyledLine> said(String en, String zh, Question question) {
    return page.line(
        page.say(en, zh) + page.answers().form(question) + page.say(".", "。"), Role.WARN);
  }

  /** The question and its options once more; nothing when none is open. */
  List<StyledLine> again() {
    return now().map(page::question).orElse(List.of());
  }
}
