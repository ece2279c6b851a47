package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;

/** Numbered writes that come a second time: keys below 5 are on s0, the others on s1. */
class RetriedWritesTest {
  private static final String SESSION =
      "lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}}";

  private TestCluster world;

  @BeforeEach
  void twoShards() {
    start("8.0");
  }

  private void start(String profile) {
    world = TestCluster.plain(profile);
    world.admin("{enableSharding: 'shop'}");
    world.admin("{shardCollection: 'shop.t', key: {k: 1}}");
    world.admin("{split: 'shop.t', middle: {k: 5}}");
    world.admin("{moveChunk: 'shop.t', find: {k: 5}, to: 's1'}");
    world.insert("t", List.of(doc("{_id: 1, k: 1, z: 1}"), doc("{_id: 2, k: 8, z: 1}")));
  }

  /** The reply without its times, or the refusal. */
  private String sent(String command) {
    String numbered =
        command.substring(0, command.length() - 1)
            + ", "
            + SESSION
            + ", txnNumber: {$numberLong: '1'}}";
    try {
      BsonDocument reply = world.cluster().runOnce(TestCluster.M0, "shop", doc(numbered)).clone();
      List.of("retriedStmtIds", "$clusterTime", "operationTime").forEach(reply::remove);
      return reply.toJson();
    } catch (CommandException e) {
      return TestCluster.text(e);
    }
  }

  private List<BsonDocument> contents() {
    return world.find("m1", "shop.t", "{sort: {_id: 1}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{update: 't', updates: [{q: {z: 1}, u: {$set: {z: 2}}}]}",
        "{update: 't', updates: [{q: {z: 1}, u: {$inc: {x: 1}}}, {q: {z: 1}, u: {$inc: {z: 1}}}]}",
        "{update: 't', updates: [{q: {_id: 2}, u: {$inc: {z: 1}}}]}",
        "{update: 't', updates: [{q: {z: 9}, u: {$set: {k: 8}}, upsert: true}]}",
        "{update: 't', updates: [{q: {z: 9}, u: {$inc: {z: 1, k: 1}}, upsert: true}]}",
        "{update: 't', updates: [{q: {k: 9}, u: {$inc: {z: 1}}, upsert: true}]}",
        "{delete: 't', deletes: [{q: {z: 1}, limit: 1}]}",
        "{delete: 't', deletes: [{q: {_id: 2}, limit: 1}]}",
        "{findAndModify: 't', query: {z: 1}, update: {$set: {z: 2}}, new: true}",
        "{findAndModify: 't', query: {z: 1}, sort: {k: -1}, remove: true}",
        "{findAndModify: 't', query: {z: 9}, update: {$set: {k: 8}}, upsert: true, new: true}",
        "{findAndModify: 't', query: {z: 9}, update: {$set: {k: 8}}, upsert: true}"
      })
  void aWriteThatComesAgainIsDoneOnceAndAnsweredTwice(String command) {
    String first = sent(command);
    List<BsonDocument> then = contents();

    assertEquals(first, sent(command));
    assertEquals(then, contents());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8.0 | {update: 't', updates: [{q: {k: 1, z: 9}, u: {$set: {k: 8}}, upsert: true}]}",
        "8.0 | {update: 't', updates: [{q: {k: 1}, u: {$set: {k: 8}}}]}",
        "8.0 | {update: 't', updates: [{q: {z: 1}, u: {$set: {k: 9}}}]}",
        "8.0 | {findAndModify: 't', query: {k: 1, z: 9}, update: {$set: {k: 8}}, upsert: true}",
        "8.0 | {findAndModify: 't', query: {k: 1}, update: {$set: {k: 8}}}",
        "4.4 | {update: 't', updates: [{q: {k: 1, z: 9}, u: {$set: {k: 8}}, upsert: true}]}",
        "4.4 | {findAndModify: 't', query: {k: 1, z: 9}, update: {$set: {k: 8}}, upsert: true}"
      })
  void aWriteThatWentToAnotherShardIsRefusedTheSecondTime(String profile, String command) {
    start(profile);
    sent(command);
    List<BsonDocument> then = contents();

    String again = sent(command);

    boolean refused =
        again.contains("converted into a") && again.contains("217") && then.equals(contents());
    assertTrue(refused, again);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stmtIds: [1] | Number of statement ids must match the number of batch entries.",
        "stmtIds: [1, 2], stmtId: 1 | May not specify both stmtId and stmtIds in write command.",
        "stmtId: 'x' | BSON field 'insert.stmtId' is the wrong type 'string'"
      })
  void numbersOfStatementsThatDoNotFitAreRefused(String numbers, String said) {
    String answer = sent("{insert: 't', documents: [{k: 1}, {k: 2}], " + numbers + "}");

    assertTrue(answer.contains(said), answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{z: 9}", "{k: 1, z: 9}"})
  void aRemovalThatFoundNothingSaysSoAloneByWhateverWayItLooked(String query) {
    String answer = sent("{findAndModify: 't', query: " + query + ", remove: true}");

    assertTrue(answer.startsWith("{\"lastErrorObject\": {\"n\": 0}, \"value\": null"), answer);
  }

  @Test
  void anUpsertBelongsToAnotherShardOnlyByANumber() {
    BsonDocument reply =
        world
            .cluster()
            .runOnce(
                TestCluster.M0,
                "shop",
                doc("{update: 't', updates: [{q: {k: 3}, u: {$set: {k: 8}}, upsert: true}]}"));

    assertEquals(
        "20: The upsert document could not be inserted onto the shard targeted by the query, since"
            + " its shard key belongs on a different shard. Cross-shard upserts are only allowed"
            + " when running in a transaction or with retryWrites: true.",
        TestCluster.writeError(reply).replaceFirst("Plan executor error.*?caused by :: ", ""));
    assertEquals(2, contents().size());
  }

  @Test
  void anUpsertWhoseInsertIsLostLeavesNothing() {
    world.cluster().sim().fail(doc("{to: 's1', command: 'insert', do: 'drop', times: 1}"));
    String upsert = "{update: 't', updates: [{q: {k: 3}, u: {$set: {k: 8}}, upsert: true}]}";

    sent(upsert);
    assertEquals(2, contents().size());
    sent(upsert);
    assertEquals(3, contents().size());
  }

  @Test
  void aWriteThatFoundNothingMayFindSomethingTheNextTime() {
    String update = "{update: 't', updates: [{q: {k: 3}, u: {$set: {z: 5}}}]}";
    sent(update);
    world.insert("t", List.of(doc("{_id: 3, k: 3}")));

    sent(update);

    assertEquals(doc("{_id: 3, k: 3, z: 5}"), contents().get(2));
  }

  @ParameterizedTest
  @CsvSource({"7.0, 2", "8.0, 1"})
  void aRetryByIdIsKnownToBothShardsOfAMovedChunk(String profile, int answered) {
    start(profile);
    String update = "{update: 't', updates: [{q: {_id: 1}, u: {$inc: {z: 1}}}]}";
    sent(update);
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");

    String again = sent(update);

    assertEquals("{\"n\": " + answered, again.substring(0, again.indexOf(',')));
    assertEquals(doc("{_id: 1, k: 1, z: 2}"), contents().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{update: 't', updates: [{q: {_id: 1, k: 1}, u: {$inc: {z: 1}}}]}",
        "{delete: 't', deletes: [{q: {z: 1}, limit: 1}]}",
        "{findAndModify: 't', query: {z: 1}, update: {$set: {z: 2}}}"
      })
  void aWriteBeforeAReshardingIsNotDoneAgainWhereverItComes(String command) {
    sent(command);
    List<BsonDocument> then = contents();
    world.admin("{unshardCollection: 'shop.t', toShard: 's1'}");

    String again = sent(command);

    assertTrue(again.contains("Incomplete history detected for transaction 1 on session"), again);
    assertEquals(then, contents());
  }

  private void hold(String mode) {
    String failPoint = "reshardingPauseCoordinatorBeforeBlockingWrites";
    world.admin("{configureFailPoint: '" + failPoint + "', mode: '" + mode + "'}");
  }

  @Test
  void aWriteDuringAReshardingIsAnsweredByTheNewOwner() {
    hold("alwaysOn");
    world.admin("{unshardCollection: 'shop.t', toShard: 's1'}");
    String command = "{update: 't', updates: [{q: {_id: 1, k: 1}, u: {$inc: {z: 1}}}]}";
    String first = sent(command);
    hold("off");
    world.cluster().sim().advance(400_000);

    assertEquals(first, sent(command));
    assertEquals(doc("{_id: 1, k: 1, z: 2}"), contents().get(0));
    Namespace ns = new Namespace("shop", "t");
    assertTrue(world.cluster().snapshot().collection(ns).isEmpty(), "it is sharded still");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{insert: 'u', documents: [{_id: 2}]}",
        "{update: 'u', updates: [{q: {_id: 1}, u: {$inc: {z: 1}}}]}",
        "{update: 'u', updates: [{q: {_id: 3}, u: {$inc: {z: 1}}, upsert: true}]}",
        "{delete: 'u', deletes: [{q: {z: 1}, limit: 1}]}",
        "{findAndModify: 'u', query: {_id: 1}, update: {$inc: {z: 1}}, new: true}"
      })
  void aDatabasesNewPrimaryKnowsWhatWasDoneOnTheOldOnes(String command) {
    world.insert("u", List.of(doc("{_id: 1, z: 1}"), doc("{_id: 4, z: 1}")));
    String first = sent(command);
    List<BsonDocument> then = world.find("m1", "shop.u", "{sort: {_id: 1}}");
    world.admin("{movePrimary: 'shop', to: 's1'}");
    world.admin("{movePrimary: 'shop', to: 's0'}");
    world.admin("{movePrimary: 'shop', to: 's1'}");

    assertEquals(first, sent(command));
    assertEquals(then, world.find("m1", "shop.u", "{sort: {_id: 1}}"));
  }
}
