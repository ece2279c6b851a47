package shardsh.core.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.ServerText;

/**
 * Which keys a document has under a pattern. A missing field is null; an array gives one key per
 * element, an empty one undefined; several fields may pass through the same array but not through
 * two different ones; a number in a path also names a position in an array. Source: the manual's
 * page on multikey indexes and the behaviour the server's key generator tests show.
 */
public final class KeyGenerator {
  private static final BsonNull MISSING = BsonNull.VALUE;
  private static final BsonUndefined EMPTY_ARRAY = new BsonUndefined();

  private final KeyPattern pattern;
  private final boolean sparse;
  private final UnaryOperator<BsonValue> hash;
  private final boolean hashed;
  private final String[][] paths;

  /** With the server's own hash for hashed fields. */
  public KeyGenerator(KeyPattern pattern, boolean sparse) {
    this(pattern, sparse, HashedKey::of);
  }

  /**
   * @param sparse whether a key with none of the fields present is left out
   * @param hash what stands for a value in a hashed field
   */
  public KeyGenerator(KeyPattern pattern, boolean sparse, UnaryOperator<BsonValue> hash) {
    this.pattern = pattern;
    this.sparse = sparse;
    this.hash = hash;
    this.hashed = pattern.isHashed();
    this.paths = new String[pattern.size()][];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = pattern.fields().get(i).path().parts().toArray(new String[0]);
    }
  }

  public KeyPattern pattern() {
    return pattern;
  }

  /**
   * The document's keys.
   *
   * @throws CommandException CannotIndexParallelArrays (171); 16766 for an array in an index with a
   *     hashed field; 16746 when a number names both a position and a field
   */
  public DocumentKeys keys(BsonDocument document) {
    BsonValue[] values = new BsonValue[paths.length];
    int missing = 0;
    for (int i = 0; i < values.length; i++) {
      BsonValue value = document;
      for (String part : paths[i]) {
        if (!value.isDocument()) {
          if (value.isArray()) {
            return expanded(document);
          }
          value = null;
          break;
        }
        value = value.asDocument().get(part);
        if (value == null) {
          break;
        }
      }
      if (value == null) {
        missing++;
      } else if (value.isArray()) {
        return expanded(document);
      }
      values[i] = value == null ? MISSING : value;
    }
    if (sparse && missing == values.length) {
      return new DocumentKeys(List.of(), MultikeyPaths.NONE);
    }
    if (hashed) {
      hash(values);
    }
    return new DocumentKeys(List.of(IndexKey.of(values)), MultikeyPaths.NONE);
  }

  private void hash(BsonValue[] values) {
    for (int i = 0; i < values.length; i++) {
      if (pattern.fields().get(i).hashed()) {
        values[i] = hash.apply(values[i]);
      }
    }
  }

  private DocumentKeys expanded(BsonDocument document) {
    if (hashed) {
      refuseArrays(document);
    }
    Expansion expansion = new Expansion();
    expansion.expand(
        document,
        new int[paths.length],
        new BsonValue[paths.length],
        new Position[paths.length],
        0);
    return new DocumentKeys(
        new ArrayList<>(expansion.keys), MultikeyPaths.of(expansion.arrayDepths));
  }

  private void refuseArrays(BsonDocument document) {
    for (String[] path : paths) {
      BsonValue value = document;
      for (int depth = 0; depth < path.length && value != null && value.isDocument(); depth++) {
        value = value.asDocument().get(path[depth]);
        if (value != null && value.isArray()) {
          throw new CommandException(
              ErrorCode.location(16766),
              "hashed indexes do not currently support array values. Found array at path: "
                  + String.join(".", Arrays.copyOf(path, depth + 1)));
        }
      }
    }
  }

  /** What a path reached: a value or nothing, and how many of its parts were used. */
  private record Reached(BsonValue value, int depth, boolean nestedArray) {}

  /** The element of an array that the next part of a path names by its number. */
  private record Position(BsonArray array, BsonValue element, Reached reached) {}

  /** One run over a document with arrays; collects keys and where arrays were. */
  private final class Expansion {
    private final TreeSet<IndexKey> keys = new TreeSet<>();
    private final long[] arrayDepths = new long[paths.length];

    /**
     * Follows every unfinished path from {@code object}; what is reached goes to {@code values}.
     *
     * @param depths parts used so far per field; all of them when the field is done
     */
    void expand(
        BsonDocument object, int[] depths, BsonValue[] values, Position[] positions, int missing) {
      BsonArray array = null;
      String arrayName = null;
      boolean[] throughArray = new boolean[paths.length];
      boolean wholeElement = true;
      int notFound = missing;
      for (int i = 0; i < paths.length; i++) {
        if (depths[i] == paths[i].length) {
          continue;
        }
        Reached reached = next(object, paths[i], depths[i], positions[i]);
        if (reached.value() == null) {
          values[i] = MISSING;
          depths[i] = paths[i].length;
          notFound++;
          continue;
        }
        depths[i] = reached.depth();
        values[i] = reached.value();
        if (reached.value().isArray()) {
          throughArray[i] = true;
          wholeElement &= !reached.nestedArray();
          if (array != null && array != reached.value()) {
            throw parallelArrays(paths[i][depths[i] - 1], arrayName);
          }
          array = reached.value().asArray();
          arrayName = paths[i][depths[i] - 1];
        }
      }
      if (array == null) {
        if (!sparse || notFound < paths.length) {
          keys.add(IndexKey.of(values));
        }
        return;
      }
      Position[] below = positionsIn(array, depths, throughArray);
      if (array.isEmpty()) {
        element(EMPTY_ARRAY, null, depths, values, below, throughArray, notFound);
      }
      for (BsonValue element : array) {
        element(
            element, wholeElement ? null : array, depths, values, below, throughArray, notFound);
      }
    }

    private Position[] positionsIn(BsonArray array, int[] depths, boolean[] throughArray) {
      Position[] positions = new Position[paths.length];
      for (int i = 0; i < paths.length; i++) {
        if (!throughArray[i]) {
          continue;
        }
        if (depths[i] < paths[i].length) {
          int index = BsonPath.arrayIndex(paths[i][depths[i]]);
          if (index >= 0 && index < array.size()) {
            BsonValue element = array.get(index);
            Reached reached = follow(element, paths[i], depths[i] + 1);
            positions[i] = new Position(array, element, reached);
            continue;
          }
        }
        arrayDepths[i] |= 1L << (depths[i] - 1);
      }
      return positions;
    }

    private void element(
        BsonValue element,
        BsonArray whole,
        int[] depths,
        BsonValue[] values,
        Position[] positions,
        boolean[] throughArray,
        int missing) {
      BsonValue[] own = values.clone();
      for (int i = 0; i < paths.length; i++) {
        if (throughArray[i] && depths[i] == paths[i].length) {
          own[i] = whole == null ? element : whole;
        }
      }
      BsonDocument object = element.isDocument() ? element.asDocument() : new BsonDocument();
      expand(object, depths.clone(), own, positions, missing);
    }
  }

  private static Reached next(BsonDocument object, String[] path, int depth, Position position) {
    boolean hasField = object.containsKey(path[depth]);
    if (position == null) {
      return hasField ? follow(object, path, depth) : new Reached(null, depth, false);
    }
    if (hasField) {
      throw new CommandException(
          ErrorCode.location(16746),
          "Ambiguous field name found in array (do not use numeric field names in embedded"
              + " elements in an array), field: '"
              + path[depth]
              + "' for array: "
              + ServerText.of(position.array()));
    }
    Reached reached = position.reached();
    return new Reached(reached.value(), reached.depth(), position.element().isArray());
  }

  /** Through objects until the end of the path or the first array. */
  private static Reached follow(BsonValue from, String[] path, int depth) {
    BsonValue value = from;
    int used = depth;
    while (used < path.length && !value.isArray()) {
      if (!value.isDocument()) {
        return new Reached(null, used, false);
      }
      value = value.asDocument().get(path[used++]);
      if (value == null) {
        return new Reached(null, used, false);
      }
    }
    return new Reached(value, used, false);
  }

  private static CommandException parallelArrays(String one, String other) {
    return new CommandException(
        ErrorCode.CANNOT_INDEX_PARALLEL_ARRAYS,
        "cannot index parallel arrays [" + one + "] [" + other + "]");
  }
}
