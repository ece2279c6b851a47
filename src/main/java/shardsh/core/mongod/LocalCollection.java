package shardsh.core.mongod;

import org.bson.BsonBinary;
import org.bson.BsonDocument;
import shardsh.core.storage.CollectionStore;

/**
 * One collection (or view) on one shard.
 *
 * @param options what create was given: validator, capped, collation, {@code viewOn} and {@code
 *     pipeline} for a view
 */
record LocalCollection(BsonBinary uuid, BsonDocument options, CollectionStore store) {

  LocalCollection copy() {
    return new LocalCollection(uuid, options, store.copy());
  }

  boolean isView() {
    return options.containsKey("viewOn");
  }
}
