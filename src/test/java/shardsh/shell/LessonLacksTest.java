package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How a check that does not hold tells what is asked for and what there is. */
class LessonLacksTest extends LessonDesk {
  private static String task(String check) {
    return """
      - id: one
        kind: do
        ask: Do it.
        solution: 'sh.splitAt("shop.orders", {customerId: 450})'
        checks:
          - %s
        hints: [h]
    """
        .formatted(check);
  }

  /** What the check says after a command, on one line. */
  private String lacks(String locale, String check, String command) {
    learn(locale, task(check), "");
    type(command);
    return type("check").replaceAll("\\s+", " ");
  }

  @Test
  void routeTellsOnlyWhatDiffers() {
    String check =
        "{id: alone, kind: route, of: last, targeting: single, path: fast, shards: [s2], split:"
            + " false}";
    String find = "db.orders.find()";

    assertEquals(
        "✗ alone: asked for: routed by path fast, answered by s2 alone; now: routed by path all,"
            + " answered by s0, s1, s2",
        lacks("en", check, find));
    assertEquals("✗ 要求：走快速路径，只由 s2 回答；现在：问所有分片，由 s0、s1、s2 回答", lacks("zh", check, find));
  }

  @Test
  void triesOfSeveralShardsAreNoRefusals() {
    String check = "{id: alone, kind: route, of: last, shards: [s2], attempts: 2}";
    String stale =
        "sh.moveChunk(\"shop.orders\", {customerId: 420}, \"s0\"); db.orders.find().toArray()";

    String lacks = lacks("en", check, stale);

    assertEquals(
        "✗ alone: asked for: answered by s2 alone, after 1 refused; now: answered by s0, s1, s2, in"
            + " 6 requests",
        lacks);
  }

  @Test
  void boundsThatAreTextsStandInQuotes() {
    String check =
        "{id: one, kind: chunks, ns: shop.tags, equals: [{min: Min, max: a, shard: s0}, {min: a,"
            + " max: Max, shard: s0}]}";
    String cut =
        "sh.shardCollection(\"shop.tags\", {tag: 1}); sh.splitAt(\"shop.tags\", {tag:"
            + " \"Min\"})";

    String lacks = lacks("en", check, cut);

    assertTrue(lacks.contains("[Min, \"Min\") on s0"), lacks);
  }

  @Test
  void versionsNameWhoHasThem() {
    String check =
        "{id: cut, kind: version, ns: shop.orders, collection: \"1|7\", shards: {s0: \"1|1\"},"
            + " cache: {m0: \"1|7\"}}";

    assertEquals(
        "✗ cut: asked for: collection at 1|7, m0 knows 1|7; now: collection at 1|5, m0 knows 1|5",
        lacks("en", check, "db.orders.find()"));
    assertEquals(
        "✗ 要求：集合在 1|7，m0 知道的是 1|7；现在：集合在 1|5，m0 知道的是 1|5", lacks("zh", check, "db.orders.find()"));
  }

  @Test
  void ofManyVersionsOnlyTheFirstIsSaid() {
    String check =
        "{id: moved, kind: version, ns: shop.orders, collection: \"2|1\", shards: {s0: \"2|0\", s1:"
            + " \"1|3\", s2: \"2|1\"}, chunk: [{at: {customerId: 420}, version: \"2|0\", shard:"
            + " s0}]}";

    assertEquals(
        "✗ moved: asked for: collection at 2|1; now: collection at 1|5; 4 more differ",
        lacks("en", check, "db.orders.find()"));
    assertEquals("✗ 要求：集合在 2|1；现在：集合在 1|5；另有 4 项不同", lacks("zh", check, "db.orders.find()"));
  }

  @Test
  void stateThatCanBeReadIsToldInWords() {
    String check =
        "{id: rows, kind: state, js: 'c.coll(\"shop.orders\").chunks.length', equals: 7}";

    assertEquals(
        "✗ rows: asked for: shop.orders has 7 chunks; now: shop.orders has 6 chunks",
        lacks("en", check, "db.orders.find()"));
    assertEquals(
        "✗ 要求：shop.orders 有 7 个 chunk；现在：shop.orders 有 6 个 chunk",
        lacks("zh", check, "db.orders.find()"));
  }

  @Test
  void stateThatCannotBeReadShowsTheFieldsThatDifferWithoutBrackets() {
    String check =
        "{id: sum, kind: state, js: '({MB: Math.round(c.coll(\"shop.orders\").sizeMB), n: 1})',"
            + " equals: {MB: 400, n: 1}}";

    assertEquals("✗ sum: asked for: MB 400; now: MB 345", lacks("en", check, "db.orders.find()"));
    assertEquals("✗ 要求：MB 400；现在：MB 345", lacks("zh", check, "db.orders.find()"));
  }

  private static final String TWICE =
      "{id: twice, kind: used, calls: {find: \">=2\", \"sh.splitAt\": \"=0\"}}";

  @Test
  void callsAreCounted() {
    assertEquals(
        "✗ twice: asked for: find at least twice; now: called once",
        lacks("en", TWICE, "db.orders.find()"));
  }

  @Test
  void callsAreCountedInChinese() {
    assertEquals("✗ 要求：调用 find 至少 2 次；现在：调用了 1 次", lacks("zh", TWICE, "db.orders.find()"));
  }

  @Test
  void documentsThatAreNotThereAreNothing() {
    String check =
        "{id: one, kind: docs, from: {ns: shop.orders, on: m0}, contains: [{total: 7777}]}";

    assertEquals(
        "✗ one: asked for: {total: 7777}; now: nothing", lacks("en", check, "db.orders.find()"));
    assertEquals("✗ 要求：{total: 7777}；现在：没有", lacks("zh", check, "db.orders.find()"));
  }
}
