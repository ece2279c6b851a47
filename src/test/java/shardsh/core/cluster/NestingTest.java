package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;

/** How deep documents may be nested: the server's limits, with its errors. */
class NestingTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  /** {@code {a: {a: … {}}}}, that many documents in all. */
  private static BsonDocument nested(int levels) {
    BsonDocument document = new BsonDocument("x", new BsonInt32(1));
    for (int i = 1; i < levels; i++) {
      document = new BsonDocument("a", document);
    }
    return document;
  }

  private BsonDocument insert(BsonDocument document) {
    return cluster
        .cluster()
        .run(
            TestCluster.M0,
            "shop",
            new BsonDocument("insert", new BsonString("c"))
                .append("documents", new BsonArray(List.of(document))));
  }

  @Test
  void aHundredAndEightyLevelsAreStored() {
    assertFalse(insert(nested(180)).containsKey("writeErrors"));
    assertEquals(
        "15: cannot insert document because it exceeds 180 levels of nesting",
        TestCluster.writeError(insert(nested(181))));
  }

  @Test
  void anUpdateMayNotNestDeeperEither() {
    insert(doc("{_id: 1, a: 1}"));
    BsonDocument one =
        new BsonDocument("q", doc("{_id: 1}"))
            .append("u", new BsonDocument("$set", new BsonDocument("a", nested(180))));

    assertEquals(
        "15: Plan executor error during update :: caused by :: Document exceeds maximum nested"
            + " object depth: 180",
        TestCluster.writeError(
            cluster
                .cluster()
                .run(
                    TestCluster.M0,
                    "shop",
                    new BsonDocument("update", new BsonString("c"))
                        .append("updates", new BsonArray(List.of(one))))));
  }

  @Test
  void aMessageOfMoreThanTwoHundredLevelsIsRefusedAsAWhole() {
    CommandException refused = assertThrows(CommandException.class, () -> insert(nested(250)));

    assertEquals(
        "15 Overflow: BSONObj exceeded maximum nested object depth: 200",
        TestCluster.text(refused));
  }
}
