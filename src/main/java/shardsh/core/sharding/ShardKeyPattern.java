package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;

/**
 * A collection's shard key: fields with the value 1, at most one of them "hashed". Knows the key of
 * a document, which values can bound a chunk and which unique indexes are possible. Source: {@code
 * sharding-facts.md}, section 5.
 */
public final class ShardKeyPattern {
  private static final BsonNull NULL = BsonNull.VALUE;

  private final KeyPattern pattern;
  private final KeyHash hash;
  private final List<String> paths;

  private ShardKeyPattern(KeyPattern pattern, KeyHash hash) {
    this.pattern = pattern;
    this.hash = hash;
    this.paths = pattern.fields().stream().map(field -> field.path().text()).toList();
  }

  /**
   * Checks and reads a pattern.
   *
   * @throws CommandException BAD_VALUE with the server's wording
   */
  public static ShardKeyPattern parse(BsonDocument document, KeyHash hash) {
    if (document.isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "Shard key is empty");
    }
    int hashedFields = 0;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      boolean hashed = isHashedMark(field.getValue());
      hashedFields += hashed ? 1 : 0;
      if ((!hashed && !isOne(field.getValue()))
          || hashedFields > 1
          || !isValidPath(field.getKey())) {
        throw new CommandException(
            ErrorCode.BAD_VALUE,
            "Shard key "
                + ServerText.of(document)
                + " can contain at most one 'hashed' field, and/or multiple numerical fields set to"
                + " a value of 1. Failed to parse field "
                + field.getKey());
      }
    }
    return new ShardKeyPattern(KeyPattern.of(document), hash);
  }

  private static boolean isHashedMark(BsonValue value) {
    return value.isString() && value.asString().getValue().equals("hashed");
  }

  private static boolean isOne(BsonValue value) {
    return value.isNumber() && value.asNumber().doubleValue() == 1;
  }

  private static boolean isValidPath(String path) {
    List<String> parts = BsonPath.of(path).parts();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      boolean dbRefPart =
          i > 0 && (part.equals("$id") || part.equals("$db") || part.equals("$ref"));
      if (part.isEmpty() || (part.startsWith("$") && !dbRefPart)) {
        return false;
      }
    }
    return true;
  }

  public KeyPattern keyPattern() {
    return pattern;
  }

  public KeyHash hash() {
    return hash;
  }

  public BsonDocument toDocument() {
    return pattern.toDocument();
  }

  public boolean isHashed() {
    return pattern.isHashed();
  }

  public int size() {
    return pattern.size();
  }

  public List<String> paths() {
    return paths;
  }

  /**
   * The key of a document, hashed where the pattern is; missing fields are null. Empty when an
   * array is, or is on the way to, a key field.
   */
  public Optional<IndexKey> keyOf(BsonDocument document) {
    BsonValue[] values = new BsonValue[pattern.size()];
    for (int i = 0; i < values.length; i++) {
      KeyPattern.Field field = pattern.fields().get(i);
      Optional<BsonValue> found = field.path().objectValue(document);
      if (found.isEmpty() ? field.path().meetsArray(document) : found.get().isArray()) {
        return Optional.empty();
      }
      BsonValue value = found.orElse(NULL);
      values[i] = field.hashed() ? hash.of(value) : value;
    }
    return Optional.of(IndexKey.of(values));
  }

  /**
   * {@link #keyOf} or the server's refusal.
   *
   * @throws CommandException SHARD_KEY_NOT_FOUND
   */
  public IndexKey requireKeyOf(BsonDocument document) {
    return keyOf(document)
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.SHARD_KEY_NOT_FOUND,
                    "Shard key cannot contain array values or array descendants."));
  }

  /** The key's values by the pattern's field names; empty when there is no key. */
  public BsonDocument extractFromDocument(BsonDocument document) {
    return keyOf(document).map(pattern::named).orElseGet(BsonDocument::new);
  }

  /**
   * What names a document in a change event: the values of the key's fields as the document has
   * them, hashed or not, then {@code _id}; a field it does not have is left out.
   */
  public BsonDocument documentKey(BsonDocument document) {
    BsonDocument key = new BsonDocument();
    for (KeyPattern.Field field : pattern.fields()) {
      field.path().objectValue(document).ifPresent(value -> key.append(field.path().text(), value));
    }
    if (!key.containsKey("_id")) {
      key.append("_id", document.get("_id"));
    }
    return key;
  }

  /**
   * The key taken from the keys of indexes that hold it; a value from a hashed index field is taken
   * as it is, one from a plain index field is hashed where the pattern is. Empty when a field is in
   * no index or is an array.
   */
  public BsonDocument extractFromIndexKeys(List<KeyPattern> indexes, List<IndexKey> keys) {
    BsonDocument extracted = new BsonDocument();
    for (KeyPattern.Field field : pattern.fields()) {
      Optional<BsonValue> value = Optional.empty();
      for (int i = 0; i < indexes.size() && value.isEmpty(); i++) {
        value = fromIndexKey(field, indexes.get(i), keys.get(i));
      }
      if (value.isEmpty() || value.get().isArray()) {
        return new BsonDocument();
      }
      extracted.append(field.path().text(), value.get());
    }
    return extracted;
  }

  private Optional<BsonValue> fromIndexKey(KeyPattern.Field field, KeyPattern index, IndexKey key) {
    for (int i = 0; i < index.size(); i++) {
      KeyPattern.Field candidate = index.fields().get(i);
      if (candidate.path().text().equals(field.path().text())
          && (field.hashed() || !candidate.hashed())) {
        return Optional.of(
            field.hashed() && !candidate.hashed() ? hash.of(key.get(i)) : key.get(i));
      }
    }
    return Optional.empty();
  }

  /** Whether a document has exactly the key's fields, in any order. */
  public boolean isShardKey(BsonDocument value) {
    return value.size() == pattern.size() && paths().stream().allMatch(value::containsKey);
  }

  /** The document's key fields in the order of the key; empty unless it is a shard key. */
  public Optional<IndexKey> normalize(BsonDocument value) {
    if (!isShardKey(value)) {
      return Optional.empty();
    }
    List<BsonValue> values = new ArrayList<>();
    for (String path : paths()) {
      values.add(value.get(path));
    }
    return Optional.of(IndexKey.of(values));
  }

  /** A key given by its first fields, the others filled with MinKey. */
  public IndexKey extendWithMin(BsonDocument prefix) {
    return extendWithMin(IndexKey.ofDocument(prefix));
  }

  /** A key given by its first values, the others filled with MinKey. */
  public IndexKey extendWithMin(IndexKey prefix) {
    List<BsonValue> values = new ArrayList<>(prefix.values());
    while (values.size() < pattern.size()) {
      values.add(IndexKey.allMin(1).get(0));
    }
    return IndexKey.of(values);
  }

  /**
   * A range of a key that this one extends, in this key: the bounds are filled up with MinKey, but
   * the end of the whole key space stays that.
   */
  public ChunkRange extendRange(ChunkRange range) {
    return new ChunkRange(
        extendWithMin(range.min()),
        range.max().isAllMax() ? IndexKey.allMax(pattern.size()) : extendWithMin(range.max()));
  }

  /** Whether the document's fields are the first fields of the key, in order. */
  public boolean isPrefix(BsonDocument value) {
    List<String> names = new ArrayList<>(value.keySet());
    return names.size() <= pattern.size() && paths().subList(0, names.size()).equals(names);
  }

  /**
   * Whether a value can stand in a chunk bound: no regex, array, undefined, or {@code $} object.
   */
  public static boolean isStorableInBound(BsonValue value) {
    if (value.isArray()
        || value.isRegularExpression()
        || value.getBsonType() == BsonType.UNDEFINED) {
      return false;
    }
    if (!value.isDocument() || value.asDocument().isEmpty()) {
      return true;
    }
    String first = value.asDocument().getFirstKey();
    return !first.startsWith("$") || first.equals("$ref");
  }

  /** Whether every value of the key can stand in a chunk bound. */
  public static boolean isStorableInBound(IndexKey key) {
    return key.values().stream().allMatch(ShardKeyPattern::isStorableInBound);
  }

  /**
   * Whether a unique index may exist on a collection sharded by this key: one on {@code _id} first,
   * or one that begins with the full shard key, directions free.
   */
  public boolean isUniqueIndexCompatible(BsonDocument indexPattern) {
    Iterator<String> fields = indexPattern.keySet().iterator();
    if (fields.hasNext() && indexPattern.getFirstKey().equals("_id")) {
      return true;
    }
    for (String path : paths()) {
      if (!fields.hasNext() || !fields.next().equals(path)) {
        return false;
      }
    }
    return true;
  }

  /** Whether an index can serve the shard key: begins with exactly its fields, values and order. */
  public boolean isSupportedBy(BsonDocument indexPattern) {
    Iterator<Map.Entry<String, BsonValue>> fields = indexPattern.entrySet().iterator();
    for (KeyPattern.Field field : pattern.fields()) {
      if (!fields.hasNext()) {
        return false;
      }
      Map.Entry<String, BsonValue> candidate = fields.next();
      boolean sameKind =
          field.hashed() ? isHashedMark(candidate.getValue()) : isOne(candidate.getValue());
      if (!candidate.getKey().equals(field.path().text()) || !sameKind) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code candidate} begins with exactly this key's fields and kinds. */
  public boolean isExtendedBy(BsonDocument candidate) {
    return isSupportedBy(candidate);
  }

  /**
   * The range between two documents that give full keys.
   *
   * @throws CommandException INVALID_OPTIONS when one is no full key or cannot stand in a bound;
   *     FAILED_TO_PARSE unless {@code min} is below {@code max}
   */
  public ChunkRange range(BsonDocument min, BsonDocument max) {
    return range(requireBound(min), requireBound(max));
  }

  /**
   * The range between two full keys.
   *
   * @throws CommandException FAILED_TO_PARSE unless {@code min} is below {@code max}
   */
  public ChunkRange range(IndexKey min, IndexKey max) {
    if (min.compareTo(max) >= 0) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "max: "
              + ServerText.of(named(max))
              + " should be greater than min: "
              + ServerText.of(named(min)));
    }
    return new ChunkRange(min, max);
  }

  /**
   * The key that a document gives for a bound.
   *
   * @throws CommandException INVALID_OPTIONS when it is no full key or cannot stand in a bound
   */
  public IndexKey requireBound(BsonDocument bound) {
    return normalize(bound)
        .filter(ShardKeyPattern::isStorableInBound)
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "the bound "
                        + ServerText.of(bound)
                        + " is not valid for shard key pattern "
                        + this));
  }

  /** The key with the pattern's field names. */
  public BsonDocument named(IndexKey key) {
    return pattern.named(key);
  }

  /** The range as error messages show it: {@code [{ a: MinKey }, { a: 5 })}. */
  public String text(ChunkRange range) {
    return "[" + ServerText.of(named(range.min())) + ", " + ServerText.of(named(range.max())) + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShardKeyPattern
        && ((ShardKeyPattern) other).pattern.equals(pattern)
        && ((ShardKeyPattern) other).hash == hash;
  }

  @Override
  public int hashCode() {
    return pattern.hashCode();
  }

  @Override
  public String toString() {
    return pattern.toString();
  }
}
