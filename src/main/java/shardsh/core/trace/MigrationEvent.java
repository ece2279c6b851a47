package shardsh.core.trace;

import java.util.Optional;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;

/** The stations of a migration of one range from shard to shard. */
public sealed interface MigrationEvent extends ClusterEvent {

  /**
   * A migration went from one state to the next.
   *
   * @param before empty when it was created
   * @param version the moved chunk's version, once committed
   * @param reason why it was aborted, else empty
   */
  record MigrationMoved(
      MigrateInfo what,
      Optional<MigrationState> before,
      MigrationState after,
      Optional<ChunkVersion> version,
      String reason)
      implements MigrationEvent {
    @Override
    public String kind() {
      return switch (after) {
        case CREATED -> "migrate.start";
        case CLONING -> "migrate.clone";
        case CATCHING_UP -> "migrate.catchup";
        case CRITICAL_SECTION -> "migrate.critical";
        case COMMITTING -> "migrate.committing";
        case COMMITTED -> "migrate.commit";
        case ABORTED -> "migrate.abort";
      };
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.migrationMoved(this);
    }
  }

  /**
   * Something about a migration besides its going from state to state.
   *
   * @param on the shard that tells
   * @param docs how many documents it is about
   * @param micros simulated time that passed with it
   * @param detail before which step it stands and what holds it; the command that waited
   */
  record MigrationNoted(
      MigrateInfo what, Note note, ShardId on, long docs, long micros, String detail)
      implements MigrationEvent {

    /** What there is to note. */
    public enum Note {
      /** It stands still. */
      STOPPED("migrate.stop"),
      /** A write to the range was noted, to be forwarded. */
      WRITE_NOTED("migrate.note"),
      /** Noted writes went to the recipient. */
      FORWARDED("migrate.mods"),
      /** A command waited for it. */
      WAITED("migrate.wait"),
      /** The donor asked the config servers what became of its commit. */
      OUTCOME_ASKED("migrate.ask");

      private final String kind;

      Note(String kind) {
        this.kind = kind;
      }
    }

    @Override
    public String kind() {
      return note.kind;
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.migrationNoted(this);
    }
  }

  /** The recipient received documents of a migration. */
  record DocumentsCloned(MigrateInfo what, long docs, long bytes) implements MigrationEvent {
    @Override
    public String kind() {
      return "migrate.batch";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.documentsCloned(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R migrationMoved(MigrationMoved event);

    R migrationNoted(MigrationNoted event);

    R documentsCloned(DocumentsCloned event);
  }
}
