package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.sim.Scheduler;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexCursor;
import shardsh.core.storage.OrderedIndex;
import shardsh.core.trace.DeletionEvent;

/**
 * Deletes documents whose TTL index says that their time is over. A real shard looks every 60
 * seconds; here a pass is only scheduled when there will be something for it to delete, at the
 * minute at which a real one would find it. An array expires with its earliest date; what is no
 * date never does. Source: the manual's page on TTL indexes.
 */
final class TtlMonitor {
  /** The scheduler's word for a pass; it has no arguments. */
  static final String TASK = "deleteExpired";

  private static final long PERIOD_MILLIS = 60_000;

  private final ShardServer server;

  TtlMonitor(ShardServer server) {
    this.server = server;
  }

  /** Schedules the next pass that will find something, unless an earlier one is scheduled. */
  void arm() {
    Optional<Long> expiry = earliestExpiry();
    if (expiry.isEmpty()) {
      return;
    }
    Environment environment = server.environment();
    long earliest = Math.max(expiry.get(), environment.clock().nowMillis() + 1);
    long due = Math.floorDiv(earliest + PERIOD_MILLIS - 1, PERIOD_MILLIS) * PERIOD_MILLIS;
    for (Scheduler.Task task : environment.scheduler().pending()) {
      if (isOwn(task) && task.dueMillis() <= due) {
        return;
      }
    }
    environment.scheduler().cancel(this::isOwn);
    environment.scheduler().schedule(due, node(), TASK, new BsonDocument());
  }

  /** One pass over all collections. */
  void run() {
    for (Namespace ns : server.data().names()) {
      Optional<CollectionStore> store = server.data().store(ns);
      if (store.isPresent()) {
        deleteExpired(ns, store.get());
      }
    }
    arm();
  }

  private boolean isOwn(Scheduler.Task task) {
    return task.name().equals(TASK) && task.node().equals(node());
  }

  private NodeId node() {
    return server.shardId().node();
  }

  private void deleteExpired(Namespace ns, CollectionStore store) {
    TreeSet<Long> expired = new TreeSet<>();
    for (OrderedIndex index : ttlIndexes(store)) {
      long newest = server.environment().clock().nowMillis() - lifeMillis(index);
      IndexCursor entries = oldestFirst(index);
      boolean found = seekDates(entries);
      while (found && isDateUpTo(entries, newest)) {
        expired.add(entries.recordId());
        found = entries.next();
      }
    }
    if (expired.isEmpty()) {
      return;
    }
    DocumentWriter writer = new DocumentWriter(server, ns, Optional.empty(), new BsonDocument());
    WriteConflicts conflicts = new WriteConflicts(server);
    expired.removeIf(record -> conflicts.isHeld(ns, record));
    expired.forEach(record -> writer.remove(store, record));
    server
        .environment()
        .trace()
        .record(new DeletionEvent.DocumentsExpired(server.shardId(), ns, expired.size()));
  }

  private Optional<Long> earliestExpiry() {
    Optional<Long> earliest = Optional.empty();
    for (Namespace ns : server.data().names()) {
      Optional<CollectionStore> store = server.data().store(ns);
      if (store.isPresent()) {
        for (OrderedIndex index : ttlIndexes(store.get())) {
          IndexCursor entries = oldestFirst(index);
          if (seekDates(entries) && isDateUpTo(entries, Long.MAX_VALUE)) {
            long expiry = dateOf(entries) + lifeMillis(index);
            earliest = Optional.of(Math.min(expiry, earliest.orElse(expiry)));
          }
        }
      }
    }
    return earliest;
  }

  private static List<OrderedIndex> ttlIndexes(CollectionStore store) {
    List<OrderedIndex> found = new ArrayList<>();
    for (OrderedIndex index : store.indexes().all()) {
      if (index.spec().expireAfterSeconds().isPresent() && !isHashed(index)) {
        found.add(index);
      }
    }
    return found;
  }

  private static boolean isHashed(OrderedIndex index) {
    return index.keyPattern().fields().get(0).hashed();
  }

  private static long lifeMillis(OrderedIndex index) {
    return index.spec().expireAfterSeconds().orElseThrow() * 1000;
  }

  private static IndexCursor oldestFirst(OrderedIndex index) {
    return index.cursor(!index.keyPattern().fields().get(0).descending());
  }

  private static boolean seekDates(IndexCursor entries) {
    return entries.seek(IndexKey.of(List.of(new BsonDateTime(Long.MIN_VALUE))), false);
  }

  private static boolean isDateUpTo(IndexCursor entries, long newest) {
    BsonValue value = entries.key().get(0);
    return value.isDateTime() && dateOf(entries) <= newest;
  }

  private static long dateOf(IndexCursor entries) {
    return entries.key().get(0).asDateTime().getValue();
  }
}
