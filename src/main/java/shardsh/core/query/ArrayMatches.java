package shardsh.core.query;

import java.util.List;
import java.util.function.ToIntFunction;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How the two forms of {@code $elemMatch} find their element. */
final class ArrayMatches {
  private ArrayMatches() {}

  /** The position of the first element that the term matches as a document, or -1. */
  static int object(BsonValue value, MatchExpression term) {
    if (!(value instanceof BsonArray)) {
      return -1;
    }
    BsonArray array = (BsonArray) value;
    for (int i = 0; i < array.size(); i++) {
      BsonValue element = array.get(i);
      if (element instanceof BsonDocument && term.matches((BsonDocument) element, null)) {
        return i;
      }
      if (element instanceof BsonArray && term.matches(asDocument((BsonArray) element), null)) {
        return i;
      }
    }
    return -1;
  }

  /** An array as the document {@code {0: …, 1: …}} that it is in BSON. */
  private static BsonDocument asDocument(BsonArray array) {
    BsonDocument document = new BsonDocument();
    for (int i = 0; i < array.size(); i++) {
      document.append(Integer.toString(i), array.get(i));
    }
    return document;
  }

  /** The position of the first element for which all terms hold, or -1. */
  static int value(BsonValue value, List<MatchExpression> terms) {
    if (!(value instanceof BsonArray)) {
      return -1;
    }
    BsonArray array = (BsonArray) value;
    for (int i = 0; i < array.size(); i++) {
      if (allHold(array.get(i), terms)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean allHold(BsonValue element, List<MatchExpression> terms) {
    for (int i = 0; i < terms.size(); i++) {
      if (!terms.get(i).matchesElement(element)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether {@code find} finds an element in an array that the path reaches. The position noted is
   * that of the outermost array: an array on the way to the path's end goes before the one there.
   */
  static boolean matches(
      BsonDocument document, MatchPath path, ToIntFunction<BsonValue> find, MatchDetails details) {
    if (details == null) {
      return path.anyMatch(document, false, value -> find.applyAsInt(value) >= 0, null);
    }
    int[] inner = {-1};
    MatchDetails outer = new MatchDetails();
    boolean found =
        path.anyMatch(document, false, value -> (inner[0] = find.applyAsInt(value)) >= 0, outer);
    if (found) {
      MatchDetails.record(details, outer.position().orElse(inner[0]));
    }
    return found;
  }
}
