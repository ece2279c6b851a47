package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/** Who may change the shard key of a document. */
class KeyUpdateTest {
  private static final String REFUSED =
      "Must run update to shard key field in a multi-statement transaction or with retryWrites:"
          + " true.";

  private static TestCluster filled(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.t', key: {k: 1}}");
    cluster.insert("t", TestCluster.numbered(3));
    return cluster;
  }

  private static BsonDocument once(TestCluster cluster, String command) {
    return cluster.cluster().runOnce(TestCluster.M0, "shop", doc(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.4", "6.0", "8.0"})
  void aWriteWithoutANumberDoesNotChangeTheKey(String profile) {
    TestCluster cluster = filled(profile);

    String error =
        TestCluster.writeError(
            once(cluster, "{update: 't', updates: [{q: {k: 1}, u: {$set: {k: 9}}}]}"));
    CommandException e =
        assertThrows(
            CommandException.class,
            () -> once(cluster, "{findAndModify: 't', query: {k: 1}, update: {$set: {k: 9}}}"));

    assertTrue(error.startsWith("20: ") && error.endsWith(REFUSED), error);
    assertEquals("IllegalOperation", e.errorCode().codeName());
    assertTrue(e.getMessage().endsWith(REFUSED), e.getMessage());
    assertEquals(1, cluster.find("m0", "shop.t", "{filter: {k: 1}}").size());
  }

  @Test
  void aRetryableWriteChangesTheKey() {
    TestCluster cluster = filled("8.0");
    String number =
        "lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}}, txnNumber:"
            + " {$numberLong: '1'}";

    BsonDocument reply =
        once(cluster, "{update: 't', updates: [{q: {k: 1}, u: {$set: {k: 9}}}], " + number + "}");

    assertEquals(1, reply.getInt32("nModified").getValue());
  }

  @Test
  void theSameKeyAgainIsNoChange() {
    BsonDocument reply =
        once(filled("8.0"), "{update: 't', updates: [{q: {k: 1}, u: {$set: {k: 1, x: 2}}}]}");

    assertEquals(1, reply.getInt32("nModified").getValue());
  }

  private static final String MOVED =
      "{update: 't', updates: [{q: {k: 1}, u: {$set: {k: 9}}}], lsid: {id: {$binary: {base64:"
          + " 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}}, txnNumber: {$numberLong: '1'}}";

  /** As {@link #filled}; from 5 on the keys are on s1. */
  private static TestCluster onTwoShards() {
    TestCluster cluster = filled("8.0");
    cluster.admin("{split: 'shop.t', middle: {k: 5}}");
    cluster.admin("{moveChunk: 'shop.t', find: {k: 5}, to: 's1'}");
    return cluster;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{to: 's0', command: 'delete', do: 'drop', times: 1}",
        "{to: 's1', command: 'insert', do: 'drop', times: 1}"
      })
  void aDocumentThatCannotMoveStaysWhereItIs(String fault) {
    TestCluster cluster = onTwoShards();
    cluster.cluster().sim().fail(doc(fault));

    assertThrows(CommandException.class, () -> once(cluster, MOVED));

    assertEquals(
        List.of(doc("{_id: 1, k: 1}")), cluster.find("m0", "shop.t", "{filter: {_id: 1}}"));
  }

  @Test
  void aMoveIsADeleteAndAnInsertInOneTransaction() {
    TestCluster cluster = onTwoShards();
    long mark = cluster.cluster().trace().mark();

    once(cluster, MOVED);

    List<String> sent =
        cluster.cluster().trace().since(mark).stream()
            .map(TraceEntry::event)
            .filter(CallEvent.RequestSent.class::isInstance)
            .map(CallEvent.RequestSent.class::cast)
            .map(event -> event.command() + ">" + event.to())
            .toList();
    assertEquals(
        List.of(
            "update>s0",
            "delete>s0",
            "insert>s1",
            "coordinateCommitTransaction>s0",
            "prepareTransaction>s1",
            "commitTransaction>s1"),
        sent.subList(sent.size() - 6, sent.size()));
    assertEquals(
        List.of(doc("{_id: 1, k: 9}")), cluster.find("m0", "shop.t", "{filter: {_id: 1}}"));
  }

  @Test
  void aChangeStreamTellsOfTheDeleteBeforeTheInsert() {
    TestCluster cluster = onTwoShards();
    BsonDocument opened =
        cluster.shop("{aggregate: 't', pipeline: [{$changeStream: {}}], cursor: {}}");

    once(cluster, MOVED);
    once(
        cluster,
        MOVED
            .replace("{k: 1}, u: {$set: {k: 9}}", "{k: 9}, u: {$set: {k: 1}}")
            .replace("'1'", "'2'"));
    cluster.cluster().sim().advance(30_000);

    long id = opened.getDocument("cursor").getNumber("id").longValue();
    BsonDocument more = cluster.shop("{getMore: {$numberLong: '" + id + "'}, collection: 't'}");
    assertEquals(
        List.of("delete", "insert", "delete", "insert"),
        more.getDocument("cursor").getArray("nextBatch").stream()
            .map(event -> event.asDocument().getString("operationType").getValue())
            .toList());
  }
}
