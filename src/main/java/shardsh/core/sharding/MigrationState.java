package shardsh.core.sharding;

/** Where a migration stands. */
public enum MigrationState {
  CREATED,
  CLONING,
  CATCHING_UP,
  CRITICAL_SECTION,
  COMMITTING,
  COMMITTED,
  ABORTED;

  /** Whether a migration may go from this state straight to {@code next}. */
  public boolean mayBecome(MigrationState next) {
    return switch (this) {
      case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION, COMMITTING ->
          next == ABORTED || next.ordinal() == ordinal() + 1;
      case COMMITTED, ABORTED -> false;
    };
  }
}
