package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonSize;
import shardsh.core.storage.CollectionStore;

/**
 * Changes the real data of a collection, document by document, and tells all who follow them: the
 * counts, the splitter, a migration that gives the range away.
 */
final class DocumentEffects {
  private final ShardServer server;
  private final Namespace ns;

  DocumentEffects(ShardServer server, Namespace ns) {
    this.server = server;
    this.ns = ns;
  }

  /** Adds a document and gives its record id. */
  long insert(CollectionStore store, BsonDocument document) {
    long bytesBefore = store.dataBytes();
    long recordId = store.insert(document);
    note(Optional.empty(), Optional.of(document));
    server.counts().countWrites(1);
    server.splitter().wrote(ns, document, store.dataBytes() - bytesBefore);
    return recordId;
  }

  void replace(CollectionStore store, long recordId, BsonDocument before, BsonDocument after) {
    store.replace(recordId, after);
    note(Optional.of(before), Optional.of(after));
    server.counts().countWrites(1);
    server.splitter().wrote(ns, after, BsonSize.of(after) - BsonSize.of(before));
  }

  void remove(CollectionStore store, long recordId) {
    note(Optional.of(store.remove(recordId)), Optional.empty());
    server.counts().countWrites(1);
  }

  /** A donor notes what is written to the range that it gives away. */
  private void note(Optional<BsonDocument> before, Optional<BsonDocument> after) {
    if (server.source().writes().records(ns)) {
      server.source().writes().noteWrite(before, after);
    }
  }
}
