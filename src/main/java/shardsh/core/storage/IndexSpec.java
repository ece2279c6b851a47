package shardsh.core.storage;

import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.KeyPattern;

/**
 * What an index is: {@code {v: 2, key: {a: 1}, name: "a_1", unique: true}}, as {@code listIndexes}
 * shows it. Immutable.
 */
public final class IndexSpec {
  public static final String ID_INDEX_NAME = "_id_";

  private final BsonDocument document;
  private final KeyPattern keyPattern;

  IndexSpec(BsonDocument checked) {
    this.document = checked;
    this.keyPattern = KeyPattern.of(checked.getDocument("key"));
  }

  /** The index every collection has. */
  public static IndexSpec id() {
    return of(KeyPattern.of(new BsonDocument("_id", new BsonInt32(1))), ID_INDEX_NAME);
  }

  /** The index every collection has, when strings in it compare by that collation. */
  static IndexSpec id(BsonDocument collation) {
    return id().with("collation", Optional.of(collation));
  }

  /** A plain index with the usual name. */
  public static IndexSpec of(KeyPattern pattern) {
    return of(pattern, pattern.defaultIndexName());
  }

  private static IndexSpec of(KeyPattern pattern, String name) {
    return new IndexSpec(
        new BsonDocument("v", new BsonInt32(2))
            .append("key", pattern.toDocument())
            .append("name", new BsonString(name)));
  }

  /**
   * Reads and checks a document as given to createIndexes: {@code {key, name, …options}}. The name
   * may be missing; it is then the usual one.
   *
   * @throws shardsh.core.base.CommandException with the server's code and wording
   */
  public static IndexSpec parse(BsonDocument spec) {
    return new IndexSpec(IndexSpecCheck.checked(spec));
  }

  /** In the order v, key, name, options as given. */
  public BsonDocument toDocument() {
    return document;
  }

  public String name() {
    return document.getString("name").getValue();
  }

  public KeyPattern keyPattern() {
    return keyPattern;
  }

  public boolean isIdIndex() {
    return name().equals(ID_INDEX_NAME);
  }

  /** Whether keys must differ; always so for {@code _id}, though its document does not say it. */
  public boolean unique() {
    return isIdIndex() || Docs.truthy(document, "unique");
  }

  public boolean sparse() {
    return Docs.truthy(document, "sparse");
  }

  public boolean hidden() {
    return Docs.truthy(document, "hidden");
  }

  /** The filter of a partial index. */
  public Optional<BsonDocument> partialFilter() {
    return Optional.ofNullable(document.get("partialFilterExpression")).map(BsonValue::asDocument);
  }

  /** The collation document, absent when strings compare by their bytes. */
  public Optional<BsonDocument> collation() {
    return Optional.ofNullable(document.get("collation")).map(BsonValue::asDocument);
  }

  /** How long after the date in its field a document expires; absent when it never does. */
  public OptionalLong expireAfterSeconds() {
    BsonValue seconds = document.get("expireAfterSeconds");
    return seconds == null ? OptionalLong.empty() : OptionalLong.of(seconds.asNumber().longValue());
  }

  /** The same index with one option set or, with an empty value, taken away. */
  IndexSpec with(String option, Optional<BsonValue> value) {
    BsonDocument changed = Docs.copyOf(document);
    if (value.isPresent()) {
      changed.put(option, value.get());
    } else {
      changed.remove(option);
    }
    return new IndexSpec(changed);
  }

  /** Whether key, collation, filter, unique and sparse agree: what makes two indexes one. */
  boolean sameSignature(IndexSpec other) {
    return sameValue(other, "key")
        && sameValue(other, "collation")
        && sameValue(other, "partialFilterExpression")
        && unique() == other.unique()
        && sparse() == other.sparse();
  }

  /** Whether the options that are not part of the signature agree. */
  boolean sameOptions(IndexSpec other) {
    return sameValue(other, "expireAfterSeconds") && hidden() == other.hidden();
  }

  private boolean sameValue(IndexSpec other, String field) {
    BsonValue own = document.get(field);
    BsonValue others = other.document.get(field);
    return own == null || others == null ? own == others : BsonOrder.SIMPLE.equal(own, others);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexSpec && ((IndexSpec) other).document.equals(document);
  }

  @Override
  public int hashCode() {
    return document.hashCode();
  }

  @Override
  public String toString() {
    return ServerText.of(document);
  }
}
