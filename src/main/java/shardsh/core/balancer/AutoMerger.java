package shardsh.core.balancer;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.MergeableRuns;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * Merges neighbouring chunks without being asked: a routine every hour that lets each collection
 * merge on one shard at a time, a quarter of a minute apart, until nothing is left. Runs on the
 * config servers while the balancer may work. Source: {@code sharding-facts.md}, section 11.7; the
 * manual's page on the automerger, 7.0 and later.
 */
public final class AutoMerger {
  /** The scheduler's word for a run that is due. */
  public static final String TASK = "autoMerge";

  private static final long INTERVAL_MILLIS = 3_600_000;
  private static final long THROTTLING_MILLIS = 15_000;
  private static final int ACTIONS_MAX = 10;

  private final Environment environment;
  private final BalancerView view;
  private ConfigCatalog settled;

  public AutoMerger(Environment environment, BalancerView view) {
    this.environment = environment;
    this.view = view;
  }

  /** Whether it runs at all: 7.0 and later, and switched on with the balancer. */
  public boolean isOn() {
    return environment.profile().autoMerge()
        && environment.parameters().autoMerge()
        && view.isOn()
        && view.autoMerges();
  }

  /** Schedules the next run. */
  public void scheduleNext(boolean goesOn) {
    long wait = goesOn ? THROTTLING_MILLIS : INTERVAL_MILLIS;
    environment
        .scheduler()
        .schedule(environment.clock().nowMillis() + wait, NodeId.CONFIG, TASK, new BsonDocument());
  }

  /** Whether a run would find what the last one found: nothing to merge, now or later. */
  boolean isSettled() {
    return settled == view.catalog();
  }

  /** Passes over the runs up to an instant. Expects to be settled. */
  void passOver(long untilMillis) {
    OptionalLong due = environment.scheduler().nextDueMillis(TASK);
    if (due.isPresent() && due.getAsLong() <= untilMillis) {
      long count = (untilMillis - due.getAsLong()) / INTERVAL_MILLIS + 1;
      environment.scheduler().cancel(task -> task.name().equals(TASK));
      environment
          .scheduler()
          .schedule(
              due.getAsLong() + count * INTERVAL_MILLIS, NodeId.CONFIG, TASK, new BsonDocument());
    }
  }

  /** One run: at most one shard of each collection merges. Tells whether any did. */
  public boolean run() {
    boolean outside =
        view.settings()
            .flatMap(BalancerWindow::in)
            .filter(window -> !window.contains(environment.clock().nowMillis()))
            .isPresent();
    if (outside || view.catalog() == settled) {
      return false;
    }
    int actions = 0;
    boolean waiting = false;
    for (ConfigCatalog.CollectionEntry entry : List.copyOf(view.catalog().collections().values())) {
      if (actions < ACTIONS_MAX && entry.isBalanced() && entry.isAutoMerged()) {
        actions += mergeOnOneShard(entry.table()) ? 1 : 0;
        waiting |= isWaiting(entry.table());
      }
    }
    settled = actions == 0 && !waiting ? view.catalog() : null;
    return actions > 0;
  }

  private boolean mergeOnOneShard(RoutingTable table) {
    long now = environment.clock().nowMillis();
    Set<ShardId> shards = new LinkedHashSet<>();
    for (List<Chunk> run :
        new MergeableRuns(table, view.catalog().zonesOf(table.ns()))
            .of(chunk -> chunk.isMergeable(now))) {
      shards.add(run.get(0).shard());
    }
    for (ShardId shard : shards) {
      if (!environment.network().isDown(shard.node())) {
        environment
            .network()
            .require(
                NodeId.CONFIG,
                shard.node(),
                "admin",
                new BsonDocument(
                    "_shardsvrMergeAllChunksOnShard", new BsonString(table.ns().toString())));
        return true;
      }
    }
    return false;
  }

  /** Whether chunks could be merged if they only had been where they are for longer. */
  private boolean isWaiting(RoutingTable table) {
    return !new MergeableRuns(table, view.catalog().zonesOf(table.ns()))
        .of(chunk -> !chunk.jumbo())
        .isEmpty();
  }
}
