package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;

/**
 * One migration as its donor sees it: a value that each step replaces.
 *
 * @param entered when each state was entered, milliseconds of the epoch
 * @param waitForDelete whether the request waits for the deletion of the range
 */
public record MigrationRecord(
    BsonBinary id,
    MigrateInfo what,
    MigrationState state,
    List<Entered> entered,
    Optional<ChunkVersion> version,
    long documents,
    long bytes,
    boolean waitForDelete,
    boolean forced,
    String reason) {

  /** A state and when it was entered. */
  public record Entered(MigrationState state, long atMillis) {}

  public MigrationRecord {
    entered = List.copyOf(entered);
  }

  /**
   * The same migration in its next state.
   *
   * @throws IllegalStateException when there is no such move
   */
  MigrationRecord entering(MigrationState next, long nowMillis) {
    if (!state.mayBecome(next)) {
      throw new IllegalStateException("a migration cannot go from " + state + " to " + next);
    }
    List<Entered> longer = new ArrayList<>(entered);
    longer.add(new Entered(next, nowMillis));
    return new MigrationRecord(
        id, what, next, longer, version, documents, bytes, waitForDelete, forced, reason);
  }

  MigrationRecord withCloned(long clonedDocuments, long clonedBytes) {
    return new MigrationRecord(
        id,
        what,
        state,
        entered,
        version,
        clonedDocuments,
        clonedBytes,
        waitForDelete,
        forced,
        reason);
  }

  MigrationRecord withVersion(ChunkVersion committed) {
    return new MigrationRecord(
        id,
        what,
        state,
        entered,
        Optional.of(committed),
        documents,
        bytes,
        waitForDelete,
        forced,
        reason);
  }

  MigrationRecord abortedFor(String why, long nowMillis) {
    MigrationRecord next = entering(MigrationState.ABORTED, nowMillis);
    return new MigrationRecord(
        id, what, next.state, next.entered, version, documents, bytes, waitForDelete, forced, why);
  }
}
