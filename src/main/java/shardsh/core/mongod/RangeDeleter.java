package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sim.Scheduler;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.RecordCursor;
import shardsh.core.trace.ClusterEvent;

/**
 * Deletes ranges that this shard gave away, after their delay. Source: {@code sharding-facts.md},
 * section 12.4.
 */
final class RangeDeleter {
  /** The scheduler's word for a due deletion; its arguments are {@code {id}}. */
  static final String TASK = "deleteRange";

  /** A range that waits; {@code orphans} counts those that declared weight stands for, too. */
  record Waiting(
      BsonBinary id,
      Namespace ns,
      BsonBinary collectionUuid,
      ShardKeyPattern key,
      ChunkRange range,
      ShardId donor,
      String whenToClean,
      long orphans,
      long dueMillis) {}

  private final Environment environment;
  private final ShardData data;
  private final ShardingState sharding;
  private final List<Waiting> waiting = new ArrayList<>();

  RangeDeleter(Environment environment, ShardData data, ShardingState sharding) {
    this.environment = environment;
    this.data = data;
    this.sharding = sharding;
  }

  void copyFrom(RangeDeleter other) {
    waiting.addAll(other.waiting);
  }

  List<Waiting> waiting() {
    return List.copyOf(waiting);
  }

  /** Schedules a range; {@code now} deletes it as soon as the next due work runs. */
  Waiting schedule(RoutingTable table, ChunkRange range, boolean now) {
    long delayMillis = now ? 0 : environment.parameters().orphanCleanupDelaySecs() * 1000L;
    long due = environment.clock().nowMillis() + delayMillis;
    Waiting task =
        new Waiting(
            environment.ids().uuid(),
            table.ns(),
            table.uuid(),
            table.shardKey(),
            range,
            sharding.shard(),
            now ? "now" : "delayed",
            documentsIn(table.ns(), table.shardKey(), range).size() + declaredIn(table.ns(), range),
            due);
    waiting.add(task);
    environment
        .scheduler()
        .schedule(due, sharding.shard().node(), TASK, new BsonDocument("id", task.id()));
    environment
        .trace()
        .record(
            new ClusterEvent.DeletionScheduled(
                sharding.shard(), table.ns(), range, task.whenToClean(), due));
    return task;
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
                task.dueMillis()));
      }
    }
  }

  /** Runs one due task. */
  void run(Scheduler.Task due) {
    BsonBinary id = due.arguments().getBinary("id");
    for (Waiting task : waiting()) {
      if (task.id().equals(id)) {
        delete(task);
      }
    }
  }

  /** Deletes everything that waits, now. */
  void deleteAll() {
    waiting().forEach(this::delete);
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
            new ClusterEvent.OrphansDeleted(
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
    List<Long> records = new ArrayList<>();
    Optional<CollectionStore> store = data.store(ns);
    if (store.isPresent()) {
      RecordCursor cursor = store.get().records(true);
      while (cursor.next()) {
        Optional<IndexKey> found = key.keyOf(cursor.document());
        if (found.isPresent() && range.contains(found.get())) {
          records.add(cursor.recordId());
        }
      }
    }
    return records;
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
      if (environment.profile().majorVersion() >= 6) {
        row.append("numOrphanDocs", new BsonInt64(task.orphans()));
      }
      rows.add(row);
    }
    return rows;
  }
}
