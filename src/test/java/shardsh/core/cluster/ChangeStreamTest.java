package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorLabels;

/** Change streams over shards that come, and over answers that do not. */
class ChangeStreamTest {
  private final TestCluster world = TestCluster.inThirds();

  private BsonDocument watch(String stage) {
    return world
        .shop("{aggregate: 't', pipeline: [{$changeStream: " + stage + "}], cursor: {}}")
        .getDocument("cursor");
  }

  private BsonDocument more(BsonDocument stream) {
    return more(world, stream);
  }

  private static BsonDocument more(TestCluster cluster, BsonDocument stream) {
    BsonDocument more =
        new BsonDocument("getMore", stream.get("id"))
            .append("collection", new BsonString("t"))
            .append("maxTimeMS", new BsonInt64(11_000));
    return cluster.cluster().run(TestCluster.M0, "shop", more).getDocument("cursor");
  }

  /** What it gives within 22 simulated seconds, as {@code insert 1}. */
  private List<String> events(BsonDocument stream) {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      for (BsonValue value : more(stream).getArray("nextBatch")) {
        BsonDocument event = value.asDocument();
        BsonDocument key = event.getDocument("documentKey", new BsonDocument());
        String type = event.getString("operationType").getValue();
        events.add(key.isEmpty() ? type : type + " " + key.getInt32("_id").getValue());
      }
    }
    return events;
  }

  private void insert(int key) {
    world.shop("{insert: 't', documents: [{_id: " + key + ", k: " + key + "}]}");
  }

  @ParameterizedTest
  @CsvSource({"s0, dropReply", "s1, drop"})
  void aStreamThatMissedAnAnswerIsOverAndCanBeOpenedAgainWhereItWas(String shard, String what) {
    BsonDocument stream = watch("{}");
    insert(1);
    insert(11);
    world
        .cluster()
        .sim()
        .fail(doc("{to: '" + shard + "', command: 'getMore', do: '" + what + "', times: 1}"));

    CommandException lost = assertThrows(CommandException.class, () -> more(stream));

    assertTrue(ErrorLabels.has(ErrorLabels.RESUMABLE_CHANGE_STREAM, lost));
    CommandException gone = assertThrows(CommandException.class, () -> more(stream));
    assertEquals("CursorNotFound", gone.errorCode().codeName());
    String token = stream.getDocument("postBatchResumeToken").toJson();
    assertEquals(List.of("insert 1", "insert 11"), events(watch("{resumeAfter: " + token + "}")));
  }

  @Test
  void aShardThatWasAddedTellsWhatHappensThere() {
    BsonDocument stream = watch("{}");
    world.cluster().sim().advance(600_000);
    world.admin("{addShard: 's9/127.0.0.1:27990'}");
    world.admin("{moveChunk: 'shop.t', find: {k: 25}, to: 's9'}");

    insert(25);

    assertEquals(List.of("insert 25"), events(stream));
  }

  @Test
  void aStreamThatStartsAfterAnInvalidationDoesNotHearOfTheSameDropAgain() {
    BsonDocument stream = watch("{}");
    world.shop("{drop: 't'}");
    BsonDocument last = more(stream).getArray("nextBatch").get(1).asDocument();
    insert(3);

    assertEquals("invalidate", last.getString("operationType").getValue());
    String token = last.getDocument("_id").toJson();
    assertEquals(List.of("insert 3"), events(watch("{startAfter: " + token + "}")));
  }

  @Test
  void aPipelineMustKeepTheToken() {
    BsonDocument stream =
        world
            .shop(
                "{aggregate: 't', pipeline: [{$changeStream: {}}, {$project: {_id: 0}}],"
                    + " cursor: {}}")
            .getDocument("cursor");
    insert(1);

    CommandException fatal = assertThrows(CommandException.class, () -> more(stream));

    assertEquals("ChangeStreamFatalError", fatal.errorCode().codeName());
  }

  @Test
  void viewsAndInternalDatabasesHaveNoStreams() {
    world.shop("{create: 'v', viewOn: 't', pipeline: []}");
    String open = ", pipeline: [{$changeStream: {}}], cursor: {}}";

    String ofView = world.refusal("m0", "shop", "{aggregate: 'v'" + open);
    String ofConfig = world.refusal("m0", "config", "{aggregate: 1" + open);

    assertTrue(ofView.startsWith("166 CommandNotSupportedOnView"), ofView);
    assertTrue(ofConfig.startsWith("73 InvalidNamespace"), ofConfig);
  }

  @Test
  void theEndOfAViewIsNoEvent() {
    world.shop("{create: 'v', viewOn: 't', pipeline: []}");
    BsonDocument stream =
        world
            .shop("{aggregate: 1, pipeline: [{$changeStream: {}}], cursor: {}}")
            .getDocument("cursor");
    world.shop("{drop: 'v'}");
    BsonDocument more =
        new BsonDocument("getMore", stream.get("id"))
            .append("collection", new BsonString("$cmd.aggregate"))
            .append("maxTimeMS", new BsonInt64(11_000));

    BsonDocument reply = world.cluster().run(TestCluster.M0, "shop", more).getDocument("cursor");

    assertEquals(List.of(), reply.getArray("nextBatch").getValues());
  }

  @ParameterizedTest
  @CsvSource({"8.0, 1", "5.0, 2"})
  void writesToOrphansAreEventsOnlyBefore53(String profile, int count) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.t', key: {k: 1}}");
    cluster.admin("{split: 'shop.t', middle: {k: 10}}");
    cluster.shop("{insert: 't', documents: [{_id: 1, k: 1}]}");
    cluster.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
    BsonDocument start =
        cluster.shop("{aggregate: 't', pipeline: [{$changeStream: {}}], cursor: {}}");

    cluster.shop("{update: 't', updates: [{q: {}, u: {$set: {v: 1}}, multi: true}]}");

    List<BsonValue> events = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      events.addAll(more(cluster, start.getDocument("cursor")).getArray("nextBatch"));
    }
    assertEquals(count, events.size());
  }
}
