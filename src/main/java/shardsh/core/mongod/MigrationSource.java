package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.trace.MigrationEvent;

/**
 * The donor's side of a migration: takes requests on, and drives the six steps of {@link
 * MigrationSteps}, between any two of which it may stand still. Source: {@code sharding-facts.md},
 * section 12.1. At most one migration runs on a shard.
 */
final class MigrationSource {
  private final ShardServer server;
  private final Environment environment;
  private final MigrationRegistry migrations;
  private final MigrationAdmission admission;
  private final MigrationDecisions decisions;
  private final MigrationWrites writes;
  private final MigrationSteps steps;
  private boolean stepping;

  MigrationSource(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.migrations = new MigrationRegistry(server);
    this.admission = new MigrationAdmission(server);
    this.decisions = new MigrationDecisions(server);
    this.writes = new MigrationWrites(server, migrations);
    this.steps = new MigrationSteps(server, migrations, admission, decisions, writes);
  }

  void copyFrom(MigrationSource other) {
    migrations.copyFrom(other.migrations);
    writes.copyFrom(other.writes);
    decisions.copyFrom(other.decisions);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrMoveRange", (db, command) -> moveRange(command));
    writes.addTo(commands);
  }

  /** Finished migrations, oldest first, and the running one. */
  List<MigrationRecord> all() {
    return migrations.all();
  }

  Optional<MigrationRecord> active() {
    return migrations.active();
  }

  /** Whether one of the steps runs now, and so waits for whatever asks. */
  boolean isStepping() {
    return stepping;
  }

  MigrationWrites writes() {
    return writes;
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
    if (active().isPresent() && active().get().order().isSameRequest(what)) {
      return answer(active().get());
    }
    if (new WriteConflicts(server).awaitUnused(what.ns())) {
      // Another move may have taken the range away meanwhile, or a part of it.
      what = admission.wanted(command);
    }
    MigrationOrder order = admission.admit(what, command);
    decisions.deliver();
    migrations.admit(order);
    steps.standBeforeStart();
    goOn();
    return answer(migrations.of(order));
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

  /** Runs the active migration until it ends or something holds it. */
  void goOn() {
    if (active().isPresent()) {
      MigrationOrder order = active().get().order();
      while (migrations.isActive(order) && !isHeld()) {
        step();
      }
    }
  }

  private boolean isHeld() {
    MigrationRecord record = active().orElseThrow();
    if (!record.order().stops()) {
      return false;
    }
    String by = environment.stepsMigrations() ? Environment.STEPPED : record.heldBy();
    if (!by.isEmpty()) {
      holdBy(by);
      migrations.note(
          MigrationEvent.MigrationNoted.Note.STOPPED, 0, record.next().text() + ": " + by);
    }
    return !by.isEmpty();
  }

  private void holdBy(String cause) {
    migrations.change(record -> record.before(record.next(), cause));
  }

  /** Lets the active migration go on if that is what holds it. */
  void resume(String cause) {
    if (active().isPresent() && active().get().heldBy().equals(cause)) {
      holdBy("");
      goOn();
    }
  }

  /** One step of a migration that stands still; then it stands again. */
  void stepOnce() {
    step();
    if (active().isPresent() && !isHeld()) {
      holdBy(Environment.STEPPED);
    }
  }

  /**
   * Does the next step of the active migration; a failure before the commit aborts it, and one that
   * hides what became of the commit leaves it as it is, to be asked again.
   */
  void step() {
    MigrationRecord record = active().orElseThrow();
    boolean before = stepping;
    stepping = true;
    try {
      steps.take(record.next());
    } catch (CommandException e) {
      if (migrations.isActive(record.order())) {
        failed(e);
      }
      throw e;
    } finally {
      stepping = before;
    }
  }

  private void failed(CommandException e) {
    switch (active().orElseThrow().state()) {
      case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION -> abort(e.getMessage());
      case COMMITTING, COMMITTED -> decisions.scheduleRetry();
      case ABORTED -> throw new IllegalStateException("an aborted migration is not active", e);
    }
  }

  /** Gives the active migration up: {@link MigrationSteps#abort}. */
  void abort(String reason) {
    steps.abort(reason);
  }

  /** Its operation was killed: it is given up, unless its commit is on its way. */
  void kill(String reason) {
    switch (active().orElseThrow().state()) {
      case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION -> abort(reason);
      case COMMITTING, COMMITTED, ABORTED -> {}
    }
  }

  /** What a donor that comes back does about a migration that it was in. */
  void recover() {
    if (active().isEmpty()) {
      return;
    }
    try {
      switch (active().get().state()) {
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
      if (active().isPresent() && active().get().heldBy().isEmpty() && !stepping) {
        finishCommitted();
      }
    } catch (CommandException unsettled) {
      // It is tried again later.
    }
  }

  /** Runs a migration that can no longer be aborted to its end. */
  void finishCommitted() {
    while (active().isPresent()) {
      step();
    }
  }
}
