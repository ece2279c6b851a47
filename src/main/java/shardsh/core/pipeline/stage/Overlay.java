package shardsh.core.pipeline.stage;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A document that shows another one with one field replaced, and then another one. For stages that
 * read fields and keep no document.
 */
final class Overlay extends BsonDocument {
  private static final long serialVersionUID = 1L;

  private final transient String field;
  private transient BsonDocument below = new BsonDocument();
  private transient BsonValue value;

  Overlay(String field) {
    super(0);
    this.field = field;
  }

  /** Shows a document that has the field, with another value in it. */
  void show(BsonDocument document, BsonValue replacement) {
    below = document;
    value = replacement;
  }

  @Override
  public BsonValue get(Object name) {
    return field.equals(name) ? value : below.get(name);
  }

  @Override
  public boolean containsKey(Object name) {
    return below.containsKey(name);
  }

  @Override
  public int size() {
    return below.size();
  }

  @Override
  public boolean isEmpty() {
    return false;
  }

  @Override
  public Set<String> keySet() {
    return below.keySet();
  }

  @Override
  public Collection<BsonValue> values() {
    return whole().values();
  }

  @Override
  public Set<Map.Entry<String, BsonValue>> entrySet() {
    return whole().entrySet();
  }

  @Override
  public BsonDocument clone() {
    return whole();
  }

  @Override
  public String getFirstKey() {
    return below.getFirstKey();
  }

  private BsonDocument whole() {
    return Paths.with(below, new String[] {field}, value);
  }

  @Override
  public boolean equals(Object other) {
    return whole().equals(other);
  }

  @Override
  public int hashCode() {
    return whole().hashCode();
  }
}
