package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.balancer.Balancer;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.mongod.ShardServer;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sim.Scheduler;

/** How the time of {@code sim} goes on: to an instant, or task by task. */
final class SimTime {
  private final Cluster cluster;
  private final Environment environment;
  private final DueWork dueWork;

  SimTime(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    this.dueWork = cluster.dueWork();
  }

  BsonDocument clock() {
    BsonArray next = new BsonArray();
    cluster.migrating().forEach(donor -> next.add(migrationRow(donor)));
    standingResharding().ifPresent(standing -> next.add(reshardingRow(standing)));
    environment.scheduler().pending().forEach(task -> next.add(toBson(task)));
    return new BsonDocument("now", now())
        .append("elapsedMillis", Docs.number(environment.clock().elapsedMillis()))
        .append("next", next);
  }

  private BsonDocument migrationRow(ShardServer donor) {
    return new BsonDocument("at", now())
        .append("node", new BsonString(donor.id().name()))
        .append("task", new BsonString(donor.migrations().nextStep().orElseThrow().task()));
  }

  private BsonDateTime now() {
    return new BsonDateTime(environment.clock().nowMillis());
  }

  private static BsonDocument toBson(Scheduler.Task task) {
    return new BsonDocument("at", new BsonDateTime(task.dueMillis()))
        .append("node", new BsonString(task.node().name()))
        .append("task", new BsonString(task.name()));
  }

  BsonDocument advance(long millis) {
    if (millis < 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "time cannot run backwards: " + millis + " ms");
    }
    List<Scheduler.Task> ran = new ArrayList<>();
    long target = Math.addExact(environment.clock().nowMillis(), millis);
    long roundsBefore = cluster.config().state().balancerRounds();
    dueWork.runTasksUntil(target, ran);
    dueWork.moveClockTo(target);
    BsonDocument report = new BsonDocument("now", now()).append("ran", ran(ran));
    long listed = ran.stream().filter(task -> task.name().equals(Balancer.TASK)).count();
    long quiet = cluster.config().state().balancerRounds() - roundsBefore - listed;
    return quiet == 0 ? report : report.append("quietRounds", Docs.number(quiet));
  }

  private static BsonArray ran(List<Scheduler.Task> tasks) {
    BsonArray rows = new BsonArray();
    tasks.forEach(task -> rows.add(toBson(task)));
    return rows;
  }

  BsonDocument step(int count) {
    BsonArray ran = new BsonArray();
    for (int i = 0; i < count; i++) {
      Optional<BsonDocument> next = next();
      if (next.isEmpty()) {
        break;
      }
      List<ShardServer> migrating = cluster.migrating();
      Optional<ReshardingProgress> resharding = standingResharding();
      if (!migrating.isEmpty()) {
        stepNow(migrating.get(0).migrations()::step).ifPresent(e -> next.get().append("error", e));
      } else if (resharding.isPresent()) {
        stepResharding(resharding.get()).ifPresent(e -> next.get().append("error", e));
      } else {
        runNextTask();
      }
      ran.add(next.get());
    }
    return new BsonDocument("now", now())
        .append("ran", ran)
        .append("next", next().<BsonValue>map(row -> row).orElse(BsonNull.VALUE));
  }

  /** What {@link #step} would run. */
  private Optional<BsonDocument> next() {
    return cluster.migrating().stream()
        .findFirst()
        .map(this::migrationRow)
        .or(() -> standingResharding().map(this::reshardingRow))
        .or(() -> environment.scheduler().pending().stream().findFirst().map(SimTime::toBson));
  }

  private void runNextTask() {
    Scheduler.Task next = environment.scheduler().pending().get(0);
    environment.scheduler().takeDue(next.dueMillis());
    dueWork.moveClockTo(next.dueMillis());
    dueWork.runTask(next);
  }

  private Optional<ReshardingProgress> standingResharding() {
    return cluster.isDown(NodeId.CONFIG)
        ? Optional.empty()
        : environment.resharding().filter(ReshardingProgress::stands);
  }

  private BsonDocument reshardingRow(ReshardingProgress standing) {
    long at = Math.max(environment.clock().nowMillis(), standing.dueMillis());
    return new BsonDocument("at", new BsonDateTime(at))
        .append("node", new BsonString(NodeId.CONFIG.name()))
        .append("task", new BsonString(standing.nextTask()));
  }

  /** Time moves on to where the state can be entered; what falls due before that is done. */
  private Optional<BsonString> stepResharding(ReshardingProgress standing) {
    dueWork.runTasksUntil(standing.dueMillis(), new ArrayList<>());
    dueWork.moveClockTo(standing.dueMillis());
    if (standingResharding().filter(now -> now.state() == standing.state()).isEmpty()) {
      return Optional.empty();
    }
    return stepNow(() -> environment.inBackground(cluster.config()::stepResharding));
  }

  private Optional<BsonString> stepNow(Runnable step) {
    try {
      step.run();
      return Optional.empty();
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.INTERRUPTED)) {
        throw e;
      }
      return Optional.of(new BsonString(e.errorCode().codeName() + ": " + e.getMessage()));
    } finally {
      dueWork.runDue();
    }
  }
}
