package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;

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
}
