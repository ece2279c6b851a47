package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * A collection on its way to another key, or to one shard: one row of config.reshardingOperations.
 * Immutable.
 *
 * @param dueMillis when its next state is due
 * @param commitAsked whether somebody asked not to wait any longer once everything is copied
 * @param heldBy what keeps it from its next state: a fail point, {@code sim.stepMigrations(true)},
 *     or empty
 * @param failure why it ends, once it is known to fail
 */
record Resharding(
    Plan plan,
    ReshardingState state,
    List<Entered> entered,
    Progress progress,
    long dueMillis,
    boolean commitAsked,
    String heldBy,
    Optional<Failure> failure) {

  /** The command that asked for it. */
  enum Provenance {
    RESHARD("reshardCollection"),
    MOVE("moveCollection"),
    UNSHARD("unshardCollection");

    private final String command;

    Provenance(String command) {
      this.command = command;
    }

    String command() {
      return command;
    }
  }

  /**
   * What is to be done.
   *
   * @param target the table that the collection will have, under the name of the temporary
   *     collection
   * @param zones the zones that the collection will have
   * @param earliestMillis writes are not blocked before that, unless somebody asks
   */
  record Plan(
      BsonBinary id,
      Namespace ns,
      Provenance provenance,
      BsonDocument command,
      RoutingTable target,
      List<ShardId> donors,
      List<ShardId> recipients,
      List<Zone> zones,
      long earliestMillis) {
    Plan {
      donors = List.copyOf(donors);
      recipients = List.copyOf(recipients);
      zones = List.copyOf(zones);
    }

    Namespace temporary() {
      return target.ns();
    }
  }

  /** A state and when it was entered. */
  record Entered(ReshardingState state, long atMillis) {}

  /**
   * How far it is.
   *
   * @param documents to copy, or copied
   * @param changes changed documents that recipients fetched and applied after that
   */
  record Progress(long documents, long bytes, long changes) {
    static final Progress NONE = new Progress(0, 0, 0);

    Progress plusChanges(long more) {
      return new Progress(documents, bytes, changes + more);
    }
  }

  /** Why it failed. */
  record Failure(ErrorCode code, String message) {}

  Resharding {
    entered = List.copyOf(entered);
  }

  static Resharding begun(Plan plan, long nowMillis) {
    return new Resharding(
        plan,
        ReshardingState.INITIALIZING,
        List.of(new Entered(ReshardingState.INITIALIZING, nowMillis)),
        Progress.NONE,
        nowMillis,
        false,
        "",
        Optional.empty());
  }

  Resharding entering(ReshardingState next, long nowMillis) {
    List<Entered> more = new ArrayList<>(entered);
    more.add(new Entered(next, nowMillis));
    return new Resharding(plan, next, more, progress, dueMillis, commitAsked, heldBy, failure);
  }

  Resharding due(long millis) {
    return new Resharding(plan, state, entered, progress, millis, commitAsked, heldBy, failure);
  }

  Resharding withProgress(Progress next) {
    return new Resharding(plan, state, entered, next, dueMillis, commitAsked, heldBy, failure);
  }

  Resharding askedToCommit() {
    return new Resharding(plan, state, entered, progress, dueMillis, true, heldBy, failure);
  }

  Resharding failing(Failure why) {
    return new Resharding(
        plan,
        state,
        entered,
        progress,
        dueMillis,
        commitAsked,
        heldBy,
        failure.or(() -> Optional.of(why)));
  }

  /** Standing still because of that, or going on. */
  Resharding heldBy(String cause) {
    return new Resharding(plan, state, entered, progress, dueMillis, commitAsked, cause, failure);
  }

  boolean stands() {
    return !heldBy.isEmpty();
  }

  /** Which part of the documents is copied at that time. */
  double copiedPart(long nowMillis) {
    Optional<Long> start = enteredAt(ReshardingState.CLONING);
    if (start.isEmpty()) {
      return 0;
    }
    boolean copying = state == ReshardingState.CLONING && nowMillis < dueMillis;
    return copying ? (double) (nowMillis - start.get()) / (dueMillis - start.get()) : 1;
  }

  ReshardingProgress progressAt(long nowMillis) {
    return new ReshardingProgress(
        plan.ns(),
        plan.provenance().command(),
        plan.target().shardKey().toString(),
        plan.donors(),
        plan.recipients(),
        state,
        entered.stream()
            .map(one -> new ReshardingProgress.Entered(one.state(), one.atMillis()))
            .toList(),
        progress.documents(),
        progress.bytes(),
        (long) (progress.documents() * copiedPart(nowMillis)),
        progress.changes(),
        dueMillis,
        heldBy,
        failure.map(Failure::message).orElse(""));
  }

  boolean isOver() {
    return state == ReshardingState.DONE || state == ReshardingState.ABORTED;
  }

  long startMillis() {
    return entered.get(0).atMillis();
  }

  /** When that state was entered; empty when it was not yet. */
  Optional<Long> enteredAt(ReshardingState which) {
    return entered.stream().filter(one -> one.state() == which).map(Entered::atMillis).findFirst();
  }
}
