package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.MigrationStep;
import shardsh.core.sharding.RunningMigration;

/** The migrations that a shard gives away and receives, for what is around it. */
public final class ShardMigrations {
  private final ShardServer server;
  private final Environment environment;
  private final MigrationSource source;
  private final MigrationDestination destination;

  ShardMigrations(ShardServer server, MigrationSource source, MigrationDestination destination) {
    this.server = server;
    this.environment = server.environment();
    this.source = source;
    this.destination = destination;
  }

  /** Migrations given away by this shard, finished and running, oldest first. */
  public List<MigrationRecord> all() {
    return source.all();
  }

  /** The migration that this shard gives away now. */
  public Optional<RunningMigration> running() {
    return source.active().map(MigrationRecord::running);
  }

  /** When the running migration was taken on, milliseconds of the epoch. */
  public long sinceMillis() {
    return source.active().map(MigrationRecord::sinceMillis).orElse(Long.MAX_VALUE);
  }

  /** The step that the running migration stands before. */
  public Optional<MigrationStep> nextStep() {
    return source.active().map(MigrationRecord::next);
  }

  /**
   * Does the next step of the running migration.
   *
   * @throws CommandException what aborts it
   */
  public void step() {
    server.membersData().reachesAll();
    source.stepOnce();
  }

  /** The running migration goes on if that is what holds it. */
  void resume(String cause) {
    server.membersData().reachesAll();
    try {
      source.resume(cause);
    } catch (CommandException aborted) {
      // The trace has it; whoever asked for the migration has had an answer long ago.
    }
  }

  /**
   * This shard has a new primary: what the one before had in memory is lost, what it had written
   * down is settled.
   */
  public void cameUp() {
    server.membersData().reachesAll();
    destination.crashed();
    source.decisions().deliver();
    source.recover();
  }

  /** Another set lost its primary: ranges that it was sending here will not come. */
  public void peerWentDown(NodeId peer) {
    destination.donorWentDown(peer);
  }

  /** Another set has a primary again: it hears what it missed. */
  public void peerCameUp() {
    if (!environment.network().isDown(server.id())) {
      server.membersData().reachesAll();
      source.complete();
    }
  }
}
