package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What is said of tries that are not, or not quite, what a step asks for. */
class LessonTriesTest extends LessonDesk {
  @Test
  void numberOfNoOptionIsAnsweredWithTheNumbersThereAre() {
    learn(GUESS);

    assertEquals("That is none of the answers: they have the numbers 1 to 2.", type("7"));
    assertTrue(type("db.orders.find()").startsWith("Guess first: "));
  }

  @Test
  void guessMadeOnceMoreIsToldSoWhateverItsForm() {
    learn(GUESS);
    type("all");

    for (String again : new String[] {"1", "one", "all three"}) {
      assertTrue(type(again).startsWith("Your guess is made. "), again);
    }
    assertTrue(type("onee").startsWith("ReferenceError"));
  }

  private static final String WAIT =
      """
        - id: wait
          kind: do
          ask: Let an hour pass, then cut at 450.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
          hints: [first, second]
          solution: |
            sim.advance("1h");
            sh.splitAt("shop.orders", {customerId: 450});
      """;

  @Test
  void commandOfTheSolutionIsNoMissHoweverOftenItIsGiven() {
    learn(WAIT);

    for (int i = 0; i < 4; i++) {
      String said = type("sim.advance(\"1h\")");
      assertFalse(said.contains("Not yet"), said);
    }
    type("sim.advance(\"1m\")");
    type("sim.advance(\"2m\")");
    String third = type("sim.advance(\"3m\")");
    assertTrue(third.contains("Not yet"), third);
  }

  @Test
  void lookThatIsRefusedIsNoMiss() {
    learn(CUT_STEP);

    for (int i = 0; i < 6; i++) {
      String said = type("rs.status()");
      assertTrue(said.contains("MongoServerError"), said);
      assertFalse(said.contains("Not yet"), said);
    }
  }

  private static final String INSERT =
      """
        - id: insert
          kind: do
          ask: Insert order 77 of customer 601 with total 5.
          checks:
            - {id: there, kind: docs, from: {ns: shop.orders}, contains: [{_id: 77}]}
            - {id: in-full, kind: docs, from: {ns: shop.orders}, contains: [{customerId: 601, total: 5}], message: Order 77 should have a total of 5.}
          hints: [h]
          solution: 'db.orders.insertOne({_id: 77, customerId: 601, total: 5})'
      """;

  @Test
  void lineThatPassesOneCheckOfTwoIsToldWhatTheOtherLacks() {
    learn(INSERT);

    String said = type("db.orders.insertOne({_id: 77, customerId: 601, totl: 5})");

    assertTrue(said.contains("(1 of 2)"), said);
    assertTrue(said.contains("✗ in full: Order 77 should have a total of 5."), said);
  }

  private static final String STREAM =
      """
        - id: stream
          kind: do
          ask: Insert order 77, let 10 seconds pass, and read it in a stream.
          checks:
            - {id: there, kind: docs, from: {ns: shop.orders}, contains: [{_id: 77}], message: Order 77 is missing.}
          hints: [first, second]
          solution: |
            w = db.orders.watch();
            db.orders.insertOne({_id: 77, customerId: 601});
            sim.advance("10s");
            w.tryNext();
      """;

  @Test
  void lookIntoAStreamIsNoMissHoweverItIsTaken() {
    learn(STREAM);
    type("w = db.orders.watch()");

    for (String look :
        new String[] {
          "w.tryNext()", "other = db.orders.watch()", "other.tryNext()", "w.tryNext()"
        }) {
      String said = type(look);
      assertFalse(said.contains("Order 77") || said.contains("Not yet"), said);
    }
  }

  @Test
  void cutAtTheNumberInQuotesIsCalledACutAtAString() {
    LiveSession session = session("en");
    type(session, "learn shard-a-collection");
    for (int step = 1; step < 4; step++) {
      type(session, "skip");
    }

    String said = type(session, "sh.splitAt(\"shop.orders\", {customerId: \"100\"})");

    assertTrue(said.contains("The key of that cut is a string"), said);
  }

  @Test
  void cutThatIsRefusedIsNotCalledACutAtTheWrongPlace() {
    LiveSession session = at("balancer-moves-a-chunk", 4);

    String refused = type(session, "sh.splitAt(\"shop.orders\", 450)");
    String misplaced = type(session, "sh.splitFind(\"shop.orders\", {customerId: 450})");

    assertFalse(refused.contains("That is a cut"), refused);
    assertTrue(misplaced.contains("That is a cut, but not at 450"), misplaced);
  }

  @Test
  void guessIsHeldAgainstTheUpdateThatMetTheCriticalSection() {
    LiveSession session = at("six-steps-of-a-move", 6);
    type(session, "3");

    type(session, "db.orders.updateOne({customerId: 420}, {$set: {total: 75}})");
    String said = type(session, "db.orders.updateOne({customerId: 420}, {$set: {total: 74}})");

    assertTrue(said.contains("✓ your guess: it waits until the commit"), said);
  }

  private LiveSession at(String lesson, int step) {
    LiveSession session = session("en");
    type(session, "learn " + lesson);
    for (int before = 1; before < step; before++) {
      type(session, "skip");
    }
    return session;
  }
}
