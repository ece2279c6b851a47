package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import shardsh.render.StyledLine;

/** Ways through a lesson that go astray: back, again, by a word that is an answer, too. */
class LessonWaysTest extends LessonDesk {
  private static final String CUT_THEN_READ =
      CUT_STEP
          + """
            - id: read
              kind: do
              ask: Count, and read customer 1.
              checks:
                - {id: counted, kind: used, calls: {countDocuments: ">=1"}, message: Count.}
                - {id: read-1, kind: used, calls: {findOne: ">=1"}, message: Read.}
              hints: [h]
              solution: 'db.orders.countDocuments({}); db.orders.findOne({customerId: 1})'
          """;

  @Test
  void whatWasTickedInALaterStepIsToBeDoneAgainAfterBack() {
    learn(CUT_THEN_READ);
    type(CUT_450);
    String ticked = type("db.orders.countDocuments({})");

    type("back");
    type(CUT_450);
    String second = type("db.orders.findOne({customerId: 1})");

    assertTrue(ticked.contains("(1 of 2)"), ticked);
    assertTrue(second.contains("(1 of 2)"), second);
    assertFalse(second.contains("Step done"), second);
  }

  @Test
  void goingOverAPassedStepCostsNothingAndWhatWasTakenBackIsToldWithTheMedals() {
    learn("en", CUT_THEN_READ, "stars:\n  - {id: gold, kind: cost, metric: commands, max: 3}\n");
    type(CUT_450);
    type("back");
    type("next");
    type("db.orders.countDocuments({})");
    String end = type("db.orders.findOne({customerId: 1})");

    type("reset lesson");
    type(CUT_450);
    type("back");
    type(CUT_450);
    type("db.orders.countDocuments({})");
    String lost = type("db.orders.findOne({customerId: 1})");

    assertTrue(end.contains("★ gold"), end);
    assertFalse(end.contains("took back"), end);
    assertTrue(lost.contains("☆ gold: at most 3 commands; you used 4"), lost);
    assertTrue(lost.contains("Medals count what you took back, too; reset lesson begins"), lost);
  }

  @Test
  void firstMissSaysOnceWhatTheCheckLacks() {
    learn(CUT_THEN_READ);

    String first = type("db.orders.insertOne({customerId: 1})");
    String second = type("db.orders.insertOne({customerId: 2})");

    assertTrue(first.contains("✗ cut 450: [400, 500) should be cut at 450."), first);
    assertFalse(second.contains("should be cut"), second);
  }

  @Test
  void lessonOfAFileStaysThatLessonAfterItsResetAndInTheNextSession() throws IOException {
    LiveSession session = session("en");
    Path file = file(CUT_THEN_READ, "");
    Files.writeString(file, Files.readString(file).replace("id: talk", "id: stale-mongos"));
    type(session, "learn " + file);

    String again = type(session, "reset lesson");
    String later = type(session("en"), "learn");

    assertTrue(again.startsWith("Talk  ★"), again);
    assertTrue(later.startsWith("Talk  ★"), later);
  }

  @Test
  void guardThatHeldBeforeAnythingWasTypedIsNoStepForward() {
    learn(
        CUT_THEN_READ.replaceFirst(
            "    hints",
            "      - {id: kept, kind: state, latch: false, js:"
                + " 'c.coll(\"shop.orders\").sizeMB >= 345'}\n"
                + "    hints"));

    String other = type("db.orders.insertOne({customerId: 1})");

    assertFalse(other.contains("✓"), other);
    assertTrue(other.contains("✗ cut 450: [400, 500) should be cut at 450."), other);
  }

  private static final String WHO =
      """
        - id: who
          kind: quiz
          question: {id: who-merges, prompt: "Who merges?", type: text, key: mongos}
        - id: more
          kind: quiz
          question: {id: what, prompt: "Which shard?", type: text, key: s1}
      """;

  @Test
  void wordOfTheShellThatIsTheAnswerIsOneAndCodeIsNone() {
    learn(WHO);

    String run = type("db.orders.countDocuments({})");
    String wrong = type("mongod");
    String right = type("mongos");
    String word = type("s2");

    assertEquals("9", run);
    assertTrue(wrong.contains("✗ Not that."), wrong);
    assertTrue(right.contains("✓ Right."), right);
    assertTrue(word.contains("✗ Not that."), word);
  }

  private static final String GUESS =
      """
        - id: how-many
          kind: predict
          question:
            id: asked
            prompt: How many shards will be asked?
            type: number
            key: {js: 'c.last.route.shards.length'}
            after: {suggest: 'db.orders.find({customerId: 1})'}
          checks:
            - {id: there, kind: route, of: last, shards: [s0], message: It is s0.}
          hints: [Think of the key.]
      """;

  @Test
  void hintsAreForTheGuessAndPlayingTellsNoCheckBeforeIt() {
    learn(GUESS);
    type("play");
    String played = type("check");
    type("resume");
    String before = type("hint");
    type("1");

    String after = type("hint");

    assertTrue(played.startsWith("Guess first: "), played);
    assertTrue(before.contains("Think of the key."), before);
    assertEquals("Your guess is made. Now run db.orders.find({customerId: 1})", after);
  }

  @Test
  void commandThatComesTooLateForWhatItWasToShowIsToldSo() {
    learn(GUESS.replace("of: last, shards: [s0]", "of: last, shards: [s0], attempts: 2"));
    type("1");

    String first = type("db.orders.find({customerId: 470})");
    String late = type("db.orders.find( {customerId: 1} );");

    assertFalse(first.contains("reset"), first);
    assertTrue(late.contains("what was done before it has changed what it meets. reset"), late);
  }

  @Test
  void whoPlayedIsBackWhereHeWas() {
    learn(CUT_STEP);
    type("db = connect(\"s1/admin\")");
    String before = type("db.getMongo()");
    type("play");
    type("db = connect(\"m0\")");

    type("resume");

    assertTrue(before.contains("27103"), before);
    assertEquals(before, type("db.getMongo()"));
    assertEquals("admin", type("db"));
  }

  @Test
  void secondGuessIsNoCommand() {
    learn(GUESS);
    type("1");

    assertEquals("Your guess is made. Now run db.orders.find({customerId: 1})", type("2"));
  }

  @Test
  void questionOfAChineseLessonStandsInFullWidthBracketsAndChecksInChinese() {
    learn("zh", GUESS.replace("message: It is s0.", "message: {en: It is s0., zh: 应当是 s0。}"), "");
    task();
    String task = task();
    type("1");

    String missed = type("db.orders.find({customerId: 470})");

    assertTrue(task.endsWith("（输入一个数字）"), task);
    assertTrue(missed.contains("✗ 应当是 s0。"), missed);
  }

  @Test
  void questionStandsAgainWhereItsPageWasNotReadToTheEnd() {
    learn(GUESS);

    String question =
        session().question().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
    type("1");

    assertTrue(question.contains("? How many shards will be asked?"), question);
    assertEquals(List.of(), session().question());
  }

  @Test
  void looksAtTheClusterBeforeTheWorkAreNoTriesButTheSolutionsOwnReadIs() {
    learn(CUT_THEN_READ);

    String looks =
        type("sh.status()")
            + type("db.orders.findOne()")
            + type("db.getSiblingDB('config').chunks.countDocuments()")
            + type("db.adminCommand({listShards: 1})")
            + type("db.orders.getIndexes()");
    String move = type("sh.moveChunk('shop.orders', {customerId: 470}, 's0')");
    type(CUT_450);
    String read = type("db.orders.countDocuments({customerId: 1})");

    assertFalse(looks.contains("should be cut at 450") || looks.contains("Not yet"), looks);
    assertTrue(move.contains("should be cut at 450"), move);
    assertTrue(read.contains("(1 of 2)"), read);
  }

  @Test
  void sentenceOfATickEndsAfterItsCountAndInAListOnce() {
    learn(
        "zh",
        CUT_THEN_READ.replaceFirst(
            "    hints", "      - {id: far, kind: state, js: 'false'}\n    hints"),
        "");

    String ticked = type(CUT_450);
    String undone = type("undo");

    assertTrue(ticked.contains("✓ shop.orders 有 chunk 从 450 开始（1/2）"), ticked);
    assertTrue(undone.contains("需要重新完成：shop.orders 有 chunk 从 450 开始。"), undone);
  }

  @Test
  void stepBeginsWithItsEnglishNameForEnglishReadersOnly() {
    String english = learn(CUT_THEN_READ);
    String chinese = learn("zh", CUT_THEN_READ, "");

    assertTrue(english.contains("\n── 1/2 ── cut ──"), english);
    assertTrue(chinese.contains("\n── 1/2 ──") && !chinese.contains("cut ──"), chinese);
  }
}
