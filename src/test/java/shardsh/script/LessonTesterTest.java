package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.lesson.LessonReader;
import shardsh.shell.ExitStatus;

/** A lesson whose wrong answers tell nobody anything proves too little. */
class LessonTesterTest {
  private static final String WRONG =
      "- {script: 'db.orders.find({customerId: 150})', because: it is another customer}";

  @TempDir Path folder;

  private static String lesson(String check, String more) {
    return """
    format: 1
    id: mine
    track: mine
    title: Mine
    summary: Mine.
    difficulty: 1
    minutes: 1
    teaches: [S1-05]
    setup: {cluster: canvas}
    steps:
      - id: ask-470
        kind: do
        ask: Ask for customer 470.
        checks:
          - %s
        hints: [h]
        solution: 'db.orders.find({customerId: 470})'
        wrong:
          %s
    %scomplete: Done.
    """
        .formatted(check, WRONG, more);
  }

  private static String check(String message) {
    return "{id: s2-alone, latch: false, kind: route, of: last, shards: [s2]" + message + "}";
  }

  private static LessonTester.Result test(String text) {
    try (LessonTests tests = new LessonTests()) {
      LessonTests.Outcome outcome =
          tests.begin(() -> new LessonReader().read(text, "mine.lesson.yaml")).get();
      return new LessonTester.Result(outcome.faults(), outcome.replies());
    }
  }

  @Test
  void wrongAnswerWithoutAMessageIsAFault() {
    List<String> faults =
        test(lesson(check(""), "")).faults().stream().map(Object::toString).toList();

    assertEquals(1, faults.size(), faults::toString);
    assertTrue(
        faults.get(0).contains("why it fails (it is another customer)")
            && faults.get(0).contains("no 'message' is on s2-alone"),
        faults.get(0));
  }

  @Test
  void predicateThatThrowsAfterARefusedCommandIsAFault() {
    String trusting =
        "{id: one, latch: false, kind: state, message: m,"
            + " js: 'c.step.commands.some(x => x.op === \"findOne\" && x.result.total === 3)'}";

    List<String> faults =
        test(lesson(trusting, "")).faults().stream().map(Object::toString).toList();

    assertTrue(
        faults.stream()
            .anyMatch(
                fault -> fault.contains("the check one throws after what a learner may type")),
        faults::toString);
  }

  @Test
  void predicateThatThrowsWhereTheStepIsSolvedAfterStrayReadsIsAFault() {
    String trusting =
        "{id: s2-alone, latch: false, kind: route, of: last, shards: [s2], message: m}\n"
            + "      - {id: two, latch: false, kind: state, dependsOn: [s2-alone], message: m,"
            + " js: 'c.step.commands.every(x => x.result.length > 0)'}";

    List<String> faults =
        test(lesson(trusting, "")).faults().stream().map(Object::toString).toList();

    assertTrue(
        faults.stream()
            .anyMatch(
                fault -> fault.contains("the check two throws after what a learner may type")),
        faults::toString);
  }

  @Test
  void lintReadsEveryScriptOfEveryFile() throws IOException {
    Path bad = folder.resolve("mine.lesson.yaml");
    Files.writeString(
        bad,
        lesson(
                "{id: one, latch: false, kind: state, js: 'c.last.op ==== 1', message: m}",
                "next: mine\n")
            .replace(
                "solution: 'db.orders.find({customerId: 470})'", "solution: 'db.orders.find('"));
    List<String> said = new ArrayList<>();

    int status =
        new AuthorTools(said::add)
            .lint(List.of(folder.resolve("none.lesson.yaml").toString(), bad.toString()));

    assertEquals(ExitStatus.MISSING, status);
    assertTrue(said.get(0).startsWith("cannot read "), said::toString);
    for (String part :
        List.of("the 'js' of one is no", "the solution of ask-470 is no", "'next' names the")) {
      assertTrue(said.stream().anyMatch(line -> line.contains(part)), part + said);
    }
  }

  @Test
  void checkThatHoldsBeforeAnythingIsDoneAndLatchesIsAFault() {
    String holds =
        "{id: six, kind: state, js: 'c.coll(\"shop.orders\").chunks.length', equals: 6%s}";
    String both = check(", message: Ask s2.") + "\n      - " + holds;

    List<String> faults =
        test(lesson(both.formatted(""), "")).faults().stream().map(Object::toString).toList();
    List<?> later = test(lesson(both.formatted(", dependsOn: [s2-alone]"), "")).faults();

    assertEquals(1, faults.size(), faults::toString);
    assertTrue(
        faults.get(0).contains("the check six holds before anything is done"), faults.get(0));
    assertEquals(List.of(), later);
  }

  @Test
  void goalsThatHoldBeforeAnythingIsDoneAreAFault() {
    String goal =
        "goal: [{id: six, kind: state, js: 'c.coll(\"shop.orders\").chunks.length', equals: %s}]\n";

    String open = test(lesson(check(""), goal.formatted(6))).faults().toString();
    String never = test(lesson(check(""), goal.formatted(7))).faults().toString();

    assertTrue(open.contains("the goals hold before anything is done"), open);
    assertTrue(never.contains("the goal six is not reached"), never);
  }

  @Test
  void messageOfTheFailingCheckIsWhatTheWrongAnswerIsTold() {
    LessonTester.Result result = test(lesson(check(", message: 'Customer 470 lives on s2.'"), ""));

    assertEquals(List.of(), result.faults());
    assertEquals(
        List.of("s2-alone: Customer 470 lives on s2."), result.replies().get(0).messages());
  }

  @Test
  void mistakeThatMatchesIsSaidInThePlaceOfTheChecks() {
    String text =
        lesson(check(""), "")
            .replace(
                "    solution:",
                "    mistakes:\n"
                    + "      - {when: 'c.last.filter && c.last.filter.customerId === 150', say:"
                    + " That is 150.}\n"
                    + "    solution:");
    LessonTester.Result result = test(text);

    assertEquals(List.of(), result.faults());
    assertEquals(List.of("mistake: That is 150."), result.replies().get(0).messages());
  }

  @Test
  void verboseTestSaysWhatEachWrongAnswerIsTold() throws IOException {
    Path file = folder.resolve("mine.lesson.yaml");
    Files.writeString(file, lesson(check(", message: 'Customer 470 lives on s2.'"), ""));
    List<String> said = new ArrayList<>();

    int status = new AuthorTools(said::add).test(List.of(file.toString()), true);

    assertEquals(ExitStatus.OK, status);
    assertEquals(
        List.of(
            "ask-470, wrong since it is another customer:",
            "  s2-alone: Customer 470 lives on s2.",
            "mine: 1 step, 1 check, 1 wrong answer: good"),
        said);
  }

  @Test
  void rightOptionWithoutAReasonIsAFault() {
    String text =
        lesson(check(", message: 'Customer 470 lives on s2.'"), "")
            .replace(
                "complete:",
                """
                  - id: how-many
                    kind: predict
                    question:
                      id: path
                      prompt: Which way?
                      type: one
                      options: [{id: fast, text: fast}, {id: range, text: by ranges, why: No.}]
                      key: {js: 'c.last.route.path'}
                      after: {suggest: 'db.orders.find({customerId: 470})'}
                complete:\
                """);
    List<String> faults = test(text).faults().stream().map(Object::toString).toList();

    assertEquals(1, faults.size(), faults::toString);
    assertTrue(faults.get(0).contains("'fast', has no 'why'"), faults.get(0));
  }

  private static List<String> acceptFaults(String accept, String mistake) {
    String text =
        lesson(check(", message: 'Customer 470 lives on s2.'"), "")
            .replace(
                "    solution:",
                "    accept: [\""
                    + accept
                    + "\"]\n    mistakes:\n      - {when: '"
                    + mistake
                    + "', say: That is none.}\n    solution:");
    return test(text).faults().stream().map(Object::toString).toList();
  }

  @Test
  void acceptedCommandThatIsRefusedIsAFault() {
    List<String> faults = acceptFaults("sh.splitAt('shop.no', {a: 1})", "false");

    assertEquals(1, faults.size(), faults::toString);
    assertTrue(
        faults.get(0).contains("'accept' has what is refused (MongoServerError"), faults.get(0));
  }

  @Test
  void acceptedCommandThatIsCalledAMistakeIsAFaultUnlessItIsPartOfTheSolution() {
    List<String> faults = acceptFaults("db.orders.find()", "c.last.op === \"find\"");

    assertEquals(1, faults.size(), faults::toString);
    assertTrue(
        faults.get(0).contains("'accept' has what is called a mistake (That is none.)"),
        faults.get(0));
    assertEquals(
        List.of(), acceptFaults("db.orders.find({customerId: 470})", "c.last.op === \"find\""));
  }
}
