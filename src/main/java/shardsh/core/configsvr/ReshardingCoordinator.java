package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.sim.Scheduler;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.ReshardingEvent.ReshardingNoted;

/**
 * Carries resharding operations from state to state. Each state is entered by a task of the
 * scheduler, so that what clients do comes between. How long a state lasts is computed from the
 * bytes to copy; the rates are ours. Source for states, minimum time and the time that writes are
 * blocked: {@code sharding-facts.md}, section 7.11, and the manual's page on resharding.
 */
final class ReshardingCoordinator {
  /** The scheduler's word for the next state; its arguments are {@code {ns}}. */
  static final String TASK = "resharding";

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
  private final ReshardingStops stops;

  ReshardingCoordinator(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
    this.stops = new ReshardingStops(environment);
  }

  /** Starts an operation: the temporary collection gets its row, and the source's row a mark. */
  Resharding begin(Resharding.Plan plan) {
    Resharding begun = Resharding.begun(plan, now());
    requireReachable();
    note(begun);
    mark(plan, true);
    state.replace(
        state
            .catalog()
            .withCollection(
                plan.temporary(), new ConfigCatalog.CollectionEntry(plan.target(), now(), held())));
    record(begun);
    Resharding waiting = begun.due(now());
    note(waiting);
    schedule(waiting.dueMillis(), plan.ns());
    return waiting;
  }

  private static BsonDocument held() {
    return new BsonDocument("allowMigrations", BsonBoolean.FALSE);
  }

  private void mark(Resharding.Plan plan, boolean running) {
    ConfigCatalog.CollectionEntry entry = state.catalog().collections().get(plan.ns());
    BsonDocument options = Docs.copyOf(entry.options());
    options.remove("reshardingFields");
    options.remove("allowMigrations");
    if (running) {
      options
          .append(
              "reshardingFields",
              new BsonDocument("reshardingUUID", plan.id())
                  .append("provenance", new BsonString(plan.provenance().command())))
          .append("allowMigrations", BsonBoolean.FALSE);
    }
    state.replace(
        state
            .catalog()
            .withCollection(
                plan.ns(),
                new ConfigCatalog.CollectionEntry(entry.table(), entry.updated(), options)));
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
      requireReachable();
      environment.waitUntil(Math.max(now(), current.dueMillis()));
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
    if (isAnyShardDown()) {
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
    cancelTasks(current);
    note(current.heldBy(by));
    record(current, ReshardingNoted.Note.STOPPED, NodeId.CONFIG, 0, by);
    current
        .enteredAt(ReshardingState.BLOCKING_WRITES)
        .ifPresent(since -> schedule(since + BLOCKED_MILLIS_MAX, current.plan().ns()));
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
    requireReachable();
    Resharding going = standing.heldBy("");
    note(going);
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
        .ifPresent(one -> later(one.heldBy(""), Math.max(now(), one.dueMillis())));
  }

  /** A write waits for the operation that blocks it: it goes on to its end. */
  void goOn() {
    running()
        .filter(one -> one.stands() && one.state() == ReshardingState.BLOCKING_WRITES)
        .ifPresent(
            one -> {
              try {
                requireReachable();
                note(one.heldBy(""));
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
      later(current, now() + RETRY_MILLIS);
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
    Resharding preparing = enter(current, ReshardingState.PREPARING_TO_DONATE);
    long documents = 0;
    long bytes = 0;
    for (ShardId donor : current.plan().donors()) {
      BsonDocument reply = tell(donor, preparing, new BsonDocument());
      documents += reply.getNumber("documents").longValue();
      bytes += reply.getNumber("bytes").longValue();
    }
    later(
        preparing.withProgress(new Resharding.Progress(documents, bytes, 0)),
        now() + PREPARE_MILLIS);
  }

  /** Expects PREPARING_TO_DONATE. Leaves CLONING with every recipient's first copy made. */
  private void copy(Resharding current) {
    Resharding cloning = enter(current, ReshardingState.CLONING);
    for (ShardId donor : current.plan().donors()) {
      tell(donor, cloning, new BsonDocument());
    }
    long documents = 0;
    long bytes = 0;
    long most = 0;
    for (ShardId recipient : current.plan().recipients()) {
      BsonDocument reply = sync(recipient, cloning, "_shardsvrReshardingClone");
      documents += reply.getNumber("documents").longValue();
      long copied = reply.getNumber("bytes").longValue();
      bytes += copied;
      most = Math.max(most, copied);
    }
    Resharding.Progress progress = new Resharding.Progress(documents, bytes, 0);
    environment
        .trace()
        .record(new ReshardingEvent.ReshardingCopied(current.plan().ns(), documents, bytes));
    later(cloning.withProgress(progress), now() + CLONE_MILLIS_MIN + most / BYTES_PER_MILLI);
  }

  /** Expects CLONING. Leaves APPLYING with what was written meanwhile applied once. */
  private void apply(Resharding current) {
    Resharding applying = enter(current, ReshardingState.APPLYING);
    applying = caughtUp(applying);
    long due = applying.commitAsked() ? now() : Math.max(now(), current.plan().earliestMillis());
    later(applying, due);
  }

  /** Expects APPLYING. Leaves BLOCKING_WRITES: writes to the collection wait from now on. */
  private void block(Resharding current) {
    Resharding blocking =
        enter(current, ReshardingState.BLOCKING_WRITES).due(now() + BLOCKED_MILLIS);
    note(blocking);
    for (ShardId donor : current.plan().donors()) {
      tell(donor, blocking, new BsonDocument("blockedUntil", new BsonInt64(blocking.dueMillis())));
    }
    later(caughtUp(blocking), Math.max(now(), blocking.dueMillis()));
  }

  private Resharding caughtUp(Resharding current) {
    long changes = 0;
    for (ShardId recipient : current.plan().recipients()) {
      changes +=
          sync(recipient, current, "_shardsvrReshardingApply").getNumber("documents").longValue();
    }
    Resharding next = current.withProgress(current.progress().plusChanges(changes));
    note(next);
    return next;
  }

  /**
   * Expects BLOCKING_WRITES. Leaves COMMITTING, the collection's rows replaced, or DONE when every
   * shard could be told.
   */
  private void commit(Resharding current) {
    Resharding complete = caughtUp(current);
    Resharding committing = enter(complete, ReshardingState.COMMITTING);
    environment.toTheEnd(
        () -> {
          replaceRows(committing);
          spread(committing);
        });
  }

  private void replaceRows(Resharding committing) {
    Resharding.Plan plan = committing.plan();
    RoutingTable target = plan.target();
    RoutingTable table =
        RoutingTable.of(
                plan.ns(), target.uuid(), target.shardKey(), target.unique(), target.chunks())
            .withDefaultCollation(target.defaultCollation());
    ConfigCatalog.CollectionEntry entry = state.catalog().collections().get(plan.ns());
    BsonDocument options = Docs.copyOf(entry.options());
    options.remove("reshardingFields");
    options.remove("allowMigrations");
    options.remove("unsplittable");
    if (target.isUnsplittable()) {
      options.append("unsplittable", BsonBoolean.TRUE);
    }
    boolean keepZones = plan.provenance() == Resharding.Provenance.MOVE;
    List<Zone> zones = new ArrayList<>(plan.zones());
    for (Zone zone : state.catalog().zones()) {
      if (keepZones || !zone.ns().equals(plan.ns())) {
        zones.add(zone);
      }
    }
    state.replace(
        state
            .catalog()
            .withoutCollection(plan.temporary())
            .withoutCollection(plan.ns())
            .withCollection(
                plan.ns(),
                new ConfigCatalog.CollectionEntry(
                    target.isUnsplittable() ? table.asUnsplittable() : table, now(), options)));
    state.replace(state.catalog().withZones(zones));
    environment
        .trace()
        .record(
            new CatalogEvent.GenerationChanged(
                plan.ns(), table.generation(), plan.provenance().command()));
  }

  /**
   * Expects COMMITTING: the decision is made, and whoever has not heard of it hears of it now, or
   * later. Leaves DONE, every shard with the data of the chunks it owns.
   */
  private void spread(Resharding committing) {
    try {
      tellCommitted(committing.plan());
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.INTERRUPTED)) {
        throw e;
      }
      later(committing, now() + RETRY_MILLIS);
      return;
    }
    finish(committing, ReshardingState.DONE);
  }

  private void tellCommitted(Resharding.Plan plan) {
    for (ShardId shard : state.catalog().shards().keySet()) {
      environment
          .network()
          .require(
              NodeId.CONFIG,
              shard.node(),
              "admin",
              new BsonDocument("_shardsvrCommitReshardCollection", text(plan.ns()))
                  .append("reshardingUUID", plan.id())
                  .append("temporary", text(plan.temporary()))
                  .append("uuid", plan.target().uuid())
                  .append(
                      "primary",
                      BsonBoolean.valueOf(
                          state.catalog().databases().get(plan.ns().db()).primary().equals(shard)))
                  .append("recipient", BsonBoolean.valueOf(plan.recipients().contains(shard))));
    }
  }

  /** Once everything is copied, writes are blocked without waiting for the minimum of time. */
  void hurry(Resharding current) {
    Resharding asked = current.askedToCommit();
    note(asked);
    if (asked.state() == ReshardingState.APPLYING) {
      if (asked.stands()) {
        note(asked.due(now()));
      } else {
        later(asked, now());
      }
    }
  }

  /** Ends an operation before its decision: what recipients copied goes, the old table stays. */
  void abort(Resharding current, Resharding.Failure why) {
    Resharding aborting = enter(current.failing(why).heldBy(""), ReshardingState.ABORTING);
    later(aborting, now());
    try {
      finishAbort(aborting);
    } catch (CommandException e) {
      later(aborting, now() + RETRY_MILLIS);
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
    for (ShardId shard : state.catalog().shards().keySet()) {
      if (environment.network().isDown(shard.node())) {
        continue;
      }
      environment
          .network()
          .require(
              NodeId.CONFIG,
              shard.node(),
              "admin",
              new BsonDocument("_shardsvrAbortReshardCollection", text(plan.ns()))
                  .append("reshardingUUID", plan.id())
                  .append("temporary", text(plan.temporary())));
    }
    requireReachable();
    state.replace(state.catalog().withoutCollection(plan.temporary()));
    if (state.catalog().collections().containsKey(plan.ns())) {
      mark(plan, false);
    }
    finish(aborting, ReshardingState.ABORTED);
  }

  private void finish(Resharding current, ReshardingState last) {
    Resharding over = enter(current, last);
    note(over);
    cancelTasks(over);
  }

  private void cancelTasks(Resharding current) {
    environment
        .scheduler()
        .cancel(
            task ->
                task.name().equals(TASK)
                    && task.arguments()
                        .getString("ns")
                        .getValue()
                        .equals(current.plan().ns().toString()));
  }

  private BsonDocument sync(ShardId recipient, Resharding current, String command) {
    Resharding.Plan plan = current.plan();
    return environment
        .network()
        .require(
            NodeId.CONFIG,
            recipient.node(),
            "admin",
            new BsonDocument(command, text(plan.ns()))
                .append("reshardingUUID", plan.id())
                .append("temporary", text(plan.temporary()))
                .append(
                    "donors",
                    new BsonArray(
                        plan.donors().stream()
                            .map(donor -> new BsonString(donor.name()))
                            .toList())));
  }

  private BsonDocument tell(ShardId donor, Resharding current, BsonDocument more) {
    BsonDocument request =
        new BsonDocument("_flushReshardingStateChange", text(current.plan().ns()))
            .append("reshardingUUID", current.plan().id())
            .append("temporary", text(current.plan().temporary()))
            .append("state", new BsonString(current.state().text()));
    request.putAll(more);
    return environment.network().require(NodeId.CONFIG, donor.node(), "admin", request);
  }

  private boolean isAnyShardDown() {
    return state.catalog().shards().keySet().stream()
        .anyMatch(shard -> environment.network().isDown(shard.node()));
  }

  /** Every shard takes part in the end: its copy of the old collection goes. */
  private void requireReachable() {
    for (ShardId shard : state.catalog().shards().keySet()) {
      if (environment.network().isDown(shard.node())) {
        throw new CommandException(
            ErrorCode.HOST_UNREACHABLE,
            "Error connecting to " + shard + " :: caused by :: connection refused");
      }
    }
  }

  private Resharding enter(Resharding current, ReshardingState next) {
    Resharding entered = current.entering(next, now());
    note(entered);
    record(entered);
    return entered;
  }

  private void record(Resharding current) {
    environment
        .trace()
        .record(
            new ReshardingEvent.ReshardingMoved(
                current.plan().ns(),
                current.plan().provenance().command(),
                current.plan().target().shardKey().toString(),
                current.plan().donors(),
                current.plan().recipients(),
                current.state(),
                current.progress().documents(),
                current.progress().bytes(),
                now() - current.startMillis(),
                current.failure().map(Resharding.Failure::message).orElse("")));
  }

  private void note(Resharding current) {
    state.resharding().put(current.plan().ns(), current);
  }

  private void later(Resharding current, long dueMillis) {
    Resharding waiting = current.due(dueMillis);
    note(waiting);
    schedule(dueMillis, waiting.plan().ns());
  }

  private void schedule(long dueMillis, Namespace ns) {
    environment
        .scheduler()
        .schedule(dueMillis, NodeId.CONFIG, TASK, new BsonDocument("ns", text(ns)));
  }

  private void record(
      Resharding current, ReshardingNoted.Note note, NodeId on, long micros, String detail) {
    environment
        .trace()
        .record(
            new ReshardingNoted(
                current.plan().ns(),
                current.plan().provenance().command(),
                note,
                current.state().next(),
                on,
                micros,
                detail));
  }

  private static BsonString text(Namespace ns) {
    return new BsonString(ns.toString());
  }

  private long now() {
    return environment.clock().nowMillis();
  }
}
