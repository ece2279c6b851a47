package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import shardsh.js.TestEngines;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** What a session does around the texts it is given. */
@Timeout(60)
class LiveSessionTest {
  /** What never ends is stopped after this. */
  private static final Duration SOON = Duration.ofMillis(500);

  @Test
  void aTextThatUsesUpItsStatementsEndsWithTheOptionAndTheSessionGoesOn() {
    LiveSession session = session(OptionalLong.of(10_000));
    submit(session, "let kept = 1; db.orders.insertOne({_id: 77, customerId: 1})");

    Submission stopped = session.submit(ScriptText.typed("for (;;);"), new NoOutput());

    assertEquals(Outcome.LIMIT, stopped.outcome());
    assertEquals(
        "LimitReached: stopped after 10000 statements; --max-statements sets the limit\n"
            + "hint: JavaScript variables are gone",
        text(stopped));
    assertEquals(
        "77 undefined", submit(session, "db.orders.findOne({_id: 77})._id + ' ' + typeof kept"));
  }

  @Test
  void whySaysOfManyCommandsThatDecidedNothingWhatTheLastOneWas() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "db.adminCommand({ping: 1}); db.adminCommand({listShards: 1})");

    assertEquals(
        "The last of 2 commands:\n"
            + "listShards was not routed by a shard key: no shard was asked, the config servers\n"
            + "answered. Nothing was cut or moved.",
        submit(session, "why"));
  }

  @Test
  void whySaysOfAHelperThatSentManyCommandsWhatItWas() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "sh.status()");
    String status = submit(session, "why");
    submit(session, "db.orders.totalSize()");

    assertTrue(
        status.matches("sh\\.status\\(\\) sent \\d+ commands:\nNone of them (?s:.*)"), status);
    assertFalse(status.contains("failed"), status);
    assertEquals(
        "db.orders.totalSize() sent 2 commands:", submit(session, "why").lines().findFirst().get());
  }

  @Test
  void aProcessThatIsNotThereHearsOfTheNearestAndOfSome() {
    LiveSession session = session(OptionalLong.empty());

    for (String call : List.of("sim.down('s11')", "connect('s11')")) {
      String refused = text(session.submit(ScriptText.typed(call), new NoOutput()));

      assertTrue(refused.contains("hint: did you mean s1? processes: m0"), refused);
    }
  }

  @Test
  void aSetThatElectsHasNoPrimaryAndIsNotDown() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "sim.down('s0')");

    assertTrue(submit(session, "show versions").contains("! no answer: no primary"));
  }

  @Test
  void statusOfAShardSaysNothingOfACachedTable() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "1");
    assertTrue(session.status(120).text().contains("shop.orders cached"));

    submit(session, "db = connect('s0/shop')");

    assertEquals("s0 · shop · balancer manual", session.status(120).text().substring(0, 27));
  }

  @Test
  void aSessionOfTheProgramForgetsTheTimesThatWereTakenBack() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "var s = db.getMongo().startSession(); var c = s.getDatabase('shop').orders");
    submit(session, "c.insertOne({_id: 77, customerId: 1})");
    submit(session, "reset");

    assertEquals("null", submit(session, "c.findOne({_id: 77})"));
    submit(session, "c.insertOne({_id: 78, customerId: 1})");
    submit(session, "undo");
    assertEquals("null", submit(session, "c.findOne({_id: 78})"));
    submit(session, "s.advanceOperationTime(Timestamp(1930462400, 1))");
    assertEquals("72", submit(session, "try { c.findOne({_id: 78}) } catch (e) { e.code }"));
  }

  @Test
  void progressOfALoopCountsTheCallsThatItHasMade() {
    LiveSession session = session(OptionalLong.empty());
    List<String> seen = new ArrayList<>();
    ShellOutput watching =
        new ShellOutput() {
          @Override
          public void print(StyledLine line) {
            seen.add(session.progress().orElse("none"));
          }

          @Override
          public void warn(StyledLine line) {}

          @Override
          public void clearScreen() {}
        };
    String loop = "for (let i = 0; i < 3; i++) { db.big.insertOne({_id: i}); print(i) }";

    session.submit(ScriptText.typed(loop), watching);
    session.submit(ScriptText.typed("print(1)"), watching);

    assertEquals(List.of("none", "2 calls", "3 calls", "none"), seen);
  }

  @Test
  void aRefusedMoveIsNoChangeToUndo() {
    LiveSession session = session(OptionalLong.empty());
    submit(
        session, "db.adminCommand({configureFailPoint: 'moveChunkHangAtStep3', mode: 'alwaysOn'})");
    submit(session, "sh.moveChunk('shop.orders', {customerId: 42}, 's2').stoppedBefore");
    submit(
        session,
        "try { sh.moveChunk('shop.orders', {customerId: 42}, 's1') } catch (e) { e.code }");

    assertTrue(submit(session, "undo").contains("'s2'"));
  }

  @Test
  void aSessionWhoseClusterComesLateAnswersAsOneWhoseClusterIsThere() {
    SessionSettings settings = settings(OptionalLong.empty(), Duration.ofMinutes(1));
    for (String first :
        List.of(
            "1",
            "new Date() + ' ' + Math.random() + UUID() + ObjectId()",
            "globalThis['d' + 'b'].orders.deleteMany({}).deletedCount",
            "undo",
            "reset",
            "show versions",
            "why",
            "it",
            "function f() { return (0, eval)('sim').fork() } f()",
            "const s = 's' + 'h'; globalThis[s].moveChunk('shop.orders', {customerId: 1}, 's1')")) {
      try (LiveSession late = LiveSession.forTexts(settings, List.of("1"));
          LiveSession usual = LiveSession.forTexts(settings, List.of("db"))) {
        for (String text : List.of(first, "db.orders.countDocuments()", "undo", "why", "1")) {
          assertEquals(submit(usual, text), submit(late, text), first + ", then " + text);
        }
      }
    }
  }

  @Test
  void aCursorThatCannotBePrintedFailsAtTheStatementThatGaveIt() {
    LiveSession session = session(OptionalLong.empty());
    String text = "print(1)\nconst a = [1,\n  2]; db.orders\n  .find({$foo: a}).limit(2);";

    assertEquals(
        new Place("(eval)", 7, 7, "  2]; db.orders"),
        session
            .submit(new ScriptText(text, ScriptText.Kind.EVAL, "(eval)", 5), new NoOutput())
            .failure()
            .flatMap(Failure::place)
            .orElseThrow());
    assertEquals(
        new Place("(stdin)", 3, 2, " db.orders.aggregate([{$foo: 1}])"),
        session
            .submit(
                new ScriptText(
                    " db.orders.aggregate([{$foo: 1}])", ScriptText.Kind.PROMPT, "(stdin)", 3),
                new NoOutput())
            .failure()
            .flatMap(Failure::place)
            .orElseThrow());
  }

  @Test
  void aDocumentThatFailsValidationIsExplainedBelowTheMessage() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "db.createCollection('v', {validator: {a: 1}})");

    Submission failed =
        session.submit(ScriptText.typed("db.v.insertOne({_id: 1})"), new NoOutput());

    assertEquals(
        "Uncaught:\n"
            + "MongoServerError[DocumentValidationFailure]: Document failed validation\n"
            + "Additional information: {\n"
            + "  failingDocumentId: 1,\n"
            + "  details: {",
        text(failed).lines().limit(5).collect(Collectors.joining("\n")));
  }

  @Test
  void aGlobalNamedPromptReplacesThePrompt() {
    LiveSession session = session(OptionalLong.empty());
    assertEquals("[direct: mongos] shop> ", session.prompt());

    submit(session, "prompt = 'hey> '");
    assertEquals("hey> ", session.prompt());
    submit(session, "prompt = () => db.getName() + '! '");
    assertEquals("shop! ", session.prompt());
  }

  @Test
  void aPromptThatFailsOrIsNoTextIsPassedOver() {
    LiveSession session = session(OptionalLong.empty());

    for (String prompt : new String[] {"() => { throw new Error('no') }", "() => 5", "5", "null"}) {
      submit(session, "prompt = " + prompt);
      assertEquals("[direct: mongos] shop> ", session.prompt(), prompt);
    }
  }

  @Test
  void aPromptThatDoesNotEndIsStopped() {
    LiveSession session = session(OptionalLong.empty(), SOON);

    submit(session, "prompt = () => { for (;;); }");

    assertEquals("[direct: mongos] shop> ", session.prompt());
  }

  @Test
  void aValueWhoseReadingDoesNotEndIsStoppedToo() {
    LiveSession session = session(OptionalLong.empty(), SOON);
    submit(session, "({get a() { for (;;); }})");

    assertEquals(Outcome.LIMIT, session.lastAsJson(true).outcome());
  }

  @Test
  void aValueThatThrowsWhenItIsPrintedFailsItsLine() {
    LiveSession session = session(OptionalLong.empty());

    Submission done =
        session.submit(
            ScriptText.typed("new Proxy({}, {ownKeys() { throw new Error('trap') }})"),
            new NoOutput());

    assertEquals(Outcome.FAILED, done.outcome());
    assertEquals("Error: trap", text(done));
  }

  @Test
  void aValueWhosePrintingDoesNotEndIsStopped() {
    LiveSession session = session(OptionalLong.empty(), SOON);

    Submission done =
        session.submit(
            ScriptText.typed("new Proxy({}, {ownKeys() { for (;;); }})"), new NoOutput());

    assertEquals(Outcome.LIMIT, done.outcome());
  }

  @Test
  void aDurationBeyondAllClocksIsRefused() {
    LiveSession session = session(OptionalLong.empty());

    for (String call : new String[] {"sim.advance(1e300)", "sleep(1e300)", "sleep(NaN)"}) {
      Submission done = session.submit(ScriptText.typed(call), new NoOutput());
      assertEquals(Outcome.FAILED, done.outcome(), call);
      assertEquals(
          "MongoshInvalidInputError: [COMMON-10001] a duration has at most 100000000000000"
              + " milliseconds",
          text(done).lines().filter(line -> line.startsWith("Mongosh")).findFirst().orElse(""));
    }
  }

  @Test
  void aFunctionHasNoJson() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "function f() {}");

    assertEquals(Outcome.DONE, session.lastAsJson(true).outcome());
    assertEquals("", text(session.lastAsJson(true)));
  }

  @Test
  void whatIsDrawnForPeopleIsNoValueForJson() {
    LiveSession session = session(OptionalLong.empty());

    submit(session, "show chunks");

    assertEquals(Outcome.FAILED, session.lastAsJson(true).outcome());
    assertTrue(text(session.lastAsJson(true)).contains("show chunks is text for people"));
  }

  @Test
  void askingAChangeStreamIsACommandOfItsOwn() {
    LiveSession session = session(OptionalLong.empty());
    submit(session, "stream = db.orders.watch()");
    submit(session, "db.orders.insertOne({customerId: 70}); sim.advance('10s').ok");

    submit(session, "stream.tryNext().operationType");

    CallLog.Call last = session.host().calls().all().get(session.host().calls().all().size() - 1);
    assertEquals("cursor.tryNext", last.op());
    assertEquals("shop.orders", last.ns());
    assertEquals("insert", last.result().asDocument().getString("operationType").getValue());
  }

  @Test
  void aWordTypedAsAQuestionIsThatWord() {
    LiveSession session = session(OptionalLong.empty());

    assertEquals(Completeness.COMPLETE, session.completeness("why?"));
    assertEquals(Completeness.INCOMPLETE, session.completeness("whyNot ?"));
  }

  @Test
  void whoLooksAtTheClusterWithinALineSeesEachStateAndChangesNothing() {
    String line =
        """
        sim.load('shop.orders', {operations: 120, inserts: 0.5,
            fields: {customerId: {uniform: [1, 900]}}, readBy: [['customerId']]});
        sh.moveChunk('shop.orders', {customerId: 50}, 's2');
        sim.fill('shop.orders', {customerId: {from: 500, to: 560}}, 200);
        sim.balance();
        sim.save()\
        """;
    LiveSession alone = session(OptionalLong.empty());
    LiveSession watched = session(OptionalLong.empty());
    Set<Integer> chunks = new TreeSet<>();
    Consumer<Scene> eye =
        new Consumer<>() {
          @Override
          public void accept(Scene scene) {
            chunks.add(scene.now().collections().get(0).chunks().size());
            watched.look(this);
          }
        };

    watched.look(eye);
    String seen = submit(watched, line);

    assertEquals(submit(alone, line), seen);
    assertEquals(
        submit(alone, "sim.trace('all').length"), submit(watched, "sim.trace('all').length"));
    assertEquals(Set.of(6, 7, 8, 9), chunks);
  }

  @Test
  void aStopAskedForWhileTheEngineStartsEndsTheTextThatWaitsForIt() throws Exception {
    CountDownLatch starts = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    LiveSession session =
        new LiveSession(
            settings(OptionalLong.empty(), Duration.ofMinutes(1)),
            (ports, limits) -> {
              starts.countDown();
              await(mayGoOn);
              return TestEngines.fresh(ports, limits);
            });
    CompletableFuture<Submission> waiting =
        CompletableFuture.supplyAsync(
            () -> session.submit(ScriptText.typed("1+1"), new NoOutput()));
    await(starts);

    while (!waiting.isDone()) {
      session.interrupt();
    }

    assertEquals(Outcome.INTERRUPTED, waiting.get().outcome());
    mayGoOn.countDown();
    assertEquals("2", submit(session, "1+1"));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String submit(LiveSession session, String text) {
    Submission done = session.submit(ScriptText.typed(text), new NoOutput());
    assertEquals(Outcome.DONE, done.outcome(), () -> text(done));
    return text(done);
  }

  private static String text(Submission done) {
    return done.lines().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }

  private static LiveSession session(OptionalLong statements) {
    return session(statements, Duration.ofMinutes(1));
  }

  private static LiveSession session(OptionalLong statements, Duration time) {
    return new LiveSession(settings(statements, time), TestEngines::fresh);
  }

  private static SessionSettings settings(OptionalLong statements, Duration time) {
    return TestSettings.limited(ScreenProfile.unicode(80), Optional.of(time), statements);
  }
}
