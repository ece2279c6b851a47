package shardsh.core.mongod;

import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Environment;
import shardsh.core.storage.CollectionStore;
import shardsh.core.trace.TransactionEvent;

/**
 * Who may not write because of somebody else's transaction. The first one to write a document, or
 * to take a unique key, has it until its end: another transaction that comes to it fails at once, a
 * write outside of transactions waits. So does what needs a whole collection for itself.
 */
final class WriteConflicts {
  /** How often at most a write looks whether a prepared transaction has ended. */
  private static final int LOOKS_MAX = 360;

  private final ShardServer server;
  private final Environment environment;

  WriteConflicts(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  /**
   * A statement of a transaction is about to replace or remove a record.
   *
   * @throws CommandException WRITE_CONFLICT
   */
  void checkRecord(Transaction own, Namespace ns, long recordId) {
    Transaction.Written written = own.written(ns).orElseThrow();
    if (written.hasInserted(recordId) || written.hasTouched(recordId)) {
      return;
    }
    if (own.isOutdated(ns, recordId, server.data())) {
      throw server.sessions().conflict(own, "the document was written since it began");
    }
    if (holder(ns, recordId, own).isPresent()) {
      throw server.sessions().conflict(own, "another transaction has written the document");
    }
  }

  /**
   * A statement of a transaction is about to store a document.
   *
   * @param except the record in whose place it comes, or -1
   * @throws CommandException WRITE_CONFLICT
   */
  void checkKeys(Transaction own, Namespace ns, BsonDocument document, long except) {
    Transaction.Written written = own.written(ns).orElseThrow();
    Optional<CollectionStore> real = server.data().store(ns);
    if (real.isPresent()) {
      for (long other : real.get().clashing(document, except)) {
        if (!written.hasTouched(other) && own.isOutdated(ns, other, server.data())) {
          throw server.sessions().conflict(own, "its key was taken since it began");
        }
      }
    }
    if (keyHolder(ns, document, own).isPresent()) {
      throw server.sessions().conflict(own, "another transaction has taken its key");
    }
  }

  /** Whether a transaction has written the record. */
  boolean isHeld(Namespace ns, long recordId) {
    return holder(ns, recordId, null).isPresent();
  }

  /** Waits until no transaction has written the record; tells whether it had to. */
  boolean awaitRecord(Namespace ns, long recordId) {
    return await(ns, () -> holder(ns, recordId, null));
  }

  /**
   * Waits until no transaction has taken a unique key of the document, or given it up; tells
   * whether it had to.
   */
  boolean awaitKeys(Namespace ns, CollectionStore store, BsonDocument document, long except) {
    return await(ns, () -> anyKeyHolder(ns, store, document, except));
  }

  /**
   * Waits until no transaction uses the collection; a database stands for all in it. Tells whether
   * it had to.
   */
  boolean awaitUnused(Namespace ns) {
    return await(ns, () -> userOf(ns));
  }

  private Optional<Transaction> userOf(Namespace ns) {
    for (Transaction open : server.sessions().open()) {
      if (ns.collection().isEmpty() ? open.usesDatabase(ns.db()) : open.uses(ns)) {
        return Optional.of(open);
      }
    }
    return Optional.empty();
  }

  private Optional<Transaction> anyKeyHolder(
      Namespace ns, CollectionStore store, BsonDocument document, long except) {
    Optional<Transaction> holder = keyHolder(ns, document, null);
    if (holder.isPresent() || server.sessions().open().isEmpty()) {
      return holder;
    }
    for (long other : store.clashing(document, except)) {
      Optional<Transaction> giver = holder(ns, other, null);
      if (giver.isPresent()) {
        return giver;
      }
    }
    return Optional.empty();
  }

  private Optional<Transaction> holder(Namespace ns, long recordId, Transaction except) {
    for (Transaction open : server.sessions().open()) {
      if (open != except
          && open.written(ns).filter(written -> written.hasTouched(recordId)).isPresent()) {
        return Optional.of(open);
      }
    }
    return Optional.empty();
  }

  private Optional<Transaction> keyHolder(Namespace ns, BsonDocument document, Transaction except) {
    for (Transaction open : server.sessions().open()) {
      Optional<Transaction.Written> written = open.written(ns);
      if (open != except && written.isPresent() && holdsKey(written.get(), document)) {
        return Optional.of(open);
      }
    }
    return Optional.empty();
  }

  private static boolean holdsKey(Transaction.Written written, BsonDocument document) {
    for (long other : written.store().clashing(document, -1)) {
      if (written.hasInserted(other) || written.hasTouched(other)) {
        return true;
      }
    }
    return false;
  }

  /** Lets time pass until the transaction ends; at the latest that is when it is too old. */
  private boolean await(Namespace ns, Supplier<Optional<Transaction>> holder) {
    Optional<Transaction> found = holder.get();
    for (int looks = 0; found.isPresent(); looks++) {
      if (looks == LOOKS_MAX) {
        throw new CommandException(
            ErrorCode.EXCEEDED_TIME_LIMIT,
            "gave up waiting for a prepared transaction whose coordinator does not come back");
      }
      await(ns, found.get());
      found = holder.get();
      if (found.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void await(Namespace ns, Transaction holder) {
    long start = environment.clock().nowMicros();
    environment.waitUntil(server.sessions().nextChangeMillis(holder));
    environment
        .trace()
        .record(
            new TransactionEvent.WriteWaited(
                server.shardId(), ns, holder.number(), environment.clock().nowMicros() - start));
  }
}
