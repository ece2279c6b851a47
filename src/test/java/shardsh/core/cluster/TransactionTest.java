package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.core.trace.TransactionEvent;

/** Transactions through a router, over chunks [Min, 10) on s0, [10, 20) on s1, [20, Max) on s2. */
class TransactionTest {
  private static final String CONFLICT =
      "112 WriteConflict: Caused by :: Write conflict during plan execution and yielding is"
          + " disabled. :: Please retry your operation or multi-document transaction.";

  private TestCluster world;
  private TestSession session;

  @BeforeEach
  void threeShards() {
    world = TestCluster.inThirds();
    world.insert("t", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")));
    session = new TestSession(world, "m0", 1);
  }

  private List<String> kinds(long mark) {
    List<String> kinds = new ArrayList<>();
    for (TraceEntry entry : world.cluster().trace().since(mark)) {
      ClusterEvent event = entry.event();
      if (event instanceof CallEvent.RequestSent sent && !sent.from().name().equals("app")) {
        kinds.add(sent.from() + ">" + sent.to() + " " + sent.command());
      } else if (event instanceof TransactionEvent.TransactionMoved moved) {
        kinds.add(moved.kind() + " " + moved.on());
      }
    }
    return kinds;
  }

  private int count() {
    return world.find("m1", "shop.t", "{}").size();
  }

  @Test
  void writesAreVisibleInsideAtOnceAndOutsideAfterTheCommit() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}");

    assertEquals(4, session.find("t").size());
    assertEquals(2, count());
    session.commit();
    assertEquals(4, count());
  }

  @Test
  void abortLeavesNothing() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    session.shop("{delete: 't', deletes: [{q: {k: 11}, limit: 1}]}");
    session.shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {x: 1}}}]}");

    session.abort();

    assertEquals(
        List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")),
        world.find("m1", "shop.t", "{sort: {_id: 1}}"));
  }

  @Test
  void oneParticipantCommitsWithoutPrepare() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    long mark = world.cluster().trace().mark();

    session.commit();

    assertEquals(List.of("m0>s0 commitTransaction", "txn.commit s0"), kinds(mark));
  }

  @Test
  void readersCommitBeforeTheOnlyWriter() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    session.shop("{find: 't', filter: {k: 11}}");
    long mark = world.cluster().trace().mark();

    session.commit();

    assertEquals(
        List.of(
            "m0>s1 commitTransaction", "txn.commit s1", "m0>s0 commitTransaction", "txn.commit s0"),
        kinds(mark));
  }

  @Test
  void theFirstShardContactedCoordinatesTwoWriters() {
    session.start().shop("{insert: 't', documents: [{_id: 12, k: 12}]}");
    session.shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    long mark = world.cluster().trace().mark();

    session.commit();

    assertEquals(
        List.of(
            "m0>s1 coordinateCommitTransaction",
            "txn.prepare s1",
            "s1>s0 prepareTransaction",
            "txn.prepare s0",
            "txn.decide s1",
            "txn.commit s1",
            "s1>s0 commitTransaction",
            "txn.commit s0"),
        kinds(mark));
  }

  @Test
  void theSecondTransactionToWriteADocumentConflicts() {
    TestSession other = new TestSession(world, "m1", 2);
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}}]}");

    assertEquals(
        CONFLICT,
        other.start().refusal("{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}}]}"));
    assertEquals(
        "251 NoSuchTransaction: Transaction with { txnNumber: 1 } has been aborted.",
        other.refusal("{find: 't'}"));
    session.commit();
    assertEquals(
        List.of(doc("{_id: 1, k: 1, x: 1}")), world.find("m0", "shop.t", "{filter: {k: 1}}"));
  }

  @Test
  void aDocumentWrittenSinceTheTransactionBeganConflicts() {
    session.start().shop("{find: 't', filter: {k: 1}}");
    world.shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}}]}");

    assertEquals(
        CONFLICT, session.refusal("{update: 't', updates: [{q: {k: 1}, u: {$inc: {x: 1}}}]}"));
  }

  @Test
  void conflictCarriesTheLabelForARetry() {
    session.start().shop("{find: 't', filter: {k: 1}}");
    world.shop("{delete: 't', deletes: [{q: {k: 1}, limit: 1}]}");

    CommandException e =
        assertThrows(
            CommandException.class,
            () -> session.shop("{delete: 't', deletes: [{q: {k: 1}, limit: 1}]}"));

    BsonDocument detail = (BsonDocument) e.detail().orElseThrow();
    assertEquals(doc("{l: ['TransientTransactionError']}").get("l"), detail.get("errorLabels"));
  }

  @Test
  void aTransactionSeesItsShardAsItWas() {
    session.start().shop("{find: 't', filter: {k: 1}}");
    world.shop("{insert: 't', documents: [{_id: 3, k: 3}]}");
    world.shop("{delete: 't', deletes: [{q: {k: 1}, limit: 1}]}");

    assertEquals(List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")), session.find("t"));
  }

  @Test
  void twoTransactionsCannotInsertTheSameId() {
    TestSession other = new TestSession(world, "m1", 2);
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");

    assertEquals(CONFLICT, other.start().refusal("{insert: 't', documents: [{_id: 2, k: 3}]}"));
  }

  @Test
  void anIdTakenSinceTheTransactionBeganConflicts() {
    session.start().shop("{find: 't', filter: {k: 1}}");
    world.shop("{insert: 't', documents: [{_id: 2, k: 2}]}");

    assertEquals(CONFLICT, session.refusal("{insert: 't', documents: [{_id: 2, k: 3}]}"));
  }

  @Test
  void aDuplicateThatItSeesIsAWriteErrorAndEndsTheTransaction() {
    BsonDocument reply = session.start().shop("{insert: 't', documents: [{_id: 1, k: 1}]}");

    assertTrue(TestCluster.writeError(reply).startsWith("11000: E11000"), reply::toJson);
    assertEquals(
        "251 NoSuchTransaction: Transaction with { txnNumber: 1 } has been aborted.",
        session.refusal("{find: 't'}"));
  }

  @Test
  void aPlainWriteWaitsUntilTheTransactionIsTooOld() {
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {x: 1}}}]}");
    long before = world.cluster().clock().nowMillis();

    world.shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {y: 1}}}]}");

    long waited = world.cluster().clock().nowMillis() - before;
    assertTrue(waited >= 59_000 && waited <= 61_000, () -> waited + " ms");
    assertEquals(
        List.of(doc("{_id: 1, k: 1, y: 1}")), world.find("m0", "shop.t", "{filter: {k: 1}}"));
    assertEquals(
        "251 NoSuchTransaction: Transaction with { txnNumber: 1 } has been aborted.",
        session.refusal("{find: 't', filter: {k: 1}}"));
  }

  @Test
  void aPlainWriteWithALimitGivesUp() {
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {x: 1}}}]}");

    assertEquals(
        "50 MaxTimeMSExpired: operation exceeded time limit",
        world.refusal(
            "m0",
            "shop",
            "{update: 't', updates: [{q: {k: 1}, u: {$set: {y: 1}}}], maxTimeMS: 100}"));
    session.commit();
    assertEquals(
        List.of(doc("{_id: 1, k: 1, x: 1}")), world.find("m0", "shop.t", "{filter: {k: 1}}"));
  }

  @Test
  void aPlainInsertWaitsForTheIdThatATransactionHasTaken() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");

    BsonDocument reply = world.shop("{insert: 't', documents: [{_id: 2, k: 3}]}");

    assertEquals(1, reply.getInt32("n").getValue());
    assertEquals(List.of(doc("{_id: 2, k: 3}")), world.find("m0", "shop.t", "{filter: {_id: 2}}"));
  }

  @Test
  void aStaleRouterRetriesTheFirstStatement() {
    world.run("m1", "shop", "{find: 't'}");
    world.admin("{moveChunk: 'shop.t', find: {k: 11}, to: 's2'}");
    TestSession stale = new TestSession(world, "m1", 3);

    stale.start().shop("{update: 't', updates: [{q: {k: 11}, u: {$set: {x: 1}}}]}");
    stale.commit();

    assertEquals(
        List.of(doc("{_id: 11, k: 11, x: 1}")), world.find("m0", "shop.t", "{filter: {k: 11}}"));
  }

  @Test
  void aStaleRouterAbortsWhenALaterStatementWrites() {
    world.run("m1", "shop", "{find: 't'}");
    TestSession stale = new TestSession(world, "m1", 3);
    stale.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {x: 1}}}]}");
    world.admin("{moveChunk: 'shop.t', find: {k: 11}, to: 's2'}");

    String refusal = stale.refusal("{update: 't', updates: [{q: {k: 11}, u: {$set: {x: 1}}}]}");

    assertTrue(refusal.startsWith("13388 StaleConfig: Transaction "), refusal);
    assertTrue(
        refusal.contains(
            ":1 was aborted on statement 1 due to: an error from cluster data placement change ::"
                + " caused by :: "),
        refusal);
    assertEquals(List.of(doc("{_id: 1, k: 1}")), world.find("m0", "shop.t", "{filter: {k: 1}}"));
  }

  @Test
  void aSnapshotCanBeTakenAfterAnHourWithoutWrites() {
    world.insert("t", List.of(doc("{_id: 2, k: 2}")));
    world.cluster().sim().advance(3_600_000);

    BsonDocument inside = session.startSnapshot().shop("{find: 't', filter: {_id: 2}}");
    BsonDocument alone =
        world.shop("{find: 't', filter: {_id: 2}, readConcern: {level: 'snapshot'}}");

    assertEquals(1, inside.getDocument("cursor").getArray("firstBatch").size());
    assertEquals(1, alone.getDocument("cursor").getArray("firstBatch").size());
  }

  @Test
  void aChunkThatCameAfterTheBeginningIsAMigrationConflict() {
    world.shop("{create: 'other'}");
    session.start().shop("{insert: 'other', documents: [{_id: 1}]}");
    world.admin("{moveChunk: 'shop.t', find: {k: 11}, to: 's0'}");

    String refusal = session.refusal("{find: 't', filter: {k: 11}}");

    assertTrue(
        refusal.startsWith("272 MigrationConflict: Chunk has moved since timestamp: "), refusal);
  }

  @Test
  void aMigrationWaitsForTheTransactionsOnItsCollection() {
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$set: {x: 1}}}]}");
    long before = world.cluster().clock().nowMillis();

    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");

    assertTrue(world.cluster().clock().nowMillis() - before >= 59_000);
    assertEquals(
        "251 NoSuchTransaction: Transaction with { txnNumber: 1 } has been aborted.",
        session.refusal("{find: 't', filter: {k: 1}}"));
  }

  @Test
  void aParticipantThatIsDownAtPrepareMakesAllAbort() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}");
    world.cluster().sim().down(world.node("s1"));

    CommandException e = assertThrows(CommandException.class, session::commit);

    assertEquals(
        "251 NoSuchTransaction: from shard s1 :: caused by :: Transaction with { txnNumber: 1 }"
            + " has been aborted.",
        TestCluster.text(e));
    world.cluster().sim().up(world.node("s1"));
    world.cluster().sim().advance(20_000);
    assertEquals(2, count());
    assertEquals(1, world.insert("t", List.of(doc("{_id: 12, k: 12}"))).getInt32("n").getValue());
  }

  @Test
  void whatIsNotAllowedInATransactionIsRefusedByItsCode() {
    assertEquals(
        "263 OperationNotSupportedInTransaction: Cannot run 'count' in a multi-document"
            + " transaction. Please see http://dochub.mongodb.org/core/transaction-count for a"
            + " recommended alternative.",
        session.start().refusal("{count: 't'}"));
    assertEquals(
        "263 OperationNotSupportedInTransaction: Cannot run 'distinct' on a sharded collection in"
            + " a multi-document transaction. Please see"
            + " http://dochub.mongodb.org/core/transaction-distinct for a recommended"
            + " alternative.",
        session.start().refusal("{distinct: 't', key: 'k'}"));
    assertEquals(
        "72 InvalidOptions: writeConcern is not allowed within a multi-statement transaction",
        session.start().refusal("{find: 't', writeConcern: {w: 1}}"));
    session.start().shop("{find: 't'}");
    assertEquals(
        "72 InvalidOptions: Only the first command in a transaction may specify a readConcern",
        session.refusal("{find: 't', readConcern: {level: 'majority'}}"));
  }

  @Test
  void aTransactionThatCreatesACollectionStaysOnOneShard() {
    session.start().shop("{insert: 'fresh', documents: [{_id: 1}]}");
    session.commit();
    assertEquals(1, world.find("m0", "shop.fresh", "{}").size());

    session.start().shop("{insert: 'fresher', documents: [{_id: 1}]}");
    session.shop("{insert: 't', documents: [{_id: 12, k: 12}]}");
    CommandException e = assertThrows(CommandException.class, session::commit);
    assertTrue(e.getMessage().contains("Cannot create new collections"), e.getMessage());
    assertEquals(2, count());
    assertEquals(0, world.find("m0", "shop.fresher", "{}").size());
  }

  @Test
  void aDocumentCanMoveToAnotherShardInATransaction() {
    session.start().shop("{update: 't', updates: [{q: {_id: 1, k: 1}, u: {$set: {k: 15}}}]}");
    assertEquals(List.of(doc("{_id: 1, k: 1}")), world.find("m1", "shop.t", "{filter: {_id: 1}}"));

    session.commit();

    assertEquals(List.of(doc("{_id: 1, k: 15}")), world.find("m1", "shop.t", "{filter: {_id: 1}}"));
  }

  @Test
  void anOldNumberIsTooOldAndANewOneEndsTheTransactionBefore() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    session.commit();

    assertEquals(3, count());
    TestSession again = new TestSession(world, "m0", 1);
    String refusal = again.start().refusal("{find: 't'}");
    assertTrue(
        refusal.startsWith("225 TransactionTooOld: txnNumber 1 is less than last txnNumber 2 seen"),
        refusal);
  }

  @Test
  void commitTwiceIsNoError() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}");
    session.commit();

    session.commit();

    assertEquals(4, count());
  }

  @Test
  void aCopyOfTheClusterHasTheTransactionToo() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}");
    TestCluster copy = world.copy();

    session.commit();

    assertEquals(4, count());
    assertEquals(2, copy.find("m1", "shop.t", "{}").size());
    copy.cluster().sim().advance(61_000);
    assertEquals(1, copy.insert("t", List.of(doc("{_id: 2, k: 2}"))).getInt32("n").getValue());
  }

  @Test
  void dropWaitsForTheTransaction() {
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}]}");
    long before = world.cluster().clock().nowMillis();

    world.shop("{drop: 't'}");

    assertTrue(world.cluster().clock().nowMillis() - before >= 59_000);
  }

  @Test
  void commitWithoutParticipantsSendsNothingAndSucceeds() {
    session.start().run("nowhere", doc("{find: 't'}"));
    long mark = world.cluster().trace().mark();

    BsonDocument reply = session.commit();

    assertEquals(1, reply.getNumber("ok").intValue());
    assertEquals(List.of(), kinds(mark));
  }

  @Test
  void abortWithoutParticipantsIsAnErrorOfTheRouter() {
    session.start().run("nowhere", doc("{find: 't'}"));
    long mark = world.cluster().trace().mark();

    CommandException refused = assertThrows(CommandException.class, session::abort);

    assertEquals(
        "251 NoSuchTransaction: no known command has been sent by this router for this"
            + " transaction",
        TestCluster.text(refused));
    assertEquals(List.of(), kinds(mark));
  }
}
