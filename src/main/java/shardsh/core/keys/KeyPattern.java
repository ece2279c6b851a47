package shardsh.core.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.ServerText;

/**
 * The pattern of an index: {@code {a: 1, "b.c": -1, d: "hashed"}}. Equality and text are those of
 * the document it was made from.
 */
public final class KeyPattern {

  /** One field: its path, whether it descends, whether it is hashed. */
  public record Field(BsonPath path, boolean descending, boolean hashed) {}

  private final BsonDocument document;
  private final List<Field> fields;

  private KeyPattern(BsonDocument document, List<Field> fields) {
    this.document = document;
    this.fields = List.copyOf(fields);
  }

  /** Reads a pattern that has been checked already: numbers (negative descends) or "hashed". */
  public static KeyPattern of(BsonDocument document) {
    List<Field> fields = new ArrayList<>();
    for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
      BsonValue value = entry.getValue();
      boolean descending = value.isNumber() && value.asNumber().doubleValue() < 0;
      fields.add(new Field(BsonPath.of(entry.getKey()), descending, value.isString()));
    }
    return new KeyPattern(document, fields);
  }

  public List<Field> fields() {
    return fields;
  }

  public int size() {
    return fields.size();
  }

  public boolean isHashed() {
    return fields.stream().anyMatch(Field::hashed);
  }

  public BsonDocument toDocument() {
    return document;
  }

  /** The usual index name, e.g. {@code region_1__id_1}. */
  public String defaultIndexName() {
    StringBuilder name = new StringBuilder();
    for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
      BsonValue value = entry.getValue();
      String suffix =
          value.isString()
              ? value.asString().getValue()
              : value.isDouble()
                      && value.asDouble().getValue() != Math.rint(value.asDouble().getValue())
                  ? Double.toString(value.asDouble().getValue())
                  : Long.toString(value.asNumber().longValue());
      name.append(name.length() == 0 ? "" : "_").append(entry.getKey()).append('_').append(suffix);
    }
    return name.toString();
  }

  /** The key's values with the pattern's field names: {@code {a: 1, "b.c": 2}}. */
  public BsonDocument named(IndexKey key) {
    BsonDocument named = new BsonDocument();
    for (int i = 0; i < fields.size(); i++) {
      named.append(fields.get(i).path().text(), key.get(i));
    }
    return named;
  }

  /** Unlike that of documents, the order of the fields matters. */
  @Override
  public boolean equals(Object other) {
    return other instanceof KeyPattern that
        && that.document.equals(document)
        && List.copyOf(that.document.keySet()).equals(List.copyOf(document.keySet()));
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
