package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retryable writes, reads of the past and change streams, over chunks on s0, s1 and s2. */
class SessionTest {
  private static final String SESSION =
      ", lsid: {id: {$binary: {base64: 'AAAAAAAAQACAAAAAAAAAAQ==', subType: '04'}}}";

  private TestCluster world;

  @BeforeEach
  void threeShards() {
    world = TestCluster.inThirds();
    world.insert("t", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")));
  }

  private BsonDocument numbered(String node, String command, int number) {
    String text =
        command.substring(0, command.length() - 1)
            + SESSION
            + ", txnNumber: {$numberLong: '"
            + number
            + "'}}";
    return world.run(node, "shop", text);
  }

  private List<BsonDocument> contents() {
    return world.find("m1", "shop.t", "{sort: {_id: 1}}");
  }

  @Test
  void theSameStatementAgainGivesTheSameAnswerAndNoSecondEffect() {
    String update = "{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}}]}";

    BsonDocument once = numbered("m0", update, 1);
    BsonDocument again = numbered("m1", update, 1);

    assertEquals(once.get("nModified"), again.get("nModified"));
    assertEquals(doc("{r: [0]}").get("r"), again.get("retriedStmtIds"));
    assertEquals(doc("{_id: 1, k: 1, x: 1}"), contents().get(0));
  }

  @Test
  void aRetryAfterAMigrationIsKnownToTheNewShard() {
    String update = "{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}}]}";
    numbered("m0", update, 1);
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's2'}");

    BsonDocument again = numbered("m0", update, 1);

    assertEquals(1, again.getInt32("nModified").getValue());
    assertEquals(doc("{_id: 1, k: 1, x: 1}"), contents().get(0));
  }

  @Test
  void aBatchOverShardsThatCameThroughInPartIsCompletedOnce() {
    String part = "{insert: 't', documents: [{_id: 2, k: 2}]}";
    numbered("m0", part, 1);

    BsonDocument whole =
        numbered("m0", "{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}", 1);

    assertEquals(2, whole.getInt32("n").getValue());
    assertEquals(4, contents().size());
  }

  @Test
  void multiWritesAndOldNumbersAreRefused() {
    numbered("m0", "{insert: 't', documents: [{_id: 2, k: 2}]}", 5);

    assertTrue(
        refusal("{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}, multi: true}]}", 6)
            .contains("Cannot use retryable writes with multi=true"));
    assertTrue(
        refusal("{insert: 't', documents: [{_id: 3, k: 3}]}", 4)
            .startsWith("225 TransactionTooOld"));
  }

  private String refusal(String command, int number) {
    try {
      return numbered("m0", command, number).toJson();
    } catch (shardsh.core.base.CommandException e) {
      return TestCluster.text(e);
    }
  }

  private List<BsonDocument> at(BsonTimestamp time) {
    BsonDocument find =
        doc("{find: 't', sort: {_id: 1}}")
            .append("readConcern", doc("{level: 'snapshot'}").append("atClusterTime", time));
    List<BsonDocument> all = new ArrayList<>();
    for (BsonValue value :
        world
            .cluster()
            .run(TestCluster.M0, "shop", find)
            .getDocument("cursor")
            .getArray("firstBatch")) {
      all.add(value.asDocument());
    }
    return all;
  }

  private BsonTimestamp now() {
    return world.shop("{ping: 1}").getTimestamp("operationTime");
  }

  @Test
  void aReadOfThePastSeesWhatWasThenWhereverItLiesNow() {
    List<BsonDocument> then = contents();
    BsonTimestamp time = now();
    world.shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {x: 1}}}]}");
    world.shop("{delete: 't', deletes: [{q: {k: 11}, limit: 1}]}");
    world.shop("{insert: 't', documents: [{_id: 21, k: 21}]}");
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's2'}");

    assertEquals(then, at(time));
    assertEquals(contents(), at(now()));
  }

  @Test
  void aTransactionWithSnapshotSeesAllShardsAtOneTime() {
    TestSession session = new TestSession(world, "m0", 7);
    session.startSnapshot().shop("{find: 't', filter: {k: 1}}");
    world.shop("{delete: 't', deletes: [{q: {k: 11}, limit: 1}]}");

    assertEquals(List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")), session.find("t"));
  }

  @Test
  void thePastIsKeptForFiveMinutes() {
    BsonTimestamp time = now();
    world.cluster().sim().advance(301_000);
    BsonDocument find =
        doc("{find: 't'}")
            .append("readConcern", doc("{level: 'snapshot'}").append("atClusterTime", time));

    assertTrue(world.refusal("m0", "shop", find.toJson()).startsWith("239 SnapshotTooOld"));
  }

  private BsonDocument watch(String stage) {
    return world
        .shop("{aggregate: 't', pipeline: [{$changeStream: " + stage + "}], cursor: {}}")
        .getDocument("cursor");
  }

  /** What a stream gives within 12 simulated seconds, as {@code insert 1}. */
  private List<String> events(BsonDocument cursor) {
    List<String> events = new ArrayList<>();
    BsonDocument more =
        new BsonDocument("getMore", cursor.get("id"))
            .append("collection", doc("{c: 't'}").get("c"));
    for (int i = 0; i < 14; i++) {
      BsonDocument reply = world.cluster().run(TestCluster.M0, "shop", more);
      for (BsonValue value : reply.getDocument("cursor").getArray("nextBatch")) {
        BsonDocument event = value.asDocument();
        BsonDocument key = event.getDocument("documentKey", new BsonDocument());
        events.add(
            event.getString("operationType").getValue()
                + (key.isEmpty() ? "" : " " + key.getInt32("_id").getValue()));
      }
      if (reply.getDocument("cursor").get("id").equals(new BsonInt64(0))) {
        break;
      }
    }
    return events;
  }

  @Test
  void aStreamGivesTheEventsOfAllShardsInOrderAndNoneOfAMigration() {
    BsonDocument stream = watch("{}");
    world.shop("{insert: 't', documents: [{_id: 25, k: 25}]}");
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's2'}");
    world.shop("{insert: 't', documents: [{_id: 5, k: 5}]}");
    world.shop("{delete: 't', deletes: [{q: {k: 11}, limit: 1}]}");

    assertEquals(List.of("insert 25", "insert 5", "delete 11"), events(stream));
  }

  @Test
  void anEventWaitsUntilTheOtherShardsTellTheTime() {
    BsonDocument stream = watch("{}");
    world.shop("{insert: 't', documents: [{_id: 5, k: 5}]}");
    BsonDocument more =
        new BsonDocument("getMore", stream.get("id"))
            .append("collection", doc("{c: 't'}").get("c"));

    BsonDocument first = world.cluster().run(TestCluster.M0, "shop", more);

    assertEquals(0, first.getDocument("cursor").getArray("nextBatch").size());
    assertEquals(List.of("insert 5"), events(stream));
  }

  @Test
  void theWritesOfATransactionAreEventsOfOneTimeAfterItsCommit() {
    BsonDocument stream = watch("{}");
    TestSession session = new TestSession(world, "m0", 7);
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}");
    assertEquals(List.of(), events(stream));

    session.commit();

    assertEquals(List.of("insert 2", "insert 12"), events(stream));
  }

  @Test
  void aStreamGoesOnAfterAToken() {
    BsonDocument stream = watch("{}");
    String token = stream.getDocument("postBatchResumeToken").toJson();
    world.shop("{insert: 't', documents: [{_id: 5, k: 5}, {_id: 15, k: 15}]}");

    assertEquals(List.of("insert 5", "insert 15"), events(watch("{resumeAfter: " + token + "}")));
  }

  @Test
  void droppingTheCollectionInvalidatesItsStream() {
    BsonDocument stream = watch("{}");
    world.shop("{drop: 't'}");

    assertEquals(List.of("drop", "invalidate"), events(stream));
  }

  @Test
  void aStreamIsCopiedWithTheCluster() {
    BsonDocument stream = watch("{}");
    world.shop("{insert: 't', documents: [{_id: 5, k: 5}]}");
    TestCluster copy = world.copy();
    List<String> here = events(stream);
    world = copy;

    assertEquals(here, events(stream));
  }
}
