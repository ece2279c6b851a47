package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.MigrationStep;
import shardsh.core.trace.MigrationEvent;

/**
 * What the donor does in each of the six steps of its active migration, and what it does to give it
 * up. Source: {@code sharding-facts.md}, section 12.1.
 */
final class MigrationSteps {
  private final ShardServer server;
  private final Environment environment;
  private final MigrationRegistry migrations;
  private final MigrationAdmission admission;
  private final MigrationDecisions decisions;
  private final MigrationWrites writes;
  private final MigrationLog log;
  private final MigrationCommit commit;

  MigrationSteps(
      ShardServer server,
      MigrationRegistry migrations,
      MigrationAdmission admission,
      MigrationDecisions decisions,
      MigrationWrites writes) {
    this.server = server;
    this.environment = server.environment();
    this.migrations = migrations;
    this.admission = admission;
    this.decisions = decisions;
    this.writes = writes;
    this.log = new MigrationLog(environment);
    this.commit = new MigrationCommit(server);
  }

  /** Stands before the first step, held there if a fail point says so. */
  void standBeforeStart() {
    String here = held("moveChunkHangAtStep1");
    migrations.change(record -> record.before(MigrationStep.START, here));
  }

  /**
   * Takes that step of the active migration.
   *
   * @throws CommandException what went wrong; the state tells whether it is to be given up
   */
  void take(MigrationStep step) {
    switch (step) {
      case START -> start();
      case CLONE -> copyDocuments();
      case CATCH_UP -> catchUp();
      case CRITICAL_SECTION -> enterCriticalSection();
      case COMMIT -> commit();
      case CLEAN_UP -> cleanUp();
    }
  }

  /** Expects no state. Leaves CREATED, the recipient ready to clone and both ranges pending. */
  private void start() {
    environment.operation().checkForInterrupt();
    admission.requireStillValid(record().order());
    migrations.enter(MigrationState.CREATED);
    MigrationOrder order = record().order();
    log.started(order);
    server.rangeDeleter().pend(order, order.waitForDelete());
    BsonDocument reply =
        call(
            "_recvChunkStart",
            order
                .bounds()
                .append("from", new BsonString(order.what().donor().name()))
                .append("shardKeyPattern", order.key().toDocument())
                .append("hash", new BsonString(order.key().hash().name()))
                .append("collectionUUID", order.collectionUuid())
                .append("chunkVersion", order.chunkVersion().toBson()));
    standBefore(MigrationStep.CLONE, reply, "moveChunkHangAtStep2");
  }

  /** Expects CREATED. Leaves CLONING with all documents of the range on both sides. */
  private void copyDocuments() {
    environment.operation().checkForInterrupt();
    migrations.enter(MigrationState.CLONING);
    BsonDocument status = call("_recvChunkStatus", new BsonDocument());
    BsonDocument counts = status.getDocument("counts");
    long documents = counts.getNumber("cloned").longValue();
    long bytes = counts.getNumber("clonedBytes").longValue();
    migrations.change(record -> record.withCloned(documents, bytes));
    environment
        .trace()
        .record(new MigrationEvent.DocumentsCloned(record().what(), documents, bytes));
    standBefore(MigrationStep.CATCH_UP, status, "moveChunkHangAtStep3");
  }

  /** Expects CLONING. Leaves CATCHING_UP with the recipient in its steady state. */
  private void catchUp() {
    environment.operation().checkForInterrupt();
    migrations.enter(MigrationState.CATCHING_UP);
    BsonDocument status = call("_recvChunkStatus", new BsonDocument());
    standBefore(MigrationStep.CRITICAL_SECTION, status, "moveChunkHangAtStep4");
  }

  /** Expects CATCHING_UP. Leaves CRITICAL_SECTION: writes to the collection wait from now on. */
  private void enterCriticalSection() {
    environment.operation().checkForInterrupt();
    if (!awaitTransactions()) {
      return;
    }
    migrations.enter(MigrationState.CRITICAL_SECTION);
    BsonDocument reply = call("_recvChunkCommit", server.sessions().history().exported());
    if (environment.failPoints().isHit(server.id(), "failMigrationCommit")) {
      throw new CommandException(
          ErrorCode.INTERNAL_ERROR, "Failing _recvChunkCommit due to failpoint.");
    }
    migrations.change(record -> record.withCounts(reply.getDocument("counts")));
    standBefore(MigrationStep.COMMIT, reply, "moveChunkHangAtStep5");
  }

  /**
   * Waits for the transactions that use the collection. Who waits for this migration may take its
   * next steps meanwhile, or end it; tells whether they are still to be done.
   *
   * @throws CommandException OPERATION_FAILED when it was aborted meanwhile
   */
  private boolean awaitTransactions() {
    MigrationRecord before = record();
    new WriteConflicts(server).awaitUnused(before.what().ns());
    if (migrations.isActive(before.order())) {
      return record().state() == before.state();
    }
    MigrationRecord ended = migrations.of(before.order());
    if (ended.state() == MigrationState.ABORTED) {
      throw new CommandException(ErrorCode.OPERATION_FAILED, ended.reason());
    }
    return false;
  }

  /**
   * Expects CRITICAL_SECTION, or COMMITTING when it was held there or the outcome is unknown.
   * Leaves COMMITTED, both sides knowing the new table; ABORTED when the config servers refuse; or
   * COMMITTING when nobody can tell.
   */
  private void commit() {
    if (record().state() == MigrationState.CRITICAL_SECTION) {
      environment.operation().checkForInterrupt();
      migrations.enter(MigrationState.COMMITTING);
      requestCommit();
      String held =
          held(
              "hangBeforePostMigrationCommitRefresh",
              "hangBeforeMakingCommitDecisionDurable",
              "hangBeforeLeavingCriticalSection");
      if (!held.isEmpty() && record().order().stops()) {
        migrations.change(record -> record.before(MigrationStep.COMMIT, held));
        return;
      }
    } else if (record().version().isEmpty()) {
      askOutcome(commit.lost());
    }
    leaveCriticalSection();
  }

  private void requestCommit() {
    try {
      migrations.put(commit.request(record()));
    } catch (CommandException e) {
      if (!MigrationCommit.leavesUnknown(e)) {
        abort(e.getMessage());
        throw e;
      }
      server.sharding().forget(record().what().ns());
      askOutcome(e);
    }
  }

  /** Finds out from the config servers whether the commit was made; without it, aborts. */
  private void askOutcome(CommandException why) {
    Optional<MigrationRecord> committed = commit.outcome(record());
    migrations.note(
        MigrationEvent.MigrationNoted.Note.OUTCOME_ASKED,
        0,
        committed.isPresent() ? "committed" : "not committed");
    if (committed.isEmpty()) {
      abort(why.getMessage());
      throw why;
    }
    migrations.put(committed.get());
  }

  private void leaveCriticalSection() {
    migrations.enter(MigrationState.COMMITTED);
    MigrationRecord record = record();
    server.sharding().refreshOrForget(record.what().ns());
    log.committed(record.order(), record.counts());
    log.donorEnded(record, Optional.empty());
    decisions.tell(record, true);
    standBefore(MigrationStep.CLEAN_UP, new BsonDocument(), "moveChunkHangAtStep6");
  }

  /** Expects COMMITTED. Ends the migration, the donor's copies scheduled for deletion. */
  private void cleanUp() {
    MigrationOrder order = record().order();
    finish();
    RangeDeleter deleter = server.rangeDeleter();
    deleter
        .pendingOf(order.id())
        .map(pending -> deleter.schedule(pending, order.waitForDelete()))
        .filter(task -> order.waitForDelete() && !deleter.isSuspended())
        .ifPresent(deleter::deleteAwaited);
  }

  /**
   * Gives the active migration up. Expects any state before COMMITTED. Leaves ABORTED, and the
   * recipient, once told, deletes what it cloned.
   */
  void abort(String reason) {
    boolean wasStarted = record().hasStarted();
    migrations.enterAborted(reason);
    MigrationRecord aborted = record();
    log.donorEnded(aborted, Optional.of(reason));
    RangeDeleter deleter = server.rangeDeleter();
    deleter.pendingOf(aborted.order().id()).ifPresent(deleter::withdraw);
    if (wasStarted) {
      decisions.tell(aborted, false);
    }
    finish();
  }

  private void finish() {
    migrations.finish();
    writes.forget();
  }

  private MigrationRecord record() {
    return migrations.active().orElseThrow();
  }

  private BsonDocument call(String command, BsonDocument arguments) {
    MigrationOrder order = record().order();
    BsonDocument request = new BsonDocument(command, new BsonString(order.ns().toString()));
    request.append("sessionId", order.id());
    request.putAll(arguments);
    return environment
        .network()
        .require(server.id(), order.what().recipient().node(), "admin", request);
  }

  private void standBefore(MigrationStep next, BsonDocument reply, String... failPoints) {
    String atRecipient = reply.getString("heldBy", new BsonString("")).getValue();
    String here = held(failPoints);
    migrations.change(record -> record.before(next, here.isEmpty() ? atRecipient : here));
  }

  /** The first of these fail points that holds whoever comes by; empty when none does. */
  private String held(String... failPoints) {
    for (String name : failPoints) {
      if (environment.failPoints().isHit(server.id(), name)) {
        return name;
      }
    }
    return "";
  }
}
