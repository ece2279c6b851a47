package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What learners read of their answers, and of the question that waits for one. */
class LessonAnswersTest extends LessonDesk {
  private static final String COUNT =
      """
        - id: count
          kind: quiz
          question: {id: chunks, prompt: 'How many chunks?', type: number, key: 6}
          hints: ["Each row of `show chunks` is one.", Six.]
        - id: guess
          kind: predict
          question:
            id: shards
            prompt: How many shards?
            type: number
            key: {js: 'c.last.route.shards.length'}
            after: {suggest: 'db.orders.find({customerId: 470})'}
          hints: [470 lies in one chunk., So one.]
        - id: again
          kind: predict
          question:
            id: shards-again
            prompt: How many now?
            type: number
            key: {js: 'c.last.route.shards.length'}
            after: {suggest: 'db.orders.find({customerId: 150})'}
      """;

  @Test
  void wrongNumberIsPointedToWhereToLookAndSaysHowItWasRead() {
    learn(COUNT);

    String plain = type("4");
    String read = type("7 chunks");

    assertEquals("✗ Not that. It is more.\n1/2 Each row of show chunks is one.", plain);
    assertEquals("✗ Not that (read as 7). It is less.", read);
  }

  @Test
  void missedGuessOfANumberIsToldWhy() {
    learn(COUNT);
    type("6");
    type("3");

    String missed = type("db.orders.find({customerId: 470})");
    type("3");
    String bare = type("db.orders.find({customerId: 150})");

    assertTrue(
        missed.contains("what happened: 1\n  why: 470 lies in one chunk. So one.\n"), missed);
    assertTrue(bare.contains("what happened: 1\n  why tells how it came.\n"), bare);
  }

  @Test
  void englishHintsAreSentencesOfTheirOwnOnAChinesePage() {
    learn("zh", COUNT, "");
    type("6");
    type("3");

    String missed = type("db.orders.find({customerId: 470})");

    assertTrue(missed.contains("  为什么：470 lies in one chunk. So one.\n"), missed);
  }

  private static final String PING =
      """
        - id: ping
          kind: predict
          question:
            id: ok
            prompt: What is ok?
            type: number
            key: {js: 'c.last.result.ok'}
            after: {suggest: 'db.runCommand({ping: 1})'}
      """;

  @Test
  void whyIsNotPromisedWhereItHasNothingToTell() {
    learn(PING);
    type("7");

    String missed = type("db.runCommand({ping: 1})");

    assertTrue(missed.contains("what happened: 1\n✓ Step done."), missed);
  }

  private static final String THREE_HINTS =
      """
        - id: rows
          kind: quiz
          question: {id: how-many, prompt: "How many?", type: number, key: 6}
          hints: [Look., Count., It is 6.]
      """;

  @Test
  void eachWrongNumberShowsTheNextHintButNotTheLast() {
    learn(THREE_HINTS);

    assertEquals("✗ Not that. It is more.\n1/3 Look.", type("1"));
    assertEquals("✗ Not that. It is more.\n2/3 Count.", type("2"));
    assertEquals("✗ Not that. It is more.\nNot yet. hint gives you a hint.", type("3"));
  }

  private static final String LONG =
      """
        - id: long
          kind: predict
          question:
            id: asked
            prompt: How many shards?
            type: number
            key: {js: 'c.last.route.shards.length'}
            after: {suggest: 'db.orders.aggregate([{$match: {customerId: {$gte: 100, $lt: 200}}}, {$sort: {customerId: 1, total: 1}}, {$limit: 5}])'}
      """;

  @Test
  void longCommandOfAGuessIsShownAClauseOnEachLine() {
    String code =
        """
        db.orders.aggregate([
          {$match: {customerId: {$gte: 100, $lt: 200}}},
          {$sort: {customerId: 1, total: 1}},
          {$limit: 5}
        ])\
        """
            .indent(4)
            .stripTrailing();

    String asked = learn(LONG);
    type("1");

    assertTrue(asked.contains("  about:\n" + code), asked);
    assertTrue(task().startsWith("[1/1] Now run:     db.orders.aggregate(["), task());
  }

  @Test
  void questionThatStandsAboveIsNotAskedOnceMore() {
    learn(COUNT);

    String first = task();
    String later = task();
    type("6");

    assertEquals("[1/3] Answer: type a number.", first);
    assertEquals("[1/3] How many chunks? (type a number)", later);
    assertEquals("[2/3] First guess: type a number.", task());
  }

  @Test
  void optionThatIsAlsoAWordOfTheShellIsTheAnswer() {
    learn(
        """
          - id: who
            kind: quiz
            question:
              id: keeps
              prompt: 'Who keeps the chunks?'
              type: one
              options:
                - {id: mongos, text: show trace, why: It only reads them.}
                - {id: config, text: the config servers, why: They do.}
              key: config
            hints: [h]
        """);

    assertEquals("✗ Not that.\nIt only reads them.", type("mongos"));
    assertEquals("✗ Not that.\nIt only reads them.", type("show trace"));
  }

  private static final String GROW =
      """
        - id: grow
          kind: predict
          question:
            id: cut
            prompt: 'How many chunks?'
            type: number
            key: {js: 'c.coll("shop.orders").chunks.length'}
            after: {suggest: 'sh.splitAt("shop.orders", {customerId: 450})'}
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunks.some(x => x.min.customerId === 450)'}
        - {id: free, kind: free, say: Try.}
      """;

  private static final String CHUNKS = "db.getSiblingDB('config').chunks.countDocuments({})";

  @Test
  void changesBesidesTheCommandOfAGuessArePutBack() {
    learn(GROW);
    type("7");
    type(CUT_550);

    String cut = type(CUT_450);

    assertTrue(cut.contains("What you changed besides the step's own command is put back."), cut);
    assertTrue(type(CHUNKS).startsWith("7"), type(CHUNKS));
  }

  @Test
  void commandOfAGuessStaysAsItWasRun() {
    learn(GROW);
    type("7");
    type(CUT_550);
    type("undo");

    String cut = type("sh.splitAt('shop.orders', { customerId: 450 });");

    assertFalse(cut.contains("put back"), cut);
    assertTrue(type(CHUNKS).startsWith("7"), type(CHUNKS));
  }

  @Test
  void commandOfAGuessInOtherWordsIsNothingBesidesIt() {
    learn(GROW);
    type("7");

    String cut = type("db.adminCommand({split: 'shop.orders', middle: {customerId: 450}})");

    assertTrue(cut.contains("Step done."), cut);
    assertFalse(cut.contains("put back"), cut);
    assertTrue(type(CHUNKS).startsWith("7"), type(CHUNKS));
  }

  @Test
  void tableThatAnotherQueryHadFetchedIsNothingBesidesTheGuess() {
    learn(
        """
          - id: cut
            kind: do
            ask: Cut.
            checks:
              - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunks.some(x => x.min.customerId === 450)'}
            hints: [h]
            solution: 'sh.splitAt("shop.orders", {customerId: 450}); sh.moveChunk("shop.orders", {customerId: 450}, "s0")'
          - id: ask
            kind: predict
            question:
              id: asked
              prompt: 'How many shards?'
              type: number
              key: {js: 'c.last.route.shards.length'}
              after: {suggest: 'db.orders.find({customerId: 470})'}
            checks:
              - {id: one, kind: state, js: 'c.last.filter?.customerId === 470'}
          - {id: free, kind: free, say: Try.}
        """);
    type("sh.moveChunk('shop.orders', {customerId: 420}, 's0'); " + CUT_450);
    type("1");
    type("db.orders.find({customerId: 430})");

    String asked = type("db.orders.find({customerId: 470})");

    assertTrue(asked.contains("Step done."), asked);
    assertFalse(asked.contains("put back"), asked);
  }

  private static final String CUT_AND_READ =
      """
        - id: cut
          kind: predict
          question:
            id: cut
            prompt: 'How many chunks?'
            type: number
            key: {js: 'c.coll("shop.orders").chunks.length'}
            after: {suggest: 'sh.splitAt("shop.orders", {customerId: 450}); sh.splitAt("shop.orders", {customerId: 550})'}
          checks:
            - {id: both, kind: state, js: '[450, 550].every(at => c.coll("shop.orders").chunks.some(x => x.min.customerId === at))'}
      """;

  @Test
  void commandsOfOneLineTypedOnTwoAreNothingOnTheSide() {
    learn(CUT_AND_READ + "  - {id: free, kind: free, say: Try.}\n");
    type("8");
    type(CUT_450);

    String cut = type(CUT_550);

    assertTrue(cut.contains("Step done.") && !cut.contains("put back"), cut);
  }

  @Test
  void commandOfTheLastGuessStaysAfterTheLessonAndWhatWasBesidesItDoesNot() {
    learn(CUT_AND_READ);
    type("8");
    type("sh.splitAt('shop.orders', {customerId: 350})");
    type(CUT_450);

    String done = type(CUT_550);

    assertTrue(done.contains("is put back.") && done.contains("Lesson done"), done);
    assertTrue(type(CHUNKS).startsWith("8"), type(CHUNKS));
  }

  @Test
  void guessByWordsOfAnOptionIsNotedAsThatOption() {
    learn(GUESS.replace("text: all three", "text: all three of them"));

    assertEquals("Noted (all three of them).", type("all three"));
  }

  @Test
  void statusMayBeReadBeforeTheGuessAndDataMayNot() {
    learn(GUESS);

    String status = type("sh.status()");
    String data = type("db.orders.find({customerId: 470})");
    type("1");

    assertTrue(status.contains("active mongoses"), status);
    assertTrue(data.contains("Guess first"), data);
    assertTrue(type("show chunks").contains("shop.orders"));
    assertTrue(type("db.orders.find({customerId: 470})").contains("Step done."));
  }

  private static final String SEVERAL =
      """
        - id: growers
          kind: quiz
          question:
            id: grow
            prompt: Which grow?
            type: many
            options:
              - {id: objectid, text: an ObjectId, why: It begins with the time.}
              - {id: counter, text: a counter}
              - {id: uuid, text: a UUID, why: Random values lie anywhere.}
            key: [objectid, counter]
          hints: ["What does an ObjectId begin with?", The first two.]
      """;

  @Test
  void reasonBelowAWrongAnswerIsThatOfAWrongOption() {
    learn(SEVERAL);

    String fewer = type("1");
    String one = type("1, 2, 3");

    assertEquals("✗ Not that. One more is right.\n1/2 What does an ObjectId begin with?", fewer);
    assertEquals("✗ Not that. 1 of yours is not right.\na UUID: Random values lie anywhere.", one);
  }
}
