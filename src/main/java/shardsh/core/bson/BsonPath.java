package shardsh.core.bson;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A dotted path, e.g. {@code items.0.sku}, and what it reaches in a document under MongoDB's array
 * rules. Source: the manual's pages on dot notation and querying arrays.
 */
public final class BsonPath {
  private final String text;
  private final List<String> parts;

  private BsonPath(String text, List<String> parts) {
    this.text = text;
    this.parts = List.copyOf(parts);
  }

  /** Splits at dots; empty parts are kept, so that the caller can refuse them. */
  public static BsonPath of(String text) {
    List<String> parts = new ArrayList<>(2);
    int start = 0;
    for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', start)) {
      parts.add(text.substring(start, dot));
      start = dot + 1;
    }
    parts.add(text.substring(start));
    return new BsonPath(text, parts);
  }

  public String text() {
    return text;
  }

  public List<String> parts() {
    return parts;
  }

  /**
   * The value reached through objects alone; empty when a part is missing or something other than
   * an object stands in the way (arrays are not entered).
   */
  public Optional<BsonValue> objectValue(BsonDocument document) {
    BsonValue current = document;
    for (String part : parts) {
      if (!current.isDocument()) {
        return Optional.empty();
      }
      current = current.asDocument().get(part);
      if (current == null) {
        return Optional.empty();
      }
    }
    return Optional.of(current);
  }

  /** Whether an array lies on the path or at its end. */
  public boolean meetsArray(BsonDocument document) {
    BsonValue current = document;
    for (String part : parts) {
      if (!current.isDocument()) {
        return current.isArray();
      }
      current = current.asDocument().get(part);
      if (current == null) {
        return false;
      }
    }
    return current.isArray();
  }

  /**
   * Visits every value the path reaches. Arrays of objects on the way are entered element by
   * element, and by position when the part is a number; an array at the end is given whole, not
   * element by element. Nothing is visited for a branch in which the path is missing.
   */
  public void visit(BsonDocument document, Consumer<BsonValue> visitor) {
    visit(document, 0, visitor);
  }

  private void visit(BsonValue current, int depth, Consumer<BsonValue> visitor) {
    if (depth == parts.size()) {
      visitor.accept(current);
    } else if (current.isDocument()) {
      BsonValue next = current.asDocument().get(parts.get(depth));
      if (next != null) {
        visit(next, depth + 1, visitor);
      }
    } else if (current.isArray()) {
      visitArray(current.asArray(), depth, visitor);
    }
  }

  private void visitArray(BsonArray array, int depth, Consumer<BsonValue> visitor) {
    int position = arrayIndex(parts.get(depth));
    if (position >= 0 && position < array.size()) {
      visit(array.get(position), depth + 1, visitor);
    }
    for (BsonValue element : array) {
      if (element.isDocument()) {
        visit(element, depth, visitor);
      }
    }
  }

  /** The position that a path part names, or -1 when it is not a plain number such as 0 or 12. */
  public static int arrayIndex(String part) {
    int length = part.length();
    if (length == 0 || length > 9 || (length > 1 && part.charAt(0) == '0')) {
      return -1;
    }
    int index = 0;
    for (int i = 0; i < length; i++) {
      char c = part.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      index = index * 10 + (c - '0');
    }
    return index;
  }

  @Override
  public String toString() {
    return text;
  }
}
