package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions whose options or text a learner would take for something else. */
class QuestionLintTest {
  private static final String COMMAND = "db.orders.aggregate([{$match: {customerId: 470}}])";

  private static List<String> lint(String say, String option) {
    String text =
        """
        format: 1
        id: mine
        track: t
        title: {en: Mine, zh: 我的}
        summary: {en: Short., zh: 短。}
        difficulty: 1
        minutes: 1
        teaches: [S1-05]
        setup: {cluster: canvas}
        steps:
          - id: first
            kind: predict
            say: {en: '%s', zh: 猜一猜。}
            question:
              id: who
              prompt: {en: 'Who?', zh: '谁？'}
              type: one
              options:
                - {id: alone, text: {en: s2 alone, zh: 只有 s2}, why: {en: Yes., zh: 对。}}
                - %s
              key: alone
              after: {suggest: '%s'}
        complete: {en: Over., zh: 完了。}
        """
            .formatted(say, option, COMMAND);
    return new LessonReader()
        .lint(text, "mine.lesson.yaml").stream()
            .map(fault -> fault.line() + " " + fault.problem() + "; " + fault.repair())
            .toList();
  }

  private static String option(String id, String text) {
    return "{id: '%s', text: {en: '%s', zh: '%s'}}".formatted(id, text, text);
  }

  @Test
  void anOptionIsNotCalledByANumberThatIsNotItsOwn() {
    assertEquals(
        List.of(
            "20 who types three means a number, and gets the option 2; give the option an id that"
                + " is no number"),
        lint("Guess.", option("three", "s0, s1 and s2")));
    assertEquals(
        List.of(
            "20 who types 1 means a number, and gets the option 2; give the option an id that is"
                + " no number"),
        lint("Guess.", option("1", "all of them")));
  }

  @Test
  void anOptionMayBeCalledByANumberThatItShows() {
    assertEquals(List.of(), lint("Guess.", option("three", "all three")));
    assertEquals(List.of(), lint("Guess.", option("400", "[400, 500)")));
    assertEquals(List.of(), lint("Guess.", option("all", "all")));
  }

  @Test
  void theTextDoesNotRepeatTheCommandBelowIt() {
    String fault =
        "13 the text repeats the command that the question shows below it; say what the command is"
            + " for";

    assertEquals(List.of(fault), lint("Run `" + COMMAND + "`.", option("all", "all")));
    assertEquals(
        List.of(fault), lint("`[{$match: {customerId: 470}}]` is run.", option("all", "all")));
    assertEquals(List.of(), lint("A $match on customerId 470.", option("all", "all")));
  }
}
