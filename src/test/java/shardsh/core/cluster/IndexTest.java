package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** createIndexes, dropIndexes and collMod: what is refused, and that a refusal changes nothing. */
class IndexTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  private List<String> names() {
    return cluster.shop("{listIndexes: 'c'}").getDocument("cursor").getArray("firstBatch").stream()
        .map(BsonValue::asDocument)
        .map(index -> index.getString("name").getValue())
        .toList();
  }

  @Test
  void namesAreDroppedTogetherOrNotAtAll() {
    cluster.insert("c", TestCluster.numbered(3));
    cluster.shop("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");

    String refused = cluster.refusal("m0", "shop", "{dropIndexes: 'c', index: ['x_1', 'no']}");

    assertEquals("27 IndexNotFound: index not found with name [no]", refused);
    assertEquals(List.of("_id_", "x_1"), names());
  }

  @Test
  void indexesAreBuiltTogetherOrNotAtAll() {
    cluster.insert(
        "c", List.of(TestCluster.doc("{_id: 1, u: 1}"), TestCluster.doc("{_id: 2, u: 1}")));

    cluster.refusal(
        "m0",
        "shop",
        "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'},"
            + " {key: {u: 1}, name: 'u_1', unique: true}]}");

    assertEquals(List.of("_id_"), names());
  }

  @Test
  void unknownIndexIsNamedByNameOrKeyAndCollection() {
    cluster.insert("c", TestCluster.numbered(3));

    assertEquals(
        "27 IndexNotFound: cannot find index no for ns shop.c",
        cluster.refusal("m0", "shop", "{collMod: 'c', index: {name: 'no', hidden: true}}"));
    assertEquals(
        "27 IndexNotFound: cannot find index { z: 1 } for ns shop.c",
        cluster.refusal("m0", "shop", "{collMod: 'c', index: {keyPattern: {z: 1}, hidden: true}}"));
  }

  @Test
  void onlyAnIndexOnOneFieldButTheIdBecomesTtl() {
    cluster.insert("c", TestCluster.numbered(3));
    cluster.shop("{createIndexes: 'c', indexes: [{key: {x: 1, y: 1}, name: 'xy'}]}");

    assertEquals(
        "72 InvalidOptions: the _id field does not support TTL indexes",
        cluster.refusal(
            "m0", "shop", "{collMod: 'c', index: {name: '_id_', expireAfterSeconds: 5}}"));
    assertEquals(
        "72 InvalidOptions: TTL indexes are single-field indexes, compound indexes do not support"
            + " TTL",
        cluster.refusal(
            "m0", "shop", "{collMod: 'c', index: {name: 'xy', expireAfterSeconds: 5}}"));
  }

  private static final String FULL =
      "{\"locale\": \"en\", \"caseLevel\": false, \"caseFirst\": \"off\", \"strength\": 2,"
          + " \"numericOrdering\": false, \"alternate\": \"non-ignorable\", \"maxVariable\":"
          + " \"punct\", \"normalization\": false, \"backwards\": false, \"version\": \"57.1\"}";

  private List<String> collations() {
    return cluster.shop("{listIndexes: 'c'}").getDocument("cursor").getArray("firstBatch").stream()
        .map(index -> index.asDocument().getDocument("collation", new BsonDocument()).toJson())
        .toList();
  }

  @Test
  void indexesHaveTheCollationOfTheirCollectionUnlessTheyNameAnother() {
    cluster.shop("{create: 'c', collation: {locale: 'en', strength: 2}}");
    cluster.shop(
        "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'},"
            + " {key: {y: 1}, name: 'y_1', collation: {locale: 'simple'}}]}");

    assertEquals(List.of(FULL, FULL, "{}"), collations());
  }

  @Test
  void idsOfACollatedCollectionAreUniqueByItsCollation() {
    cluster.shop("{create: 'c', collation: {locale: 'en', strength: 2}}");
    cluster.insert("c", List.of(TestCluster.doc("{_id: 'a'}")));

    BsonDocument refused = cluster.insert("c", List.of(TestCluster.doc("{_id: 'A'}")));

    assertEquals(0, refused.getInt32("n").getValue());
    assertEquals(1, cluster.find("m0", "shop.c", "{filter: {_id: 'A'}}").size());
    assertEquals(
        0,
        cluster.find("m0", "shop.c", "{filter: {_id: 'A'}, collation: {locale: 'simple'}}").size());
  }

  @Test
  void badCollationIsRefusedBeforeTheNameIsCompared() {
    cluster.shop("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");

    assertEquals(
        "2 BadValue: Field 'locale' is invalid in: { locale: \"xx\" }",
        cluster.refusal(
            "m0",
            "shop",
            "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale:"
                + " 'xx'}}]}"));
  }

  @Test
  void duplicatesAreFoundByTheBuildOfTheCollection() {
    cluster.insert(
        "c", List.of(TestCluster.doc("{_id: 1, u: 1}"), TestCluster.doc("{_id: 2, u: 1}")));

    String refused =
        cluster.refusal(
            "m0",
            "shop",
            "{createIndexes: 'c', indexes: [{key: {u: 1}, name: 'u_1', unique: true}]}");

    String uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    assertEquals(
        "11000 DuplicateKey: Index build failed: <uuid>: Collection shop.c ( <uuid> ) :: caused by"
            + " :: E11000 duplicate key error collection: shop.c index: u_1 dup key: { u: 1 }",
        refused.replaceAll(uuid, "<uuid>"));
  }

  @Test
  void aCollectionMadeForIndexesThatCannotBeBuiltIsNotLeft() {
    cluster.refusal(
        "m0",
        "shop",
        "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'n'}, {key: {y: 1}, name: 'n'}]}");

    assertEquals(
        "26 NamespaceNotFound: ns does not exist: shop.c",
        cluster.refusal("m0", "shop", "{listIndexes: 'c'}"));
  }

  @Test
  void unknownVersionOfAnIndexIsRefused() {
    assertEquals(
        "67 CannotCreateIndex: Invalid index specification { key: { x: 1 }, name: \"x_1\", v: 3 };"
            + " cannot create an index with v=3",
        cluster.refusal(
            "m0", "shop", "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', v: 3}]}"));
  }

  @Test
  void aMoveToAnEmptyShardDropsItsOtherIndexesOnlyIfItOwnsNothing() {
    TestCluster thirds = TestCluster.inThirds();
    String index = "{createIndexes: 't', indexes: [{key: {x: 1}, name: 'x_1'}]}";
    thirds.run("s0", "shop", index);
    thirds.admin("{moveChunk: 'shop.t', find: {k: 25}, to: 's1'}");
    thirds.run("s2", "shop", index);

    thirds.admin("{moveChunk: 'shop.t', find: {k: 15}, to: 's0'}");
    thirds.admin("{moveChunk: 'shop.t', find: {k: 25}, to: 's2'}");

    assertTrue(thirds.run("s0", "shop", "{listIndexes: 't'}").toJson().contains("x_1"));
    assertFalse(thirds.run("s2", "shop", "{listIndexes: 't'}").toJson().contains("x_1"));
  }
}
