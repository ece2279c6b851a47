package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where steps turn into others: skipped, gone back to, undone, at the end. */
class LessonTurnsTest {
  @TempDir Path folder;

  private LessonDesk desk;

  @BeforeEach
  void sit() {
    desk = new LessonDesk(folder);
  }

  @AfterEach
  void rise() {
    desk.close();
  }

  private static final String GUESS =
      """
        - id: how-many
          kind: predict
          question:
            id: asked
            prompt: How many shards will be asked?
            type: one
            options:
              - {id: one, text: one, why: The key is there.}
              - {id: all, text: all three, why: "No key, no shard to pick."}
            key: {js: 'c.last.route.shards.length === 1 ? "one" : "all"'}
            after: {suggest: 'db.orders.find({customerId: 470})'}
          checks:
            - {id: s2-alone, kind: route, of: last, shards: [s2]}
        - {id: end, kind: read, say: Read.}
      """;

  @Test
  void skipAfterAGuessTellsWhatCameOfIt() {
    desk.learn(GUESS);
    desk.type("all three");

    String skipped = desk.type("skip");

    assertTrue(skipped.contains("✗ your guess: all three\n  what happened: one"), skipped);
    assertTrue(skipped.contains("  No key, no shard to pick.\n  The key is there."), skipped);
  }

  @Test
  void skipWithoutAGuessTellsWhatHappened() {
    desk.learn(GUESS);

    String skipped = desk.type("skip");

    assertTrue(skipped.contains("  what happened: one\n  The key is there."), skipped);
  }

  private static final String CUT_THEN_READ =
      """
        - id: cut
          kind: do
          ask: Cut at 450.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
          hints: [h]
          solution: 'sh.splitAt("shop.orders", {customerId: 450})'
        - id: read
          kind: do
          ask: Cut at 550, and read customer 1.
          checks:
            - {id: cut-550, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 550}).min.customerId', equals: 550}
            - {id: read-1, kind: used, calls: {findOne: ">=1"}, message: Read.}
          hints: [first, second]
          solution: 'sh.splitAt("shop.orders", {customerId: 550}); db.orders.findOne({customerId: 1})'
      """;

  @Test
  void nextAfterBackFindsTheStepAsItWasLeft() {
    desk.learn(CUT_THEN_READ);
    desk.type(LessonDesk.CUT_450);
    desk.type(LessonDesk.CUT_550);
    desk.type("hint");

    String back = desk.type("back");
    String next = desk.type("next");
    String hint = desk.type("hint");
    String last = desk.type("db.orders.findOne({customerId: 1})");

    assertTrue(back.contains("Step 2 stays as you leave it: next goes back to it."), back);
    assertTrue(next.contains("Step 2 is as you left it."), next);
    assertTrue(hint.contains("almost the answer"), hint);
    assertTrue(last.contains("Lesson done"), last);
  }

  @Test
  void doingTheStepBeforeAgainBeginsTheNextAnewAndSaysSo() {
    desk.learn(CUT_THEN_READ);
    desk.type(LessonDesk.CUT_450);
    desk.type(LessonDesk.CUT_550);
    desk.type("back");

    String again = desk.type(LessonDesk.CUT_450);

    assertTrue(again.contains("What you had done in step 2 is undone: it begins anew."), again);
    assertTrue(desk.type("db.orders.findOne({customerId: 1})").contains("(1 of 2)"));
  }

  @Test
  void stepLeftByBackIsThereInTheNextSessionToo() {
    desk.learn(CUT_THEN_READ);
    desk.type(LessonDesk.CUT_450);
    desk.type(LessonDesk.CUT_550);
    desk.type("back");
    desk.type("next");

    String later = desk.learn(CUT_THEN_READ);

    assertTrue(later.contains("Going on at step 2/2; all that you did is there again."), later);
    assertTrue(desk.type("db.orders.findOne({customerId: 1})").contains("Lesson done"));
  }

  @Test
  void undoOfNothingSpeaksOfTheStep() {
    desk.learn(CUT_THEN_READ);
    desk.type(LessonDesk.CUT_450);

    String undo = desk.type("undo");

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
    desk.learn(ORDER);

    String part = desk.type("2,1");
    String all = desk.type("2,1,3");

    assertEquals("Not all are there yet: put all 3 in order, separated by commas.", part);
    assertTrue(all.contains("✓ Right."), all);
    assertEquals(null, desk.progress().of("desk").get("attempts"));
  }

  @Test
  void wrongOrderIsToldHowFarItIsRight() {
    desk.learn(ORDER);

    String none = desk.type("1,2,3");
    String one = desk.type("2,3,1");

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
    desk.learn(ASK_THEN_CUT);
    desk.type("sh.splitAt(\"shop.orders\", {customerId: 250})");

    String answered = desk.type("2");
    String cut = desk.type(LessonDesk.CUT_450);

    assertTrue(answered.contains("What you tried on the side is put back."), answered);
    assertTrue(cut.contains("✓ Step done."), cut);
  }

  @Test
  void picturesOfAStepStayAsItsProseFoundThem() {
    desk.learn(ASK_THEN_CUT);
    String quiet = desk.type("2");
    desk.type(LessonDesk.CUT_450);
    desk.type("sh.splitAt(\"shop.orders\", {customerId: 250})");

    String again = desk.type("lesson");

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
    desk.learn("en", CUT_THEN_READ, OPEN_GOAL);
    desk.type(LessonDesk.CUT_450);
    desk.type(LessonDesk.CUT_550);

    String end = desk.type("db.orders.findOne({customerId: 1})");
    String check = desk.type("check");

    assertFalse(end.contains("Lesson done"), end);
    assertTrue(end.contains("The last step is over, but not the lesson: Desk"), end);
    assertTrue(end.contains("Goals reached: 1 of 2. Still open:\n✗ cut 700: Nine chunks"), end);
    assertTrue(check.startsWith("The last step of desk is over; back opens it again."), check);
    assertEquals("in-progress", desk.progress().state("desk"));
    assertEquals(List.of("cut", "read"), desk.progress().steps("desk", "passed"));
    assertEquals(Optional.empty(), desk.progress().resumable());
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
    desk.learn(LOOK_AND_LOOK + CUT_THEN_READ);
    desk.type("help sh.splitAt");
    desk.type("check");
    desk.type("let cut = 450");
    desk.type("db.orders.findOne({customerId: 1})");
    desk.type("bye");

    String again = desk.type("learn");

    assertTrue(again.contains("Going on at step 2/3; all that you did is there again."), again);
  }

  @Test
  void lessonWhoseLinesLeadElsewhereIsNotCalledChanged() {
    desk.learn(CUT_THEN_READ);
    desk.type("globalThis.tries = (globalThis.tries ?? 0) + 1");
    desk.type("if (tries === 1) " + LessonDesk.CUT_450);
    desk.type("bye");

    String again = desk.type("learn");

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
    desk.learn(LOOK);
    desk.type("db.orders.find({customerId: 470})");

    String why = desk.type("why");

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
    desk.learn(NEW_WORLD);
    desk.type("db.orders.find({customerId: 470})");

    String old = desk.type("why");
    desk.type("db.orders.countDocuments({})");
    String now = desk.type("why");

    assertTrue(
        old.startsWith(
            "Nothing was asked of this cluster yet. Your last command, on the one before:\n"
                + "The filter fixes the whole shard key {customerId: 1}"),
        old);
    assertFalse(now.contains("the one before"), now);
  }

  @Test
  void whyAboutAnotherClusterIsNoLookAtTheNewOne() {
    desk.learn(
        NEW_WORLD
            + LOOK.replace("kind: do", "kind: do\n    setup: {cluster: canvas}")
                .replace("id: ask", "id: look"));
    desk.type("db.orders.find({customerId: 470})");
    desk.type("skip");

    String before = desk.type("why");
    desk.type("db.orders.find({customerId: 470})");
    String after = desk.type("why");

    assertFalse(before.contains("Step done"), before);
    assertTrue(after.contains("Lesson done"), after);
  }

  @Test
  void refusedCommandIsNothingToUndo() {
    desk.learn(CUT_THEN_READ);

    String refused = desk.type("sh.shardCollection('shop.orders', {region: 1})");
    String again = desk.type("sh.shardCollection('shop.orders', {customerId: 1})");
    String undo = desk.type("undo");

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
    desk.learn(FORK);
    desk.type(LessonDesk.CUT_450);
    desk.type("sim.fork()");
    desk.type(LessonDesk.CUT_550);

    String back = desk.type("sim.back()");
    String after = desk.type("db.orders.findOne({customerId: 1})");

    assertTrue(back.contains("To do again: cut 550."), back);
    assertTrue(after.contains("(2 of 3)"), after);
  }
}
