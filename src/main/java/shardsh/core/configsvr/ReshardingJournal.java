package shardsh.core.configsvr;

import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.trace.ReshardingEvent.ReshardingMoved;
import shardsh.core.trace.ReshardingEvent.ReshardingNoted;

/**
 * Where resharding operations stand: what the config servers remember of each, what the trace tells
 * of it, and when the scheduler is to wake its coordinator.
 */
final class ReshardingJournal {
  /** The scheduler's word for the next state; its arguments are {@code {ns}}. */
  static final String TASK = "resharding";

  private final CatalogState state;
  private final Environment environment;

  ReshardingJournal(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
  }

  /** Remembers the operation as it is now. */
  void keep(Resharding current) {
    state.resharding().put(current.plan().ns(), current);
  }

  /** Remembers and traces that the operation enters a state now; gives it in that state. */
  Resharding enter(Resharding current, ReshardingState next) {
    Resharding entered = current.entering(next, now());
    keep(entered);
    trace(entered);
    return entered;
  }

  /** Has its next state entered at an instant, milliseconds of the epoch; gives it as it waits. */
  Resharding later(Resharding current, long dueMillis) {
    Resharding waiting = current.due(dueMillis);
    keep(waiting);
    schedule(dueMillis, waiting.plan().ns());
    return waiting;
  }

  /** Wakes the coordinator for the collection's operation at an instant. */
  void schedule(long dueMillis, Namespace ns) {
    BsonDocument arguments = new BsonDocument("ns", new BsonString(ns.toString()));
    environment.scheduler().schedule(dueMillis, NodeId.CONFIG, TASK, arguments);
  }

  /** Nothing wakes the coordinator for the operation any more. */
  void cancelTasks(Resharding current) {
    String ns = current.plan().ns().toString();
    environment
        .scheduler()
        .cancel(
            task ->
                task.name().equals(TASK) && task.arguments().getString("ns").getValue().equals(ns));
  }

  /** Tells the trace which state the operation is in. */
  void trace(Resharding current) {
    environment
        .trace()
        .record(
            new ReshardingMoved(
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

  /** Tells the trace that the operation stands still, and what holds it. */
  void traceStop(Resharding current, String by) {
    environment
        .trace()
        .record(
            new ReshardingNoted(
                current.plan().ns(),
                current.plan().provenance().command(),
                ReshardingNoted.Note.STOPPED,
                current.state().next(),
                NodeId.CONFIG,
                0,
                by));
  }

  private long now() {
    return environment.clock().nowMillis();
  }
}
