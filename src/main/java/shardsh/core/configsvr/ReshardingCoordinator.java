package shardsh.core.configsvr;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.Scheduler;
import shardsh.core.trace.ReshardingEvent;

/**
 * Carries resharding operations from state to state. Each state is entered by a task of the
 * scheduler, so that what clients do comes between. How long a state lasts is computed from the
 * bytes to copy; the rates are ours. Source for states, minimum time and the time that writes are
 * blocked: {@code sharding-facts.md}, section 7.11, and the manual's page on resharding.
 */
final class ReshardingCoordinator {
  /** How many bytes a recipient takes in a millisecond: about 60 MB a second. */
  private static final long BYTES_PER_MILLI = 60_000;

  private static final long PREPARE_MILLIS = 1000;
  private static final long CLONE_MILLIS_MIN = 1000;
  private static final long BLOCKED_MILLIS = 500;
  private static final long RETRY_MILLIS = 10_000;

  /** How long writes may be blocked at most: reshardingCriticalSectionTimeoutMillis. */
  private static final long BLOCKED_MILLIS_MAX = 5000;

  private final CatalogState state;
  private final Environment environment;
  private final ReshardingJournal journal;
  private final ReshardingRows rows;
  private final ReshardingShards shards;
  private final ReshardingStops stops;

  ReshardingCoordinator(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
    this.journal = new ReshardingJournal(state);
    this.rows = new ReshardingRows(state);
    this.shards = new ReshardingShards(state);
    this.stops = new ReshardingStops(environment);
  }

  /** Starts an operation: the temporary collection gets its row, and the source's row a mark. */
  Resharding begin(Resharding.Plan plan) {
    Resharding begun = Resharding.begun(plan, now());
    shards.requireReachable();
    journal.keep(begun);
    rows.begin(plan);
    journal.trace(begun);
    return journal.later(begun, now());
  }

  /**
   * @throws CommandException CONFLICTING_OPERATION_IN_PROGRESS while the collection is resharded
   */
  static void requireNone(CatalogState state, Namespace ns) {
    Resharding current = state.resharding().get(ns);
    if (current != null && !current.isOver()) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          current.plan().provenance().command() + " is in progress for namespace " + ns);
    }
  }

  /**
   * Waits until the operation is over or stands still; a limit of time ends the waiting, not the
   * operation. The state before which it stands.
   */
  Optional<ReshardingState> await(Namespace ns, Resharding.Plan plan) {
    while (true) {
      Resharding current = state.resharding().get(ns);
      if (!current.plan().id().equals(plan.id())) {
        return Optional.empty();
      }
      if (current.isOver()) {
        current
            .failure()
            .ifPresent(
                failure -> {
                  throw new CommandException(failure.code(), failure.message());
                });
        return Optional.empty();
      }
      if (current.stands()) {
        return Optional.of(current.state().next());
      }
      environment.network().awaitPrimary(NodeId.CONFIG);
      shards.requireReachable();
      awaitChange(current);
    }
  }

  /** Waits until the operation was due; what the config servers missed comes a little later. */
  private void awaitChange(Resharding current) {
    environment.waitUntil(Math.max(now(), current.dueMillis()));
    if (state.resharding().get(current.plan().ns()) == current) {
      environment.waitUntil(now() + RETRY_MILLIS);
    }
  }

  /** Does what is due of one operation. */
  void run(Scheduler.Task task) {
    Resharding current =
        state.resharding().get(Namespace.parse(task.arguments().getString("ns").getValue()));
    if (current == null || current.isOver() || current.dueMillis() > task.dueMillis()) {
      return;
    }
    if (current.stands()) {
      endBlockingInTime(current);
      return;
    }
    if (shards.isAnyDown()) {
      hold(current);
      return;
    }
    if (current.state().isBeforeDecision()) {
      String by = stops.before(current.state().next(), current.plan());
      if (!by.isEmpty()) {
        stand(current, by);
        return;
      }
    }
    try {
      step(current);
    } catch (CommandException e) {
      failed(current, e);
    }
  }

  private void failed(Resharding current, CommandException e) {
    Resharding now = state.resharding().get(current.plan().ns());
    if (!now.isOver()) {
      abort(now, new Resharding.Failure(e.errorCode(), e.getMessage()));
    }
  }

  /** It stands still before its next state; blocked writes do not wait for it without end. */
  private void stand(Resharding current, String by) {
    journal.cancelTasks(current);
    journal.keep(current.heldBy(by));
    journal.traceStop(current, by);
    current
        .enteredAt(ReshardingState.BLOCKING_WRITES)
        .ifPresent(since -> journal.schedule(since + BLOCKED_MILLIS_MAX, current.plan().ns()));
  }

  private void endBlockingInTime(Resharding standing) {
    if (standing.state() == ReshardingState.BLOCKING_WRITES
        && now()
            >= standing.enteredAt(ReshardingState.BLOCKING_WRITES).orElseThrow()
                + BLOCKED_MILLIS_MAX) {
      abort(standing, timedOut());
    }
  }

  /** The operation that has begun and not ended. */
  Optional<Resharding> running() {
    return state.resharding().values().stream().filter(one -> !one.isOver()).findFirst();
  }

  /**
   * Has the operation that stands enter its next state, and stand again. Expects that its time has
   * come.
   *
   * @throws CommandException HOST_UNREACHABLE when a shard is down, which changes nothing; any
   *     other, and the operation has been aborted
   */
  void stepOnce() {
    Resharding standing = running().filter(Resharding::stands).orElseThrow();
    shards.requireReachable();
    Resharding going = standing.heldBy("");
    journal.keep(going);
    try {
      step(going);
    } catch (CommandException e) {
      failed(going, e);
      throw e;
    }
    running()
        .filter(next -> next.state().isBeforeDecision())
        .ifPresent(
            next -> {
              String by = stops.before(next.state().next(), next.plan());
              stand(next, by.isEmpty() ? Environment.STEPPED : by);
            });
  }

  /** Lets the operation that stands because of this go on as time goes. */
  void resume(String cause) {
    running()
        .filter(one -> one.heldBy().equals(cause))
        .ifPresent(one -> journal.later(one.heldBy(""), Math.max(now(), one.dueMillis())));
  }

  /** A write waits for the operation that blocks it: it goes on to its end. */
  void goOn() {
    running()
        .filter(one -> one.stands() && one.state() == ReshardingState.BLOCKING_WRITES)
        .ifPresent(
            one -> {
              try {
                shards.requireReachable();
                journal.keep(one.heldBy(""));
                step(one.heldBy(""));
              } catch (CommandException e) {
                failed(one, e);
              }
            });
  }

  /** A shard cannot be reached: waits for it, unless writes wait meanwhile. */
  private void hold(Resharding current) {
    if (current.state() == ReshardingState.BLOCKING_WRITES) {
      abort(current, timedOut());
    } else {
      journal.later(current, now() + RETRY_MILLIS);
    }
  }

  private static Resharding.Failure timedOut() {
    return new Resharding.Failure(
        ErrorCode.RESHARDING_CRITICAL_SECTION_TIMEOUT, "Resharding critical section timed out.");
  }

  private void step(Resharding current) {
    switch (current.state()) {
      case INITIALIZING -> prepare(current);
      case PREPARING_TO_DONATE -> copy(current);
      case CLONING -> apply(current);
      case APPLYING -> block(current);
      case BLOCKING_WRITES -> commit(current);
      case COMMITTING -> spread(current);
      case ABORTING -> finishAbort(current);
      case DONE, ABORTED ->
          throw new IllegalStateException("resharding rests in a state between steps");
    }
  }

  /** Expects INITIALIZING. Leaves PREPARING_TO_DONATE with the donors knowing of it. */
  private void prepare(Resharding current) {
    Resharding preparing = journal.enter(current, ReshardingState.PREPARING_TO_DONATE);
    long documents = 0;
    long bytes = 0;
    for (ShardId donor : current.plan().donors()) {
      BsonDocument reply = shards.tell(donor, preparing, new BsonDocument());
      documents += reply.getNumber("documents").longValue();
      bytes += reply.getNumber("bytes").longValue();
    }
    journal.later(
        preparing.withProgress(new Resharding.Progress(documents, bytes, 0)),
        now() + PREPARE_MILLIS);
  }

  /** Expects PREPARING_TO_DONATE. Leaves CLONING with every recipient's first copy made. */
  private void copy(Resharding current) {
    Resharding cloning = journal.enter(current, ReshardingState.CLONING);
    for (ShardId donor : current.plan().donors()) {
      shards.tell(donor, cloning, new BsonDocument());
    }
    long documents = 0;
    long bytes = 0;
    long most = 0;
    for (ShardId recipient : current.plan().recipients()) {
      BsonDocument reply = shards.sync(recipient, cloning, "_shardsvrReshardingClone");
      documents += reply.getNumber("documents").longValue();
      long copied = reply.getNumber("bytes").longValue();
      bytes += copied;
      most = Math.max(most, copied);
    }
    Resharding.Progress progress = new Resharding.Progress(documents, bytes, 0);
    journal.later(
        cloning.withProgress(progress), now() + CLONE_MILLIS_MIN + most / BYTES_PER_MILLI);
  }

  /** Expects CLONING. Leaves APPLYING with what was written meanwhile applied once. */
  private void apply(Resharding current) {
    // The copies are there since CLONING began, but the time that copying takes is over only now.
    Resharding.Progress copied = current.progress();
    environment
        .trace()
        .record(
            new ReshardingEvent.ReshardingCopied(
                current.plan().ns(), copied.documents(), copied.bytes()));
    Resharding applying = journal.enter(current, ReshardingState.APPLYING);
    applying = caughtUp(applying);
    long due = applying.commitAsked() ? now() : Math.max(now(), current.plan().earliestMillis());
    journal.later(applying, due);
  }

  /** Expects APPLYING. Leaves BLOCKING_WRITES: writes to the collection wait from now on. */
  private void block(Resharding current) {
    Resharding blocking =
        journal.enter(current, ReshardingState.BLOCKING_WRITES).due(now() + BLOCKED_MILLIS);
    journal.keep(blocking);
    for (ShardId donor : current.plan().donors()) {
      shards.tell(
          donor, blocking, new BsonDocument("blockedUntil", new BsonInt64(blocking.dueMillis())));
    }
    journal.later(caughtUp(blocking), Math.max(now(), blocking.dueMillis()));
  }

  private Resharding caughtUp(Resharding current) {
    long changes = 0;
    for (ShardId recipient : current.plan().recipients()) {
      changes +=
          shards
              .sync(recipient, current, "_shardsvrReshardingApply")
              .getNumber("documents")
              .longValue();
    }
    Resharding next = current.withProgress(current.progress().plusChanges(changes));
    journal.keep(next);
    return next;
  }

  /**
   * Expects BLOCKING_WRITES. Leaves COMMITTING, the collection's rows replaced, or DONE when every
   * shard could be told.
   */
  private void commit(Resharding current) {
    Resharding complete = caughtUp(current);
    Resharding committing = journal.enter(complete, ReshardingState.COMMITTING);
    environment.toTheEnd(
        () -> {
          rows.commit(committing.plan());
          spread(committing);
        });
  }

  /**
   * Expects COMMITTING: the decision is made, and whoever has not heard of it hears of it now, or
   * later. Leaves DONE, every shard with the data of the chunks it owns.
   */
  private void spread(Resharding committing) {
    try {
      shards.tellCommitted(committing.plan());
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.INTERRUPTED)) {
        throw e;
      }
      journal.later(committing, now() + RETRY_MILLIS);
      return;
    }
    rows.finish(committing.plan());
    finish(committing, ReshardingState.DONE);
  }

  /** Once everything is copied, writes are blocked without waiting for the minimum of time. */
  void hurry(Resharding current) {
    Resharding asked = current.askedToCommit();
    journal.keep(asked);
    if (asked.state() == ReshardingState.APPLYING) {
      if (asked.stands()) {
        journal.keep(asked.due(now()));
      } else {
        journal.later(asked, now());
      }
    }
  }

  /** Ends an operation before its decision: what recipients copied goes, the old table stays. */
  void abort(Resharding current, Resharding.Failure why) {
    Resharding aborting = journal.enter(current.failing(why).heldBy(""), ReshardingState.ABORTING);
    journal.later(aborting, now());
    try {
      finishAbort(aborting);
    } catch (CommandException e) {
      journal.later(aborting, now() + RETRY_MILLIS);
    }
  }

  /**
   * A collection is about to be dropped: what copies it ends.
   *
   * @throws CommandException CONFLICTING_OPERATION_IN_PROGRESS when it is decided to commit and not
   *     every shard can be told
   */
  void dropping(Namespace ns) {
    Resharding current = state.resharding().get(ns);
    if (current == null || current.isOver()) {
      return;
    }
    if (current.state() == ReshardingState.COMMITTING) {
      spread(current);
      requireNone(state, ns);
    } else {
      abort(current, ReshardingCommands.aborted());
    }
  }

  /**
   * Expects ABORTING. Leaves ABORTED once every shard has heard of it; those that can be reached
   * hear of it now, so that writes to them go on.
   */
  private void finishAbort(Resharding aborting) {
    Resharding.Plan plan = aborting.plan();
    shards.tellAborted(plan);
    rows.abort(plan);
    finish(aborting, ReshardingState.ABORTED);
  }

  private void finish(Resharding current, ReshardingState last) {
    Resharding over = journal.enter(current, last);
    journal.keep(over);
    journal.cancelTasks(over);
  }

  private long now() {
    return environment.clock().nowMillis();
  }
}
