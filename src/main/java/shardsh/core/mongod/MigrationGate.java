package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.CommandNamespace;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.trace.MigrationEvent;

/**
 * What commands on a collection do while a migration of it stands on this shard. Source: {@code
 * sharding-facts.md}, sections 4, 12.1 and 12.6. A command that must wait and has no time limit
 * lets the migration go on; one with a limit waits for that long.
 */
final class MigrationGate {
  private final ShardServer server;
  private final MigrationSource source;
  private final Environment environment;

  MigrationGate(ShardServer server, MigrationSource source) {
    this.server = server;
    this.source = source;
    this.environment = server.environment();
  }

  /**
   * Before a command of that name runs here.
   *
   * @throws CommandException MAX_TIME_MS_EXPIRED when its time runs out while it waits
   */
  void pass(String name, String db, BsonDocument command) {
    Optional<MigrationRecord> active = source.active();
    if (active.isEmpty() || !active.get().hasStarted()) {
      return;
    }
    MigrationState state = active.get().state();
    switch (name) {
      case "insert", "update", "delete", "findAndModify", "findandmodify", "_simFill" -> {
        if (active.get().blocksWrites()
            && command.containsKey("shardVersion")
            && isOn(db, command)) {
          await(name);
        }
      }
      case "find", "count", "distinct", "aggregate", "explain" -> {
        if (state == MigrationState.COMMITTING
            && command.containsKey("shardVersion")
            && isOn(db, command)) {
          await(name);
        }
      }
      case "splitChunk", "mergeChunks" -> {
        if (isOn("admin", command)) {
          refuseWhileStepping();
          await(name);
        }
      }
      case "createIndexes", "dropIndexes", "collMod" -> {
        if (isOn(db, command)) {
          giveUp(name, "aborted due to the conflicting index operation " + name);
        }
      }
      case "drop", "renameCollection", "_shardsvrDropCollectionParticipant" -> {
        if (isOn(db, command)) {
          giveUp(name, "the collection was dropped or renamed");
        }
      }
      case "dropDatabase" -> {
        if (active.get().what().ns().db().equals(db)) {
          giveUp(name, "the database was dropped");
        }
      }
      default -> {}
    }
  }

  /** Whether a migration of the collection is at the point where writes to it wait. */
  boolean blocksWrites(Namespace ns) {
    return source
        .active()
        .filter(record -> record.what().ns().equals(ns) && record.blocksWrites())
        .isPresent();
  }

  private boolean isOn(String db, BsonDocument command) {
    Namespace ns = source.active().orElseThrow().what().ns();
    return CommandNamespace.of(db, command).equals(ns);
  }

  /** What comes up while a step itself waits cannot make that step go on. */
  private void refuseWhileStepping() {
    if (source.isStepping()) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "a migration of " + source.active().orElseThrow().what().ns() + " is under way");
    }
  }

  private void await(String name) {
    MigrateInfo what = source.active().orElseThrow().what();
    long start = environment.clock().nowMicros();
    try {
      environment.waitOutDeadline();
      while (source.active().isPresent()
          && source.active().get().state() != MigrationState.COMMITTED) {
        source.step();
      }
      source.goOn();
    } catch (CommandException e) {
      if (source.active().isPresent()) {
        throw e;
      }
      // It was aborted: whoever waited goes on here.
    } finally {
      environment
          .trace()
          .record(
              new MigrationEvent.MigrationNoted(
                  what,
                  MigrationEvent.MigrationNoted.Note.WAITED,
                  server.shardId(),
                  0,
                  environment.clock().nowMicros() - start,
                  name));
    }
  }

  private void giveUp(String name, String why) {
    switch (source.active().orElseThrow().state()) {
      case CREATED, CLONING, CATCHING_UP, CRITICAL_SECTION -> source.abort(why);
      case COMMITTING, COMMITTED -> source.finishCommitted();
      case ABORTED -> throw new IllegalStateException(name + " meets an aborted migration");
    }
  }
}
