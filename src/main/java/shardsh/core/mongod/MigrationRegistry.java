package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.MigrationState;
import shardsh.core.trace.MigrationEvent;

/**
 * The migration that a donor gives away now, of which there is one at most, and those that have
 * ended. Each move from state to state is told to the trace.
 */
final class MigrationRegistry {
  private static final int HISTORY_MAX = 20;

  private final ShardServer server;
  private final Environment environment;
  private final List<MigrationRecord> finished = new ArrayList<>();
  private Optional<MigrationRecord> active = Optional.empty();

  MigrationRegistry(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(MigrationRegistry other) {
    finished.addAll(other.finished);
    active = other.active;
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

  boolean isActive(MigrationOrder order) {
    return active.filter(record -> record.order() == order).isPresent();
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

  /** One that runs or has just ended. */
  MigrationRecord of(MigrationOrder order) {
    return all().stream().filter(one -> one.order() == order).findFirst().orElseThrow();
  }

  /** A migration is taken on; it has not started. */
  void admit(MigrationOrder order) {
    put(MigrationRecord.admitted(order));
  }

  /** The active migration as its donor knows it now. */
  void put(MigrationRecord record) {
    active = Optional.of(record);
  }

  /** Replaces what is known of the active migration, but for its state. */
  void change(UnaryOperator<MigrationRecord> change) {
    active = active.map(change);
  }

  /** Puts a new account of the writes into the active migration. */
  void logged(MigrationRecord.Log log) {
    change(record -> record.withLog(log));
  }

  /**
   * The active migration goes into its next state.
   *
   * @throws IllegalStateException when there is no such move
   */
  void enter(MigrationState next) {
    moveTo(running().entering(next, environment.clock().nowMillis()));
  }

  /** The active migration goes to ABORTED, for that reason. */
  void enterAborted(String reason) {
    moveTo(running().abortedFor(reason, environment.clock().nowMillis()));
  }

  private MigrationRecord running() {
    return active.orElseThrow();
  }

  private void moveTo(MigrationRecord after) {
    MigrationRecord before = running();
    put(after);
    environment
        .trace()
        .record(
            new MigrationEvent.MigrationMoved(
                after.what(),
                before.hasStarted() ? Optional.of(before.state()) : Optional.empty(),
                after.state(),
                after.version(),
                after.reason()));
  }

  /** Tells something about the active migration. */
  void note(MigrationEvent.MigrationNoted.Note note, long docs, String detail) {
    environment
        .trace()
        .record(
            new MigrationEvent.MigrationNoted(
                running().what(), note, server.sharding().shard(), docs, 0, detail));
  }

  /** The active migration is over. */
  void finish() {
    if (finished.size() == HISTORY_MAX) {
      finished.remove(0);
    }
    finished.add(running().ended());
    active = Optional.empty();
  }
}
