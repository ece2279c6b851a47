package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import shardsh.js.TestEngines;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** What stands below the line while one types in it. */
class SignatureLineTest {
  private static final LiveSession SESSION =
      new LiveSession(
          RunOptions.parse("$ shardsh --trace none --width 100").settings(), TestEngines::fresh);

  @BeforeAll
  static void start() {
    SESSION.submit(ScriptText.typed("1"), new NoOutput());
  }

  @AfterAll
  static void end() {
    SESSION.close();
  }

  private static String below(String typed) {
    return SESSION.signature(typed, typed.length()).map(StyledLine::text).orElse("");
  }

  @Test
  void aMethodIsShownUntilAnOperatorOfItsArgumentBegins() {
    String method = below("sh.moveChunk(\"shop.orders\", ");
    assertEquals(
        "sh.moveChunk(\"shop.orders\", {customerId: 500}, \"s1\")  Moves the chunk that contains"
            + " the key to another shard.",
        method);

    String pipeline = below("db.orders.aggregate([{");
    assertEquals(true, pipeline.startsWith("db.collection.aggregate("), pipeline);
  }

  @Test
  void anOperatorIsShownWithItsExampleWhereItMeansThat() {
    String limit =
        "{$limit: 5}  the first so many; each shard sends no more than that, the merger cuts again";
    assertEquals(limit, below("db.orders.aggregate([{$limit"));
    assertEquals(limit, below("db.orders.aggregate([{$match: {a: 1}}, {$limit: "));
    assertEquals(
        "{$sum: \"$total\"}  the sum; shards add, the merger adds their sums",
        below("db.orders.aggregate([{$group: {_id: null, n: {$sum: "));
    assertEquals(
        "{$sum: [1, 2, \"x\", 3]}  gives 6  the sum of the numbers",
        below("db.orders.aggregate([{$project: {n: {$sum: ["));
    assertEquals(
        "{items: {$size: 2}}  an array of so many elements",
        below("db.orders.find({items: {$size"));
    assertEquals(
        "{$inc: {visits: 1}}  adds to a number; a missing field counts as 0",
        below("db.orders.updateOne({_id: 1}, {$inc: {a"));
  }

  @Test
  void theInmostOperatorIsShown() {
    assertEquals(
        "{customerId: {$gt: 500}}  greater, among values of the same type. On the shard key it"
            + " targets a range",
        below("db.orders.find({$or: [{a: 1}, {b: {$gt: "));
    assertEquals(
        "{$or: [{customerId: 1}, {customerId: 470}]}  one of these conditions. It targets only if"
            + " each of them says something about the shard key",
        below("db.orders.find({$or: [{a: 1}, {b"));
  }

  @Test
  void whatIsUnknownKeepsTheMethod() {
    assertEquals(true, below("db.orders.find({a: {$nonsense: ").startsWith("db.collection.find("));
    assertEquals("", below("foo({$match: "));
  }
}
