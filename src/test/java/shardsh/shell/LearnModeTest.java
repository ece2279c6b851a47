package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LearnModeTest extends LearnerFixture {
  private static final String LESSON = "second-opinion";
  private static final String AGREE = "sim.secondOpinion(\"shopdb.orders\", 200)";
  private static final String DIFFER =
      "sim.secondOpinion(\"shopdb.orders\", {region: {$in: [\"south\", \"west\"]}},"
          + " {mutant: \"forgetIn\"})";

  @Test
  void passedStepIsNoticedAndTheEndSaysWhatWasLearnt() {
    LiveSession session = session("en");
    type(session, "learn " + LESSON);
    assertTrue(task(session).startsWith("[1/2] Ask sim.secondOpinion"), task(session));

    String first = type(session, AGREE);
    String last = type(session, DIFFER);

    assertTrue(first.contains("Step done."), first);
    assertTrue(last.contains("Lesson done: A second opinion"), last);
    assertEquals("", task(session));
    assertEquals("done", progress().state(LESSON));
  }

  @Test
  void goalThatIsNotReachedIsNamedAtTheEnd() {
    LiveSession session = session("en");
    type(session, "learn canvas-review");

    String last = "";
    for (int i = 0; i < 20; i++) {
      last = type(session, "skip");
    }

    assertTrue(last.contains("but not the lesson: Calibration round"), last);
    assertEquals("in-progress", progress().state("canvas-review"));
    assertTrue(last.contains("sixteen of twenty: Sixteen right guesses pass"), last);
  }

  @Test
  void hintIsOfferedAfterThreeMissesAndTheLastOneIsNotShownByAccident() {
    LiveSession session = session("en");
    type(session, "learn " + LESSON);
    String few = "sim.secondOpinion(\"shopdb.orders\", 5)";

    assertFalse(type(session, few).contains("`hint`") || type(session, few).contains("hint gives"));
    assertTrue(type(session, few).contains("hint gives you a hint"));
    assertTrue(type(session, "hint").startsWith("1/2 "));
    assertTrue(type(session, "hint").contains("almost the answer"));
    assertTrue(type(session, "hint").contains("2/2 "));
  }

  @Test
  void pictureThatAStepAsksForIsNoticedWhenItIsShown() {
    LiveSession session =
        learning(
            "en",
            """
                - id: see
                  kind: do
                  ask: Look at the versions.
                  checks:
                    - {id: seen, kind: output, contains: "m0 (router)"}
                  solution: show versions
                  hints: [show versions]
            """);

    assertFalse(type(session, "show chunks").contains("Step done."));
    assertTrue(type(session, "show versions").contains("Lesson done: Talk"));
  }

  @Test
  void wordBeforeTheGuessFinishesNothing() {
    LiveSession session =
        learning(
            "en",
            """
                - id: how-many
                  kind: predict
                  question:
                    id: chunks
                    prompt: How many chunks are there?
                    type: number
                    key: 6
                    after: {suggest: 'db.orders.find({customerId: 1})'}
                  checks:
                    - {id: there, kind: state, js: 'c.coll("shop.orders").chunks.length === 6'}
                - id: next
                  kind: read
                  say: Go on.
            """);

    String said = type(session, "use shop");

    assertFalse(said.contains("Step done."), said);
    assertTrue(type(session, "db.orders.find()").contains("Guess first"));
    assertTrue(type(session, "6").contains("Noted."));
  }

  @Test
  void whatIsDoneWhilePlayingCountsForNothing() {
    LiveSession session = session("zh");
    type(session, "learn " + LESSON);
    type(session, "play");

    assertFalse(type(session, AGREE).contains("这一步完成了"));
    type(session, "resume");
    assertTrue(type(session, AGREE).contains("这一步完成了"));
  }

  @Test
  void anotherSessionGoesOnWhereThisOneWasLeft() {
    LiveSession first = session("en");
    type(first, "learn " + LESSON);
    type(first, AGREE);

    LiveSession second = session("en");
    type(second, "learn");

    assertTrue(task(second).startsWith("[2/2] "), task(second));
    assertTrue(type(second, DIFFER).contains("Lesson done"));
  }

  @Test
  void skippedStepIsRecordedAsSkippedAndAllIsForgottenOnlyWhenAskedTwice() {
    LiveSession session = session("en");
    type(session, "learn " + LESSON);

    assertTrue(type(session, "skip").contains(AGREE));
    assertEquals(List.of("agree"), progress().steps(LESSON, "skipped"));
    type(session, "reset all");
    assertEquals("in-progress", progress().state(LESSON));
    type(session, "reset all");
    assertEquals("new", progress().state(LESSON));
  }

  private static final String TWO_ASKED =
      """
        - id: ask
          kind: do
          ask: |
            Ask for customer 470,
            then for customer 150.
          checks:
            - {id: asked-470, kind: route, of: any, shards: [s2]}
            - {id: asked-150, kind: route, of: any, shards: [s0]}
          mistakes:
            - {when: 'c.last.filter.status', say: The status is not needed.}
          hints: [h]
          solution: 'db.orders.find({customerId: 470}); db.orders.find({customerId: 150})'
      """;

  @Test
  void mistakeIsSaidThoughAnotherCheckPassesOnTheSameLine() {
    LiveSession session = learning("en", TWO_ASKED);

    String said = type(session, "db.orders.find({customerId: 470, status: 'open'})");

    assertTrue(said.contains("✓ asked 470: answered by s2 alone (1 of 2)"), said);
    assertTrue(said.contains("The status is not needed."), said);
  }

  @Test
  void taskOnTwoLinesOfTheFileIsOneSentence() {
    LiveSession session = learning("en", TWO_ASKED);

    assertEquals("[1/1] Ask for customer 470, then for customer 150.", task(session));
  }

  @Test
  void helpInALessonBeginsWithItsWords() {
    LiveSession session = learning("zh", TWO_ASKED);

    String help = type(session, "help");

    assertTrue(help.strip().startsWith("课程里的命令："), help);
    assertTrue(help.contains("只有英文。\n\n  Shell Help:"), help);
    assertTrue(help.contains("Shell Help:"), help);
    assertFalse(type(session("en"), "help").contains("In this lesson"), help);
  }

  @Test
  void resetSpeaksChineseInALessonInChinese() {
    LiveSession session = learning("zh", TWO_ASKED);
    type(session, "play");

    assertTrue(type(session, "reset").contains("集群"));
  }

  @Test
  void numbersOfEventsCompareAsNumbers() {
    LiveSession session =
        learning(
            "en",
"""
  - id: ask
    kind: do
    ask: Ask five times.
    checks:
      - id: in-order
        kind: state
        js: 'c.events.length > 11 && c.events.every((e, i) => typeof e.seq === "number" && (i === 0 || e.seq > c.events[i - 1].seq))'
    hints: [h]
    solution: 'for (let i = 0; i < 5; i++) db.orders.findOne({customerId: 470})'
""");

    assertTrue(
        type(session, "for (let i = 0; i < 5; i++) db.orders.findOne({customerId: 470})")
            .contains("Lesson done"));
  }

  @Test
  void eventsOfAnEarlierStepAreNotThoseOfTheStep() {
    String step =
        """
          - id: %s
            kind: do
            ask: Ask.
            checks:
              - {id: routed, kind: state, js: 'c.step.events.some(e => e.kind === "route")'}
            hints: [h]
            solution: 'db.orders.findOne({customerId: 470})'
        """;
    LiveSession session = learning("en", step.formatted("one") + step.formatted("two"));
    type(session, "db.orders.findOne({customerId: 470})");

    String check = type(session, "check");

    assertTrue(check.contains("✗ routed"), check);
    assertTrue(type(session, "db.orders.findOne({customerId: 470})").contains("Lesson done"));
  }

  @Test
  void mistakeInTheRunOfAPredictionIsSaid() {
    LiveSession session =
        learning(
            "en",
            """
              - id: guess
                kind: predict
                question:
                  id: asked
                  prompt: How many?
                  type: number
                  key: {js: 'c.last.route.shards.length'}
                  after: {suggest: 'db.orders.find({customerId: 470})'}
                checks:
                  - {id: one, kind: route, of: last, count: 1}
                mistakes:
                  - {when: 'c.last.route.shards.length > 1', say: That asked more than one.}
                hints: [h]
            """);
    type(session, "1");

    assertTrue(type(session, "db.orders.find()").contains("That asked more than one."));
  }

  @Test
  void learnAfterALessonGoesOnWithTheOneThatFollowsIt() {
    LiveSession first = session("en");
    String steps = "  - {id: only, kind: read, say: Read.}\n";
    begin(first, steps, "next: [router-cache]\n");
    first.enter();

    assertTrue(type(first, "learn").startsWith("The router's copy"));
    type(first, "learn " + file(steps, "next: [router-cache]\n"));
    first.enter();

    assertTrue(type(session("en"), "learn").startsWith("The router's copy"));
  }

  @Test
  void learnAfterALessonPassesOverWhatIsDoneOrNotOfTheCourse() {
    LiveSession session = session("en");
    String steps = "  - {id: only, kind: read, say: Read.}\n";
    begin(session, steps, "next: [of-no-course]\n");
    session.enter();

    assertTrue(type(session, "learn").startsWith("One collection, many shards"));
  }
}
