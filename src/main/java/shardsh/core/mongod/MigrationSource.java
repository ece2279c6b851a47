package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.MigrationStep;
import shardsh.core.trace.MigrationEvent;

/**
 * The donor's side of a migration, in six steps, between any two of which it may stand still.
 * Source: {@code sharding-facts.md}, section 12.1. At most one migration runs on a shard.
 */
final class MigrationSource {
  private static final int HISTORY_MAX = 20;

  private final ShardServer server;
  private final Environment environment;
  private final MigrationAdmission admission;
  private final MigrationLog log;
  private final MigrationCommit commit;
  private final MigrationDecisions decisions;
  private final MigrationWrites writes;
  private final List<MigrationRecord> finished = new ArrayList<>();
  private Optional<MigrationRecord> active = Optional.empty();
  private boolean stepping;

  MigrationSource(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.admission = new MigrationAdmission(server);
    this.log = new MigrationLog(environment);
    this.commit = new MigrationCommit(server);
    this.decisions = new MigrationDecisions(server);
    this.writes = new MigrationWrites(server, this);
  }

  void copyFrom(MigrationSource other) {
    finished.addAll(other.finished);
    active = other.active;
    writes.copyFrom(other.writes);
    decisions.copyFrom(other.decisions);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrMoveRange", (db, command) -> moveRange(command));
    writes.addTo(commands);
  }

  /** Finished migrations, oldest first, and the running one. */
  List<MigrationRecord> all() {
    List<MigrationRecord> all = new ArrayList<>(finished);
    active.ifPresent(all::add);
    return all;
  }

  Optional<MigrationRecord> active() {
    return active;
  }

  /** Whether one of the steps runs now, and so waits for whatever asks. */
  boolean isStepping() {
    return stepping;
  }

  MigrationWrites writes() {
    return writes;
  }

  /** Puts a new account of the writes into the active migration. */
  void logged(MigrationRecord.Log log) {
    active = active.map(record -> record.withLog(log));
  }

  MigrationDecisions decisions() {
    return decisions;
  }

  /**
   * {@code {_shardsvrMoveRange: ns, toShard, fromShard, min?, max?, maxChunkSizeBytes, forceJumbo?,
   * waitForDelete?, reason?}} → {@code {moved: {min, max, bytes}}} when the range belongs to the
   * recipient, or with {@code stoppedBefore: step} when it stands still.
   */
  private BsonDocument moveRange(BsonDocument command) {
    MigrateInfo what = admission.wanted(command);
    if (active.isPresent() && active.get().order().isSameRequest(what)) {
      return answer(active.get());
    }
    if (new WriteConflicts(server).awaitUnused(what.ns())) {
      // Another move may have taken the range away meanwhile, or a part of it.
      what = admission.wanted(command);
    }
    MigrationOrder order = admission.admit(what, command);
    decisions.deliver();
    active =
        Optional.of(
            MigrationRecord.admitted(order)
                .before(MigrationStep.START, held("moveChunkHangAtStep1")));
    goOn();
    return answer(record(order));
  }

  private MigrationRecord record(MigrationOrder order) {
    return all().stream().filter(one -> one.order() == order).findFirst().orElseThrow();
  }

  private BsonDocument answer(MigrationRecord record) {
    long bytes =
        record.documents() > 0 || record.bytes() > 0
            ? record.bytes()
            : server
                .sharding()
                .table(record.what().ns())
                .map(table -> server.sizes().of(table, record.what().range()).totalBytes())
                .orElse(0L);
    BsonDocument reply =
        new BsonDocument("moved", record.order().bounds().append("bytes", new BsonInt64(bytes)));
    record
        .progress()
        .ifPresent(
            progress -> reply.append("stoppedBefore", new BsonString(progress.next().text())));
    return Replies.ok(reply);
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

  /** Runs the active migration until it ends or something holds it. */
  void goOn() {
    if (active.isPresent()) {
      MigrationOrder order = active.get().order();
      while (isActive(order) && !isHeld()) {
        step();
      }
    }
  }

  private boolean isActive(MigrationOrder order) {
    return active.filter(record -> record.order() == order).isPresent();
  }

  private boolean isHeld() {
    MigrationRecord record = active.orElseThrow();
    if (!record.order().stops()) {
      return false;
    }
    String by = environment.stepsMigrations() ? Environment.STEPPED : record.heldBy();
    if (!by.isEmpty()) {
      active = Optional.of(record.before(record.next(), by));
      note(MigrationEvent.MigrationNoted.Note.STOPPED, 0, record.next().text() + ": " + by);
    }
    return !by.isEmpty();
  }

  /** Lets the active migration go on if that is what holds it. */
  void resume(String cause) {
    if (active.isPresent() && active.get().heldBy().equals(cause)) {
      active = active.map(record -> record.before(record.next(), ""));
      goOn();
    }
  }

  /** One step of a migration that stands still; then it stands again. */
  void stepOnce() {
    step();
    if (active.isPresent() && !isHeld()) {
      active = active.map(record -> record.before(record.next(), Environment.STEPPED));
    }
  }

  /**
   * Does the next step of the active migration; a failure before the commit aborts it, and one that
   * hides what became of the commit leaves it as it is, to be asked again.
   */
  void step() {
    MigrationOrder order = active.orElseThrow().order();
    MigrationStep next = active.get().next();
    boolean before = stepping;
    stepping = true;
    try {
      switch (next) {
        case START -> start();
        case CLONE -> copyDocuments();
        case CATCH_UP -> catchUp();
        case CRITICAL_SECTION -> enterCriticalSection();
        case COMMIT -> commit();
        case CLEAN_UP -> cleanUp();
      }
    } catch (CommandException e) {
      if (isActive(order)) {
        failed(e);
      }
      throw e;
    } finally {
      stepping = before;
    }
  }

  private void failed(CommandException e) {
    switch (active.orElseThrow().state()) {
      case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION -> abort(e.getMessage());
      case COMMITTING, COMMITTED -> decisions.scheduleRetry();
      case ABORTED -> throw new IllegalStateException("an aborted migration is not active", e);
    }
  }

  private void standBefore(MigrationStep next, BsonDocument reply, String... failPoints) {
    String atRecipient = reply.getString("heldBy", new BsonString("")).getValue();
    String here = held(failPoints);
    active = active.map(record -> record.before(next, here.isEmpty() ? atRecipient : here));
  }

  /** Expects no state. Leaves CREATED, the recipient ready to clone and both ranges pending. */
  private void start() {
    environment.operation().checkForInterrupt();
    admission.requireStillValid(active.orElseThrow().order());
    enter(MigrationState.CREATED, Optional.empty());
    MigrationOrder order = active.orElseThrow().order();
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

  private BsonDocument call(String command, BsonDocument arguments) {
    MigrationOrder order = active.orElseThrow().order();
    BsonDocument request = new BsonDocument(command, new BsonString(order.ns().toString()));
    request.append("sessionId", order.id());
    request.putAll(arguments);
    return environment
        .network()
        .require(server.id(), order.what().recipient().node(), "admin", request);
  }

  /** Expects CREATED. Leaves CLONING with all documents of the range on both sides. */
  private void copyDocuments() {
    environment.operation().checkForInterrupt();
    enter(MigrationState.CLONING);
    BsonDocument status = call("_recvChunkStatus", new BsonDocument());
    BsonDocument counts = status.getDocument("counts");
    long documents = counts.getNumber("cloned").longValue();
    long bytes = counts.getNumber("clonedBytes").longValue();
    active = active.map(record -> record.withCloned(documents, bytes));
    environment
        .trace()
        .record(new MigrationEvent.DocumentsCloned(active.orElseThrow().what(), documents, bytes));
    standBefore(MigrationStep.CATCH_UP, status, "moveChunkHangAtStep3");
  }

  /** Expects CLONING. Leaves CATCHING_UP with the recipient in its steady state. */
  private void catchUp() {
    environment.operation().checkForInterrupt();
    enter(MigrationState.CATCHING_UP);
    BsonDocument status = call("_recvChunkStatus", new BsonDocument());
    standBefore(MigrationStep.CRITICAL_SECTION, status, "moveChunkHangAtStep4");
  }

  /** Expects CATCHING_UP. Leaves CRITICAL_SECTION: writes to the collection wait from now on. */
  private void enterCriticalSection() {
    environment.operation().checkForInterrupt();
    if (!awaitTransactions()) {
      return;
    }
    enter(MigrationState.CRITICAL_SECTION);
    BsonDocument reply = call("_recvChunkCommit", server.sessions().history().exported());
    if (environment.failPoints().isHit(server.id(), "failMigrationCommit")) {
      throw new CommandException(
          ErrorCode.INTERNAL_ERROR, "Failing _recvChunkCommit due to failpoint.");
    }
    active = active.map(record -> record.withCounts(reply.getDocument("counts")));
    standBefore(MigrationStep.COMMIT, reply, "moveChunkHangAtStep5");
  }

  /**
   * Waits for the transactions that use the collection. Who waits for this migration may take its
   * next steps meanwhile, or end it; tells whether they are still to be done.
   *
   * @throws CommandException OPERATION_FAILED when it was aborted meanwhile
   */
  private boolean awaitTransactions() {
    MigrationRecord before = active.orElseThrow();
    new WriteConflicts(server).awaitUnused(before.what().ns());
    if (isActive(before.order())) {
      return active.get().state() == before.state();
    }
    MigrationRecord ended = record(before.order());
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
    if (active.orElseThrow().state() == MigrationState.CRITICAL_SECTION) {
      environment.operation().checkForInterrupt();
      enter(MigrationState.COMMITTING);
      requestCommit();
      String held =
          held(
              "hangBeforePostMigrationCommitRefresh",
              "hangBeforeMakingCommitDecisionDurable",
              "hangBeforeLeavingCriticalSection");
      if (!held.isEmpty() && active.orElseThrow().order().stops()) {
        active = active.map(record -> record.before(MigrationStep.COMMIT, held));
        return;
      }
    } else if (active.get().version().isEmpty()) {
      askOutcome(commit.lost());
    }
    leaveCriticalSection();
  }

  private void requestCommit() {
    try {
      active = Optional.of(commit.request(active.orElseThrow()));
    } catch (CommandException e) {
      if (!MigrationCommit.leavesUnknown(e)) {
        abort(e.getMessage());
        throw e;
      }
      server.sharding().forget(active.orElseThrow().what().ns());
      askOutcome(e);
    }
  }

  /** Finds out from the config servers whether the commit was made; without it, aborts. */
  private void askOutcome(CommandException why) {
    Optional<MigrationRecord> committed = commit.outcome(active.orElseThrow());
    note(
        MigrationEvent.MigrationNoted.Note.OUTCOME_ASKED,
        0,
        committed.isPresent() ? "committed" : "not committed");
    if (committed.isEmpty()) {
      abort(why.getMessage());
      throw why;
    }
    active = committed;
  }

  private void leaveCriticalSection() {
    enter(MigrationState.COMMITTED);
    MigrationRecord record = active.orElseThrow();
    server.sharding().refreshOrForget(record.what().ns());
    log.committed(record.order(), record.counts());
    log.donorEnded(record, Optional.empty());
    decisions.tell(record, true);
    standBefore(MigrationStep.CLEAN_UP, new BsonDocument(), "moveChunkHangAtStep6");
  }

  /** Expects COMMITTED. Ends the migration, the donor's copies scheduled for deletion. */
  private void cleanUp() {
    MigrationOrder order = active.orElseThrow().order();
    finish();
    RangeDeleter deleter = server.rangeDeleter();
    deleter
        .pendingOf(order.id())
        .map(pending -> deleter.schedule(pending, order.waitForDelete()))
        .filter(task -> order.waitForDelete() && !deleter.isSuspended())
        .ifPresent(deleter::deleteAwaited);
  }

  private void enter(MigrationState next) {
    enter(next, Optional.of(active.orElseThrow().state()));
  }

  private void enter(MigrationState next, Optional<MigrationState> before) {
    MigrationRecord after = active.orElseThrow().entering(next, environment.clock().nowMillis());
    active = Optional.of(after);
    recordMove(after, before);
  }

  private void recordMove(MigrationRecord record, Optional<MigrationState> before) {
    environment
        .trace()
        .record(
            new MigrationEvent.MigrationMoved(
                record.what(), before, record.state(), record.version(), record.reason()));
  }

  /** Tells something about the active migration. */
  void note(MigrationEvent.MigrationNoted.Note note, long docs, String detail) {
    environment
        .trace()
        .record(
            new MigrationEvent.MigrationNoted(
                active.orElseThrow().what(), note, server.sharding().shard(), docs, 0, detail));
  }

  /**
   * Gives the active migration up. Expects any state before COMMITTED. Leaves ABORTED, and the
   * recipient, once told, deletes what it cloned.
   */
  void abort(String reason) {
    MigrationRecord before = active.orElseThrow();
    MigrationRecord aborted = before.abortedFor(reason, environment.clock().nowMillis());
    active = Optional.of(aborted);
    recordMove(aborted, before.hasStarted() ? Optional.of(before.state()) : Optional.empty());
    log.donorEnded(aborted, Optional.of(reason));
    RangeDeleter deleter = server.rangeDeleter();
    deleter.pendingOf(aborted.order().id()).ifPresent(deleter::withdraw);
    if (before.hasStarted()) {
      decisions.tell(aborted, false);
    }
    finish();
  }

  /** Its operation was killed: it is given up, unless its commit is on its way. */
  void kill(String reason) {
    switch (active.orElseThrow().state()) {
      case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION -> abort(reason);
      case COMMITTING, COMMITTED, ABORTED -> {}
    }
  }

  private void finish() {
    if (finished.size() == HISTORY_MAX) {
      finished.remove(0);
    }
    finished.add(active.orElseThrow().ended());
    active = Optional.empty();
    writes.forget();
  }

  /** What a donor that comes back does about a migration that it was in. */
  void recover() {
    if (active.isEmpty()) {
      return;
    }
    try {
      switch (active.get().state()) {
        case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION ->
            abort("the donor " + server.sharding().shard() + " went down");
        case COMMITTING, COMMITTED -> finishCommitted();
        case ABORTED -> throw new IllegalStateException("an aborted migration is not active");
      }
    } catch (CommandException unsettled) {
      // Whatever keeps it from asking now, it asks again later.
    }
  }

  /** Asks again what became of a commit, and tells again what recipients have not heard. */
  void complete() {
    decisions.deliver();
    try {
      if (active.isPresent() && active.get().heldBy().isEmpty() && !stepping) {
        finishCommitted();
      }
    } catch (CommandException unsettled) {
      // It is tried again later.
    }
  }

  /** Runs a migration that can no longer be aborted to its end. */
  void finishCommitted() {
    while (active.isPresent()) {
      step();
    }
  }

  /**
   * The migration that runs.
   *
   * @throws CommandException NOT_YET_INITIALIZED when there is none
   */
  MigrationRecord requireActive() {
    return active.orElseThrow(
        () ->
            new CommandException(
                ErrorCode.NOT_YET_INITIALIZED, "No active migration on this shard"));
  }
}
