package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/** Which shards statements and cursors ask, and how much of them, over chunks on s0, s1 and s2. */
class RoutedStatementsTest {
  private static final String NUMBERS =
      ", lsid: {id: {$binary: {base64: 'AAAAAAAAQACAAAAAAAAAAQ==', subType: '04'}}},"
          + " txnNumber: {$numberLong: '1'}}";

  private TestCluster world;

  @BeforeEach
  void threeShards() {
    world = TestCluster.inThirds();
    world.insert("t", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 25, k: 25}")));
  }

  /** Requests of that name to shards since then, each as {@code shard shardVersion? batchSize?}. */
  private static List<String> asked(TestCluster world, long mark, String command) {
    List<String> asked = new ArrayList<>();
    for (TraceEntry entry : world.cluster().trace().since(mark)) {
      if (entry.event() instanceof CallEvent.RequestSent sent
          && sent.from().equals(TestCluster.M0)
          && sent.command().equals(command)) {
        BsonValue size = sent.body().get("batchSize");
        asked.add(sent.to() + (size == null ? "" : " " + size.asNumber().intValue()));
      }
    }
    return asked;
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.4", "6.0", "8.0"})
  void manyWritesOfATransactionAskTheOwnersAloneAndOthersEveryShard(String profile) {
    TestCluster cluster =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 1}",
            "databases: {shop: {primary: s0}}",
            "collections:",
            "  - ns: shop.t",
            "    shardKey: {k: 1}",
            "    chunks:",
            "    - {shard: s0, max: 10}",
            "    - {shard: s1, max: 20}",
            "    - {shard: s2}");
    String update =
        "{update: 't', updates: [{q: {k: {$in: [1, 25]}}, u: {$set: {x: 1}}, multi: true}]}";
    String delete = "{delete: 't', deletes: [{q: {k: {$in: [1, 25]}}, limit: 0}]}";
    TestSession session = new TestSession(cluster, "m0", 1);
    long mark = cluster.cluster().trace().mark();

    session.start().shop(update);
    session.shop(delete);

    assertEquals(List.of("s0", "s2"), asked(cluster, mark, "update"));
    assertEquals(List.of("s0", "s2"), asked(cluster, mark, "delete"));
    session.abort();
    mark = cluster.cluster().trace().mark();
    cluster.shop(update);
    assertEquals(List.of("s0", "s1", "s2"), asked(cluster, mark, "update"));
  }

  @Test
  void manyWritesOfATransactionMeetAMovedChunkWithTheirVersion() {
    TestSession session = new TestSession(world, "m0", 1);
    world.shop("{find: 't'}");
    world.run("m1", "admin", "{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");

    BsonDocument reply =
        session
            .start()
            .shop(
                "{update: 't', updates: [{q: {k: {$in: [1, 25]}}, u: {$set: {x: 1}}, multi:"
                    + " true}]}");

    assertEquals(2, reply.getInt32("nModified").getValue());
    session.commit();
    assertEquals(2, world.find("m1", "shop.t", "{filter: {x: 1}}").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{insert: 't', documents: [{_id: 2, k: 26}, {_id: 3, k: 2}]}",
        "{insert: 't', documents: [{_id: 2, k: 26}, {_id: 3, k: 2}], ordered: false}",
        "{update: 't', updates: [{q: {k: 25}, u: {$set: {x: 1}}}, {q: {k: 1}, u: {$set: {x: 1}}}]}",
        "{delete: 't', deletes: [{q: {k: 25}, limit: 1}, {q: {k: 1}, limit: 1}]}"
      })
  void aStatementThatIsTriedAgainForItsSecondPartLosesNotWhatItsFirstHadDone(String statement) {
    TestCluster other = world.copy();
    other.shop(statement);
    world.shop("{find: 't'}");
    world.run("m1", "admin", "{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
    TestSession session = new TestSession(world, "m0", 1);

    BsonDocument reply = session.start().shop(statement);
    session.commit();

    assertEquals(2, reply.getInt32("n").getValue());
    assertEquals(
        other.find("m0", "shop.t", "{sort: {_id: 1}}"),
        world.find("m0", "shop.t", "{sort: {_id: 1}}"));
  }

  @Test
  void shardsAreAskedForBatchesOfTheSizeInTheFindWhateverTheClientAsksForLater() {
    world.insert(
        "t", IntStream.range(100, 130).mapToObj(i -> doc("{_id: " + i + ", k: 30}")).toList());
    BsonDocument cursor =
        world.shop("{find: 't', filter: {_id: {$gte: 100}}, batchSize: 4}").getDocument("cursor");
    long mark = world.cluster().trace().mark();

    BsonDocument more =
        world.run(
            "m0",
            "shop",
            "{getMore: {$numberLong: '"
                + cursor.getNumber("id").longValue()
                + "'}, collection: 't'}");

    assertEquals(26, more.getDocument("cursor").getArray("nextBatch").size());
    assertEquals(7, asked(world, mark, "getMore").size());
    assertEquals(List.of("s2 4"), asked(world, mark, "getMore").stream().distinct().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8.0 | Operation was converted into a distributed transaction because the modified document"
            + " would move shards and succeeded but transaction history was not generated so the"
            + " original reply cannot be recreated.",
        "5.0 | Cannot retry a retryable write that has been converted into a transaction"
      })
  void aRetryOfAWriteThatMovedItsDocumentIsRefusedAndChangesNothing(String profile, String text) {
    TestCluster cluster =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1], mongos: [m0], replicaSetSize: 1}",
            "params: {balancer: manual}",
            "databases: {shop: {primary: s0}}",
            "collections:",
            "  - ns: shop.t",
            "    shardKey: {k: 1}",
            "    chunks:",
            "    - {shard: s0, max: 10}",
            "    - {shard: s1}");
    cluster.insert("t", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 2, k: 1}")));
    String update = "{update: 't', updates: [{q: {k: 1}, u: {$set: {k: 25}}}]" + NUMBERS;
    String modify = "{findAndModify: 't', query: {k: 1}, update: {$set: {k: 25}}" + NUMBERS;

    assertEquals(1, cluster.shop(update).getInt32("nModified").getValue());

    assertEquals("217: " + text, TestCluster.writeError(cluster.shop(update)));
    assertEquals(
        "217 IncompleteTransactionHistory: " + text, cluster.refusal("m0", "shop", modify));
    cluster.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
    assertEquals("217: " + text, TestCluster.writeError(cluster.shop(update)));
    assertEquals(1, cluster.find("m0", "shop.t", "{filter: {k: 25}}").size());
  }

  @Test
  void aRetryOfAMoveThatWasAbortedIsDone() {
    world.insert("t", List.of(doc("{_id: 1, k: 26}")));
    String update = "{update: 't', updates: [{q: {k: 1}, u: {$set: {k: 25}}}]" + NUMBERS;
    TestCluster.writeError(world.shop(update));
    world.shop("{delete: 't', deletes: [{q: {k: 26}, limit: 1}]}");

    assertEquals(1, world.shop(update).getInt32("nModified").getValue());
  }
}
