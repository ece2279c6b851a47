package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sim.Scheduler;
import shardsh.core.storage.CollectionStore;
import shardsh.core.trace.DeletionEvent;

/**
 * Deletes ranges that this shard gave away, after their delay. Source: {@code sharding-facts.md},
 * section 12.4.
 */
final class RangeDeleter {
  /** The scheduler's word for a due deletion; its arguments are {@code {id}}. */
  static final String TASK = "deleteRange";

  private static final long SUSPENDED_MILLIS = 1000;

  /**
   * A range that waits; {@code orphans} counts those that declared weight stands for, too.
   *
   * @param id that of the migration it comes from
   * @param whenToClean {@code now} or {@code delayed}
   * @param sinceMillis when it was scheduled; reads that began before may need it
   * @param pending whether its migration has not ended yet: until then it is not due at all
   */
  record Waiting(
      BsonBinary id,
      Namespace ns,
      BsonBinary collectionUuid,
      ShardKeyPattern key,
      ChunkRange range,
      ShardId donor,
      String whenToClean,
      long orphans,
      boolean pending,
      long sinceMillis,
      long dueMillis) {}

  private final Environment environment;
  private final ShardData data;
  private final ShardingState sharding;
  private final Readers readers;
  private final List<Waiting> waiting = new ArrayList<>();

  /** Who still reads. */
  interface Readers {
    /**
     * When the reads of that collection are over that began by then, milliseconds of the epoch, if
     * nobody goes on with them; empty when there are none, the largest number for one without end.
     */
    OptionalLong end(Namespace ns, long millis);
  }

  RangeDeleter(Environment environment, ShardData data, ShardingState sharding, Readers readers) {
    this.environment = environment;
    this.data = data;
    this.sharding = sharding;
    this.readers = readers;
  }

  void copyFrom(RangeDeleter other) {
    waiting.addAll(other.waiting);
  }

  List<Waiting> waiting() {
    return List.copyOf(waiting);
  }

  /**
   * Notes a range of a migration that runs: whoever does not own it when that has ended deletes it.
   */
  void pend(MigrationOrder order, boolean now) {
    waiting.add(
        new Waiting(
            order.id(),
            order.ns(),
            order.collectionUuid(),
            order.key(),
            order.what().range(),
            order.what().donor(),
            now ? "now" : "delayed",
            0,
            true,
            Long.MAX_VALUE,
            Long.MAX_VALUE));
  }

  /** The pending range of a migration. */
  Optional<Waiting> pendingOf(BsonBinary id) {
    return waiting.stream().filter(task -> task.pending() && task.id().equals(id)).findFirst();
  }

  /** The range belongs to this shard: it is not to be deleted. */
  void withdraw(Waiting pending) {
    waiting.remove(pending);
  }

  /** Schedules a pending range; {@code now} deletes it as soon as the next due work runs. */
  Waiting schedule(Waiting pending, boolean now) {
    long delayMillis = now ? 0 : environment.parameters().orphanCleanupDelaySecs() * 1000L;
    long due = environment.clock().nowMillis() + delayMillis;
    Waiting task =
        new Waiting(
            pending.id(),
            pending.ns(),
            pending.collectionUuid(),
            pending.key(),
            pending.range(),
            pending.donor(),
            now ? "now" : "delayed",
            orphansIn(pending),
            false,
            environment.clock().nowMillis(),
            due);
    waiting.set(waiting.indexOf(pending), task);
    environment
        .scheduler()
        .schedule(due, sharding.shard().node(), TASK, new BsonDocument("id", task.id()));
    environment
        .trace()
        .record(
            new DeletionEvent.DeletionScheduled(
                sharding.shard(), task.ns(), task.range(), task.whenToClean(), due));
    return task;
  }

  /** Documents in the range, those that declared weight stands for among them. */
  long orphansIn(Waiting task) {
    return documentsIn(task.ns(), task.key(), task.range()).size()
        + declaredIn(task.ns(), task.range());
  }

  /** The waiting range of that collection that overlaps this one. */
  Optional<Waiting> overlapping(Namespace ns, ChunkRange range) {
    return waiting.stream()
        .filter(task -> task.ns().equals(ns) && task.range().overlaps(range))
        .findFirst();
  }

  /** The collection's key got more fields: its waiting ranges get them too. */
  void refined(RoutingTable table) {
    for (int i = 0; i < waiting.size(); i++) {
      Waiting task = waiting.get(i);
      if (task.ns().equals(table.ns()) && task.key().size() < table.shardKey().size()) {
        waiting.set(
            i,
            new Waiting(
                task.id(),
                task.ns(),
                task.collectionUuid(),
                table.shardKey(),
                table.shardKey().extendRange(task.range()),
                task.donor(),
                task.whenToClean(),
                task.orphans(),
                task.pending(),
                task.sinceMillis(),
                task.dueMillis()));
      }
    }
  }

  /**
   * Runs one due task; while deletions are suspended by a fail point, later again. A range that is
   * still read waits for its delay once more: real shards let the delay begin when those reads end.
   */
  void run(Scheduler.Task due) {
    BsonBinary id = due.arguments().getBinary("id");
    if (isSuspended()) {
      again(due, SUSPENDED_MILLIS);
      return;
    }
    for (Waiting task : waiting()) {
      if (task.id().equals(id) && !task.pending()) {
        if (readers.end(task.ns(), task.sinceMillis()).isPresent()) {
          again(
              due,
              Math.max(
                  SUSPENDED_MILLIS, environment.parameters().orphanCleanupDelaySecs() * 1000L));
        } else {
          delete(task);
        }
      }
    }
  }

  private void again(Scheduler.Task due, long afterMillis) {
    environment
        .scheduler()
        .schedule(environment.clock().nowMillis() + afterMillis, due.node(), TASK, due.arguments());
  }

  /** Whether a fail point keeps ranges from being deleted. */
  boolean isSuspended() {
    NodeId node = environment.nodes().processOf(sharding.shard().node());
    return environment.failPoints().isHit(node, "suspendRangeDeletion")
        || environment.failPoints().isHit(node, "hangBeforeDoingDeletion");
  }

  /**
   * Deletes a waiting range for somebody who waits for that, and so for the cursors that were open
   * when the range was given away.
   *
   * @throws CommandException ORPHANED_RANGE_CLEAN_UP_FAILED while a fail point suspends deletions,
   *     or for a cursor that never times out; MAX_TIME_MS_EXPIRED, and the range still waits
   */
  void deleteAwaited(Waiting task) {
    if (isSuspended()) {
      environment.waitOutDeadline();
      throw new CommandException(
          ErrorCode.ORPHANED_RANGE_CLEAN_UP_FAILED,
          "the deletion of a range of "
              + task.ns()
              + " is suspended by a fail point; a real server would wait for its end");
    }
    awaitReaders(task);
    if (waiting.contains(task)) {
      delete(task);
    }
  }

  private void awaitReaders(Waiting task) {
    OptionalLong end = readers.end(task.ns(), task.sinceMillis());
    if (end.isEmpty()) {
      return;
    }
    long start = environment.clock().nowMicros();
    try {
      while (end.isPresent()) {
        if (end.getAsLong() == Long.MAX_VALUE) {
          environment.waitOutDeadline();
          throw new CommandException(
              ErrorCode.ORPHANED_RANGE_CLEAN_UP_FAILED,
              "a cursor on "
                  + task.ns()
                  + " that never times out may need the range; a real server would wait for its"
                  + " end");
        }
        environment.waitUntil(end.getAsLong());
        end = readers.end(task.ns(), task.sinceMillis());
      }
    } finally {
      environment
          .trace()
          .record(
              new DeletionEvent.DeletionWaited(
                  sharding.shard(),
                  task.ns(),
                  task.range(),
                  environment.clock().nowMicros() - start));
    }
  }

  /** Deletes a waiting range now. */
  void delete(Waiting task) {
    waiting.remove(task);
    environment
        .scheduler()
        .cancel(
            other ->
                other.name().equals(TASK) && other.arguments().getBinary("id").equals(task.id()));
    Optional<CollectionStore> store = data.store(task.ns());
    long documents = 0;
    long bytes = 0;
    if (store.isPresent()) {
      CollectionStore found = store.get();
      long before = found.dataBytes();
      List<Long> records = documentsIn(task.ns(), task.key(), task.range());
      records.forEach(found::remove);
      documents = records.size() + declaredIn(task.ns(), task.range());
      IndexKey min = task.range().min();
      IndexKey max = task.range().max();
      bytes = before - found.dataBytes() + found.weights().bytes(min, max).rounded();
      found.weights().remove(min, max);
    }
    environment
        .trace()
        .record(
            new DeletionEvent.OrphansDeleted(
                sharding.shard(), task.ns(), task.range(), documents, bytes));
  }

  void forget(Namespace ns) {
    for (Waiting task : waiting()) {
      if (task.ns().equals(ns)) {
        waiting.remove(task);
        environment
            .scheduler()
            .cancel(
                other ->
                    other.name().equals(TASK)
                        && other.arguments().getBinary("id").equals(task.id()));
      }
    }
  }

  private List<Long> documentsIn(Namespace ns, ShardKeyPattern key, ChunkRange range) {
    return data.store(ns).map(store -> RangeScan.records(store, key, range)).orElse(List.of());
  }

  private long declaredIn(Namespace ns, ChunkRange range) {
    return data.store(ns)
        .map(store -> store.weights().documents(range.min(), range.max()).rounded())
        .orElse(0L);
  }

  /** The rows of the shard's own config.rangeDeletions. */
  List<BsonDocument> documents() {
    List<BsonDocument> rows = new ArrayList<>();
    for (Waiting task : waiting) {
      BsonDocument row =
          new BsonDocument("_id", task.id())
              .append("nss", new BsonString(task.ns().toString()))
              .append("collectionUuid", task.collectionUuid())
              .append("donorShardId", new BsonString(task.donor().name()))
              .append(
                  "range",
                  new BsonDocument("min", task.key().named(task.range().min()))
                      .append("max", task.key().named(task.range().max())))
              .append("whenToClean", new BsonString(task.whenToClean()));
      if (task.pending()) {
        row.append("pending", BsonBoolean.TRUE);
      }
      if (environment.profile().majorVersion() >= 6) {
        row.append("numOrphanDocs", new BsonInt64(task.orphans()));
      }
      rows.add(row);
    }
    return rows;
  }
}
