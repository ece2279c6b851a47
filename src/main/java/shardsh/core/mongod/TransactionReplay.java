package shardsh.core.mongod;

import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonTimestamp;
import shardsh.core.base.Namespace;
import shardsh.core.storage.CollectionStore;

/**
 * Does to the real collections what a transaction has done to its copies, in the same order. Nobody
 * can have come between: who touches the same documents or unique keys waits or is refused.
 */
final class TransactionReplay {
  private final ShardServer server;
  private final Transaction transaction;

  TransactionReplay(ShardServer server, Transaction transaction) {
    this.server = server;
    this.transaction = transaction;
  }

  /**
   * @param time the cluster time that all its changes have
   */
  void run(BsonTimestamp time) {
    server.log().beginTransaction(transaction.fields(), time);
    try {
      transaction.written().forEach(this::replay);
    } finally {
      server.log().endTransaction();
    }
  }

  private void replay(Namespace ns, Transaction.Written written) {
    if (written.writes().isEmpty()) {
      return;
    }
    CollectionStore store = server.data().storeOrCreate(ns);
    DocumentEffects effects = new DocumentEffects(server, ns);
    Map<Long, Long> records = new TreeMap<>();
    for (Transaction.Write write : written.writes()) {
      long record = records.getOrDefault(write.recordId(), write.recordId());
      boolean isGone = write.kind() != Transaction.Kind.INSERT && store.document(record).isEmpty();
      if (isGone) {
        // An orphan that the range deleter has removed meanwhile.
        continue;
      }
      switch (write.kind()) {
        case INSERT -> records.put(write.recordId(), effects.insert(store, write.after()));
        case UPDATE -> effects.replace(store, record, write.before(), write.after(), false);
        case REPLACE -> effects.replace(store, record, write.before(), write.after(), true);
        case REMOVE -> effects.remove(store, record);
      }
    }
  }
}
