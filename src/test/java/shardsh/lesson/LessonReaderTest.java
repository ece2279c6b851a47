package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.core.snapshot.ClusterSpec;

class LessonReaderTest {
  private static final Path LESSONS = Path.of("src/test/resources/lessons");

  private static Lesson stale() {
    return new LessonReader().read(LESSONS.resolve("stale-mongos.lesson.yaml"));
  }

  private static Lesson regions() {
    return new LessonReader().read(LESSONS.resolve("two-shard-three-queries.lesson.yaml"));
  }

  private static Step step(Lesson lesson, String id) {
    return lesson.step(id).orElseThrow();
  }

  private static Check.Assertion check(Lesson lesson, String step, String id) {
    return step(lesson, step).checks().stream()
        .filter(check -> check.id().equals(id))
        .findFirst()
        .orElseThrow()
        .asserts();
  }

  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  @Test
  void headOfTheFirstExample() {
    Lesson lesson = stale();

    assertEquals("stale-mongos", lesson.id());
    assertEquals("A router that is out of date", lesson.title().in("en"));
    assertEquals("路由表过期的 mongos", lesson.title().in("zh_CN.UTF-8"));
    assertEquals("A router that is out of date", lesson.title().in("fr"));
    assertEquals(12, lesson.teaches().size());
    assertEquals(List.of("increasing-key", "many-routers"), lesson.next());
    assertEquals(64, lesson.sha256().length());
    assertEquals(
        List.of("start", "grow", "split-is-harmless", "move", "count-rows", "refused", "the-catch"),
        lesson.steps().stream().map(Step::id).toList());
  }

  @Test
  void worldOfTheFirstExampleIsTheCanvasWithTwoOrders() {
    ClusterSpec setup = stale().setup();
    ClusterSpec canvas = new ClusterFiles().named("canvas");

    assertEquals(Optional.of("classic"), setup.profile());
    assertEquals(580, setup.seed());
    assertEquals(canvas.collections().get(0).chunks(), setup.collections().get(0).chunks());
    assertEquals(canvas.collections().get(0).fill(), setup.collections().get(0).fill());
    assertEquals(2, setup.collections().get(0).docs().size());
  }

  @Test
  void checksOfTheFirstExample() {
    Lesson lesson = stale();

    Check.Versions versions = (Check.Versions) check(lesson, "grow", "split-at-580");
    assertEquals("shop.orders", versions.ns().toString());
    assertEquals(Optional.of("1|7"), versions.collection());
    assertEquals("{s0=1|1, s1=1|3, s2=1|7}", versions.shards().toString());
    assertEquals("{m0=1|5}", versions.cache().toString());
    assertEquals(
        new Check.ChunkAt(doc("{customerId: 579}"), Optional.of("1|6"), Optional.of("s2")),
        versions.chunk().get(0));

    Check.State halves = (Check.State) check(lesson, "grow", "halves");
    assertEquals(Optional.of(BsonArray.parse("[60, 70]")), halves.equals());
    assertEquals(List.of("split-at-580"), step(lesson, "grow").checks().get(1).dependsOn());

    Check.Route route = (Check.Route) check(lesson, "split-is-harmless", "one-try");
    assertEquals(Check.RouteOf.LAST, route.of());
    assertEquals(Optional.of("single"), route.targeting());
    assertEquals(Optional.of(List.of("s2")), route.shards());
    assertEquals(Optional.of(1), route.attempts());

    Check.Events events = (Check.Events) check(lesson, "move", "six-stages");
    assertEquals(doc("{kind: 'migrate.start', from: 's2', to: 's0'}"), events.sequence().get(0));
    assertEquals(false, events.strict());
    assertEquals(false, events.inLesson());

    Check.Documents docs = (Check.Documents) check(lesson, "refused", "app-sees-one");
    assertEquals(Optional.empty(), docs.ns());
    assertEquals(List.of(doc("{customerId: 420}")), docs.expected().get(Check.Comparison.CONTAINS));

    assertEquals(
        new Check.Cost("staleErrors", Optional.of(new BigDecimal(2)), Optional.empty()),
        lesson.stars().get(0).asserts());
    assertEquals(2, lesson.goal().size());
  }

  @Test
  void questionsOfTheFirstExample() {
    Lesson lesson = stale();

    Question split = lesson.question("after-split").orElseThrow();
    assertEquals(Question.Type.ONE, split.type());
    assertEquals(List.of("accept", "refuse"), split.options().stream().map(o -> o.id()).toList());
    assertEquals(Optional.of("db.orders.find({customerId: 470})"), split.suggest());
    assertTrue(split.key().js().orElseThrow().startsWith("c.last.route.attempts"));
    assertEquals(Optional.empty(), split.points());
    assertEquals(
        "s1", lesson.question("first-shard").orElseThrow().options().get(1).text().in("zh"));
  }

  @Test
  void stepsOfTheFirstExample() {
    Step move = step(stale(), "move");

    assertEquals(Step.Kind.DO, move.kind());
    assertEquals(BigDecimal.ONE, move.points());
    assertEquals(BigDecimal.ZERO, step(stale(), "refused").points());
    assertEquals(
        Optional.of("sh.splitAt(\"shop.orders\", {customerId: 450});\nsim.balance();\n"),
        move.solution());
    assertEquals(2, move.wrong().size());
    assertEquals(2, move.hints().size());
    assertEquals(2, move.mistakes().size());
    assertEquals(List.of("cluster", "versions", "chunks"), move.show());
    assertEquals(Check.Visibility.VISIBLE, move.visibility());
    assertEquals(false, move.resetsToSetup());
  }

  @Test
  void secondExample() {
    Lesson lesson = regions();

    assertEquals(new ClusterFiles().named("regions"), lesson.setup());
    assertEquals(List.of("own-metadata-filter"), lesson.next());
    Check.Chunks chunks = (Check.Chunks) check(lesson, "layout", "two-chunks");
    assertEquals(false, chunks.extraAllowed());
    assertEquals(new BsonMinKey(), chunks.equals().get(0).min());
    assertEquals(
        new BsonDocument("region", new BsonString("south")).append("_id", new BsonMinKey()),
        chunks.equals().get(0).max());
    assertEquals(
        Optional.of(new BsonString("filter")),
        lesson.question("q-rule").orElseThrow().key().literal());
  }

  @Test
  void examplesHaveNothingToRemarkOn() throws IOException {
    for (String name : List.of("stale-mongos", "two-shard-three-queries")) {
      Path file = LESSONS.resolve(name + ".lesson.yaml");
      assertEquals(
          List.of(), new LessonReader().lint(Files.readString(file), file.toString()), name);
    }
  }

  /** A small lesson whose only do step has the given lines, indented by four, from line 15 on. */
  private static String lesson(String... lines) {
    return """
    format: 1
    id: small
    track: t
    title: T
    summary: S
    difficulty: 1
    minutes: 1
    teaches: [S1-01]
    setup: {cluster: canvas}
    complete: done
    steps:
      - id: one
        kind: do
        ask: A
    """
        + "    "
        + String.join("\n    ", lines)
        + "\n";
  }

  private static final String REST = "hints: [h]\n    solution: s";

  private static List<String> faults(String text) {
    LessonException e =
        assertThrows(
            LessonException.class, () -> new LessonReader().read(text, "small.lesson.yaml"));
    return e.faults().stream()
        .map(fault -> fault.toString().replaceFirst("^small.lesson.yaml:", ""))
        .toList();
  }

  private static Lesson small(String... lines) {
    return new LessonReader().read(lesson(lines), "small.lesson.yaml");
  }

  @Test
  void profileIsTheSetupsThenTheLessonsThenTheClusters() {
    String checks = "checks: [{id: ck, kind: state, js: x}]";
    String plain = lesson(checks, REST);
    LessonReader reader = new LessonReader();

    assertEquals(Optional.of("classic"), reader.read(plain, "l").setup().profile());
    assertEquals(
        Optional.of("6.0"), reader.read("profile: \"6.0\"\n" + plain, "l").setup().profile());
    assertEquals(
        Optional.of("5.0"),
        reader
            .read(
                "profile: \"6.0\"\n"
                    + plain.replace("cluster: canvas", "cluster: canvas, profile: \"5.0\""),
                "l")
            .setup()
            .profile());
    assertEquals(
        Optional.of("classic"),
        reader
            .read(plain.replace("cluster: canvas", "topology: {shards: [a]}"), "l")
            .setup()
            .profile());
  }

  @Test
  void stepCanHaveAWorldOfItsOwn() {
    Lesson lesson =
        small(
            "setup: {cluster: regions, profile: \"7.0\"}",
            "checks: [{id: ck, kind: state, js: x}]",
            REST);

    ClusterSpec setup = lesson.steps().get(0).setup().orElseThrow();
    assertEquals(Optional.of("7.0"), setup.profile());
    assertEquals(List.of("shard1rs", "shard2rs"), setup.topology().shards());
  }

  @Test
  void clusterBesideTheLesson(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("two.yaml"), "format: 1\ntopology: {shards: [a, b]}\n");
    Path file = folder.resolve("small.lesson.yaml");
    Files.writeString(
        file, lesson("checks: [{id: ck, kind: state, js: x}]", REST).replace("canvas", "two.yaml"));

    assertEquals(List.of("a", "b"), new LessonReader().read(file).setup().topology().shards());
  }

  @Test
  void eventsOfReshardingCanBeAskedFor() {
    Lesson lesson =
        small(
            "checks:",
            "  - {id: ev, kind: event, sequence: [{kind: reshard.cloning, ns: a.b},",
            "     {kind: reshard.copied, sizeMB: 345}, {kind: reshard.done}]}",
            REST);

    Check.Events events = (Check.Events) check(lesson, "one", "ev");
    assertEquals(3, events.sequence().size());
  }

  @Test
  void everyKindOfCheckIsRead() {
    Lesson lesson =
        small(
            "checks:",
            "  - {id: ro, kind: route, of: {op: find, filter: {a: 1}}, count: 2, split: true}",
            "  - {id: ev, kind: event, none: [{kind: split, at: Min}], within: lesson}",
            "  - {id: do, kind: docs, from: {ns: a.b, on: s0}, equals: [{a: 1.5}], ordered: true}",
            "  - {id: us, kind: used, calls: {sh.splitAt: \">=1\", sim.fill: 2}, forbid: [x]}",
            "  - {id: ou, kind: output, contains: a, matches: [\"^b+\"], lacks: [c, d]}",
            "  - {id: co, kind: cost, metric: movedMB, max: 1.5, points: 0.25, optional: true}",
            "  - {id: ch, kind: chunks, ns: a.b, extra: allow,",
            "     equals: [{min: 5, max: {$literal: Max}, shard: s0, jumbo: true, sizeMB: 3}]}",
            REST);

    Check.Route route = (Check.Route) check(lesson, "one", "ro");
    assertEquals(Check.RouteOf.MATCHING, route.of());
    assertEquals(Optional.of(doc("{a: 1}")), route.filter());
    assertEquals(Optional.of(true), route.split());
    Check.Events events = (Check.Events) check(lesson, "one", "ev");
    assertEquals(new BsonMinKey(), events.none().get(0).get("at"));
    assertTrue(events.inLesson());
    Check.Documents docs = (Check.Documents) check(lesson, "one", "do");
    assertEquals("a.b", docs.ns().orElseThrow().toString());
    assertEquals(Optional.of("s0"), docs.on());
    assertTrue(docs.ordered());
    Check.Used used = (Check.Used) check(lesson, "one", "us");
    assertEquals("{sh.splitAt=>=1, sim.fill==2}", used.calls().toString());
    assertEquals(List.of("x"), used.forbidden());
    Check.Output output = (Check.Output) check(lesson, "one", "ou");
    assertEquals(List.of("c", "d"), output.lacks());
    assertTrue(output.matches().get(0).matcher("bb").find());
    Check cost = lesson.steps().get(0).checks().get(5);
    assertEquals(Optional.of(new BigDecimal("0.25")), cost.points());
    assertTrue(cost.optional());
    Check.Chunks chunks = (Check.Chunks) check(lesson, "one", "ch");
    assertTrue(chunks.extraAllowed());
    assertEquals(new BsonString("Max"), chunks.equals().get(0).max());
    assertEquals(Optional.of(true), chunks.equals().get(0).jumbo());
  }

  @Test
  void boundOnCallsHolds() {
    assertTrue(new Check.Bound(">=", 1).holds(1));
    assertTrue(new Check.Bound("<", 2).holds(1));
    assertEquals(false, new Check.Bound("=", 2).holds(1));
    assertEquals(false, new Check.Bound(">", 1).holds(1));
    assertEquals(false, new Check.Bound("<=", 0).holds(1));
  }

  @Test
  void missingPartsOfALessonAreAllNamed() {
    assertEquals(
        List.of(
            "1: the file lacks 'title'; add it",
            "1: the file lacks 'summary'; add it",
            "1: the file lacks 'difficulty'; add it",
            "1: the file lacks 'minutes'; add it",
            "1: the file lacks 'teaches'; add it",
            "1: the file lacks 'setup'; add it",
            "1: the file lacks 'complete'; add it",
            "2: id is \"Small One\"; needed: 2 to 40 small letters, digits and dashes, no dash"
                + " first",
            "5: steps[0] lacks 'say'; add it",
            "6: steps[1].kind is \"don\"; did you mean 'do'?",
            "7: steps[2] lacks 'kind'; add it"),
        faults(
            "format: 1\nid: Small One\ntrack: t\nsteps:\n  - {id: aa, kind: read}\n"
                + "  - {id: bb, kind: don}\n  - {id: cc}\n"));
  }

  @Test
  void doStepWithoutItsParts() {
    assertEquals(
        List.of(
            "12: steps[0] lacks 'checks'; add it",
            "12: steps[0] lacks 'solution'; add it",
            "12: steps[0] lacks 'hints'; add it",
            "15: unknown field 'checkz' in steps[0]; did you mean 'checks'?"),
        faults(lesson("checkz: []")));
  }

  @Test
  void checkWithFieldsOfAnotherKind() {
    assertEquals(
        List.of(
            "16: unknown field 'shard' in a check of kind route; did you mean 'shards'?",
            "17: unknown field 'contains' in a check of kind state; known: js, equals, id, kind,"
                + " points, message, passed, help, latch, hold, optional, dependsOn, visibility"),
        faults(
            lesson(
                "checks:",
                "  - {id: aa, kind: route, count: 1, shard: s0}",
                "  - {id: bb, kind: state, js: x, contains: y}",
                REST)));
  }

  @Test
  void dependenciesThatLeadNowhereOrBack() {
    assertEquals(
        List.of(
            "16: 'aa' depends on itself by way of 'bb'; cut the circle",
            "17: 'bb' depends on itself by way of 'aa'; cut the circle",
            "18: 'cc' depends on 'dd', no check of this step; known: aa, bb, cc",
            "19: two checks are called 'cc', the first in line 18; give each its own id"),
        faults(
            lesson(
                "checks:",
                "  - {id: aa, kind: state, js: x, dependsOn: [bb]}",
                "  - {id: bb, kind: state, js: x, dependsOn: [aa]}",
                "  - {id: cc, kind: state, js: x, dependsOn: [dd]}",
                "  - {id: cc, kind: state, js: x}",
                REST)));
  }

  @Test
  void eventsThatNeverHappen() {
    assertEquals(
        List.of(
            "16: there is no event 'migrate.comit'; did you mean 'migrate.commit'?",
            "17: unknown field 'row' in an event 'refresh'; did you mean 'rows'?",
            "18: an event has no kind; known: command, send, reply, lost, route, stale, refresh,"
                + " plan, merger, results, spill, split.ask, split, merge, jumbo, migrate.start,"
                + " migrate.clone, migrate.catchup, migrate.critical, migrate.committing,"
                + " migrate.commit, migrate.abort, migrate.stop, migrate.ask, migrate.note,"
                + " migrate.mods, migrate.wait, migrate.batch, migrate.cleanup, range.wait,"
                + " range.delete, ttl.delete, balance.round, zone.violation, epoch,"
                + " reshard.initializing, reshard.preparing-to-donate, reshard.cloning,"
                + " reshard.applying, reshard.blocking-writes, reshard.committing, reshard.done,"
                + " reshard.aborting, reshard.aborted, reshard.stop, reshard.wait, reshard.copied,"
                + " database.primary, database.stale, node.down, node.up, election, stepdown,"
                + " read.secondary, write.replicated, txn.start, txn.conflict, txn.prepare,"
                + " txn.decide, txn.commit, txn.abort, txn.end, txn.wait, refused, error"),
        faults(
            lesson(
                "checks:",
                "  - {id: aa, kind: event, sequence: [{kind: migrate.comit}]}",
                "  - {id: bb, kind: event, none: [{kind: refresh, row: 3}]}",
                "  - {id: cc, kind: event, none: [{from: s0}]}",
                REST)));
  }

  @Test
  void questionsWithImpossibleKeys() {
    String text =
        lesson("checks: [{id: ck, kind: answer, question: q-noe}]", REST)
            +
"""
  - id: two
    kind: quiz
    question:
      {id: q-one, prompt: p, type: one, options: [{id: aa, text: x}, {id: ab, text: y}],
       key: b}
  - id: three
    kind: quiz
    question: {id: q-one, prompt: p, type: number, key: "4"}
  - id: four
    kind: quiz
    question: {id: q-two, prompt: p, type: version, key: 1-5}
  - id: four
    kind: quiz
    question: {id: q-many, prompt: p, type: many, key: [aa], options: [{id: aa, text: x}]}
""";

    assertEquals(
        List.of(
            "15: no question is called 'q-noe'; did you mean 'q-one'?",
            "22: the key \"b\" is no option; known: aa, ab",
            "25: two questions are called 'q-one', the first in line 20; give each its own id",
            "25: the key is \"4\", the question is for number; write an answer that could be given,"
                + " or {js: …}",
            "28: the key is \"1-5\", the question is for version; write an answer that could be"
                + " given, or {js: …}",
            "29: two steps are called 'four', the first in line 26; give each its own id",
            "31: the question has 1 options; give at least two"),
        faults(text));
  }

  @Test
  void starThatIsNoCostAndPatternsAndCountsThatAreNone() {
    String text =
        lesson(
                "checks:",
                "  - {id: aa, kind: output, matches: \"[\"}",
                "  - {id: bb, kind: used, calls: {find: many}}",
                "  - {id: cc, kind: docs, from: {on: s0}, contains: {a: 1}}",
                REST)
            + "stars: [{id: st, kind: state, js: x}]\n";

    assertEquals(
        List.of(
            "16: \"[\" is no pattern: Unclosed character class; mend it",
            "17: the count is \"many\"; write it as \">=1\"",
            "18: 'from' names neither the result nor a collection; write result, or {ns: db.coll,"
                + " on: m0}",
            "18: contains is a map; make it a list of documents",
            "21: a star is of kind state; make it a cost check"),
        faults(text));
  }

  @Test
  void textThatSteersTheTerminalIsRefused() {
    assertEquals(
        List.of("15: the text has control characters; take them out"),
        faults(lesson("say: \"\\e[2J boo\"", "checks: [{id: ck, kind: state, js: x}]", REST)));
  }

  @Test
  void setupWithABadClusterIsTheLessonsFault() {
    List<String> faults =
        faults(lesson("checks: [{id: ck, kind: state, js: x}]", REST).replace("canvas", "canvsa"));

    assertEquals(
        List.of(
            "9: there is no cluster 'canvsa'; did you mean 'canvas'?; name a built-in cluster, or a"
                + " file beside this one"),
        faults);
  }

  @Test
  void lintRemarksOnWhatIsUnwise() {
    String text =
        lesson(
                "say: {en: only English}",
                "accept: [on]",
                "checks:",
                "  - {id: aa, kind: output, contains: x}",
                "  # the banner is the point of this step",
                "  - {id: bb, kind: output, contains: x}",
                REST)
            .replace("difficulty: 1", "difficulty: 3")
            .replace("id: small", "id: smaller");

    assertEquals(
        List.of(
            "small.lesson.yaml:2: the id is smaller, the file small.lesson.yaml; call the file"
                + " smaller.lesson.yaml",
            "small.lesson.yaml:12: a hard step has fewer than two hints; add a stronger one",
            "small.lesson.yaml:12: no wrong answer proves that the checks have teeth; add 'wrong'",
            "small.lesson.yaml:15: the text has no 'zh'; translate it",
            "small.lesson.yaml:16: on without quotes is true or false to many readers; put it in"
                + " quotes",
            "small.lesson.yaml:18: a check of the output has no comment that says why; say why no"
                + " other kind will do, or take another kind"),
        new LessonReader().lint(text, "small.lesson.yaml").stream().map(Fault::toString).toList());
  }
}
