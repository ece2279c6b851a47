package shardsh.core.storage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.KeyPattern;

/** The indexes of one collection in the order they were made, {@code _id_} first. */
public final class IndexCatalog {
  private static final int INDEXES_MAX = 64;

  private final List<OrderedIndex> indexes = new ArrayList<>();

  IndexCatalog() {}

  IndexCatalog copy() {
    IndexCatalog copy = new IndexCatalog();
    for (OrderedIndex index : indexes) {
      copy.indexes.add(index.copy());
    }
    return copy;
  }

  /** All of them; a view that must not be kept across a change. */
  public List<OrderedIndex> all() {
    return Collections.unmodifiableList(indexes);
  }

  public OrderedIndex idIndex() {
    return indexes.get(0);
  }

  public Optional<OrderedIndex> named(String name) {
    for (OrderedIndex index : indexes) {
      if (index.name().equals(name)) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  /** Those with exactly this key; several may differ in other options. */
  public List<OrderedIndex> withKey(BsonDocument key) {
    List<OrderedIndex> found = new ArrayList<>();
    for (OrderedIndex index : indexes) {
      if (BsonOrder.SIMPLE.equal(index.keyPattern().toDocument(), key)) {
        found.add(index);
      }
    }
    return found;
  }

  /**
   * The first index that can serve a shard key: it begins with exactly these fields (ascending,
   * hashed in the same place), is neither sparse nor partial, has no collation and no arrays in the
   * fields of the key. One without any arrays is preferred. Source: the rules of shardCollection.
   */
  public Optional<OrderedIndex> supporting(KeyPattern shardKey) {
    OrderedIndex multikey = null;
    for (OrderedIndex index : indexes) {
      if (startsWith(index.spec(), shardKey) && !arraysInPrefix(index, shardKey.size())) {
        if (!index.multikeyPaths().isMultikey()) {
          return Optional.of(index);
        }
        multikey = multikey == null ? index : multikey;
      }
    }
    return Optional.ofNullable(multikey);
  }

  private static boolean startsWith(IndexSpec spec, KeyPattern shardKey) {
    KeyPattern pattern = spec.keyPattern();
    if (spec.sparse()
        || spec.partialFilter().isPresent()
        || spec.collation().isPresent()
        || pattern.size() < shardKey.size()) {
      return false;
    }
    for (int i = 0; i < shardKey.size(); i++) {
      KeyPattern.Field own = pattern.fields().get(i);
      KeyPattern.Field wanted = shardKey.fields().get(i);
      if (!own.path().text().equals(wanted.path().text())
          || own.descending() != wanted.descending()
          || own.hashed() != wanted.hashed()) {
        return false;
      }
    }
    return true;
  }

  private static boolean arraysInPrefix(OrderedIndex index, int fields) {
    for (int i = 0; i < fields; i++) {
      if (index.multikeyPaths().isMultikey(i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an index like this exists already.
   *
   * @throws CommandException IndexOptionsConflict or IndexKeySpecsConflict when one exists that is
   *     too much or too little like it
   */
  boolean has(IndexSpec wanted, Namespace ns) {
    Optional<OrderedIndex> sameName = named(wanted.name());
    if (sameName.isPresent()) {
      return hasNamed(wanted, sameName.get().spec());
    }
    for (OrderedIndex index : indexes) {
      if (index.spec().sameSignature(wanted)) {
        throw new CommandException(
            ErrorCode.INDEX_OPTIONS_CONFLICT,
            index.spec().sameOptions(wanted)
                ? "Index already exists with a different name: " + index.name()
                : "An equivalent index already exists with a different name and options."
                    + requestedAndExisting(wanted, index.spec()));
      }
    }
    if (indexes.size() >= INDEXES_MAX) {
      throw new CommandException(
          ErrorCode.CANNOT_CREATE_INDEX,
          "add index fails, too many indexes for " + ns + " key:" + wanted.keyPattern());
    }
    return false;
  }

  private static boolean hasNamed(IndexSpec wanted, IndexSpec existing) {
    if (!existing.sameSignature(wanted)) {
      throw new CommandException(
          ErrorCode.INDEX_KEY_SPECS_CONFLICT,
          "An existing index has the same name as the requested index. When index names are not"
              + " specified, they are auto generated and can cause conflicts. Please refer to our"
              + " documentation."
              + requestedAndExisting(wanted, existing));
    }
    if (!existing.sameOptions(wanted)) {
      throw new CommandException(
          ErrorCode.INDEX_OPTIONS_CONFLICT,
          "An equivalent index already exists with the same name but different options."
              + requestedAndExisting(wanted, existing));
    }
    return true;
  }

  private static String requestedAndExisting(IndexSpec wanted, IndexSpec existing) {
    return " Requested index: " + wanted + ", existing index: " + existing;
  }

  void add(OrderedIndex index) {
    indexes.add(index);
  }

  void put(int position, OrderedIndex index) {
    indexes.set(position, index);
  }

  void remove(OrderedIndex index) {
    indexes.remove(index);
  }

  int positionOf(String name) {
    for (int i = 0; i < indexes.size(); i++) {
      if (indexes.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new CommandException(
        ErrorCode.INDEX_NOT_FOUND, "index not found with name [" + name + "]");
  }
}
