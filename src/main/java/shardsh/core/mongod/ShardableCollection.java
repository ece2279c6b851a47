package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.query.Collation;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.OrderedIndex;

/**
 * Whether a collection may get a shard key: its kind, its collation and its indexes. Source: {@code
 * sharding-facts.md}, section 6; the wording is the server's.
 *
 * @param unique whether the key is to be unique
 */
record ShardableCollection(Namespace ns, ShardKeyPattern key, boolean unique) {

  /** Whether it has a default collation other than the simple one. */
  static boolean hasCollation(LocalCollection collection) {
    return collection.options().isDocument("collation")
        && !Collation.parse(collection.options().getDocument("collation")).isSimple();
  }

  /** Whether the key is {@code _id}, ranged or hashed. */
  boolean isKeyId() {
    return key.paths().equals(List.of("_id"));
  }

  /**
   * @throws CommandException for a view, a capped collection, and a collation that was not asked
   *     for
   */
  void checkKind(LocalCollection collection, boolean collationGiven) {
    if (collection.isView()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "Views cannot be sharded.");
    }
    if (Docs.truthy(collection.options(), "capped")) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, "can't shard a capped collection");
    }
    if (hasCollation(collection) && !collationGiven) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Collection has default collation: "
              + ServerText.of(collection.options().get("collation"))
              + ". Must specify collation {locale: 'simple'}.");
    }
  }

  /**
   * @throws CommandException INVALID_OPTIONS for a unique index of which the key is no prefix
   */
  void checkUniqueIndexes(CollectionStore store) {
    for (OrderedIndex index : store.indexes().all()) {
      BsonDocument pattern = index.keyPattern().toDocument();
      if (index.spec().unique()
          && !index.spec().isIdIndex()
          && !key.isUniqueIndexCompatible(pattern)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "can't shard collection '"
                + ns
                + "' with unique index on "
                + ServerText.of(pattern)
                + " and proposed shard key "
                + key
                + ". Uniqueness can't be maintained unless shard key is a prefix");
      }
    }
  }

  /**
   * Whether an index serves the key; if not, an empty collection gets one.
   *
   * @throws CommandException when there is none and the collection is not empty
   */
  boolean hasUsableIndex(CollectionStore store, boolean empty) {
    Optional<OrderedIndex> usable = store.indexes().supporting(key.keyPattern());
    if (usable.isEmpty()) {
      refuseMultikey(store);
    }
    if (usable.isPresent() && (!unique || usable.get().spec().unique() || isKeyId())) {
      return true;
    }
    if (usable.isPresent() && !empty) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "can't shard collection "
              + ns
              + " with proposed shard key "
              + key
              + ": the existing index is not unique");
    }
    if (!empty) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Please create an index that starts with the proposed shard key before sharding the"
              + " collection");
    }
    return false;
  }

  /** Says so when the only thing wrong with an index is that it holds arrays. */
  private void refuseMultikey(CollectionStore store) {
    for (OrderedIndex index : store.indexes().all()) {
      boolean usable =
          key.isSupportedBy(index.keyPattern().toDocument())
              && !index.spec().sparse()
              && index.spec().partialFilter().isEmpty();
      if (usable && index.multikeyPaths().isMultikey()) {
        throw new CommandException(
            ErrorCode.OPERATION_FAILED,
            "couldn't find valid index for shard key: index "
                + index.name()
                + " is multikey, and a shard key cannot hold arrays");
      }
    }
  }
}
