package shardsh.core.storage;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.IntFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.bson.BsonSize;

/**
 * A stored document: its values in an array, its names shared with all documents of the same shape.
 * Reads as any {@code BsonDocument}; refuses to be changed. A third of the memory of a document
 * with a map of its own, and faster to read.
 */
final class PackedDocument extends BsonDocument implements BsonSize.Counted {
  private static final long serialVersionUID = 1L;

  private final transient Shape shape;
  private final transient BsonValue[] packed;

  PackedDocument(Shape shape, BsonValue[] values) {
    super(0);
    this.shape = shape;
    this.packed = values;
  }

  @Override
  public int bsonSize() {
    int size = 5 + shape.nameBytes();
    for (BsonValue value : packed) {
      size += BsonSize.ofValue(value);
    }
    return size;
  }

  Shape shape() {
    return shape;
  }

  /** Looks at the values at these positions, of which -1 is none; what it gives means nothing. */
  int touch(int[] positions) {
    int ones = 0;
    for (int position : positions) {
      ones += position >= 0 && packed[position] instanceof BsonInt32 ? 1 : 0;
    }
    return ones;
  }

  @Override
  public BsonValue get(Object name) {
    int position = shape.positionOf(name);
    return position < 0 ? null : packed[position];
  }

  @Override
  public boolean containsKey(Object name) {
    return shape.positionOf(name) >= 0;
  }

  @Override
  public boolean containsValue(Object value) {
    for (BsonValue own : packed) {
      if (own.equals(value)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int size() {
    return packed.length;
  }

  @Override
  public boolean isEmpty() {
    return packed.length == 0;
  }

  @Override
  public String getFirstKey() {
    if (packed.length == 0) {
      throw new NoSuchElementException("the document is empty");
    }
    return shape.name(0);
  }

  @Override
  public Set<String> keySet() {
    return new Fields<>(packed.length, shape::name);
  }

  @Override
  public Collection<BsonValue> values() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<BsonValue> iterator() {
        return new Positions<>(packed.length, position -> packed[position]);
      }

      @Override
      public int size() {
        return packed.length;
      }
    };
  }

  @Override
  public Set<Map.Entry<String, BsonValue>> entrySet() {
    return new Fields<>(
        packed.length,
        position -> new AbstractMap.SimpleImmutableEntry<>(shape.name(position), packed[position]));
  }

  @Override
  public BsonDocument clone() {
    BsonDocument clone = new BsonDocument(Math.max(4, packed.length * 2));
    for (int i = 0; i < packed.length; i++) {
      BsonValue value = packed[i];
      clone.put(
          shape.name(i),
          value.isDocument()
              ? value.asDocument().clone()
              : value.isArray() ? value.asArray().clone() : value);
    }
    return clone;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof BsonDocument && entrySet().equals(((BsonDocument) other).entrySet()));
  }

  @Override
  public int hashCode() {
    return entrySet().hashCode();
  }

  @Override
  public BsonValue put(String name, BsonValue value) {
    throw immutable();
  }

  @Override
  public BsonDocument append(String name, BsonValue value) {
    throw immutable();
  }

  @Override
  public BsonValue remove(Object name) {
    throw immutable();
  }

  @Override
  public void putAll(Map<? extends String, ? extends BsonValue> fields) {
    throw immutable();
  }

  @Override
  public void clear() {
    throw immutable();
  }

  private static UnsupportedOperationException immutable() {
    return new UnsupportedOperationException("a stored document is never changed: copy it first");
  }

  private static final class Fields<T> extends AbstractSet<T> {
    private final int size;
    private final IntFunction<T> at;

    Fields(int size, IntFunction<T> at) {
      this.size = size;
      this.at = at;
    }

    @Override
    public Iterator<T> iterator() {
      return new Positions<>(size, at);
    }

    @Override
    public int size() {
      return size;
    }
  }

  private static final class Positions<T> implements Iterator<T> {
    private final int size;
    private final IntFunction<T> at;
    private int next;

    Positions(int size, IntFunction<T> at) {
      this.size = size;
      this.at = at;
    }

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public T next() {
      if (next >= size) {
        throw new NoSuchElementException();
      }
      return at.apply(next++);
    }
  }
}
