package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;

/** Moves that fail, and what is left of them. */
class MigrationFaultsTest {
  private static final String MOVE = "{moveChunk: 'shop.c', find: {k: 50}, to: 's2'}";

  private final TestCluster cluster = sharded();

  /** {@code shop.c} by k: below 50 on s0, above on s1, 100 documents. */
  private static TestCluster sharded() {
    TestCluster cluster = TestCluster.plain("8.0");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1', _waitForDelete: true}");
    cluster.insert("c", TestCluster.numbered(100));
    return cluster;
  }

  private void standBefore(int step) {
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin(MOVE);
    cluster.cluster().sim().step(step - 1);
  }

  private String owner() {
    return cluster.chunks("shop.c").get(1);
  }

  private void fail(String fault) {
    cluster.cluster().sim().fail(TestCluster.doc(fault));
  }

  private void failPoint(String node, String name, String mode) {
    cluster.run(node, "admin", "{configureFailPoint: '" + name + "', mode: " + mode + "}");
  }

  /** The chunk is the donor's alone, with everything in it, and nothing is left to be done. */
  private void assertNothingHappened() {
    assertTrue(owner().startsWith("MaxKey s1 "), owner());
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
    assertEquals(50, cluster.find("s1", "shop.c", "{}").size());
    assertNothingLeft();
    assertEquals(List.of(), cluster.find("s2", "shop.c", "{}"));
  }

  private void assertNothingLeft() {
    for (String shard : List.of("s1", "s2")) {
      assertEquals(List.of(), cluster.find(shard, "config.migrationCoordinators", "{}"));
      assertEquals(List.of(), cluster.find(shard, "config.rangeDeletions", "{}"));
    }
  }

  @Test
  void recipientThatIsDownAbortsEveryStepUpToTheCommitAndCleansUpOnceItIsBack() {
    for (int step = 1; step <= 4; step++) {
      standBefore(step);
      cluster.cluster().sim().down(cluster.node("s2"));
      BsonDocument ran = cluster.cluster().sim().step(1).getArray("ran").get(0).asDocument();

      assertTrue(
          ran.getString("error").getValue().startsWith("FailedToSatisfyReadPreference: "),
          ran::toJson);
      assertEquals("ABORTED", cluster.lastMigration().state().name());
      BsonDocument owed = cluster.find("s1", "config.migrationCoordinators", "{}").get(0);
      assertEquals("aborted", owed.getString("decision").getValue());
      cluster.cluster().sim().up(cluster.node("s2"));
      assertNothingHappened();
    }
  }

  @Test
  void recipientThatIsDownAtTheCommitOwnsTheChunkAllTheSame() {
    standBefore(5);
    cluster.cluster().sim().down(cluster.node("s2"));
    cluster.cluster().sim().step(2);

    assertTrue(owner().startsWith("MaxKey s2 "), owner());
    cluster.cluster().sim().up(cluster.node("s2"));
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
    cluster.cluster().sim().advance(900_000);
    assertNothingLeft();
    assertEquals(50, cluster.find("s2", "shop.c", "{}").size());
  }

  @Test
  void donorThatGoesDownBeforeTheCommitGivesUpWhenItIsBack() {
    for (int step = 2; step <= 5; step++) {
      String before = owner();
      standBefore(step);
      cluster.cluster().sim().down(cluster.node("s1"));
      assertEquals(0, cluster.cluster().sim().step(1).getArray("ran").size());
      cluster.cluster().sim().up(cluster.node("s1"));

      assertEquals("the donor s1 went down", cluster.lastMigration().reason());
      assertEquals(before, owner());
      assertNothingHappened();
    }
  }

  @Test
  void donorThatGoesDownAfterTheCommitFinishesWhenItIsBack() {
    standBefore(6);
    cluster.cluster().sim().down(cluster.node("s1"));
    cluster.cluster().sim().up(cluster.node("s1"));
    cluster.cluster().sim().advance(900_000);

    assertNothingLeft();
    assertEquals(List.of(), cluster.find("s1", "shop.c", "{}"));
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
  }

  @Test
  void lostReplyToTheCommitIsAskedForAgain() {
    fail("{to: 'cfgrs', command: '_configsvrCommitChunkMigration', do: 'dropReply', times: 1}");
    cluster.admin(MOVE);

    assertTrue(owner().startsWith("MaxKey s2 "), owner());
    assertEquals("COMMITTED", cluster.lastMigration().state().name());
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
  }

  @Test
  void lostCommitAbortsAndRaisesTheVersion() {
    assertEquals("MaxKey s1 2|0", owner());
    fail("{to: 'cfgrs', command: '_configsvrCommitChunkMigration', do: 'drop', times: 1}");
    String refused = cluster.refusal(MOVE);

    assertEquals(
        "6 HostUnreachable: Error connecting to cfgrs :: caused by :: the request was lost",
        refused);
    assertEquals("MaxKey s1 3|0", owner());
    assertNothingHappened();
  }

  @Test
  void outcomeThatNobodyTellsIsSettledByTheFirstReadThatGetsThrough() {
    fail("{from: 's1', command: '_configsvrCommitChunkMigration', do: 'dropReply'}");
    fail("{from: 's1', command: '_configsvrEnsureChunkVersionIsGreaterThan', do: 'drop'}");
    String refused = cluster.refusal(MOVE);
    assertTrue(refused.startsWith("6 HostUnreachable: "), refused);
    assertEquals("COMMITTING", cluster.lastMigration().state().name());
    String read = cluster.refusal("m0", "shop", "{find: 'c', filter: {k: 60}}");
    assertTrue(read.startsWith("6 HostUnreachable: "), read);

    cluster.cluster().sim().failOff();
    assertEquals(1, cluster.find("m0", "shop.c", "{filter: {k: 60}}").size());
    assertEquals("COMMITTED", cluster.lastMigration().state().name());
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
  }

  @Test
  void errorInsteadOfAnAnswerAborts() {
    fail("{to: 's2', command: '_recvChunkCommit', do: 'error', code: 11602, times: 1}");
    String refused = cluster.refusal(MOVE);

    assertTrue(refused.startsWith("11602 "), refused);
    assertNothingHappened();
  }

  @Test
  void delayTakesItsTimeAndRunsOut() {
    fail("{command: '_recvChunkStart', do: 'delay', millis: 3000, times: 2}");
    long before = cluster.cluster().clock().nowMillis();
    String refused =
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 50}, to: 's2', maxTimeMS: 100}");
    cluster.admin(MOVE);

    assertTrue(refused.startsWith("50 MaxTimeMSExpired"), refused);
    assertTrue(cluster.cluster().clock().nowMillis() - before > 6000);
    assertEquals(0, cluster.cluster().sim().faults().getArray("faults").size());
  }

  @Test
  void abortThatTheRecipientDoesNotHearIsToldAgain() {
    fail("{command: '_recvChunkStatus', do: 'error', times: 1}");
    fail("{command: '_recvChunkAbort', do: 'drop', times: 2}");
    cluster.refusal(MOVE);
    assertEquals(1, cluster.find("s1", "config.migrationCoordinators", "{}").size());
    assertEquals(1, cluster.find("s2", "config.rangeDeletions", "{}").size());

    cluster.cluster().sim().advance(10_000);
    assertNothingHappened();
  }

  @Test
  void failPointHoldsTheMoveUntilItIsOff() {
    failPoint("s1", "moveChunkHangAtStep4", "'alwaysOn'");
    BsonDocument reply = cluster.admin(MOVE);
    assertEquals("critical section", reply.getString("stoppedBefore").getValue());
    assertEquals("moveChunkHangAtStep4", cluster.lastMigration().standing().orElseThrow().by());

    failPoint("s1", "moveChunkHangAtStep4", "'off'");
    assertEquals("COMMITTED", cluster.lastMigration().state().name());
    assertTrue(owner().startsWith("MaxKey s2 "), owner());
  }

  @Test
  void failPointsOfDonorAndRecipientStandBeforeTheStepThatFollows() {
    List<String> expected =
        List.of(
            "moveChunkHangAtStep1 start",
            "moveChunkHangAtStep2 clone",
            "moveChunkHangAtStep3 catch up",
            "moveChunkHangAtStep4 critical section",
            "moveChunkHangAtStep5 commit",
            "hangBeforePostMigrationCommitRefresh commit",
            "moveChunkHangAtStep6 clean up",
            "migrateThreadHangAtStep2 clone",
            "migrateThreadHangAtStep3 catch up",
            "migrateThreadHangAtStep4 critical section",
            "migrateThreadHangAtStep5 commit");
    for (String line : expected) {
      TestCluster copy = cluster.copy();
      String name = line.substring(0, line.indexOf(' '));
      copy.admin("{configureFailPoint: '" + name + "', mode: 'alwaysOn'}");
      BsonDocument reply = copy.admin(MOVE);

      assertEquals(line, name + " " + reply.getString("stoppedBefore").getValue());
      copy.admin("{configureFailPoint: '" + name + "', mode: 'off'}");
      assertTrue(copy.chunks("shop.c").get(1).startsWith("MaxKey s2 "), line);
    }
  }

  @Test
  void failPointCountsTimesAndSkips() {
    failPoint("s1", "failMigrationCommit", "{times: 1}");
    String refused = cluster.refusal(MOVE);
    assertEquals("1 InternalError: Failing _recvChunkCommit due to failpoint.", refused);
    assertNothingHappened();
    cluster.admin(MOVE);
    failPoint("s2", "failMigrationCommit", "{skip: 1}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's0'}");
    cluster.cluster().sim().advance(900_000);
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's2'}");
    cluster.cluster().sim().advance(900_000);

    assertTrue(
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 50}, to: 's0'}").startsWith("1 Internal"));
    BsonDocument off =
        cluster.run("s2", "admin", "{configureFailPoint: 'failMigrationCommit', mode: 'off'}");
    assertEquals(1, off.getInt32("count").getValue());
  }

  @Test
  void readMeetsAMoveThatHangsAfterItsCommit() {
    failPoint("s1", "hangBeforeLeavingCriticalSection", "'alwaysOn'");
    cluster.admin(MOVE);
    assertTrue(owner().startsWith("MaxKey s2 "), owner());
    assertEquals("COMMITTING", cluster.lastMigration().state().name());
    String limited = cluster.refusal("m0", "shop", "{find: 'c', filter: {k: 60}, maxTimeMS: 100}");
    assertTrue(limited.startsWith("50 MaxTimeMSExpired: "), limited);

    assertEquals(1, cluster.find("m0", "shop.c", "{filter: {k: 60}}").size());
    assertEquals("COMMITTED", cluster.lastMigration().state().name());
  }

  @Test
  void commitErrorsOfFailPointsEndWithOneOwner() {
    failPoint("cfgrs", "migrationCommitVersionError", "{times: 1}");
    assertTrue(cluster.refusal(MOVE).startsWith("150 StaleEpoch: "));
    assertNothingHappened();
    failPoint("s1", "migrationCommitNetworkError", "{times: 1}");
    cluster.admin(MOVE);

    assertTrue(owner().startsWith("MaxKey s2 "), owner());
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
  }

  @Test
  void suspendedDeletionWaits() {
    failPoint("s1", "suspendRangeDeletion", "'alwaysOn'");
    cluster.admin(MOVE);
    cluster.cluster().sim().advance(1_000_000);
    assertEquals(50, cluster.find("s1", "shop.c", "{}").size());
    assertTrue(
        cluster
            .refusal("s1", "admin", "{cleanupOrphaned: 'shop.c'}")
            .startsWith("265 OrphanedRangeCleanUpFailed: "));

    failPoint("s1", "suspendRangeDeletion", "'off'");
    cluster.cluster().sim().advance(2_000);
    assertEquals(0, cluster.find("s1", "shop.c", "{}").size());
  }

  @Test
  void unknownFailPointsAndFaultsAreRefused() {
    assertTrue(
        cluster
            .refusal("s1", "admin", "{configureFailPoint: 'nope', mode: 'off'}")
            .startsWith("266 FailPointSetFailed: nope not found"));
    assertTrue(
        cluster
            .refusal("s1", "admin", "{configureFailPoint: 'suspendRangeDeletion', mode: 'on'}")
            .startsWith("2 BadValue: unknown mode: on"));
    assertTrue(
        cluster
            .refusal("{configureFailPoint: 'overrideHistoryWindowInSecs', mode: 'off'}")
            .startsWith("115 CommandNotSupported: "));
    for (String fault :
        List.of("{}", "{do: 'lose'}", "{do: 'drop', times: 0}", "{do: 'drop', code: 5}")) {
      String text = "";
      try {
        fail(fault);
      } catch (CommandException e) {
        text = TestCluster.text(e);
      }
      assertTrue(text.startsWith("2 BadValue: "), fault + " " + text);
    }
  }

  @Test
  void recipientWithDocumentsAndWithoutAnIndexRefuses() {
    cluster.admin("{split: 'shop.c', middle: {k: 90}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 95}, to: 's2'}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 95}, to: 's1'}");
    cluster.shop("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");
    String refused = cluster.refusal(MOVE);

    assertTrue(
        refused.startsWith("67 CannotCreateIndex: aborting migration, shard is missing "), refused);
  }
}
