package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;
import shardsh.core.trace.TraceEntry;

/** A move that stands still between its six steps, and what commands do meanwhile. */
class MigrationStepsTest {
  private final TestCluster cluster = standing("8.0");

  /**
   * {@code shop.c} by k, below 50 on s0 (20 documents), above on s1; a move of 50 on to s2 stands.
   */
  private static TestCluster standing(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{split: 'shop.c', middle: {k: 100}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1', _waitForDelete: true}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 100}, to: 's1', _waitForDelete: true}");
    cluster.insert("c", TestCluster.numbered(70));
    cluster.cluster().sim().stepMigrations(true);
    BsonDocument reply = cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's2'}");
    assertEquals("start", reply.getString("stoppedBefore").getValue());
    return cluster;
  }

  private void steps(int count) {
    cluster.cluster().sim().step(count);
  }

  private String owner() {
    return cluster.chunks("shop.c").get(1);
  }

  private int on(String shard) {
    return cluster.find(shard, "shop.c", "{filter: {k: {$gte: 50, $lt: 100}}}").size();
  }

  private List<String> kinds(long mark) {
    return cluster.cluster().trace().since(mark).stream()
        .map(TraceEntry::event)
        .map(event -> event.kind())
        .filter(kind -> kind.startsWith("migrate."))
        .toList();
  }

  @Test
  void eachStepDoesOneRowOfTheTable() {
    List<String> expected =
        List.of(
            "migrate.start",
            "migrate.clone",
            "migrate.catchup",
            "migrate.critical",
            "migrate.commit",
            "migrate.cleanup");
    for (String task : expected) {
      long mark = cluster.cluster().trace().mark();
      BsonDocument reply = cluster.cluster().sim().step(1);

      BsonDocument ran = reply.getArray("ran").get(0).asDocument();
      assertEquals("s1", ran.getString("node").getValue());
      assertEquals(task, ran.getString("task").getValue());
      assertTrue(kinds(mark).contains(task), () -> task + " among " + kinds(mark));
    }
    assertEquals(Optional.empty(), cluster.lastMigration().standing());
    assertEquals("100 s2 4|0", owner());
  }

  @Test
  void readsAndWritesStayOnTheDonorUntilTheCommit() {
    for (int step = 0; step < 4; step++) {
      assertEquals(20, cluster.find("m0", "shop.c", "{filter: {k: {$gte: 50}}}").size());
      assertTrue(owner().startsWith("100 s1 "), owner());
      steps(1);
    }
    steps(1);

    assertEquals(20, cluster.find("m0", "shop.c", "{filter: {k: {$gte: 50}}}").size());
    assertTrue(owner().startsWith("100 s2 "), owner());
    assertEquals(20, on("s1"));
    steps(1);
    cluster.cluster().sim().advance(900_000);
    assertEquals(0, on("s1"));
    assertEquals(20, on("s2"));
  }

  @Test
  void aDocumentThatIsNotedAndThenLeavesTheRangeIsNotForwarded() {
    steps(2);
    cluster.shop("{update: 'c', updates: [{q: {k: 60}, u: {$set: {x: 1}}}]}");
    cluster.shop("{update: 'c', updates: [{q: {k: 60}, u: {$set: {k: 100}}}]}");

    steps(4);

    assertEquals(List.of(), cluster.find("s2", "shop.c", "{filter: {k: 100}}"));
    assertEquals(19, on("s2"));
  }

  @Test
  void whatIsWrittenAfterTheCloneIsNotedAndForwarded() {
    steps(2);
    cluster.shop("{insert: 'c', documents: [{_id: 900, k: 51}]}");
    cluster.shop("{update: 'c', updates: [{q: {k: 60}, u: {$set: {x: 1}}}]}");
    cluster.shop("{delete: 'c', deletes: [{q: {k: 61}, limit: 1}]}");
    cluster.shop("{insert: 'c', documents: [{_id: 901, k: 1}, {_id: 902, k: 101}]}");

    assertEquals(3, cluster.lastMigration().noted());
    assertEquals(0, cluster.lastMigration().forwarded());
    assertEquals(20, on("s2"));
    steps(1);
    assertEquals(3, cluster.lastMigration().forwarded());
    cluster.shop("{findAndModify: 'c', query: {k: 62}, remove: true}");
    assertEquals(20, on("s2"));
    steps(1);
    assertEquals(4, cluster.lastMigration().forwarded());
    assertEquals(19, on("s2"));
    assertEquals(1, cluster.find("s2", "shop.c", "{filter: {k: 60, x: 1}}").size());
    steps(2);
    assertEquals(19, cluster.find("m0", "shop.c", "{filter: {k: {$gte: 50, $lt: 100}}}").size());
  }

  @Test
  void documentThatLeavesTheRangeIsDeletedOnTheRecipient() {
    steps(2);
    cluster.shop("{update: 'c', updates: [{q: {k: 55}, u: {$set: {k: 150}}}]}");
    steps(4);

    assertEquals(19, on("s2"));
    assertEquals(1, cluster.find("m0", "shop.c", "{filter: {k: 150}}").size());
  }

  @Test
  void writeInTheCriticalSectionLetsTheMoveCommitAndLandsOnTheRecipient() {
    steps(4);
    long mark = cluster.cluster().trace().mark();
    cluster.shop("{insert: 'c', documents: [{_id: 900, k: 51}]}");

    assertTrue(kinds(mark).contains("migrate.wait"), kinds(mark)::toString);
    assertTrue(owner().startsWith("100 s2 "), owner());
    assertEquals(1, cluster.find("s2", "shop.c", "{filter: {_id: 900}}").size());
    assertEquals(0, cluster.find("s1", "shop.c", "{filter: {_id: 900}}").size());
    assertEquals("clean up", cluster.lastMigration().standing().orElseThrow().before().text());
  }

  @Test
  void writeWithALimitOfTimeWaitsForThatLongAndFails() {
    steps(4);
    long before = cluster.cluster().clock().nowMillis();
    String refused =
        cluster.refusal(
            "m0", "shop", "{insert: 'c', documents: [{_id: 900, k: 51}], maxTimeMS: 250}");

    assertEquals("50 MaxTimeMSExpired: operation exceeded time limit", refused);
    long waited = cluster.cluster().clock().nowMillis() - before;
    assertTrue(waited >= 250 && waited < 300, "waited " + waited + " ms");
    assertTrue(owner().startsWith("100 s1 "), owner());
    assertEquals("commit", cluster.lastMigration().standing().orElseThrow().before().text());
  }

  @Test
  void readInTheCriticalSectionDoesNotWait() {
    steps(4);
    long mark = cluster.cluster().trace().mark();

    assertEquals(20, cluster.find("m0", "shop.c", "{filter: {k: {$gte: 50}}}").size());
    assertEquals(List.of(), kinds(mark));
  }

  @Test
  void otherShardsWriteOnDuringTheCriticalSection() {
    steps(4);
    long mark = cluster.cluster().trace().mark();
    cluster.shop("{insert: 'c', documents: [{_id: 900, k: 1}]}");

    assertEquals(List.of(), kinds(mark));
  }

  @Test
  void multiUpdateOverAllShardsIsAppliedOnceInEveryState() {
    for (int step = 0; step < 6; step++) {
      TestCluster copy = cluster.copy();
      copy.shop("{update: 'c', updates: [{q: {}, u: {$inc: {n: 1}}, multi: true}]}");
      copy.cluster().sim().stepMigrations(false);

      assertEquals(
          70, copy.find("m0", "shop.c", "{filter: {n: 1}}").size(), "standing before " + step);
      steps(1);
    }
  }

  @Test
  void declaredWeightThatComesDuringTheMoveGoesAlong() {
    steps(2);
    cluster
        .cluster()
        .sim()
        .fill(
            TestCluster.M0,
            Namespace.parse("shop.c"),
            TestCluster.doc("{k: 70}"),
            5,
            OptionalLong.of(50));
    steps(3);

    long declared =
        cluster.cluster().snapshot().shards().stream()
            .filter(shard -> shard.id().name().equals("s2"))
            .flatMap(shard -> shard.collections().stream())
            .mapToLong(collection -> collection.declaredDocuments())
            .sum();
    assertEquals(50, declared);
  }

  @Test
  void secondMoveOfEitherShardIsRefusedAndTheSameOneJoins() {
    String donates = cluster.refusal("{moveChunk: 'shop.c', find: {k: 100}, to: 's0'}");
    String receives = cluster.refusal("{moveChunk: 'shop.c', find: {k: 5}, to: 's2'}");
    BsonDocument joined = cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's2'}");

    assertTrue(donates.startsWith("117 ConflictingOperationInProgress: "), donates);
    assertTrue(donates.contains("this shard is currently donating chunk [{ k: 50 }, "), donates);
    assertTrue(receives.contains("this shard is currently receiving chunk "), receives);
    assertEquals("start", joined.getString("stoppedBefore").getValue());
  }

  @Test
  void dropOfTheCollectionAbortsIt() {
    steps(3);
    cluster.shop("{drop: 'c'}");

    assertEquals("ABORTED", cluster.lastMigration().state().name());
    assertEquals(List.of(), cluster.find("s1", "config.rangeDeletions", "{}"));
    assertEquals(List.of(), cluster.find("s2", "config.rangeDeletions", "{}"));
  }

  @Test
  void newIndexAbortsIt() {
    steps(3);
    cluster.shop("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");

    assertTrue(
        cluster.lastMigration().reason().contains("createIndexes"),
        cluster.lastMigration().reason());
    assertEquals(0, on("s2"));
    assertEquals(20, cluster.find("m0", "shop.c", "{filter: {k: {$gte: 50}}}").size());
  }

  @Test
  void splitWaitsForItsCommitAndGoesToTheNewOwner() {
    steps(2);
    cluster.admin("{split: 'shop.c', middle: {k: 60}}");

    List<String> chunks = cluster.chunks("shop.c");
    assertTrue(chunks.get(1).startsWith("60 s2 "), chunks::toString);
    assertTrue(chunks.get(2).startsWith("100 s2 "), chunks::toString);
  }

  @Test
  void commitIsRefusedOnceMigrationsAreDisallowed() {
    steps(4);
    cluster.admin("{setAllowMigrations: 'shop.c', allowMigrations: false}");
    BsonDocument ran = cluster.cluster().sim().step(1).getArray("ran").get(0).asDocument();

    String error = ran.getString("error").getValue();
    assertTrue(error.startsWith("ConflictingOperationInProgress: "), error);
    assertEquals("ABORTED", cluster.lastMigration().state().name());
    assertEquals(0, on("s2"));
  }

  @Test
  void commitToADrainingShardIsRefused() {
    steps(4);
    cluster.admin("{removeShard: 's2'}");
    BsonDocument ran = cluster.cluster().sim().step(1).getArray("ran").get(0).asDocument();

    assertEquals(
        "ShardNotFound: Shard s2 is currently draining", ran.getString("error").getValue());
  }

  @Test
  void coordinatorAndPendingRangesStandInTheShardsConfig() {
    steps(1);
    BsonDocument coordinator = cluster.find("s1", "config.migrationCoordinators", "{}").get(0);
    BsonDocument atDonor = cluster.find("s1", "config.rangeDeletions", "{}").get(0);
    BsonDocument atRecipient = cluster.find("s2", "config.rangeDeletions", "{}").get(0);

    assertEquals("s2", coordinator.getString("recipientShardId").getValue());
    assertFalse(coordinator.containsKey("decision"));
    assertEquals(coordinator.get("_id"), atDonor.get("_id"));
    assertTrue(atDonor.getBoolean("pending").getValue());
    assertEquals("now", atRecipient.getString("whenToClean").getValue());
    steps(4);
    coordinator = cluster.find("s1", "config.migrationCoordinators", "{}").get(0);
    assertEquals("committed", coordinator.getString("decision").getValue());
    assertEquals(List.of(), cluster.find("s2", "config.rangeDeletions", "{}"));
    steps(1);
    assertEquals(List.of(), cluster.find("s1", "config.migrationCoordinators", "{}"));
    atDonor = cluster.find("s1", "config.rangeDeletions", "{}").get(0);
    assertFalse(atDonor.containsKey("pending"));
    assertEquals(20, atDonor.getNumber("numOrphanDocs").longValue());
  }

  @Test
  void changeLogHasTheTimesOfTheSteps() {
    steps(6);
    BsonDocument from =
        cluster.find("m0", "config.changelog", "{filter: {what: 'moveChunk.from'}}").get(2);
    BsonDocument to =
        cluster.find("m0", "config.changelog", "{filter: {what: 'moveChunk.to'}}").get(2);

    for (BsonDocument entry : List.of(from, to)) {
      for (int step = 1; step <= 6; step++) {
        assertTrue(
            entry.getDocument("details").containsKey("step " + step + " of 6"), entry::toJson);
      }
      assertEquals("success", entry.getDocument("details").getString("note").getValue());
    }
    assertEquals("s2", to.getString("shard").getValue());
  }

  @Test
  void switchedOffItRunsToItsEnd() {
    steps(2);
    cluster.cluster().sim().stepMigrations(false);

    assertEquals("COMMITTED", cluster.lastMigration().state().name());
    assertEquals(Optional.empty(), cluster.lastMigration().standing());
  }

  @Test
  void aCopyBetweenStepsGoesItsOwnWay() {
    steps(3);
    TestCluster copy = cluster.copy();
    copy.shop("{insert: 'c', documents: [{_id: 900, k: 51}]}");
    copy.cluster().sim().step(3);

    assertEquals(21, copy.find("s2", "shop.c", "{filter: {k: {$gte: 50}}}").size());
    assertEquals(0, cluster.lastMigration().noted());
    steps(3);
    assertEquals(20, on("s2"));
  }

  @Test
  void movesOfTheBalancerStandStillAsWell() {
    cluster.cluster().sim().stepMigrations(false);
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin("{addShardToZone: 's0', zone: 'z'}");
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 50}, max: {k: 100}, zone: 'z'}");
    BsonDocument round = cluster.cluster().sim().balance();

    assertEquals(1, round.getArray("moves").size(), round::toJson);
    assertEquals("start", round.getString("stoppedBefore").getValue());
    assertTrue(cluster.admin("{balancerStatus: 1}").getBoolean("inBalancerRound").getValue());
    BsonDocument next = cluster.cluster().sim().balance();
    assertEquals(0, next.getArray("moves").size(), next::toJson);
    steps(6);
    assertTrue(owner().startsWith("100 s0 "), owner());
  }

  @Test
  void upToSixTheConfigServersListMovesInFlight() {
    TestCluster older = standing("5.0");
    BsonDocument row = older.find("m0", "config.migrations", "{}").get(0);

    assertEquals("s1", row.getString("fromShard").getValue());
    assertEquals("s2", row.getString("toShard").getValue());
    assertEquals(List.of(), cluster.find("m0", "config.migrations", "{}"));
  }

  @Test
  void clockListsTheStepThatComesNext() {
    BsonValue next = cluster.cluster().sim().clock().getArray("next").get(0);

    assertEquals("migrate.start", next.asDocument().getString("task").getValue());
  }

  @Test
  void orphansStayAsLongAsAReadGoesOnThatBeganBefore() {
    BsonDocument cursor =
        cluster.shop("{find: 'c', filter: {k: {$gte: 50}}, batchSize: 2}").getDocument("cursor");
    steps(6);

    cluster.cluster().sim().advance(500_000);
    cluster.shop(
        "{getMore: {$numberLong: '"
            + cursor.getInt64("id").getValue()
            + "'}, collection: 'c', batchSize: 2}");
    cluster.cluster().sim().advance(500_000);
    assertEquals(20, on("s1"));

    cluster.cluster().sim().advance(900_000);
    assertEquals(0, on("s1"));
  }

  @Test
  void aSeventhStepIsNotModelled() {
    for (String name : List.of("moveChunkHangAtStep7", "migrateThreadHangAtStep7")) {
      assertEquals(
          "115 CommandNotSupported: the fail point " + name + " is not modelled in shardsh",
          cluster.refusal("s0", "admin", "{configureFailPoint: '" + name + "', mode: 'off'}"));
    }
  }
}
