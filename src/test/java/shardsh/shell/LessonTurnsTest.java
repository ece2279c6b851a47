package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where steps turn into others: skipped, gone back to, undone, at the end. */
class LessonTurnsTest extends LessonDesk {
  @Test
  void skipAfterAGuessTellsWhatCameOfIt() {
    learn(GUESS);
    type("all three");

    String skipped = type("skip");

    assertTrue(skipped.contains("✗ your guess: all three\n  what happened: one"), skipped);
    assertTrue(skipped.contains("  No key, no shard to pick.\n  The key is there."), skipped);
  }

  @Test
  void stepThatAsksDoesNotTellByItsIdWhatTheAnswerIs() {
    String asked = learn(GUESS.replace("id: how-many", "id: one-shard"));

    assertTrue(asked.contains("\n── 1/2 ──\n") && !asked.contains("one-shard"), asked);
  }

  @Test
  void skipWithoutAGuessTellsWhatHappened() {
    learn(GUESS);

    String skipped = type("skip");

    assertTrue(skipped.contains("  what happened: one\n  The key is there."), skipped);
  }

  private static final String CUT_THEN_READ =
      CUT_STEP
          + """
            - id: read
              kind: do
              ask: Cut at 550, and read customer 1.
              checks:
                - {id: cut-550, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 550}).min.customerId', equals: 550}
                - {id: read-1, kind: used, calls: {findOne: ">=1"}, message: Read.}
              hints: [first, second]
              solution: 'sh.splitAt("shop.orders", {customerId: 550}); db.orders.findOne({customerId: 1})'
          """;

  private void goIntoTheSecondStep() {
    learn(CUT_THEN_READ);
    type(CUT_450);
    type(CUT_550);
  }

  @Test
  void nextAfterBackFindsTheStepAsItWasLeft() {
    goIntoTheSecondStep();
    type("hint");

    String back = type("back");
    String next = type("next");
    String hint = type("hint");
    String last = type("db.orders.findOne({customerId: 1})");

    assertTrue(back.contains("Step 2 stays as you leave it: next goes back to it."), back);
    assertTrue(next.contains("Step 2 is as you left it."), next);
    assertTrue(hint.contains("almost the answer"), hint);
    assertTrue(last.contains("Lesson done"), last);
  }

  @Test
  void doingTheStepBeforeAgainBeginsTheNextAnewAndSaysSo() {
    goIntoTheSecondStep();
    type("back");

    String again = type(CUT_450);

    assertTrue(again.contains("What you had done in step 2 is undone: it begins anew."), again);
    assertTrue(type("db.orders.findOne({customerId: 1})").contains("(1 of 2)"));
  }

  @Test
  void stepLeftByBackIsThereInTheNextSessionToo() {
    goIntoTheSecondStep();
    type("back");
    type("next");

    String later = learn(CUT_THEN_READ);

    assertTrue(later.contains("Going on at step 2/2; all that you did is there again."), later);
    assertTrue(type("db.orders.findOne({customerId: 1})").contains("Lesson done"));
  }

  @Test
  void undoOfNothingSpeaksOfTheStep() {
    learn(CUT_THEN_READ);
    type(CUT_450);

    String undo = type("undo");

    assertEquals("nothing to undo in this step: no line of it has changed the cluster", undo);
  }

  private static final String ORDER =
      """
        - id: sort
          kind: quiz
          question:
            id: way
            prompt: In which order?
            type: order
            options:
              - {id: a, text: the first}
              - {id: b, text: the second}
              - {id: d, text: the third}
            key: [b, a, d]
      """;

  @Test
  void partOfAnOrderIsNoWrongAnswerButNotAllOfIt() {
    learn(ORDER);

    String part = type("2,1");
    String all = type("2,1,3");

    assertEquals("Not all are there yet: put all 3 in order, separated by commas.", part);
    assertTrue(all.contains("✓ Right."), all);
    assertEquals(null, progress().of("talk").get("attempts"));
  }

  @Test
  void wrongOrderIsToldHowFarItIsRight() {
    learn(ORDER);

    String none = type("1,2,3");
    String one = type("2,3,1");

    assertTrue(none.contains("✗ Not that. Another one comes first."), none);
    assertTrue(one.contains("✗ Not that. Only the first is in its place."), one);
  }

  private static final String ASK_THEN_CUT =
      """
        - id: ask
          kind: quiz
          question: {id: two, prompt: How many are one and one, type: number, key: 2}
        - id: cut
          kind: do
          ask: Cut at 450.
          checks:
            - {id: eight, kind: state, js: 'c.coll("shop.orders").chunks.length', equals: 7, message: Seven chunks are wanted.}
          hints: [h]
          solution: 'sh.splitAt("shop.orders", {customerId: 450})'
        - id: look
          kind: read
          show: [chunks]
          say: Look.
      """;

  @Test
  void changesOnTheSideOfAQuestionAreGoneInTheNextStep() {
    learn(ASK_THEN_CUT);
    type("sh.splitAt(\"shop.orders\", {customerId: 250})");

    String answered = type("2");
    String cut = type(CUT_450);

    assertTrue(answered.contains("What you tried on the side is put back."), answered);
    assertTrue(cut.contains("✓ Step done."), cut);
  }

  @Test
  void picturesOfAStepStayAsItsProseFoundThem() {
    learn(ASK_THEN_CUT);
    String quiet = type("2");
    type(CUT_450);
    type("sh.splitAt(\"shop.orders\", {customerId: 250})");

    String again = type("lesson");

    assertFalse(quiet.contains("put back"), quiet);
    assertTrue(again.contains("7 chunks"), again);
  }

  private static final String OPEN_GOAL =
      """
      goal:
        - {id: cut-700, kind: state, js: 'c.coll("shop.orders").chunks.length > 8', message: Nine chunks are wanted.}
        - {id: read, kind: state, js: 'true'}
      """;

  @Test
  void lessonWithAnOpenGoalIsNotDone() {
    learn("en", CUT_THEN_READ, OPEN_GOAL);
    type(CUT_450);
    type(CUT_550);

    String end = type("db.orders.findOne({customerId: 1})");
    String check = type("check");

    assertFalse(end.contains("Lesson done"), end);
    assertTrue(end.contains("The last step is over, but not the lesson: Talk"), end);
    assertTrue(end.contains("Goals reached: 1 of 2. Still open:\n✗ cut 700: Nine chunks"), end);
    assertTrue(check.startsWith("The last step of talk is over; back opens it again."), check);
    assertEquals("in-progress", progress().state("talk"));
    assertEquals(List.of("cut", "read"), progress().steps("talk", "passed"));
    assertEquals(Optional.empty(), progress().resumable());
  }

  private static final String LOOK_AND_LOOK =
      """
        - id: look
          kind: do
          ask: Read about sh.splitAt.
          checks:
            - {id: told, kind: output, contains: ["splitAt"]}
          hints: [h]
          solution: help sh.splitAt
      """;

  @Test
  void lessonLeftAfterAStepOfWordsGoesOn() {
    learn(LOOK_AND_LOOK + CUT_THEN_READ);
    type("help sh.splitAt");
    type("check");
    type("let cut = 450");
    type("db.orders.findOne({customerId: 1})");
    type("bye");

    String again = type("learn");

    assertTrue(again.contains("Going on at step 2/3; all that you did is there again."), again);
  }

  @Test
  void lessonWhoseLinesLeadElsewhereIsNotCalledChanged() {
    learn(CUT_THEN_READ);
    type("globalThis.tries = (globalThis.tries ?? 0) + 1");
    type("if (tries === 1) " + CUT_450);
    type("bye");

    String again = type("learn");

    assertTrue(
        again.contains("What you typed leads elsewhere by now: step 2/2 begins anew."), again);
  }

  private static final String LOOK =
      """
        - id: ask
          kind: do
          ask: Ask for customer 470, and why.
          checks:
            - {id: told, kind: output, contains: ["The filter fixes the whole shard key"]}
          hints: [h]
          solution: 'db.orders.find({customerId: 470})'
      """;

  @Test
  void whyIsNoticedWhereTheTaskAsksForIt() {
    learn(LOOK);
    type("db.orders.find({customerId: 470})");

    String why = type("why");

    assertTrue(why.contains("Lesson done"), why);
  }

  private static final String NEW_WORLD =
      """
        - id: ask
          kind: do
          ask: Ask for customer 470.
          checks:
            - {id: asked, kind: used, calls: {find: ">=1"}}
          hints: [h]
          solution: 'db.orders.find({customerId: 470})'
        - id: new
          kind: do
          setup: {cluster: canvas-hashed}
          ask: Count.
          checks:
            - {id: counted, kind: used, calls: {countDocuments: ">=2"}}
          hints: [h]
          solution: 'db.orders.countDocuments({}); db.orders.countDocuments({})'
      """;

  @Test
  void whyInANewWorldTellsOfTheLastCommandInTheOldOne() {
    learn(NEW_WORLD);
    type("db.orders.find({customerId: 470})");

    String old = type("why");
    type("db.orders.countDocuments({})");
    String now = type("why");

    assertTrue(
        old.startsWith(
            "Nothing was asked of this cluster yet. Your last command, on the one before:\n"
                + "The filter fixes the whole shard key {customerId: 1}"),
        old);
    assertFalse(now.contains("the one before"), now);
  }

  @Test
  void whyAboutAnotherClusterIsNoLookAtTheNewOne() {
    learn(
        NEW_WORLD
            + LOOK.replace("kind: do", "kind: do\n    setup: {cluster: canvas}")
                .replace("id: ask", "id: look"));
    type("db.orders.find({customerId: 470})");
    type("skip");

    String before = type("why");
    type("db.orders.find({customerId: 470})");
    String after = type("why");

    assertFalse(before.contains("Step done"), before);
    assertTrue(after.contains("Lesson done"), after);
  }

  @Test
  void refusedCommandIsNothingToUndo() {
    learn(CUT_THEN_READ);

    String refused = type("sh.shardCollection('shop.orders', {region: 1})");
    String again = type("sh.shardCollection('shop.orders', {customerId: 1})");
    String undo = type("undo");

    assertTrue(refused.contains("AlreadyInitialized"), refused);
    assertTrue(again.contains("ok: 1"), again);
    assertEquals("nothing to undo in this step: no line of it has changed the cluster", undo);
  }

  private static final String FORK =
      """
        - id: try
          kind: do
          ask: Cut at 450 and 550, and read.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
            - {id: cut-550, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 550}).min.customerId', equals: 550}
            - {id: read, kind: used, calls: {findOne: ">=1"}, message: Read.}
          hints: [h]
          solution: 'sh.splitAt("shop.orders", {customerId: 450}); db.orders.findOne({customerId: 1})'
      """;

  @Test
  void stateThatWasThrownAwayWithACopyIsToBeReachedAgain() {
    learn(FORK);
    type(CUT_450);
    type("sim.fork()");
    type(CUT_550);

    String back = type("sim.back()");
    String after = type("db.orders.findOne({customerId: 1})");

    assertTrue(back.contains("To do again: cut 550."), back);
    assertTrue(after.contains("(2 of 3)"), after);
  }
}
