package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.storage.CollectionStore;
import shardsh.core.trace.MigrationEvent;

/**
 * What the recipient of a migration fetches: the documents of the range, then what is written to it
 * meanwhile. Source: {@code sharding-facts.md}, section 12.1, steps 3 to 5.
 */
final class MigrationWrites {
  private final ShardServer server;
  private final Environment environment;
  private final MigrationRegistry migrations;
  private final MigrationChanges changes = new MigrationChanges();

  MigrationWrites(ShardServer server, MigrationRegistry migrations) {
    this.server = server;
    this.environment = server.environment();
    this.migrations = migrations;
  }

  void copyFrom(MigrationWrites other) {
    changes.copyFrom(other.changes);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_migrateClone", (db, command) -> cloneBatch());
    commands.put("_transferMods", (db, command) -> modifications());
  }

  /** The migration is over. */
  void forget() {
    changes.clear();
  }

  /** {@code {_migrateClone: ns}} → {@code {objects: [document], weights: [segment]}}. */
  private BsonDocument cloneBatch() {
    MigrationOrder order = migrations.requireActive().order();
    BsonArray objects = new BsonArray();
    BsonArray weights = new BsonArray();
    Optional<CollectionStore> store = server.data().store(order.ns());
    if (store.isPresent()) {
      for (long record : RangeScan.records(store.get(), order.key(), order.what().range())) {
        environment.operation().checkForInterrupt();
        store.get().document(record).ifPresent(objects::add);
      }
      weights = weightsIn(store.get(), order.what().range());
    }
    return Replies.ok(new BsonDocument("objects", objects).append("weights", weights));
  }

  private static BsonArray weightsIn(CollectionStore store, ChunkRange range) {
    return WeightDocuments.toBson(store.weights().clip(range.min(), range.max()));
  }

  /**
   * {@code {_transferMods: ns}} → {@code {reload: [document], deleted: [_id], weightsChanged,
   * weights?}}: what was noted since it was last asked.
   */
  private BsonDocument modifications() {
    MigrationRecord record = migrations.requireActive();
    Optional<CollectionStore> store = server.data().store(record.what().ns());
    BsonDocument reply = changes.toBson(store, this::isInRange);
    if (changes.haveWeights()) {
      reply.append(
          "weights",
          store.map(found -> weightsIn(found, record.what().range())).orElseGet(BsonArray::new));
    }
    if (!changes.areEmpty()) {
      long sent = reply.getArray("reload").size() + reply.getArray("deleted").size();
      migrations.note(MigrationEvent.MigrationNoted.Note.FORWARDED, sent, "");
      migrations.logged(
          new MigrationRecord.Log(record.log().noted(), record.log().forwarded() + sent));
      changes.clear();
    }
    return Replies.ok(reply);
  }

  /** Whether writes to that collection are to be noted. */
  boolean records(Namespace ns) {
    Optional<MigrationRecord> active = migrations.active();
    if (active.isEmpty() || !active.get().what().ns().equals(ns)) {
      return false;
    }
    return switch (active.get().state()) {
      case CLONING, CATCHING_UP, CRITICAL_SECTION -> true;
      case CREATED, COMMITTING, COMMITTED, ABORTED -> false;
    };
  }

  /** Notes a write of a collection that {@link #records}: what was there, and what is now. */
  void noteWrite(Optional<BsonDocument> before, Optional<BsonDocument> after) {
    boolean was = before.filter(this::isInRange).isPresent();
    boolean is = after.filter(this::isInRange).isPresent();
    if (is) {
      changes.noteStored(after.orElseThrow().get("_id"));
    } else if (was) {
      changes.noteGone(before.orElseThrow().get("_id"));
    }
    if (was || is) {
      countNoted();
    }
  }

  /** Notes that declared weight of a collection that {@link #records} changed. */
  void noteWeights() {
    changes.noteWeights();
    countNoted();
  }

  private void countNoted() {
    MigrationRecord.Log log = migrations.requireActive().log();
    migrations.logged(new MigrationRecord.Log(log.noted() + 1, log.forwarded()));
  }

  private boolean isInRange(BsonDocument document) {
    MigrationOrder order = migrations.requireActive().order();
    Optional<IndexKey> key = order.key().keyOf(document);
    return key.isPresent() && order.what().range().contains(key.get());
  }

  /** How many writes the active migration has noted. */
  long noted() {
    return migrations.active().map(record -> record.log().noted()).orElse(0L);
  }

  /** Tells that writes were noted: their number. */
  void tellNoted(long writes) {
    if (writes > 0 && migrations.active().isPresent()) {
      migrations.note(MigrationEvent.MigrationNoted.Note.WRITE_NOTED, writes, "");
    }
  }
}
