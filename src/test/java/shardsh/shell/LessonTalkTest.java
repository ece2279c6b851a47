package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a lesson says to what is typed: to parts, mistakes, words, answers, and after the end. */
class LessonTalkTest extends LessonDesk {
  private static final String TWO_CUTS =
"""
  - id: cuts
    kind: do
    ask: Cut at 450 and at 550.
    checks:
      - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
      - id: cuts-typed
        kind: state
        js: 'c.step.commands.filter(x => x.op === "sh.splitAt").length >= 2'
        message: Two cuts are wanted.
    mistakes:
      - {when: 'c.last.op === "sh.splitAt" && same(c.last.error, null) === false', say: That is no place to cut.}
    hints: [h, i]
    solution: 'sh.splitAt("shop.orders", {customerId: 450}); sh.splitAt("shop.orders", {customerId: 550})'
""";

  @Test
  void undoneLineIsNotCountedAndItsTickIsGone() {
    learn(TWO_CUTS);
    String first = type(CUT_450);

    String undone = type("undo");
    String second = type(CUT_550);
    String third = type(CUT_450);

    assertTrue(first.contains("✓ cut 450: a chunk of shop.orders begins at 450 (1 of 2)"), first);
    assertTrue(undone.contains("To do again: cut 450."), undone);
    assertFalse(second.contains("✓"), second);
    assertTrue(third.contains("Lesson done"), third);
  }

  @Test
  void theLineAfterAnUndoIsNotTakenForTheUndoneOne() {
    learn(
        """
          - id: cut
            kind: do
            ask: Insert an order.
            checks:
              - id: inserted
                kind: state
                js: 'c.step.commands.some(x => x.op === "insertOne")'
                message: An order is wanted.
            hints: [h, i]
            solution: 'db.orders.insertOne({customerId: 450})'
        """);
    type(CUT_550);
    type("undo");

    String inserted = type("db.orders.insertOne({customerId: 450})");

    assertTrue(inserted.contains("Lesson done"), inserted);
  }

  @Test
  void undoingTwiceCountsOnlyWhatIsLeft() {
    learn(TWO_CUTS);
    type(CUT_550);
    type("db.orders.find({customerId: 1})");
    String cut = type("sh.splitAt(\"shop.orders\", {customerId: 560})");

    String undone = type("undo");
    type("undo");
    String last = type(CUT_450);

    assertTrue(cut.contains("✓ cuts typed (1 of 2)"), cut);
    assertTrue(undone.contains("To do again: cuts typed."), undone);
    assertTrue(last.contains("✓ cut 450: a chunk of shop.orders begins at 450 (1 of 2)"), last);
  }

  @Test
  void partOfTheTaskIsToldAndIsNoMiss() {
    learn(
"""
  - id: cuts
    kind: do
    ask: Cut at 450, 550 and 650.
    checks:
      - {id: three, kind: state, js: '[450, 550, 650].map(k => c.coll("shop.orders").chunk({customerId: k}).min.customerId)', equals: [450, 550, 650]}
    hints: [h]
    solution: 'sh.splitAt("shop.orders", {customerId: 450}); sh.splitAt("shop.orders", {customerId: 550})'
""");
    String other = "db.orders.insertOne({customerId: 1})";
    type(other);
    type(other);

    String part = type(CUT_550);

    assertTrue(part.contains("A part of it is done; check says what is missing."), part);
    assertFalse(type(other).contains("Not yet."), "the misses before are forgiven");
    type(other);
    assertTrue(type(other).contains("Not yet."));
  }

  private static final String NO_STATUS =
"""
  - id: ask
    kind: do
    ask: Ask for customer 470 alone.
    checks:
      - {id: alone, kind: state, js: 'c.last.op === "find" && same(c.last.filter, {customerId: 470})', message: Ask for 470.}
    mistakes:
      - {when: 'c.last.filter && c.last.filter.status', say: The status is not needed.}
    hints: [h]
    solution: 'db.orders.find({customerId: 470})'
""";

  @Test
  void mistakeMadeAgainIsSaidAgainButNotForTheSameTextTwiceInARow() {
    learn(NO_STATUS);
    String say = "The status is not needed.";

    assertTrue(type("db.orders.find({status: 'open'})").contains(say));
    assertFalse(type("db.orders.find({status: 'open'})").contains(say));
    assertTrue(type("db.orders.find({status: 'new'})").contains(say));
    assertFalse(type("db.orders.find({customerId: 1})").contains(say));
    assertTrue(type("db.orders.find({status: 'new'})").contains(say));
    assertTrue(type("check").contains(say));
  }

  @Test
  void stateThatIsAMistakeIsNotHeldAgainstEveryRead() {
    learn(
        TWO_CUTS.replace(
            "'c.last.op === \"sh.splitAt\" && same(c.last.error, null) === false'",
            "'c.coll(\"shop.orders\").chunks.length === 7'"));
    String say = "That is no place to cut.";

    assertTrue(type(CUT_550).contains(say));
    assertFalse(type("db.orders.find({customerId: 1})").contains(say));
  }

  private static final String GUESS =
"""
  - id: how-many
    kind: predict
    question:
      id: asked
      prompt: Which shards will be asked?
      type: many
      options:
        - {id: s0, text: shard zero, why: It has the small ones.}
        - {id: s1, text: shard one, why: It has the middle.}
        - {id: s2, text: shard two, why: It has the big ones.}
      key: {js: 'c.last.route.shards'}
      after: {suggest: 'for (let i = 0; i < 2; i++) db.orders.find({customerId: {$lt: 300}}).toArray()'}
    checks:
      - {id: there, kind: route, of: last, shards: [s0, s1]}
""";

  @Test
  void wordsBeforeAGuessAskForItAndNameNoCheck() {
    learn(GUESS);

    for (String word : List.of("check", "goal")) {
      String said = type(word);
      assertTrue(said.startsWith("Guess first: "), said);
      assertFalse(said.contains("there"), said);
    }
  }

  @Test
  void everyChosenAndEveryMissedOptionHasItsReason() {
    learn(GUESS);
    String shown = type("lesson");
    type("shard zero、3");

    String said =
        type("for (let i = 0; i < 2; i++) db.orders.find({customerId: {$lt: 300}}).toArray()");

    assertFalse(shown.contains("for for"), shown);
    assertTrue(said.contains("shard zero: It has the small ones."), said);
    assertTrue(said.contains("shard two: It has the big ones."), said);
    assertTrue(said.contains("shard one: It has the middle."), said);
  }

  private static final String QUIZ =
      """
        - id: count
          kind: quiz
          question: {id: num, prompt: "How many chunks?", type: number, key: 6}
        - id: two
          kind: quiz
          question:
            id: ord
            prompt: Which two?
            type: many
            options:
              - {id: a, text: the first, why: It was there.}
              - {id: b, text: the second}
              - {id: d, text: the third, why: It was not there.}
            key: [a, b]
      """;

  @Test
  void answersInOtherFormsAreTakenAndOthersAreExplained() {
    learn("zh", QUIZ, "");

    String none = type("很多 chunks");
    String right = type("６ 个");
    String wrong = type("1，3");
    String end = type("1 和 2");

    assertTrue(none.contains("这不是可选的答案：输入一个数字。"), none);
    assertTrue(right.contains("✓ 正确。"), right);
    assertTrue(wrong.contains("✗ 不对。多选了 1 个，还少 1 个。"), wrong);
    assertTrue(wrong.contains("the third：It was not there."), wrong);
    assertTrue(end.contains("课程完成"), end);
  }

  @Test
  void howManyAnswersLackIsNotTakenForTheNumberOfAnOption() {
    learn(QUIZ);
    type("6");

    String lacking = type("2");
    String both = type("2, 3");

    assertTrue(lacking.startsWith("✗ Not that. One more is right."), lacking);
    assertTrue(both.startsWith("✗ Not that. 1 of yours is not right, one more is right."), both);
  }

  @Test
  void checkInAQuizOrWhereOnlyIsReadSaysWhatToDo() {
    learn(QUIZ + "  - {id: end, kind: read, say: Read.}\n");

    assertEquals("Answer the question to go on: type a number.", type("check"));
    type("six chunks");
    type("a and b");
    assertEquals("Nothing to check here: press Enter to go on.", type("check"));
  }

  @Test
  void medalsAndGoalsAreSaidInWordsAtTheEnd() {
    learn(
        "en",
        NO_STATUS,
        """
        goal:
          - {id: many-read, kind: cost, metric: commands, min: 9, optional: true}
        stars:
          - {id: gold, kind: cost, metric: commands, max: 1, message: One is enough.}
          - {id: silver, kind: cost, metric: commands, max: 2}
        """);
    type("db.orders.find({customerId: 1})");
    type("db.orders.find({customerId: 1})");

    String end = type("db.orders.find({customerId: 470})");

    assertTrue(end.contains("☆ gold: One is enough. (at most 1 command; you used 3)"), end);
    assertTrue(end.contains("☆ silver: at most 2 commands; you used 3"), end);
    assertTrue(end.contains("Not reached, and optional:\n✗ many read (optional): "), end);
  }

  @Test
  void wordsAfterTheEndSayWhatIsNextAndBackOpensTheLastStep() {
    learn("en", NO_STATUS, "next: second-opinion\n");
    type("db.orders.find({customerId: 470})");

    for (String word : List.of("next", "hint", "check", "goal", "solution", "skip", "lesson")) {
      String said = type(word);
      assertTrue(said.startsWith("The lesson talk is done; back opens its last step"), said);
      assertTrue(said.endsWith("Next: learn second-opinion"), said);
    }
    assertTrue(type("back").contains("ask"));
    assertTrue(type("hint").startsWith("1/1 "));
    assertTrue(type("db.orders.find({customerId: 470})").contains("Lesson done"));
  }

  @Test
  void lessonLeftInAnEarlierSessionGoesOnAndSaysSo() {
    learn(TWO_CUTS);
    type(CUT_450);

    String said = learn(TWO_CUTS);

    assertTrue(said.contains("Going on at step 1/1; all that you did is there again."), said);
    assertTrue(type(CUT_550).contains("Lesson done"));
  }

  @Test
  void lessonWhoseFileChangedBeginsTheStepAnewAndKeepsWhatIsDone() {
    learn("  - {id: read, kind: read, say: Read.}\n" + TWO_CUTS);
    session().enter();
    type(CUT_450);

    String said = learn("  - {id: read, kind: read, say: Read this.}\n" + TWO_CUTS);

    assertTrue(said.contains("The lesson has changed since: step 2/2 begins anew."), said);
    assertEquals(List.of("read"), progress().steps("talk", "passed"));
    assertTrue(type(CUT_450).contains("(1 of 2)"));
    assertTrue(type(CUT_550).contains("Lesson done"));
  }

  @Test
  void lessonsMayUseFunctionsOfTheServer() {
    learn(
"""
  - id: ask
    kind: do
    ask: Ask with a function.
    checks:
      - {id: one-found, kind: state, js: 'c.last.op === "aggregate" && c.last.result.length === 1'}
    hints: [h]
    solution: 'db.orders.aggregate([{$match: {$expr: {$function: {body: "id => id === 470", args: ["$customerId"], lang: "js"}}}}])'
""");

    String said =
        type(
            "db.orders.aggregate([{$match: {$expr: {$function: {body: 'id => id === 470', args:"
                + " ['$customerId'], lang: 'js'}}}}])");

    assertTrue(said.contains("Lesson done"), said);
  }

  @Test
  void chineseLearnerReadsTheRouteItsReasonAndTheStatusInChinese() {
    learn("zh", TWO_CUTS, "");
    type("config.set('trace', 'summary')");

    String said = type("db.orders.find({customerId: 470})");
    String why = type("why");

    assertTrue(said.contains("→ 3 个分片中的 1 个：s2 1|5 · customerId 有等值条件"), said);
    assertTrue(why.startsWith("过滤条件确定了完整的分片键"), why);
    assertTrue(session().status(120).text().contains("课程 talk 1/1"), session().status(120).text());
    type("bye");
    assertTrue(type("why").startsWith("过滤条件确定了完整的分片键"));
  }

  @Test
  void beforeTheFirstLessonTheShellSpeaksEnglish() {
    LiveSession session = session("zh");
    type(session, "db.orders.find({customerId: 470})");

    assertTrue(type(session, "why").startsWith("The filter fixes"));
  }

  @Test
  void chineseLearnerReadsOurErrorsInChineseAndThoseOfServersInEnglish() {
    learn("zh", TWO_CUTS, "");

    String refused = type("sim.import('x.yaml')");
    String misspelt = type("db.orders.fnid({customerId: 1})");
    String server = type("sh.splitAt('shop.no', {customerId: 450})");

    assertTrue(refused.startsWith("ShardshError：课程里不能用 sim.import"), refused);
    assertTrue(misspelt.contains("提示：你是不是想输入："), misspelt);
    assertTrue(server.startsWith("MongoServerError"), server);
  }
}
