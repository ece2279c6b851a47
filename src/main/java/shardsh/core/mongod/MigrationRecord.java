package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.MigrationStep;
import shardsh.core.sharding.RunningMigration;

/**
 * One migration as its donor sees it: a value that each step replaces.
 *
 * @param entered when each state was entered, milliseconds of the epoch; nothing before the start
 * @param counts {@code {cloned, clonedBytes, catchup, steady}} as the recipient told them
 * @param progress where it stands; empty when it has ended
 * @param reason why it was aborted, else empty
 */
public record MigrationRecord(
    MigrationOrder order,
    MigrationState state,
    List<Entered> entered,
    Optional<ChunkVersion> version,
    long documents,
    long bytes,
    Log log,
    BsonDocument counts,
    Optional<Progress> progress,
    String reason) {

  /** A state and when it was entered. */
  public record Entered(MigrationState state, long atMillis) {}

  /**
   * Writes to the range since it was cloned.
   *
   * @param noted how many
   * @param forwarded documents sent after the clone because of them
   */
  public record Log(long noted, long forwarded) {}

  /**
   * What comes next.
   *
   * @param heldBy what keeps it from going on: a fail point, {@code sim.stepMigrations(true)}, or
   *     empty
   */
  public record Progress(MigrationStep next, String heldBy) {}

  public MigrationRecord {
    entered = List.copyOf(entered);
  }

  /** One that was taken on and has not started. */
  static MigrationRecord admitted(MigrationOrder order) {
    return new MigrationRecord(
        order,
        MigrationState.CREATED,
        List.of(),
        Optional.empty(),
        0,
        0,
        new Log(0, 0),
        new BsonDocument(),
        Optional.of(new Progress(MigrationStep.START, "")),
        "");
  }

  public MigrateInfo what() {
    return order.what();
  }

  /** When the donor took it on, milliseconds of the epoch. */
  public long sinceMillis() {
    return order.admittedMillis();
  }

  /** Writes to the range since the clone. */
  public long noted() {
    return log.noted();
  }

  /** Documents sent to the recipient because of them. */
  public long forwarded() {
    return log.forwarded();
  }

  /** Whether writes to the collection wait for it, but for those of the donor's own. */
  boolean blocksWrites() {
    return switch (state) {
      case CRITICAL_SECTION, COMMITTING -> true;
      case CLONING, CATCHING_UP -> order.clonesCritically();
      case CREATED, COMMITTED, ABORTED -> false;
    };
  }

  /** The migration as others know it; only while it runs. */
  RunningMigration running() {
    return new RunningMigration(
        order.what(),
        order.key(),
        order.waitForDelete(),
        order.forced(),
        next(),
        order.opid(),
        sinceMillis());
  }

  boolean hasStarted() {
    return !entered.isEmpty();
  }

  /** The step that comes next; only while it runs. */
  MigrationStep next() {
    return progress.orElseThrow().next();
  }

  String heldBy() {
    return progress.map(Progress::heldBy).orElse("");
  }

  /**
   * The same migration in its next state.
   *
   * @throws IllegalStateException when there is no such move
   */
  MigrationRecord entering(MigrationState next, long nowMillis) {
    boolean starts = !hasStarted() && next == MigrationState.CREATED;
    if (!starts && !state.mayBecome(next)) {
      throw new IllegalStateException("a migration cannot go from " + state + " to " + next);
    }
    List<Entered> longer = new ArrayList<>(entered);
    longer.add(new Entered(next, nowMillis));
    return new MigrationRecord(
        order, next, longer, version, documents, bytes, log, counts, progress, reason);
  }

  MigrationRecord withCloned(long clonedDocuments, long clonedBytes) {
    return new MigrationRecord(
        order,
        state,
        entered,
        version,
        clonedDocuments,
        clonedBytes,
        log,
        counts,
        progress,
        reason);
  }

  MigrationRecord withVersion(ChunkVersion committed) {
    return new MigrationRecord(
        order,
        state,
        entered,
        Optional.of(committed),
        documents,
        bytes,
        log,
        counts,
        progress,
        reason);
  }

  MigrationRecord withLog(Log newLog) {
    return new MigrationRecord(
        order, state, entered, version, documents, bytes, newLog, counts, progress, reason);
  }

  MigrationRecord withCounts(BsonDocument newCounts) {
    return new MigrationRecord(
        order, state, entered, version, documents, bytes, log, newCounts, progress, reason);
  }

  /** Standing, or about to go, before a step. */
  MigrationRecord before(MigrationStep step, String heldBy) {
    Progress changed = new Progress(step, heldBy);
    return new MigrationRecord(
        order,
        state,
        entered,
        version,
        documents,
        bytes,
        log,
        counts,
        Optional.of(changed),
        reason);
  }

  MigrationRecord ended() {
    return new MigrationRecord(
        order, state, entered, version, documents, bytes, log, counts, Optional.empty(), reason);
  }

  MigrationRecord abortedFor(String why, long nowMillis) {
    MigrationRecord next = entering(MigrationState.ABORTED, nowMillis);
    return new MigrationRecord(
        order, next.state, next.entered, version, documents, bytes, log, counts, progress, why);
  }
}
