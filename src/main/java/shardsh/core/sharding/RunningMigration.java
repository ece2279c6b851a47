package shardsh.core.sharding;

/**
 * A migration that has begun and not ended, as the config servers keep it in mind.
 *
 * @param key the shard key that the bounds of the range are values of
 */
public record RunningMigration(
    MigrateInfo what, ShardKeyPattern key, boolean waitForDelete, boolean forced) {

  /** Whether a shard gives or receives. */
  public boolean involves(ShardId shard) {
    return what.donor().equals(shard) || what.recipient().equals(shard);
  }
}
