package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What the lessons of the canvas say of tries that nearly do what a step asks for. */
class CanvasTriesTest extends LessonDesk {
  private static final String DONE = "Step done.";

  @Test
  void rangeThatHoldsItsUpperBoundIsNotTheOneWithoutIt() {
    LiveSession session = at("ranges-and-tables", 1);
    type(session, "2");

    String closed = type(session, "db.orders.find({customerId: {$gte: 100, $lte: 300}})");
    assertTrue(closed.contains("100 belongs to the range, 300 does not"), closed);
    String open = type(session, "db.orders.find({customerId: {$gt: 100, $lt: 300}})");
    assertFalse(open.contains(DONE), open);
    String right = type(session, "db.orders.find({customerId: {$lt: 300, $gte: 100}})");
    assertTrue(right.contains(DONE), right);
  }

  @Test
  void ordersOfSeveralShardsAreNotTheInsertOfOneDocument() {
    LiveSession session = at("ranges-and-tables", 4);

    String said = type(session, "db.orders.insertMany([{customerId: 7}, {customerId: 700}])");

    assertTrue(said.contains("Those orders belong to several shards"), said);
  }

  @Test
  void orderOfTheNeighbourIsNotTheOrderAskedFor() {
    LiveSession session = at("targeted-query", 2);
    type(session, "1");

    String other = type(session, "db.orders.insertOne({customerId: 471})");
    assertTrue(other.contains("The same shard, but not one order of customer 470"), other);
    String right = type(session, "db.orders.insertOne({customerId: 470})");
    assertTrue(right.contains(DONE), right);
    String again = type(session, "db.orders.insertOne({customerId: 470})");
    assertTrue(again.contains("Ask for the plan of the find instead"), again);
  }

  @Test
  void jumboChunkThatGrewOnIsNotCalledOneThatIsNotJumbo() {
    LiveSession session = at("jumbo-chunks", 2);
    type(session, "3");

    String fourth = type(session, fills(4));
    assertTrue(fourth.contains("It is jumbo, but that was more than it takes"), fourth);
    type(session, "undo");
    String third = type(session, fills(3));
    assertTrue(third.contains(DONE), third);
  }

  @Test
  void halfOfTheWayToTheBalancedClusterIsNoMiss() {
    LiveSession session = at("jumbo-chunks", 5);
    type(session, "sh.splitAt(\"shop.orders\", {customerId: 450})");

    String cuts = type(session, "sh.splitAt(\"shop.orders\", {customerId: 550})");
    assertTrue(cuts.contains("Both cuts are made"), cuts);
    String round = type(session, "sim.balance()");
    assertTrue(round.contains("One round, one chunk."), round);
    type(session, "sim.balance()");
    String last = type(session, "sim.balance()");
    assertTrue(last.contains(DONE), last);
  }

  private static String fills(int times) {
    return "for (let i = 0; i < "
        + times
        + "; i++) "
        + "sim.fill(\"shop.orders\", {customerId: 580}, 20)";
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
