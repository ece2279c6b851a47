package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.bson.Docs;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.RecordCursor;

/**
 * How much a capped collection holds; its oldest documents go when it is full. Left out of the real
 * server: the rounding of small sizes to 256 bytes, tailable cursors.
 *
 * @param bytesMax of all documents
 * @param documentsMax at most so many
 */
record CappedLimits(boolean isCapped, long bytesMax, long documentsMax) {
  private static final CappedLimits NONE = new CappedLimits(false, Long.MAX_VALUE, Long.MAX_VALUE);

  static CappedLimits of(Optional<BsonDocument> options) {
    if (options.isEmpty() || !Docs.truthy(options.get(), "capped")) {
      return NONE;
    }
    return new CappedLimits(true, positive(options.get(), "size"), positive(options.get(), "max"));
  }

  private static long positive(BsonDocument options, String name) {
    long value = options.isNumber(name) ? options.getNumber(name).longValue() : 0;
    return value > 0 ? value : Long.MAX_VALUE;
  }

  /** Takes away the oldest documents while there are too many; the newest one stays. */
  void enforce(CollectionStore store) {
    if (!isCapped) {
      return;
    }
    while (store.count() > 1 && (store.count() > documentsMax || store.dataBytes() > bytesMax)) {
      RecordCursor oldest = store.records(true);
      oldest.next();
      store.remove(oldest.recordId());
    }
  }
}
