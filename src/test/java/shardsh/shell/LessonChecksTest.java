package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.CheckWords;

/** What checks of a step say, when they are ticked, and what does not win a tick. */
class LessonChecksTest extends LessonDesk {
  private static String step(String kind, String checks) {
    return """
      - id: one
        %s
        checks:
    %s
        hints: [h]
    """
        .formatted(kind, checks.indent(6).stripTrailing());
  }

  /** On one line, wherever the screen breaks it. */
  private static String folded(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private static String task(String checks) {
    return step(
        "kind: do\n    ask: Do it.\n    solution: 'sh.splitAt(\"shop.orders\", {customerId: 450})'",
        checks);
  }

  private static final String GUESS =
      """
      kind: predict
          question:
            id: asked
            prompt: How many shards?
            type: number
            key: {js: 'c.last.route.shards.length'}
            after: {suggest: 'db.orders.find({customerId: 470})'}
      """
          .strip();

  @Test
  void versionInTheNameOfACheckIsWrittenAsOne() {
    assertEquals("m0 at 1|5", CheckWords.title("m0-at-1-5"));
    assertEquals("cut at 580", CheckWords.title("cut-at-580"));
  }

  @Test
  void nothingFoundYetDoesNotSayWhatIsWanted() {
    learn(
        task(
            """
            - id: round
              kind: state
              js: 'c.step.commands.find(x => x.op === "sim.balance")?.result.moves.length ?? null'
              equals: 0
              message: Run one round.
            """));

    assertEquals("✗ round: Run one round.", folded(type("check")));
  }

  @Test
  void onlyTheChunksThatDifferAreSaid() {
    learn(
        task(
            """
            - id: table
              kind: chunks
              ns: shop.orders
              equals:
                - {min: Min, max: 100, shard: s0}
                - {min: 100, max: 200, shard: s0}
                - {min: 200, max: 300, shard: s1}
                - {min: 300, max: 400, shard: s1}
                - {min: 400, max: 450, shard: s2}
                - {min: 450, max: 500, shard: s2}
                - {min: 500, max: Max, shard: s2}
            """));

    assertEquals(
        "✗ table: asked for: [400, 450) on s2, [450, 500) on s2; now: [400, 500) on s2",
        folded(type("check")));
    type("sh.splitAt('shop.orders', {customerId: 350})");
    type(CUT_450);
    assertTrue(type("check").contains("asked for: [300, 400) on s1; now: [300, 350) on s1"));
  }

  @Test
  void versionsAndRoutesThatDifferAreSaidInWords() {
    String checks =
        """
        - id: halves
          kind: version
          ns: shop.orders
          collection: "1|5"
          chunk: [{at: {customerId: 450}, version: "1|7", shard: s1}]
        - {id: asked, kind: route, of: last, shards: [s1, s2], attempts: 2, dependsOn: [halves]}
        - {id: all, kind: route, of: last, targeting: all}
        """;
    learn(task(checks));
    type("db.orders.findOne({customerId: 470})");

    assertEquals(
        "✗ halves: asked for: the chunk of {customerId: 450} at 1|7, the chunk of {customerId: 450}"
            + " on s1; now: the chunk of {customerId: 450} at 1|4, the chunk of {customerId: 450}"
            + " on s2 - asked: comes after halves ✗ all: asked for: all shards were asked; now: one"
            + " shard was asked",
        folded(type("check")));
    learn("zh", task(checks.replace("version: \"1|7\", shard: s1", "shard: s2")), "");
    type("db.orders.findOne({customerId: 470})");
    assertEquals(
        "✗ 要求：由 s1、s2 回答，没有被拒绝；现在：只由 s2 回答，没有被拒绝 ✗ 要求：问了所有分片；现在：只问了一个分片",
        folded(type("check")).replaceFirst(".*?✗", "✗"));
  }

  @Test
  void chunksThatAreTooManyAreSaidAlone() {
    learn(
        task(
            """
            - id: table
              kind: chunks
              ns: shop.orders
              equals:
                - {min: Min, max: 100, shard: s0}
                - {min: 100, max: 200, shard: s0}
                - {min: 200, max: 300, shard: s1}
                - {min: 300, max: 400, shard: s1}
                - {min: 400, max: 500, shard: s2}
            """));

    assertEquals("✗ table: not asked for: [500, Max) on s2", type("check"));
  }

  @Test
  void onlyTheDocumentsThatDifferAreSaidWithDatesAsMongoshWritesThem() {
    learn(
        task(
            """
            - id: three
              kind: docs
              from: result
              ordered: true
              equals:
                - {customerId: 470, at: {$date: "2024-10-15T00:00:00Z"}}
                - {customerId: 250, at: {$date: "2024-10-18T00:00:00Z"}}
            """));
    type("db.two.insertOne({_id: 1, customerId: 470, at: ISODate('2024-10-15')})");
    type("db.two.insertOne({_id: 2, customerId: 250, at: ISODate('2024-10-19')})");
    type("db.two.find()");

    String differs = type("check");
    type("db.two.updateOne({_id: 2}, {$set: {at: ISODate('2024-10-18')}})");
    type("db.two.find().sort({_id: -1})");
    String order = type("check");

    assertEquals(
        "✗ three: asked for: {customerId: 250, at: ISODate('2024-10-18T00:00:00.000Z')}; now:"
            + " {_id: 2, customerId: 250, at: ISODate('2024-10-19T00:00:00.000Z')}",
        folded(differs));
    assertTrue(
        order.startsWith("✗ three: in another order: at place 1 asked for: {customerId: 470, at:"),
        order);
  }

  private static final String KEPT =
      """
      - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
      - {id: kept, kind: state, latch: false, js: 'c.coll("shop.orders").sizeMB >= 345'}
      - {id: read, kind: used, calls: {findOne: ">=1"}, message: Read.}
      """;

  @Test
  void checkThatHoldsFromTheStartSaysSoAndIsNotCounted() {
    learn(task(KEPT));

    String check = type("check");
    String cut = type(CUT_450);

    assertTrue(check.contains("· kept: holds already"), check);
    assertTrue(cut.contains("✓ cut 450: a chunk of shop.orders begins at 450 (1 of 2)"), cut);
  }

  @Test
  void guessIsNotOverBeforeAnythingRanAndWhatHeldIsNotTicked() {
    learn(
        step(
            GUESS,
            """
            - {id: kept, kind: state, js: 'c.coll("shop.orders").sizeMB >= 345'}
            - {id: read, kind: used, calls: {findOne: ">=1"}, message: Read.}
            """));
    type("1");

    String ticked = type("db.orders.find({customerId: 470})");

    assertFalse(ticked.contains("✓ kept"), ticked);
  }

  @Test
  void wordAfterAGuessIsNotTheRun() {
    learn(step(GUESS, "- {id: kept, kind: state, js: 'c.coll(\"shop.orders\").sizeMB >= 345'}"));
    type("1");

    String word = type("show chunks");
    String run = type("db.orders.find({customerId: 470})");

    assertFalse(word.contains("Step done"), word);
    assertTrue(run.contains("✓ your guess: 1"), run);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.aggregate([{$documents: [{n: 9}]}])",
        "db.orders.aggregate([{$limit: 1}, {$project: {_id: 0, n: {$literal: 9}}}])",
        "db.orders.aggregate([{$limit: 1}, {$set: {n: {$add: [{$multiply: ['$_id', 0]}, 9]}}}])",
        "db.orders.aggregate([{$limit: 1}, {$replaceWith: {n: 9}}])",
        "db.orders.aggregate([{$limit: 1}, {$replaceRoot: {newRoot: {n: {$add: [4, 5]}}}}])",
        "db.orders.find({_id: 9}, {_id: 0, n: {$literal: 9}})"
      })
  void documentsOfTheCommandsOwnMakingAreNoResult(String line) {
    learn(task("- {id: nine, kind: docs, from: result, contains: [{n: 9}]}"));

    String said = type(line);
    String check = type("check");

    assertFalse(said.contains("Error"), said);
    assertFalse(said.contains("Step done"), said);
    assertEquals("✗ nine: the command made the documents up itself", check);
    assertTrue(type("db.orders.aggregate([{$count: 'n'}])").contains("Step done"));
  }

  @Test
  void resultOfAnotherCollectionThanTheCheckIsAboutIsNone() {
    learn(task("- {id: nine, kind: docs, from: result, ns: shop.orders, contains: [{_id: 9}]}"));

    type("db.mine.insertOne({_id: 9})");
    String said = type("db.mine.find()");
    String check = type("check");

    assertFalse(said.contains("Step done"), said);
    assertEquals("✗ nine: the last command asked shop.mine, not shop.orders", check);
    assertTrue(type("db.orders.find({_id: 9})").contains("Step done"));
  }

  @Test
  void whatACommandMakesUpIsNoPartOfTheResultThatAPredicateSees() {
    learn(
        task(
            "- {id: nine, kind: state, js: '[].concat(c.last.result ?? []).some(d => d.n ==="
                + " 9)'}"));

    String invented = type("db.orders.aggregate([{$limit: 1}, {$set: {n: 9}}])");
    String counted = type("db.orders.aggregate([{$count: 'n'}])");

    assertFalse(invented.contains("Step done"), invented);
    assertTrue(counted.contains("Step done"), counted);
  }

  private static final String CUT_THEN_SEEN =
      """
      - {id: cut, kind: state, js: 'c.coll("shop.orders").chunks.length === 7'}
      - {id: seen, kind: output, matches: 'm0 at 1', dependsOn: [cut]}
      """;

  private void assertTheCutEndsNothingAndTheLookAfterItDoes() {
    String cut = type(CUT_450);
    String looked = type("show chunks");

    assertFalse(cut.contains("Step done"), cut);
    assertTrue(looked.contains("Step done"), looked);
  }

  @Test
  void pictureDrawnBeforeTheWorkThatItIsToShowIsNoLook() {
    learn(task(CUT_THEN_SEEN));
    type("show chunks");

    assertTheCutEndsNothingAndTheLookAfterItDoes();
  }

  @Test
  void pictureOfWorkThatWasUndoneIsNoLookAtWhatIsDoneAfterIt() {
    learn(
        task(
            CUT_THEN_SEEN
                + """
                - {id: at, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId === 450'}
                """));
    type(CUT_550);
    type("undo");
    type("show chunks");

    assertTheCutEndsNothingAndTheLookAfterItDoes();
  }

  @Test
  void writeOfATransactionThatIsStillOpenIsNoMiss() {
    learn(
        task(
            "- {id: paid, kind: docs, from: {ns: shop.orders, on: s2}, contains: [{customerId: 420,"
                + " total: 301}], message: Customer 420 has another total.}"));
    type(
        "s = db.getMongo().startSession(); o = s.getDatabase('shop').orders; s.startTransaction()");

    String written = type("o.updateOne({customerId: 420}, {$set: {total: 301}})");
    String done = type("s.commitTransaction()");

    assertFalse(written.contains("✗"), written);
    assertTrue(done.contains("Step done"), done);
  }

  @Test
  void whatIsTrueOrFalseInAListIsNotLaidBesideWhatIsWanted() {
    learn(
        """
          - id: cut
            kind: do
            ask: Cut.
            hints: [There are six., One more.]
            checks:
              - id: anew
                kind: state
                js: '[c.coll("shop.orders").chunks.length, c.coll("shop.orders").chunks.length > 6]'
                equals: [7, true]
                message: Cut one chunk.
              - id: counts
                kind: state
                js: 'c.coll("shop.orders").owners()'
                equals: {s0: 3, s1: 2, s2: 2}
                message: Cut one of s0.
            solution: 'sh.splitAt("shop.orders", {customerId: 50})'
        """);

    assertEquals(
        "✗ anew: Cut one chunk. ✗ counts: Cut one of s0. asked for: chunks of shop.orders {s0: 3,"
            + " s1: 2, s2: 2}; now: chunks of shop.orders {s0: 2, s1: 2, s2: 2}",
        folded(type("check")));
  }
}
