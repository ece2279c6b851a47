package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonSize;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;

/**
 * Changes the real data of a collection, document by document, and tells all who follow them: the
 * counts, the splitter, a migration that gives the range away, those who follow the log.
 */
final class DocumentEffects {
  private final ShardServer server;
  private final Namespace ns;
  private final ShardKeyPattern shardKey;
  private final Optional<OwnershipFilter> announced;

  DocumentEffects(ShardServer server, Namespace ns) {
    this.server = server;
    this.ns = ns;
    this.shardKey = server.sharding().table(ns).map(RoutingTable::shardKey).orElse(null);
    this.announced =
        server
            .sharding()
            .table(ns)
            .filter(table -> server.environment().profile().isAtLeast("5.3"))
            .map(table -> new OwnershipFilter(table, server.shardId()));
  }

  /** Adds a document and gives its record id. */
  long insert(CollectionStore store, BsonDocument document) {
    long bytesBefore = store.dataBytes();
    long recordId = store.insert(document);
    note(Optional.empty(), Optional.of(document));
    server.log().announce(shardKey, false);
    server.counts().countWrites(1);
    server.splitter().wrote(ns, document, store.dataBytes() - bytesBefore);
    return recordId;
  }

  /**
   * @param whole whether a whole document was given for another, rather than changes
   */
  void replace(
      CollectionStore store,
      long recordId,
      BsonDocument before,
      BsonDocument after,
      boolean whole) {
    store.replace(recordId, after);
    note(Optional.of(before), Optional.of(after));
    if (isAnnounced(before)) {
      server.log().announce(shardKey, whole);
    }
    server.counts().countWrites(1);
    server.splitter().wrote(ns, after, BsonSize.of(after) - BsonSize.of(before));
  }

  void remove(CollectionStore store, long recordId) {
    BsonDocument removed = store.remove(recordId);
    note(Optional.of(removed), Optional.empty());
    if (isAnnounced(removed)) {
      server.log().announce(shardKey, false);
    }
    server.counts().countWrites(1);
  }

  /**
   * Whether change streams hear of a change of the document: of orphans, which writes to many
   * documents may change, only before 5.3 (manual: change streams and orphan documents).
   */
  private boolean isAnnounced(BsonDocument before) {
    return announced.isEmpty() || announced.get().test(before);
  }

  /** A donor notes what is written to the range that it gives away. */
  private void note(Optional<BsonDocument> before, Optional<BsonDocument> after) {
    if (server.source().writes().records(ns)) {
      server.source().writes().noteWrite(before, after);
    }
  }
}
