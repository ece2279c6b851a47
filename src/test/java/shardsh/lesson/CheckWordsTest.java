package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;

/** What a check that has passed is ticked off as. */
class CheckWordsTest {
  private static Check check(Check.Assertion asserts) {
    return check(asserts, Optional.empty());
  }

  private static Check check(Check.Assertion asserts, Optional<Text> passed) {
    return new Check(
        "some-check",
        asserts,
        Optional.<BigDecimal>empty(),
        Optional.empty(),
        passed,
        Optional.empty(),
        true,
        false,
        List.of(),
        false,
        Check.Visibility.VISIBLE,
        1);
  }

  private static String noticed(String locale, Check.Assertion asserts) {
    return CheckWords.noticed(check(asserts)).map(text -> text.in(locale)).orElse("");
  }

  @Test
  void wordsOfItsOwnStandInTheirPlace() {
    Text passed = new Phrase("the last step was start", "最后走的一步是 start").text();

    Check check =
        check(
            state("c.coll(\"shop.orders\").chunks.length", new BsonInt32(7)), Optional.of(passed));

    assertEquals("最后走的一步是 start", CheckWords.noticed(check).orElseThrow().in("zh"));
  }

  @Test
  void sizeOfACollectionIsSaidInBothLanguages() {
    Check.State all = state("c.coll(\"shop.orders\").sizeMB", new BsonInt32(345));

    assertEquals("shop.orders has 345 MB", noticed("en", all));
    assertEquals("shop.orders 共 345 MB", noticed("zh", all));
  }

  @Test
  void versionOfACollectionIsSaidInBothLanguages() {
    Check.State moved = state("c.coll(\"shop.orders\").version", new BsonString("5|1"));

    assertEquals("shop.orders has version 5|1", noticed("en", moved));
    assertEquals("shop.orders 的版本是 5|1", noticed("zh", moved));
  }

  private static Check.State state(String js, BsonValue equals) {
    return new Check.State(js, Optional.of(equals));
  }

  @Test
  void predicateWithAValueSaysWhatHasIt() {
    Check.State key =
        state("c.coll(\"shop.orders\").key", new BsonDocument("customerId", new BsonInt32(1)));

    assertEquals("shop.orders is sharded by {customerId: 1}", noticed("en", key));
    assertEquals("shop.orders 的分片键是 {customerId: 1}", noticed("zh", key));
  }

  @Test
  void listOfPredicatesSaysEachWithItsOwnValue() {
    Check.State both =
        state(
            "[c.coll(\"a.b\").chunk({k: 5}).shard, c.coll(\"a.b\").chunk({k: 5, l: 2}).sizeMB]",
            new BsonArray(List.of(new BsonString("s0"), new BsonInt32(35))));

    assertEquals("the chunk of k 5 is on s0, the chunk of k 5, l 2 has 35 MB", noticed("en", both));
    assertEquals("k 5 所在的 chunk 在 s0，k 5, l 2 所在的 chunk 有 35 MB", noticed("zh", both));
  }

  @Test
  void predicateThatCannotBeReadNamesWhatItLooksAt() {
    Check.State any =
        new Check.State("c.step.commands.some(x => x.ns === \"a.b\")", Optional.empty());

    assertEquals(Optional.of("a.b 符合要求"), CheckWords.namesInChinese(check(any)));
    assertEquals("", noticed("zh", any));
  }

  @Test
  void singleEventSaysWhatHappenedAndWhere() {
    BsonDocument moved =
        new BsonDocument("kind", new BsonString("migrate.commit"))
            .append("from", new BsonString("s2"))
            .append("to", new BsonString("s0"));

    Check.Events came = new Check.Events(List.of(moved), List.of(), false, false);
    Check.Events none = new Check.Events(List.of(), List.of(moved), false, false);

    assertEquals("a chunk moved (s2 → s0)", noticed("en", came));
    assertEquals("没有发生：chunk 已搬走（s2 → s0）", noticed("zh", none));
  }

  @Test
  void twoEventsOfAKindAreBothSaid() {
    BsonDocument first =
        new BsonDocument("kind", new BsonString("migrate.commit"))
            .append("to", new BsonString("s0"));
    BsonDocument second =
        new BsonDocument("kind", new BsonString("migrate.commit"))
            .append("to", new BsonString("s1"));

    Check.Events both = new Check.Events(List.of(first, second), List.of(), false, false);

    assertEquals("a chunk moved (→ s0), a chunk moved (→ s1)", noticed("en", both));
  }

  @Test
  void eventThatIsNotWantedIsSaidWithNo() {
    BsonDocument asked =
        new BsonDocument("kind", new BsonString("send")).append("to", new BsonString("cfgrs"));
    BsonDocument refreshed = new BsonDocument("kind", new BsonString("refresh"));

    Check.Events none = new Check.Events(List.of(), List.of(asked, refreshed), false, false);

    assertEquals("no request (→ cfgrs), no table was refreshed", noticed("en", none));
    assertEquals("没有请求（→ cfgrs），没有发生：刷新了路由表", noticed("zh", none));
  }

  @Test
  void eventsInTheirOrderAreSaidInWordsAndTheMiddleOfManyIsLeftOut() {
    List<BsonDocument> three =
        List.of(event("send"), event("stale"), event("refresh").append("rows", new BsonInt32(4)));
    List<BsonDocument> five = new ArrayList<>(three);
    five.addAll(List.of(event("send"), event("reply")));

    Check.Events refusal = new Check.Events(three, List.of(), false, false);
    Check.Events all = new Check.Events(five, List.of(), false, false);

    assertEquals(
        "a request → refused as StaleConfig → 4 rows were fetched", noticed("en", refusal));
    assertEquals("一个请求 → 因 StaleConfig 被拒绝 → 取回 4 行", noticed("zh", refusal));
    assertEquals("a request → refused as StaleConfig → … → a reply", noticed("en", all));
  }

  private static BsonDocument event(String kind) {
    return new BsonDocument("kind", new BsonString(kind));
  }

  private static Check.ChunkRow row(int min, int max, String shard) {
    return new Check.ChunkRow(
        new BsonInt32(min),
        new BsonInt32(max),
        shard,
        Optional.of("2|0"),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void chunkTableSaysWhichChunksLieWhereAndOfManyHowMany() {
    Namespace orders = new Namespace("shop", "orders");
    Check.ChunkRow moved = row(200, 400, "config");
    Check.Chunks one = new Check.Chunks(orders, List.of(moved), false);
    Check.Chunks four =
        new Check.Chunks(
            orders,
            List.of(moved, row(400, 500, "s1"), row(500, 600, "s1"), row(600, 700, "s1")),
            false);

    assertEquals("[200, 400) on config (2|0)", noticed("en", one));
    assertEquals("[200, 400) 在 config 上（2|0）", noticed("zh", one));
    assertEquals("4 chunks of shop.orders: 1 on config, 3 on s1", noticed("en", four));
    assertEquals("shop.orders 的 4 个 chunk：config 上 1 个，s1 上 3 个", noticed("zh", four));
  }

  private static Check.Documents documents(Map<Check.Comparison, List<BsonValue>> expected) {
    return new Check.Documents(
        Optional.of(new Namespace("shop", "orders")),
        Optional.empty(),
        Optional.empty(),
        expected,
        false);
  }

  @Test
  void documentsThatMustNotBeThereAreSaidToo() {
    BsonDocument one = new BsonDocument("total", new BsonInt32(71));
    BsonDocument other = new BsonDocument("total", new BsonInt32(72));

    Check.Documents none = documents(Map.of(Check.Comparison.CONTAINS_NONE, List.of(other)));
    Check.Documents both =
        documents(
            Map.of(
                Check.Comparison.CONTAINS,
                List.of(one),
                Check.Comparison.CONTAINS_NONE,
                List.of(other)));

    assertEquals("shop.orders has no {total: 72}", noticed("en", none));
    assertEquals("shop.orders 里没有 {total: 72}", noticed("zh", none));
    assertEquals("shop.orders has {total: 71}, but no {total: 72}", noticed("en", both));
  }

  @Test
  void documentsThatAreTooLongAreCounted() {
    BsonDocument one = new BsonDocument("name", new BsonString("x".repeat(40)));
    BsonDocument other = new BsonDocument("name", new BsonString("y".repeat(40)));

    Check.Documents two = documents(Map.of(Check.Comparison.CONTAINS, List.of(one, other)));

    assertEquals("shop.orders has the 2 documents asked for", noticed("en", two));
    assertEquals("shop.orders 里有要求的 2 条文档", noticed("zh", two));
  }

  @Test
  void documentsSayWhereTheyAre() {
    BsonDocument one = new BsonDocument("total", new BsonInt32(71));
    Check.Documents there = documents(Map.of(Check.Comparison.CONTAINS, List.of(one)));

    assertEquals("shop.orders has {total: 71}", noticed("en", there));
    assertEquals("shop.orders 里有 {total: 71}", noticed("zh", there));
  }

  @Test
  void messageOfWhatIsNotThereYetBecomesWhatIsThere() {
    assertEquals(
        Optional.of("已有从 450 开始的 chunk"), CheckWords.reachedInChinese("还没有从 450 开始的 chunk。"));
    assertEquals(
        Optional.of("已经读过 config.chunks"), CheckWords.reachedInChinese("还没有读过 config.chunks。"));
    assertEquals(Optional.of("目录里已有 s3"), CheckWords.reachedInChinese("目录里还没有 s3。"));
    assertEquals(Optional.of("插入一笔订单"), CheckWords.reachedInChinese("还缺：插入一笔订单。"));
    assertEquals(Optional.empty(), CheckWords.reachedInChinese("这次是手动搬的。"));
  }
}
