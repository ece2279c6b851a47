package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Capped collections, views and names in the commands that administer collections. */
class AdministrationTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  private BsonDocument shop(String command) {
    return cluster.run("m0", "shop", command);
  }

  @Test
  void cappedCollectionForgetsTheOldestDocuments() {
    shop("{create: 'log', capped: true, size: 4096, max: 3}");
    for (int i = 0; i < 5; i++) {
      shop("{insert: 'log', documents: [{_id: " + i + "}]}");
    }

    List<BsonDocument> left = cluster.find("m0", "shop.log", "{}");
    BsonDocument stats = shop("{collStats: 'log'}").getDocument("shards").getDocument("s0");

    assertEquals(
        List.of(2, 3, 4), left.stream().map(one -> one.getInt32("_id").getValue()).toList());
    assertEquals(BsonBoolean.TRUE, stats.get("capped"));
    assertEquals(new BsonInt32(3), stats.get("max"));
    assertEquals(new BsonInt32(4096), stats.get("maxSize"));
  }

  @Test
  void cappedCollectionKeepsWithinItsSize() {
    shop("{create: 'log', capped: true, size: 4096}");
    String text = "x".repeat(990);
    for (int i = 0; i < 6; i++) {
      shop("{insert: 'log', documents: [{_id: " + i + ", text: '" + text + "'}]}");
    }

    assertEquals(4, cluster.find("m0", "shop.log", "{sort: {_id: 1}}").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{createIndexes: 'open', indexes: [{key: {a: 1}, name: 'a_1'}]}"
            + " | 166 CommandNotSupportedOnView: Namespace shop.open is a view, not a collection",
        "{dropIndexes: 'open', index: '*'}"
            + " | 166 CommandNotSupportedOnView: Namespace shop.open is a view, not a collection",
        "{listIndexes: 'open'}"
            + " | 166 CommandNotSupportedOnView: Namespace shop.open is a view, not a collection",
        "{collMod: 'open', validator: {a: 1}}"
            + " | 72 InvalidOptions: option not supported on a view: validator",
        "{collMod: 'orders', viewOn: 'x', pipeline: []}"
            + " | 72 InvalidOptions: 'viewOn' option only supported on a view",
        "{collMod: 'orders', index: {name: 'z', hidden: true}}"
            + " | 27 IndexNotFound: cannot find index z for ns shop.orders",
        "{collMod: 'orders', index: {keyPattern: {z: 1}, hidden: true}}"
            + " | 27 IndexNotFound: cannot find index { z: 1 } for ns shop.orders"
      })
  void viewsAndIndexesRefuseWhatTheyAreNot(String command, String expected) {
    shop("{create: 'orders'}");
    shop("{create: 'open', viewOn: 'orders', pipeline: [{$match: {open: true}}]}");

    assertEquals(expected, cluster.refusal("m0", "shop", command));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{renameCollection: 'shop.open', to: 'shop.o'}"
            + " | 166 CommandNotSupportedOnView: cannot rename view: shop.open",
        "{renameCollection: 'shop.orders', to: 'shop.orders'}"
            + " | 20 IllegalOperation: Can't rename a collection to itself",
        "{renameCollection: 'shop.orders', to: 'shop.a$b'}"
            + " | 73 InvalidNamespace: Invalid target namespace: shop.a$b"
      })
  void renamingIsRefused(String command, String expected) {
    shop("{create: 'orders'}");
    shop("{create: 'open', viewOn: 'orders', pipeline: []}");

    assertEquals(expected, cluster.refusal("m0", "admin", command));
  }

  @Test
  void collModGivesAViewAnotherDefinition() {
    shop("{insert: 'orders', documents: [{_id: 1, open: true}, {_id: 2, open: false}]}");
    shop("{create: 'open', viewOn: 'orders', pipeline: [{$match: {open: true}}]}");

    shop("{collMod: 'open', viewOn: 'orders', pipeline: [{$match: {open: false}}]}");

    assertEquals(new BsonInt32(2), cluster.find("m0", "shop.open", "{}").get(0).get("_id"));
  }

  @Test
  void collectionOfTheConfigDatabaseIsDroppedIfItCanBeWritten() {
    cluster.run(
        "m0",
        "config",
        "{update: 'settings', updates: [{q: {_id: 'chunksize'},"
            + " u: {$set: {value: 32}}, upsert: true}]}");

    cluster.run("m0", "config", "{drop: 'settings'}");

    assertEquals(List.of(), cluster.find("m0", "config.settings", "{filter: {_id: 'chunksize'}}"));
    assertEquals(1, cluster.run("m0", "config", "{drop: 'x'}").getNumber("ok").intValue());
    assertEquals(
        "26 NamespaceNotFound: ns not found",
        TestCluster.plain("6.0").refusal("m0", "config", "{drop: 'x'}"));
    assertEquals(
        "20 IllegalOperation: writing to config.chunks by hand is not modelled in shardsh; use the"
            + " sh.* helpers, or config.settings",
        cluster.refusal("m0", "config", "{drop: 'chunks'}"));
  }
}
