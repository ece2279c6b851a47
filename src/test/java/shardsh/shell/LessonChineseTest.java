package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import shardsh.lesson.Progress;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** What a lesson says beside its own texts to a learner who reads Chinese. */
class LessonChineseTest extends LearnerFixture {
  private static final String STEPS =
      """
        - id: cut
          kind: do
          ask: Cut at 450, then read customer 470.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450}
            - {id: seven-rows, kind: state, js: 'c.coll("shop.orders").chunks.length', equals: 7, dependsOn: [cut-450]}
            - {id: read-470, kind: state, js: 'c.step.commands.some(x => x.op === "find")', dependsOn: [cut-450]}
          hints: [h]
          solution: 'sh.splitAt("shop.orders", {customerId: 450}); db.orders.find({customerId: 470})'
      """;

  @Test
  void chunkHasOneNameInChinese() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("lessons"))) {
      List<String> others =
          Stream.concat(files, Stream.of(Path.of("src/main/resources/shardsh/render/zh.txt")))
              .filter(Files::isRegularFile)
              .filter(LessonChineseTest::hasAnotherName)
              .map(Path::toString)
              .toList();

      assertEquals(List.of(), others);
    }
  }

  private static boolean hasAnotherName(Path file) {
    try {
      return Files.readString(file).contains("块");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final String REST = "next: [stale-mongos, many-routers]\n";

  private LiveSession learning(String locale) {
    LiveSession session = session(locale);
    session.keepProgress(new Progress(Optional.empty()), () -> locale);
    begin(session, STEPS, REST);
    return session;
  }

  private static final String CUT = "sh.splitAt(\"shop.orders\", {customerId: 450})";

  @Test
  void checksThatWaitAreCountedSinceTheirNamesAreEnglish() {
    String chinese = type(learning("zh"), "check");
    String english = type(learning("en"), "check");

    assertTrue(chinese.endsWith("- 还有 2 项，先做到上面打 ✗ 的才能检查。"), chinese);
    assertFalse(chinese.contains("cut 450"), chinese);
    assertTrue(english.contains("- seven rows: comes after cut 450"), english);
  }

  @Test
  void checksThatPassTogetherAreTickedEachAndCountedAtTheEnd() {
    String both =
        CUT
            + "; db.orders.find({customerId: 470}).toArray(); sh.splitAt(\"shop.orders\","
            + " {customerId: 50})";

    String chinese = type(learning("zh"), CUT);
    String english = type(learning("en"), both);

    assertTrue(
        chinese.contains("✓ shop.orders 有 chunk 从 450 开始\n✓ shop.orders 有 7 个 chunk（2/3）"),
        chinese);
    assertTrue(
        english.contains("✓ cut 450: a chunk of shop.orders begins at 450\n✓ read 470 (2 of 3)"),
        english);
  }

  @Test
  void ticksSayInChineseWhatWasReached() {
    LiveSession session = learning("zh");

    String cut = type(session, CUT);
    String undone = type(session, "undo");

    assertFalse(cut.contains("cut 450"), cut);
    assertTrue(undone.contains("需要重新完成：shop.orders 有 chunk 从 450 开始"), undone);
  }

  @Test
  void picturesSpeakChineseWhereTheySpeakInSentences() {
    LiveSession session = learning("zh");
    type(session, CUT);

    String chunks = type(session, "show chunks");
    String versions = type(session, "show versions");
    type(session, "db.orders.findOne({status: \"open\"})");
    String trace = type(session, "show trace");

    assertTrue(chunks.contains("! m0 在 1|5，集合在 1|7：它的表里 1 行旧（切开前）"), chunks);
    assertTrue(versions.contains("接受：主版本号相同"), versions);
    assertTrue(trace.contains("选中全部：s0, s1, s2 · customerId 没有可用的条件"), trace);
  }

  @Test
  void movesAndLoadsAreToldInChinese() {
    LiveSession session = learning("zh");
    type(session, "sim.stepMigrations(true)");
    type(session, "sh.moveChunk(\"shop.orders\", {customerId: 420}, \"s0\")");

    String moves = type(session, "show migrations");
    String work = "{operations: 5, inserts: 1, fields: {customerId: {increasing: 601}}}";
    type(session, "sim.load(\"shop.orders\", " + work + ")");
    String load =
        session.host().drawn(ScreenProfile.unicode(80)).orElseThrow().stream()
            .map(StyledLine::text)
            .collect(Collectors.joining("\n"));

    assertTrue(moves.contains("手动发起 · 进行中 · 停在这一步之前："), moves);
    assertTrue(load.contains("shop.orders 上一次负载："), load);
    assertTrue(load.contains("█ 读  ▒ 写  这次负载"), load);
  }

  @Test
  void labelsAndHeadsOfPicturesAreChineseAndTermsStay() {
    LiveSession session = learning("zh");

    String cluster = type(session, "show cluster");
    String chunks = type(session, "show chunks");
    type(
        session,
        "sim.load(\"shop.orders\", {operations: 20, fields: {customerId: {uniform: [0, 99]}}})");
    String load = type(session, "show load");
    type(session, "db.orders.findOne({customerId: 470})");
    String routing = type(session, "show routing");

    assertTrue(cluster.contains("│ 空闲"), cluster);
    assertTrue(cluster.contains("shop.orders v1|5 权威"), cluster);
    assertTrue(chunks.contains("区间        分片  lastmod"), chunks);
    assertTrue(load.contains("shop.orders 上一次负载"), load);
    assertTrue(load.contains("占比"), load);
    assertTrue(routing.contains("shop.orders 上的 find"), routing);
  }

  @Test
  void whatComesNextIsOneLine() {
    LiveSession session = learning("zh");
    type(session, CUT);

    String end = type(session, "db.orders.find({customerId: 470})");

    List<String> next = end.lines().filter(line -> line.startsWith("接下来：")).toList();
    assertEquals(List.of("接下来：learn stale-mongos 或 learn many-routers"), next);
  }

  @Test
  void linesOfAnOperatingSystemAreAnsweredInChinese() {
    LiveSession session = learning("zh");

    assertEquals("用不着 mkdir：集群在内存里，进程都已在运行", type(session, "mkdir -p data/s0 data/s1"));
    assertEquals("已连接 mongodb://127.0.0.1:27102/", type(session, "mongosh --port 27102"));
  }
}
