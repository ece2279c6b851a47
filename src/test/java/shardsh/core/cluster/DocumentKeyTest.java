package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** The key of the document in a change event: what the document has, and what finds it again. */
class DocumentKeyTest {
  private final TestCluster world = TestCluster.plain("8.0");

  private BsonDocument sharded(String key) {
    world.admin("{enableSharding: 'shop'}");
    world.admin("{shardCollection: 'shop.t', key: " + key + "}");
    return world
        .shop(
            "{aggregate: 't', cursor: {},"
                + " pipeline: [{$changeStream: {fullDocument: 'updateLookup'}}]}")
        .getDocument("cursor");
  }

  /** The first event of the stream. */
  private BsonDocument first(BsonDocument cursor) {
    BsonDocument more =
        new BsonDocument("getMore", cursor.get("id"))
            .append("collection", doc("{c: 't'}").get("c"));
    for (int i = 0; i < 14; i++) {
      BsonDocument reply = world.cluster().run(TestCluster.M0, "shop", more);
      for (BsonValue event : reply.getDocument("cursor").getArray("nextBatch")) {
        return event.asDocument();
      }
    }
    throw new AssertionError("no event");
  }

  @Test
  void aHashedKeyIsTheDocumentsValueNotItsHash() {
    BsonDocument stream = sharded("{k: 'hashed'}");
    world.insert("t", List.of(doc("{_id: 1, k: 5}")));

    assertEquals(doc("{k: 5, _id: 1}"), first(stream).getDocument("documentKey"));
  }

  @Test
  void anUpdateUnderAHashedKeyIsCompletedWithItsDocument() {
    sharded("{k: 'hashed'}");
    world.insert("t", List.of(doc("{_id: 1, k: 5}")));
    BsonDocument stream = sharded("{k: 'hashed'}");
    world.shop("{update: 't', updates: [{q: {k: 5}, u: {$set: {v: 1}}}]}");

    assertEquals(doc("{_id: 1, k: 5, v: 1}"), first(stream).getDocument("fullDocument"));
  }

  @Test
  void aFieldThatTheDocumentDoesNotHaveIsNotInItsKey() {
    BsonDocument stream = sharded("{k: 1, 'a.b': 1}");
    world.insert("t", List.of(doc("{_id: 1, a: {b: 2}}")));

    assertEquals(doc("{'a.b': 2, _id: 1}"), first(stream).getDocument("documentKey"));
  }
}
