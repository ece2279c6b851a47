package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.trace.Cost;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.TraceEntry;

/** A collection gets another shard key: {@code sharding-facts.md}, section 7.11. */
class ReshardTest {
  private static final String RESHARD =
      "{reshardCollection: 'shop.c', key: {v: 1}, numInitialChunks: 6";

  private TestCluster cluster;

  private void start(String profile) {
    cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", documents());
    cluster.admin("{split: 'shop.c', middle: {k: 30}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 40}, to: 's1', _waitForDelete: true}");
    cluster.find("m1", "shop.c", "{}");
  }

  private static List<BsonDocument> documents() {
    List<BsonDocument> documents = TestCluster.numbered(60);
    documents.forEach(
        one -> one.append("v", new BsonInt32(one.getInt32("_id").getValue() * 7 % 60)));
    return documents;
  }

  /** Begins it and leaves it running. */
  private void begin(String command) {
    assertTrue(
        cluster.refusal(command + ", maxTimeMS: 100}").startsWith("50 MaxTimeMSExpired"), command);
  }

  private String state() {
    List<BsonDocument> rows = cluster.find("m0", "config.reshardingOperations", "{}");
    return rows.isEmpty() ? "" : rows.get(0).getString("state").getValue();
  }

  private TreeSet<Integer> ids(String router) {
    TreeSet<Integer> ids = new TreeSet<>();
    List<BsonDocument> found = cluster.find(router, "shop.c", "{}");
    found.forEach(one -> ids.add(one.getInt32("_id").getValue()));
    assertEquals(found.size(), ids.size(), "seen twice");
    return ids;
  }

  private void untilWritesWait() {
    for (int i = 0; i < 10 && !state().equals("blocking-writes"); i++) {
      cluster.cluster().sim().step(1);
    }
    assertEquals("blocking-writes", state());
  }

  @Test
  void writesGoOnWhereTheEndIsHeardOfWhenAnotherShardIsGoneWhileTheyWait() {
    start("8.0");
    begin(RESHARD);
    untilWritesWait();

    cluster.cluster().sim().down(cluster.node("s2"));
    BsonDocument reply = cluster.shop("{insert: 'c', documents: [{_id: 900, k: 1}]}");

    assertEquals(1, reply.getNumber("n").intValue(), reply::toJson);
    cluster.cluster().sim().up(cluster.node("s2"));
    cluster.cluster().sim().advance(60_000);
    assertEquals(TestCluster.doc("{k: 1}"), entry().get("key"));
    assertEquals(61, ids("m0").size());
  }

  @Test
  void aWriteDoesNotWaitForeverForConfigServersThatStayAway() {
    start("8.0");
    begin(RESHARD);
    cluster.find("m0", "shop.c", "{}");
    untilWritesWait();

    cluster.cluster().sim().down(NodeId.CONFIG);
    CommandException refused =
        assertThrows(
            CommandException.class,
            () -> cluster.shop("{insert: 'c', documents: [{_id: 900, k: 1}]}"));

    assertTrue(refused.errorCode().isUnreachable(), refused::getMessage);
  }

  @Test
  void whatIsCopiedCountsAsMoved() {
    start("7.0");
    long mark = cluster.cluster().trace().mark();

    cluster.admin(RESHARD + "}");

    List<TraceEntry> resharding = cluster.cluster().trace().since(mark);
    long copied =
        resharding.stream()
            .filter(entry -> entry.event() instanceof ReshardingEvent.ReshardingCopied)
            .mapToLong(entry -> ((ReshardingEvent.ReshardingCopied) entry.event()).bytes())
            .sum();
    assertTrue(copied > 0, "60 documents weigh something");
    assertEquals(copied, Cost.of(resharding).movedBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.0", "classic", "7.0", "8.0"})
  void collectionHasAnotherKeyAndAllItsDocuments(String profile) {
    start(profile);
    BsonDocument before = entry();
    long started = cluster.cluster().clock().nowMillis();

    cluster.admin(RESHARD + "}");

    assertEquals(TestCluster.doc("{v: 1}"), entry().get("key"));
    assertNotEquals(before.get("uuid"), entry().get("uuid"));
    assertNotEquals(before.get("lastmodEpoch"), entry().get("lastmodEpoch"));
    assertEquals(
        List.of("10 s0 1|0", "20 s1 1|1", "30 s2 1|2", "40 s0 1|3", "50 s1 1|4", "MaxKey s2 1|5"),
        cluster.chunks("shop.c"));
    assertEquals(60, ids("m0").size());
    assertEquals(60, ids("m1").size());
    assertEquals(20, cluster.find("s2", "shop.c", "{}").size());
    assertEquals(1, cluster.find("m0", "config.collections", "{}").size());
    assertTrue(cluster.cluster().clock().nowMillis() - started >= 300_000);
  }

  private BsonDocument entry() {
    return cluster.find("m0", "config.collections", "{filter: {_id: 'shop.c'}}").get(0);
  }

  @Test
  void writesGoOnInEveryStateAndNoneIsLost() {
    start("8.0");
    begin(RESHARD);
    TreeSet<Integer> expected = ids("m0");
    List<String> states = new ArrayList<>();
    int next = 1000;
    while (!state().isEmpty() && next < 1020) {
      states.add(state());
      String router = next % 2 == 0 ? "m0" : "m1";
      cluster.run(
          router,
          "shop",
          "{insert: 'c', documents: [{_id: "
              + next
              + ", k: "
              + next % 50
              + ", v: "
              + next % 60
              + "}]}");
      expected.add(next);
      int gone = next - 1000;
      cluster.run(router, "shop", "{delete: 'c', deletes: [{q: {_id: " + gone + "}, limit: 1}]}");
      expected.remove(gone);
      cluster.run(
          router,
          "shop",
          "{update: 'c', updates: [{q: {k: {$gte: 0}}, u: {$inc: {n: 1}}," + " multi: true}]}");
      next++;
      cluster.cluster().sim().step(1);
    }

    assertEquals(
        List.of("preparing-to-donate", "cloning", "applying", "blocking-writes"),
        states.stream().distinct().filter(one -> !one.equals("initializing")).toList());
    assertEquals(expected, ids("m0"));
    assertEquals(expected, ids("m1"));
    int changes = next - 1000;
    assertEquals(
        changes,
        cluster.find("m1", "shop.c", "{filter: {_id: 59}}").get(0).getInt32("n").getValue());
  }

  @Test
  void writeWaitsWhileTheLastChangesAreCopied() {
    start("8.0");
    begin(RESHARD);
    cluster.admin("{commitReshardCollection: 'shop.c'}");
    untilWritesWait();
    long before = cluster.cluster().clock().nowMillis();

    cluster.shop("{insert: 'c', documents: [{_id: 99, k: 1, v: 1}]}");

    assertEquals("", state());
    assertTrue(cluster.cluster().clock().nowMillis() - before >= 400);
    assertTrue(ids("m1").contains(99));
  }

  @Test
  void limitOfTimeEndsAWaitingWrite() {
    start("8.0");
    begin(RESHARD);
    cluster.admin("{commitReshardCollection: 'shop.c'}");
    untilWritesWait();

    String refusal =
        cluster.refusal(
            "m0", "shop", "{insert: 'c', documents: [{_id: 99, k: 1, v: 1}], maxTimeMS: 50}");

    assertTrue(refusal.startsWith("50 MaxTimeMSExpired"), refusal);
    assertEquals("blocking-writes", state());
  }

  @Test
  void abortKeepsTheOldKey() {
    start("8.0");
    BsonDocument before = entry();
    begin(RESHARD);
    cluster.cluster().sim().advance(5000);
    assertEquals("applying", state());

    cluster.admin("{abortReshardCollection: 'shop.c'}");

    assertEquals("", state());
    assertEquals(before, entry());
    assertEquals(60, ids("m0").size());
    assertEquals(1, cluster.find("m0", "config.collections", "{}").size());
    assertEquals(
        "339 NoSuchReshardCollection: Could not find resharding metadata for shop.c",
        cluster.refusal("{abortReshardCollection: 'shop.c'}"));
  }

  @Test
  void sameRequestJoinsWhatRuns() {
    start("8.0");
    begin(RESHARD);

    cluster.admin(RESHARD + "}");

    assertEquals(TestCluster.doc("{v: 1}"), entry().get("key"));
  }

  @Test
  void sameIdOnTwoShardsEndsIt() {
    start("8.0");
    cluster.shop("{insert: 'c', documents: [{_id: 5, k: 45, v: 35}]}");

    String refusal = cluster.refusal(RESHARD + "}");

    assertTrue(refusal.startsWith("11000 DuplicateKey: E11000 duplicate key"), refusal);
    assertEquals(TestCluster.doc("{k: 1}"), entry().get("key"));
    assertEquals(61, cluster.find("m0", "shop.c", "{}").size());
  }

  @Test
  void whatIsDoneMeanwhile() {
    start("8.0");
    begin(RESHARD);

    assertEquals(
        "338 ReshardCollectionInProgress: Only one resharding operation is allowed to be active at"
            + " a time, aborting resharding op for shop.c",
        cluster.refusal("{reshardCollection: 'shop.c', key: {_id: 1}}"));
    assertEquals(
        "117 ConflictingOperationInProgress: Collection shop.c is being resharded; its chunks do"
            + " not move until that is over",
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 40}, to: 's2'}"));
    cluster.cluster().sim().advance(3000);
    assertEquals(
        "338 ReshardCollectionInProgress: reshardCollection is in progress for namespace shop.c",
        cluster.refusal(
            "m0", "shop", "{createIndexes: 'c', indexes: [{key: {z: 1}, name: 'z_1'}]}"));
    cluster.shop("{drop: 'c'}");
    assertEquals("", state());
    assertEquals(0, cluster.find("m0", "config.collections", "{}").size());
  }

  @Test
  void shardThatIsDownIsWaitedForButNotWhileWritesWait() {
    start("8.0");
    begin(RESHARD);
    cluster.cluster().sim().down(cluster.node("s2"));
    cluster.cluster().sim().advance(60_000);
    cluster.cluster().sim().up(cluster.node("s2"));
    cluster.cluster().sim().advance(30_000);
    assertEquals("applying", state());
    cluster.admin("{commitReshardCollection: 'shop.c'}");
    untilWritesWait();
    cluster.cluster().sim().down(cluster.node("s2"));
    cluster.cluster().sim().advance(1000);
    assertEquals("aborting", state());
    cluster.cluster().sim().up(cluster.node("s2"));
    cluster.cluster().sim().advance(20_000);

    assertEquals("", state());
    assertEquals(TestCluster.doc("{k: 1}"), entry().get("key"));
    assertEquals(60, ids("m0").size());
  }

  @Test
  void copyMadeMeanwhileGoesOnByItself() {
    start("8.0");
    begin(RESHARD);
    cluster.cluster().sim().advance(2000);
    TestCluster other = cluster.copy();
    cluster.admin("{abortReshardCollection: 'shop.c'}");

    other.cluster().sim().advance(400_000);

    assertEquals(60, other.find("m1", "shop.c", "{}").size());
    assertEquals(
        TestCluster.doc("{v: 1}"),
        other.find("m0", "config.collections", "{filter: {_id: 'shop.c'}}").get(0).get("key"));
    assertEquals(TestCluster.doc("{k: 1}"), entry().get("key"));
  }

  @Test
  void zonesAreRestatedAndKept() {
    start("8.0");
    cluster.admin("{addShardToZone: 's2', zone: 'Z'}");
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 5}, zone: 'Z'}");
    assertEquals("2 BadValue: Must specify value for zones field", cluster.refusal(RESHARD + "}"));

    cluster.admin(
        "{reshardCollection: 'shop.c', key: {v: 1}, numInitialChunks: 5,"
            + " zones: [{min: {v: 20}, max: {v: 40}, zone: 'Z'}]}");

    BsonDocument tag = cluster.find("m0", "config.tags", "{}").get(0);
    assertEquals(TestCluster.doc("{v: 20}"), tag.get("min"));
    assertEquals(
        List.of("15 s0 1|0", "20 s1 1|1", "30 s2 1|2", "40 s2 1|3", "MaxKey s2 1|4"),
        cluster.chunks("shop.c"));
    assertEquals(60, ids("m1").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{reshardCollection: 'shop.none', key: {v: 1}} | 26 NamespaceNotFound: reshardCollection"
            + " namespace shop.none does not exist",
        "{reshardCollection: 'shop.plain', key: {v: 1}} | 118 NamespaceNotSharded:"
            + " reshardCollection namespace shop.plain is not sharded",
        "{reshardCollection: 'shop.c'} | 40414 IDLFailedToParse: BSON field"
            + " 'reshardCollection.key' is missing but a required field",
        "{reshardCollection: 'shop.c', key: {v: 1}, unique: true} | 2 BadValue: reshardCollection"
            + " does not support unique: true",
        "{reshardCollection: 'shop.c', key: {v: 1}, collation: {locale: 'fr'}} | 2 BadValue: The"
            + " collation for reshardCollection must be {locale: 'simple'}, but found: { locale:"
            + " \"fr\" }",
        "{reshardCollection: 'shop.c', key: {n: 1}, numInitialChunks: 3} | 4952606"
            + " Location4952606: The shard key provided does not have enough cardinality to make"
            + " the required number of chunks of 3, it can only make 1 chunks",
        "{reshardCollection: 'shop.c', key: {v: 1}, zones: [{min: {v: 1}, max: {v: 2}, zone:"
            + " 'X'}]} | 177 ZoneNotFound: zone X does not exist",
        "{reshardCollection: 'shop.c', key: {v: 1}, zones: [[]]} | 14 TypeMismatch: BSON field"
            + " 'reshardCollection.zones.0' is the wrong type 'array', expected type 'object'",
        "{reshardCollection: 'shop.c', key: {v: 1}, zones: [{zone: 'X', min: {v: 1}, max: 5}]} | 14"
            + " TypeMismatch: BSON field 'reshardCollection.zones.max' is the wrong type 'int',"
            + " expected type 'object'",
        "{reshardCollection: 'shop.c', key: {v: 1}, numInitialChunks: 20000} | 2 BadValue: BSON"
            + " field 'numInitialChunks' value must be <= 10000, actual value '20000'",
        "{commitReshardCollection: 'shop.c'} | 339 NoSuchReshardCollection: Could not find"
            + " resharding metadata for shop.c",
      })
  void refusals(String command, String expected) {
    start("8.0");
    cluster.shop("{create: 'plain'}");

    assertEquals(expected, cluster.refusal(command));
  }

  @Test
  void olderServersDoNotHaveIt() {
    cluster = TestCluster.plain("4.4");
    assertEquals(
        "59 CommandNotFound: no such command: 'reshardCollection'",
        cluster.refusal("{reshardCollection: 'shop.c', key: {v: 1}}"));
    cluster = TestCluster.plain("7.0");
    assertEquals(
        "59 CommandNotFound: no such command: 'unshardCollection'",
        cluster.refusal("{unshardCollection: 'shop.c'}"));
  }

  @Test
  void sameKeyIsNothingUnlessForced() {
    start("8.0");
    BsonDocument before = entry();

    cluster.admin("{reshardCollection: 'shop.c', key: {k: 1}}");
    assertEquals(before, entry());
    cluster.admin(
        "{reshardCollection: 'shop.c', key: {k: 1}, forceRedistribution: true,"
            + " numInitialChunks: 3}");

    assertEquals(List.of("20 s0 1|0", "40 s1 1|1", "MaxKey s2 1|2"), cluster.chunks("shop.c"));
    assertEquals(60, ids("m1").size());
  }

  @Test
  void unshardedCollectionIsOnOneShardAndCanBeMovedAndShardedAgain() {
    start("8.0");

    cluster.admin("{unshardCollection: 'shop.c', toShard: 's2'}");
    assertEquals(60, cluster.find("s2", "shop.c", "{}").size());
    assertEquals(60, ids("m0").size());
    assertEquals(60, ids("m1").size());
    assertTrue(entry().getBoolean("unsplittable").getValue());
    assertEquals(
        "118 NamespaceNotSharded: Namespace shop.c is not sharded",
        cluster.refusal("{unshardCollection: 'shop.c'}"));
    cluster.admin("{moveCollection: 'shop.c', toShard: 's1'}");
    assertEquals(60, cluster.find("s1", "shop.c", "{}").size());
    assertEquals(60, ids("m0").size());
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    assertEquals(60, ids("m1").size());
  }

  @Test
  void noChunkMovesBetweenTheDecisionAndTheRenamingOfEveryShard() {
    start("8.0");
    begin(RESHARD);
    cluster
        .cluster()
        .sim()
        .fail(
            TestCluster.doc(
                "{to: 's0', command: '_shardsvrCommitReshardCollection', do: 'drop', times: 1}"));
    cluster.cluster().sim().advance(302_000);

    String state = state();
    String refusal = cluster.refusal("{moveChunk: 'shop.c', find: {v: 0}, to: 's1'}");
    cluster.cluster().sim().advance(60_000);

    assertEquals("committing", state);
    assertTrue(refusal.startsWith("117 ConflictingOperationInProgress"), refusal);
    assertEquals("", state());
    assertEquals(60, ids("m0").size());
    assertFalse(
        cluster
            .find("m0", "config.collections", "{filter: {_id: 'shop.c'}}")
            .get(0)
            .containsKey("allowMigrations"));
  }
}
