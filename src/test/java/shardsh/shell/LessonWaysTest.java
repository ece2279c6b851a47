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
class LessonWaysTest extends LearnerFixture {
  private static final String CUT_THEN_READ =
      """
        - id: cut
          kind: do
          ask: Cut at 450.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450, message: "[400, 500) should be cut at 450."}
          hints: [h]
          solution: 'sh.splitAt("shop.orders", {customerId: 450})'
        - id: read
          kind: do
          ask: Count, and read customer 1.
          checks:
            - {id: counted, kind: used, calls: {countDocuments: ">=1"}, message: Count.}
            - {id: read-1, kind: used, calls: {findOne: ">=1"}, message: Read.}
          hints: [h]
          solution: 'db.orders.countDocuments({}); db.orders.findOne({customerId: 1})'
      """;

  private static final String CUT_450 = "sh.splitAt(\"shop.orders\", {customerId: 450})";

  @Test
  void whatWasTickedInALaterStepIsToBeDoneAgainAfterBack() throws IOException {
    LiveSession session = learning("en", CUT_THEN_READ);
    type(session, CUT_450);
    String ticked = type(session, "db.orders.countDocuments({})");

    type(session, "back");
    type(session, CUT_450);
    String second = type(session, "db.orders.findOne({customerId: 1})");

    assertTrue(ticked.contains("(1 of 2)"), ticked);
    assertTrue(second.contains("(1 of 2)"), second);
    assertFalse(second.contains("Step done"), second);
  }

  @Test
  void goingOverAPassedStepCostsNothingAndWhatWasTakenBackIsToldWithTheMedals() throws IOException {
    LiveSession session = session("en");
    String stars = "stars:\n  - {id: gold, kind: cost, metric: commands, max: 3}\n";
    type(session, "learn " + file(CUT_THEN_READ, stars));
    type(session, CUT_450);
    type(session, "back");
    type(session, "next");
    type(session, "db.orders.countDocuments({})");
    String end = type(session, "db.orders.findOne({customerId: 1})");

    type(session, "reset lesson");
    type(session, CUT_450);
    type(session, "back");
    type(session, CUT_450);
    type(session, "db.orders.countDocuments({})");
    String lost = type(session, "db.orders.findOne({customerId: 1})");

    assertTrue(end.contains("★ gold"), end);
    assertFalse(end.contains("took back"), end);
    assertTrue(lost.contains("☆ gold: at most 3 commands; you used 4"), lost);
    assertTrue(lost.contains("Medals count what you took back, too; reset lesson begins"), lost);
  }

  @Test
  void firstMissSaysOnceWhatTheCheckLacks() throws IOException {
    LiveSession session = learning("en", CUT_THEN_READ);

    String first = type(session, "db.orders.insertOne({customerId: 1})");
    String second = type(session, "db.orders.insertOne({customerId: 2})");

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
  void guardThatHeldBeforeAnythingWasTypedIsNoStepForward() throws IOException {
    LiveSession session =
        learning(
            "en",
            CUT_THEN_READ.replaceFirst(
                "    hints",
                "      - {id: kept, kind: state, latch: false, js:"
                    + " 'c.coll(\"shop.orders\").sizeMB >= 345'}\n"
                    + "    hints"));

    String other = type(session, "db.orders.insertOne({customerId: 1})");

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
  void wordOfTheShellThatIsTheAnswerIsOneAndCodeIsNone() throws IOException {
    LiveSession session = learning("en", WHO);

    String run = type(session, "db.orders.countDocuments({})");
    String wrong = type(session, "mongod");
    String right = type(session, "mongos");
    String word = type(session, "s2");

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
  void hintsAreForTheGuessAndPlayingTellsNoCheckBeforeIt() throws IOException {
    LiveSession session = learning("en", GUESS);
    type(session, "play");
    String played = type(session, "check");
    type(session, "resume");
    String before = type(session, "hint");
    type(session, "1");

    String after = type(session, "hint");

    assertTrue(played.startsWith("Guess first: "), played);
    assertTrue(before.contains("Think of the key."), before);
    assertEquals("Your guess is made: now run db.orders.find({customerId: 1})", after);
  }

  @Test
  void secondGuessIsNoCommand() throws IOException {
    LiveSession session = learning("en", GUESS);
    type(session, "1");

    assertEquals("Your guess is made: now run db.orders.find({customerId: 1})", type(session, "2"));
  }

  @Test
  void questionOfAChineseLessonStandsInFullWidthBracketsAndChecksInChinese() throws IOException {
    LiveSession session =
        learning(
            "zh", GUESS.replace("message: It is s0.", "message: {en: It is s0., zh: 应当是 s0。}"));
    session.task();
    String task = session.task().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
    type(session, "1");

    String missed = type(session, "db.orders.find({customerId: 470})");

    assertTrue(task.endsWith("（输入一个数字）"), task);
    assertTrue(missed.contains("✗ 应当是 s0。"), missed);
  }

  @Test
  void questionStandsAgainWhereItsPageWasNotReadToTheEnd() throws IOException {
    LiveSession session = learning("en", GUESS);

    String question =
        session.question().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
    type(session, "1");

    assertTrue(question.contains("? How many shards will be asked?"), question);
    assertEquals(List.of(), session.question());
  }

  @Test
  void looksAtTheClusterBeforeTheWorkAreNoTriesButTheSolutionsOwnReadIs() throws IOException {
    LiveSession session = learning("en", CUT_THEN_READ);

    String looks =
        type(session, "sh.status()")
            + type(session, "db.orders.findOne()")
            + type(session, "db.getSiblingDB('config').chunks.countDocuments()")
            + type(session, "db.adminCommand({listShards: 1})")
            + type(session, "db.orders.getIndexes()");
    String move = type(session, "sh.moveChunk('shop.orders', {customerId: 470}, 's0')");
    type(session, CUT_450);
    String read = type(session, "db.orders.countDocuments({customerId: 1})");

    assertFalse(looks.contains("should be cut at 450") || looks.contains("Not yet"), looks);
    assertTrue(move.contains("should be cut at 450"), move);
    assertTrue(read.contains("(1 of 2)"), read);
  }

  @Test
  void sentenceOfATickEndsAfterItsCountAndInAListOnce() throws IOException {
    LiveSession session =
        learning(
            "zh",
            CUT_THEN_READ.replaceFirst(
                "    hints", "      - {id: far, kind: state, js: 'false'}\n    hints"));

    String ticked = type(session, CUT_450);
    String undone = type(session, "undo");

    assertTrue(ticked.contains("✓ shop.orders 有 chunk 从 450 开始（1/2）"), ticked);
    assertTrue(undone.contains("需要重新完成：shop.orders 有 chunk 从 450 开始。"), undone);
  }

  @Test
  void stepBeginsWithItsEnglishNameForEnglishReadersOnly() throws IOException {
    String english = type(session("en"), "learn " + file(CUT_THEN_READ, ""));
    String chinese = type(session("zh"), "learn " + file(CUT_THEN_READ, ""));

    assertTrue(english.contains("\n── 1/2 ── cut ──"), english);
    assertTrue(chinese.contains("\n── 1/2 ──") && !chinese.contains("cut ──"), chinese);
  }
}
