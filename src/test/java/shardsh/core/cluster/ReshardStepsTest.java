package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.TraceEntry;

/** A resharding operation that stands still before each state, and what is typed meanwhile. */
class ReshardStepsTest {
  private static final String RESHARD =
      "{reshardCollection: 'shop.c', key: {v: 1}, numInitialChunks: 6}";
  private static final List<String> STATES =
      List.of("preparing-to-donate", "cloning", "applying", "blocking-writes", "committing");

  private final TestCluster cluster = started();

  private static TestCluster started() {
    TestCluster cluster = TestCluster.plain("8.0");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    List<BsonDocument> documents = TestCluster.numbered(60);
    documents.forEach(
        one -> one.append("v", new BsonInt32(one.getInt32("_id").getValue() * 7 % 60)));
    cluster.insert("c", documents);
    cluster.admin("{split: 'shop.c', middle: {k: 30}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 40}, to: 's1', _waitForDelete: true}");
    cluster.find("m1", "shop.c", "{}");
    return cluster;
  }

  private void stepped() {
    cluster.cluster().sim().stepMigrations(true);
    assertEquals("preparing-to-donate", stoppedBefore(cluster.admin(RESHARD)));
  }

  private static String stoppedBefore(BsonDocument reply) {
    return reply.containsKey("stoppedBefore") ? reply.getString("stoppedBefore").getValue() : "";
  }

  private BsonDocument step(TestCluster world) {
    return world.cluster().sim().step(1).getArray("ran").get(0).asDocument();
  }

  private void untilBefore(String state) {
    for (int i = 0; i < STATES.indexOf(state); i++) {
      step(cluster);
    }
    assertEquals(state, progress().state().next().text());
  }

  private ReshardingProgress progress() {
    return cluster.cluster().snapshot().reshardings().get(0);
  }

  private String state() {
    List<BsonDocument> rows = cluster.find("m0", "config.reshardingOperations", "{}");
    return rows.isEmpty() ? "" : rows.get(0).getString("state").getValue();
  }

  private static TreeSet<Integer> ids(TestCluster world, String router) {
    TreeSet<Integer> ids = new TreeSet<>();
    List<BsonDocument> found = world.find(router, "shop.c", "{}");
    found.forEach(one -> ids.add(one.getInt32("_id").getValue()));
    assertEquals(found.size(), ids.size(), "seen twice");
    return ids;
  }

  private BsonValue key(TestCluster world) {
    return world.find("m0", "config.collections", "{filter: {_id: 'shop.c'}}").get(0).get("key");
  }

  private void insert(int id) {
    cluster.shop("{insert: 'c', documents: [{_id: " + id + ", k: " + id % 60 + ", v: 5}]}");
  }

  private boolean isCopied(long mark) {
    return cluster.cluster().trace().since(mark).stream()
        .anyMatch(entry -> entry.event() instanceof ReshardingEvent.ReshardingCopied);
  }

  @Test
  void allIsCopiedWhenTheTimeOfCopyingIsOver() {
    stepped();
    long mark = cluster.cluster().trace().mark();
    untilBefore("applying");

    assertTrue(progress().copied() < progress().documents(), progress()::toString);
    assertFalse(isCopied(mark));

    step(cluster);
    assertEquals(progress().documents(), progress().copied());
    assertTrue(isCopied(mark));
  }

  private long waited(long mark) {
    return cluster.cluster().trace().since(mark).stream()
        .map(TraceEntry::event)
        .filter(
            event ->
                event instanceof ReshardingEvent.ReshardingNoted noted
                    && noted.note() == ReshardingEvent.ReshardingNoted.Note.WAITED)
        .mapToLong(event -> ((ReshardingEvent.ReshardingNoted) event).micros())
        .sum();
  }

  @Test
  void standsBeforeEachStateAndWritesGoOnUntilTheyAreBlocked() {
    stepped();
    int id = 900;
    for (String state : STATES.subList(0, 4)) {
      assertEquals(state, progress().state().next().text());
      insert(id++);
      BsonDocument ran = step(cluster);
      assertEquals("reshard." + state, ran.getString("task").getValue());
      assertEquals("cfgrs", ran.getString("node").getValue());
      assertEquals(state, state());
    }

    assertEquals("reshard.committing", step(cluster).getString("task").getValue());

    assertEquals("", state());
    assertEquals(TestCluster.doc("{v: 1}"), key(cluster));
    assertEquals(64, ids(cluster, "m0").size());
    assertEquals(64, ids(cluster, "m1").size());
    assertEquals("DONE", progress().state().name());
  }

  @Test
  void timeMovesToWhereAStateCanBeEntered() {
    stepped();
    untilBefore("blocking-writes");
    long started = progress().sinceMillis();

    step(cluster);

    assertTrue(cluster.cluster().clock().nowMillis() - started >= 300_000);
  }

  @Test
  void writeInTheBlockedTimeWaitsAndLetsItGoOnToItsEnd() {
    stepped();
    untilBefore("committing");
    long mark = cluster.cluster().trace().mark();

    insert(900);

    assertTrue(waited(mark) >= 400_000, "waited " + waited(mark));
    assertEquals(TestCluster.doc("{v: 1}"), key(cluster));
    assertEquals(61, ids(cluster, "m0").size());
  }

  @Test
  void writeWithALimitOfTimeFailsAndItStillStands() {
    stepped();
    untilBefore("committing");

    String refused =
        cluster.refusal(
            "m0", "shop", "{insert: 'c', documents: [{_id: 900, k: 1}], maxTimeMS: 200}");

    assertTrue(refused.startsWith("50 MaxTimeMSExpired"), refused);
    assertEquals("blocking-writes", state());
    assertTrue(progress().stands());
  }

  @Test
  void readsGoOnWhileWritesAreBlocked() {
    stepped();
    untilBefore("committing");

    assertEquals(60, ids(cluster, "m1").size());
    assertTrue(progress().stands());
  }

  @Test
  void blockedWritesDoNotWaitWithoutEnd() {
    stepped();
    untilBefore("committing");

    cluster.cluster().sim().advance(6_000);

    assertEquals("ABORTED", progress().state().name());
    assertEquals("Resharding critical section timed out.", progress().reason());
    assertEquals(TestCluster.doc("{k: 1}"), key(cluster));
    insert(900);
    assertEquals(61, ids(cluster, "m0").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"preparing-to-donate", "cloning", "applying", "blocking-writes", "committing"})
  void abortAtAnyStopLeavesTheCollectionAsItWas(String state) {
    stepped();
    untilBefore(state);

    cluster.admin("{abortReshardCollection: 'shop.c'}");

    assertEquals("ABORTED", progress().state().name());
    assertEquals(TestCluster.doc("{k: 1}"), key(cluster));
    assertEquals(60, ids(cluster, "m0").size());
    insert(900);
    assertEquals(61, ids(cluster, "m1").size());
    assertEquals(1, cluster.find("m0", "config.collections", "{}").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"preparing-to-donate", "cloning", "applying", "blocking-writes"})
  void commitAtAnyStopSparesTheMinimumOfTime(String state) {
    stepped();
    untilBefore(state);
    long started = progress().sinceMillis();

    cluster.admin("{commitReshardCollection: 'shop.c'}");

    assertTrue(progress().stands(), "it stands until it is stepped");
    for (int i = STATES.indexOf(state); i < STATES.size(); i++) {
      step(cluster);
    }
    assertEquals(TestCluster.doc("{v: 1}"), key(cluster));
    assertTrue(cluster.cluster().clock().nowMillis() - started < 100_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"preparing-to-donate", "cloning", "applying", "blocking-writes", "committing"})
  void copyTakenAtAStopGoesOnTheSame(String state) {
    stepped();
    untilBefore(state);

    TestCluster fork = cluster.copy();
    for (int i = STATES.indexOf(state); i < STATES.size(); i++) {
      assertEquals(step(cluster), step(fork));
    }

    assertEquals(cluster.chunks("shop.c"), fork.chunks("shop.c"));
    assertEquals(ids(cluster, "m0"), ids(fork, "m0"));
    assertEquals(progress(), fork.cluster().snapshot().reshardings().get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "reshardingPauseCoordinatorAfterPreparingToDonate, cloning",
    "reshardingPauseCoordinatorBeforeCloning, cloning",
    "reshardingPauseRecipientDuringCloning, applying",
    "reshardingPauseRecipientDuringOplogApplication, blocking-writes",
    "reshardingPauseCoordinatorInSteadyState, blocking-writes",
    "reshardingPauseCoordinatorBeforeBlockingWrites, blocking-writes",
    "reshardingPauseCoordinatorBeforeDecisionPersisted, committing",
    "reshardingPauseDonorAfterBlockingReads, committing"
  })
  void failPointOfTheServerHoldsItUntilItIsOff(String failPoint, String before) {
    cluster.admin("{configureFailPoint: '" + failPoint + "', mode: 'alwaysOn'}");

    assertEquals(before, stoppedBefore(cluster.admin(RESHARD)));
    assertEquals(failPoint, progress().heldBy());
    cluster.admin("{configureFailPoint: '" + failPoint + "', mode: 'off'}");
    cluster.cluster().sim().advance(400_000);

    assertEquals(TestCluster.doc("{v: 1}"), key(cluster));
    assertEquals(60, ids(cluster, "m0").size());
  }

  @Test
  void steppingSwitchedOffLetsItGoOnAsTimeGoes() {
    stepped();
    untilBefore("applying");

    cluster.cluster().sim().stepMigrations(false);
    assertFalse(progress().stands());
    cluster.cluster().sim().advance(400_000);

    assertEquals("DONE", progress().state().name());
  }

  @Test
  void shardThatIsDownKeepsItWhereItStands() {
    stepped();
    untilBefore("applying");
    cluster.cluster().sim().down(new NodeId("s2"));

    BsonDocument ran = step(cluster);

    assertTrue(ran.getString("error").getValue().startsWith("HostUnreachable"), ran::toJson);
    cluster.cluster().sim().up(new NodeId("s2"));
    for (int i = STATES.indexOf("applying"); i < STATES.size(); i++) {
      step(cluster);
    }
    assertEquals(TestCluster.doc("{v: 1}"), key(cluster));
    assertEquals(60, ids(cluster, "m1").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_flushReshardingStateChange",
        "_shardsvrReshardingClone",
        "_shardsvrReshardingApply"
      })
  void lostMessageAbortsItAndNothingIsLost(String command) {
    stepped();
    cluster
        .cluster()
        .sim()
        .fail(TestCluster.doc("{command: '" + command + "', do: 'dropReply', times: 1}"));

    boolean failed = false;
    for (int i = 0; i < STATES.size() && !failed; i++) {
      failed = step(cluster).containsKey("error");
    }

    assertTrue(failed);
    assertEquals("ABORTED", progress().state().name());
    assertEquals(TestCluster.doc("{k: 1}"), key(cluster));
    insert(900);
    assertEquals(61, ids(cluster, "m0").size());
  }

  @Test
  void unshardAndMoveAreSteppedTheSameWay() {
    cluster.cluster().sim().stepMigrations(true);
    assertEquals(
        "preparing-to-donate",
        stoppedBefore(cluster.admin("{unshardCollection: 'shop.c', toShard: 's2'}")));
    for (String state : STATES) {
      assertEquals("reshard." + state, step(cluster).getString("task").getValue());
    }
    assertEquals(60, cluster.find("s2", "shop.c", "{}").size());

    assertEquals(
        "preparing-to-donate",
        stoppedBefore(cluster.admin("{moveCollection: 'shop.c', toShard: 's0'}")));
    for (String state : STATES) {
      assertEquals("reshard." + state, step(cluster).getString("task").getValue());
    }
    assertEquals(60, cluster.find("s0", "shop.c", "{}").size());
  }

  @Test
  void clockTellsWhatComesNext() {
    stepped();

    BsonDocument next = cluster.cluster().sim().clock().getArray("next").get(0).asDocument();

    assertEquals("reshard.preparing-to-donate", next.getString("task").getValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "dropReply"})
  void lostWordOfTheDecisionIsToldAgainAndNothingIsLost(String deed) {
    stepped();
    untilBefore("committing");
    cluster
        .cluster()
        .sim()
        .fail(
            TestCluster.doc(
                "{to: 's1', command: '_shardsvrCommitReshardCollection', do: '"
                    + deed
                    + "', times: 1}"));

    step(cluster);

    assertEquals("COMMITTING", progress().state().name());
    assertEquals(60, ids(cluster, "m0").size());
    insert(900);
    assertEquals("DONE", progress().state().name());
    assertEquals(61, ids(cluster, "m1").size());
    assertEquals(TestCluster.doc("{v: 1}"), key(cluster));
  }

  @Test
  void aMoveThatStoodWhenItBeganCannotCommit() {
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin("{moveChunk: 'shop.c', find: {k: 10}, to: 's2'}");
    cluster.admin(RESHARD);
    cluster.cluster().sim().stepMigrations(false);
    cluster.cluster().sim().advance(3_600_000);

    assertEquals(
        "Collection shop.c is undergoing changes or does not permit migrations; the move cannot be"
            + " committed",
        cluster.cluster().snapshot().migrations().stream()
            .map(move -> move.reason())
            .filter(reason -> !reason.isEmpty())
            .findFirst()
            .orElse("none was refused"));
    assertEquals("{\"v\": 1}", key(cluster).toString().replaceAll("BsonInt32.value=(.)}", "$1"));
    assertEquals(60, ids(cluster, "m1").size());
  }
}
