package shardsh.core.keys;

import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * At which parts of which indexed paths arrays have been met. For the pattern {@code {"a.b": 1, c:
 * 1}}, depth 0 of field 0 is {@code a}, depth 1 is {@code a.b}. Immutable.
 */
public final class MultikeyPaths {
  private static final long[] NOWHERE = {};

  /** No array was met in any field. */
  public static final MultikeyPaths NONE = new MultikeyPaths(NOWHERE);

  /** One set of depths per field, as bits; fields beyond the end have none. */
  private final long[] depths;

  private MultikeyPaths(long[] depths) {
    this.depths = depths;
  }

  static MultikeyPaths of(long[] depths) {
    for (long field : depths) {
      if (field != 0) {
        return new MultikeyPaths(depths.clone());
      }
    }
    return NONE;
  }

  /** Arrays at every part of every path: what is assumed when nothing is known. */
  public static MultikeyPaths everywhere(KeyPattern pattern) {
    long[] depths = new long[pattern.size()];
    for (int i = 0; i < depths.length; i++) {
      depths[i] = (1L << pattern.fields().get(i).path().parts().size()) - 1;
    }
    return of(depths);
  }

  /** The same with an array at {@code depth} of {@code field}. */
  public MultikeyPaths with(int field, int depth) {
    long[] more = Arrays.copyOf(depths, Math.max(depths.length, field + 1));
    more[field] |= 1L << depth;
    return new MultikeyPaths(more);
  }

  /** Whether any field met an array: what explain calls {@code isMultiKey}. */
  public boolean isMultikey() {
    return this != NONE;
  }

  /** Whether an array was met on the way to this field or at its end. */
  public boolean isMultikey(int field) {
    return field < depths.length && depths[field] != 0;
  }

  /** Whether an array was met at this part of the field's path; 0 is the first part. */
  public boolean isArrayAt(int field, int depth) {
    return field < depths.length && (depths[field] & (1L << depth)) != 0;
  }

  /** Arrays that either has met. */
  public MultikeyPaths union(MultikeyPaths other) {
    if (other == NONE || other == this) {
      return this;
    }
    if (this == NONE) {
      return other;
    }
    long[] both = Arrays.copyOf(depths, Math.max(depths.length, other.depths.length));
    boolean grown = false;
    for (int i = 0; i < other.depths.length; i++) {
      grown |= (other.depths[i] & ~both[i]) != 0;
      both[i] |= other.depths[i];
    }
    return grown ? new MultikeyPaths(both) : this;
  }

  /** As explain shows it: {@code {"a.b": ["a"], c: []}}. */
  public BsonDocument toDocument(KeyPattern pattern) {
    BsonDocument document = new BsonDocument();
    for (int field = 0; field < pattern.size(); field++) {
      KeyPattern.Field of = pattern.fields().get(field);
      BsonArray prefixes = new BsonArray();
      StringBuilder prefix = new StringBuilder();
      for (int depth = 0; depth < of.path().parts().size(); depth++) {
        prefix.append(depth == 0 ? "" : ".").append(of.path().parts().get(depth));
        if (isArrayAt(field, depth)) {
          prefixes.add(new BsonString(prefix.toString()));
        }
      }
      document.append(of.path().text(), prefixes);
    }
    return document;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MultikeyPaths && Arrays.equals(depths, ((MultikeyPaths) other).depths);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(depths);
  }

  @Override
  public String toString() {
    return Arrays.toString(depths);
  }
}
