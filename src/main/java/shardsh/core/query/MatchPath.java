package shardsh.core.query;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonPath;

/**
 * The path of a predicate, split once, and the values it reaches in a document under the rules of
 * matching: every array on the way is entered, element by element and by position; an array at the
 * end is tried element by element and then as a whole. A branch in which the path is missing
 * reaches "nothing" ({@code null}), but an array that holds no objects reaches not even that.
 * Source: the manual's pages on dot notation and on querying arrays and null.
 */
public final class MatchPath {

  /** A test of one reached value; {@code null} stands for a missing one. */
  interface ValueTest {
    boolean test(BsonValue value);
  }

  private static final MatchPath ID = new MatchPath("_id");

  private final String text;
  private final String[] parts;
  private final int[] positions;

  private MatchPath(String text) {
    this.text = text;
    List<String> split = BsonPath.of(text).parts();
    this.parts = split.toArray(new String[0]);
    this.positions = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      positions[i] = BsonPath.arrayIndex(parts[i]);
    }
  }

  public static MatchPath of(String text) {
    return text.equals("_id") ? ID : new MatchPath(text);
  }

  public String text() {
    return text;
  }

  /** The number of parts between dots. */
  public int size() {
    return parts.length;
  }

  public String part(int index) {
    return parts[index];
  }

  /**
   * Whether the test holds for a value the path reaches.
   *
   * @param elements whether an array at the end is also tried element by element
   * @param details receives the position of the outermost array element that held; may be null
   */
  boolean anyMatch(BsonDocument document, boolean elements, ValueTest test, MatchDetails details) {
    if (parts.length == 1) {
      return testEnd(document.get(text), elements, test, details);
    }
    return walk(document, 0, elements, test, details);
  }

  private boolean walk(
      BsonDocument document, int from, boolean elements, ValueTest test, MatchDetails details) {
    BsonDocument current = document;
    int last = parts.length - 1;
    for (int i = from; i < last; i++) {
      BsonValue next = current.get(parts[i]);
      if (next instanceof BsonDocument) {
        current = (BsonDocument) next;
      } else if (next instanceof BsonArray) {
        return walkArray((BsonArray) next, i + 1, elements, test, details);
      } else {
        return test.test(null);
      }
    }
    return testEnd(current.get(parts[last]), elements, test, details);
  }

  private static boolean testEnd(
      BsonValue value, boolean elements, ValueTest test, MatchDetails details) {
    if (elements && value instanceof BsonArray) {
      BsonArray array = (BsonArray) value;
      for (int i = 0; i < array.size(); i++) {
        if (test.test(array.get(i))) {
          MatchDetails.record(details, i);
          return true;
        }
      }
    }
    return test.test(value);
  }

  private boolean walkArray(
      BsonArray array, int from, boolean elements, ValueTest test, MatchDetails details) {
    for (int i = 0; i < array.size(); i++) {
      BsonValue element = array.get(i);
      if (element instanceof BsonDocument
          && walk((BsonDocument) element, from, elements, test, null)) {
        MatchDetails.record(details, i);
        return true;
      }
      if (positions[from] == i && atPosition(element, from, elements, test, details)) {
        return true;
      }
    }
    return false;
  }

  /** A position that the path names itself is not noted; arrays below it may be. */
  private boolean atPosition(
      BsonValue element, int from, boolean elements, ValueTest test, MatchDetails details) {
    if (from == parts.length - 1) {
      return test.test(element);
    }
    if (element instanceof BsonDocument) {
      return walk((BsonDocument) element, from + 1, elements, test, details);
    }
    return element instanceof BsonArray
        && walkArray((BsonArray) element, from + 1, elements, test, details);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MatchPath && ((MatchPath) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
