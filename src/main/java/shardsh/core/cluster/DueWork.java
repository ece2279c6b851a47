package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import shardsh.core.balancer.AutoMerger;
import shardsh.core.balancer.Balancer;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.mongod.ShardServer;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Members;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sim.Scheduler;

/**
 * What falls due: runs the scheduler's tasks on the processes that they name, and moves the clock
 * to them. The balancer and the automerger have rounds here because they run on the config servers.
 */
final class DueWork {
  /** When a process that is down is asked again to do what was due. */
  private static final long RETRY_MILLIS = 10_000;

  private final Cluster cluster;
  private final Environment environment;
  private final AutoMerger autoMerger;

  DueWork(Cluster cluster, AutoMerger autoMerger) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    this.autoMerger = autoMerger;
  }

  /** Runs everything that is due now. */
  void runDue() {
    List<Scheduler.Task> ran = new ArrayList<>();
    runTasksUntil(environment.clock().nowMillis(), ran);
  }

  /** Runs what falls due up to an instant, and moves the clock there. */
  void runUntil(long millis) {
    runTasksUntil(millis, new ArrayList<>());
    moveClockTo(millis);
  }

  /** Moves the clock to an instant unless it is past it; nothing runs. */
  void moveClockTo(long millis) {
    long ahead = millis - environment.clock().nowMillis();
    if (ahead > 0) {
      environment.clock().advanceMicros(ahead * 1000);
    }
  }

  /** Runs what falls due up to an instant, moving the clock to each task; collects what ran. */
  void runTasksUntil(long millis, List<Scheduler.Task> ran) {
    OptionalLong due = environment.scheduler().nextDueMillis();
    while (due.isPresent() && due.getAsLong() <= millis) {
      if (due.getAsLong() > environment.clock().nowMillis()) {
        environment.operation().checkForInterrupt();
      }
      environment.report("background tasks", ran.size(), 0);
      Scheduler.Task task = environment.scheduler().takeDue(millis).orElseThrow();
      moveClockTo(task.dueMillis());
      if (runTask(task)) {
        ran.add(task);
      } else if (task.name().equals(Balancer.TASK) && !cluster.isDown(NodeId.CONFIG)) {
        cluster.balancer().passOverRounds(millis, autoMerger);
      }
      due = environment.scheduler().nextDueMillis();
    }
  }

  /** Runs a task; tells whether it did anything, which most balancer rounds do not. */
  boolean runTask(Scheduler.Task task) {
    var suspended = environment.trace().suspendCalls();
    boolean[] acted = {true};
    try {
      environment.inBackground(() -> acted[0] = runOn(task));
    } finally {
      environment.trace().resumeCalls(suspended);
    }
    return acted[0];
  }

  private boolean runOn(Scheduler.Task task) {
    if (task.name().equals(Members.TASK)) {
      environment.nodes().membersOf(task.node()).ifPresent(Members::settle);
      return true;
    }
    if (environment.network().isDown(task.node())) {
      environment
          .scheduler()
          .schedule(
              environment.clock().nowMillis() + RETRY_MILLIS,
              task.node(),
              task.name(),
              task.arguments());
      return false;
    }
    if (task.node().equals(NodeId.CONFIG)) {
      return runConfigTask(task);
    }
    shard(task.node()).runTask(task);
    return true;
  }

  private boolean runConfigTask(Scheduler.Task task) {
    if (cluster.config().runTask(task)) {
      return true;
    }
    return switch (task.name()) {
      case Balancer.TASK -> unlessUnreachable(this::balance, cluster.balancer()::scheduleNext);
      case MigrateInfo.OUTERMOST_TASK ->
          unlessUnreachable(() -> moveOutermost(task.arguments()), () -> {});
      case AutoMerger.TASK -> {
        boolean merged = unlessUnreachable(autoMerger::run, () -> {});
        autoMerger.scheduleNext(merged);
        yield merged;
      }
      default -> throw new IllegalStateException("the config servers know no task " + task.name());
    };
  }

  /** A shard asks for a move, which the balancer makes if it runs by itself. */
  private boolean moveOutermost(BsonDocument request) {
    return environment.parameters().balancerRuns().equals("on")
        && cluster.balancer().moveOutermost(request);
  }

  private boolean balance() {
    return !cluster.balancer().isInRound()
        && !cluster.balancer().round().getArray("moves").isEmpty();
  }

  /**
   * Work that meets a process that is down fails alone; what comes after it is done all the same.
   */
  private static boolean unlessUnreachable(BooleanSupplier work, Runnable afterwards) {
    try {
      return work.getAsBoolean();
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.INTERRUPTED)) {
        throw e;
      }
      return false;
    } finally {
      afterwards.run();
    }
  }

  /** Has rounds come by themselves for as long as the balancer is on and there are shards. */
  void keepBalancing() {
    boolean wanted =
        environment.parameters().balancerRuns().equals("on")
            && cluster.config().state().isBalancerOn()
            && !cluster.config().state().catalog().shards().isEmpty();
    keep(Balancer.TASK, wanted, cluster.balancer()::scheduleNext);
    keep(AutoMerger.TASK, wanted && autoMerger.isOn(), () -> autoMerger.scheduleNext(true));
  }

  private void keep(String task, boolean wanted, Runnable schedule) {
    boolean waiting = environment.scheduler().isWaiting(task);
    if (wanted && !waiting) {
      schedule.run();
    } else if (waiting && !wanted) {
      environment.scheduler().cancel(pending -> pending.name().equals(task));
    }
  }

  private ShardServer shard(NodeId node) {
    return cluster.shards().stream()
        .filter(shard -> shard.id().equals(node) || shard.shardId().node().equals(node))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no shard " + node));
  }
}
