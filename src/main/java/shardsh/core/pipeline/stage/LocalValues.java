package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import shardsh.core.bson.BsonPath;

/**
 * The values of a local field that {@code $lookup} looks for, and the filter that finds them.
 * Arrays on the way are entered, one at the end stands for its elements; nothing at all stands for
 * null. Source: the manual's page on {@code $lookup} and the server's tests of its semantics.
 */
final class LocalValues {
  private LocalValues() {}

  /** The values that are there; nothing stands for a missing one. */
  static List<BsonValue> present(BsonDocument document, String[] path) {
    List<BsonValue> values = new ArrayList<>();
    collect(document, path, 0, values);
    return values;
  }

  /** The values that are there, or null when there is none. */
  static List<BsonValue> of(BsonDocument document, String[] path) {
    List<BsonValue> values = present(document, path);
    return values.isEmpty() ? List.of(BsonNull.VALUE) : values;
  }

  private static void collect(BsonValue value, String[] path, int depth, List<BsonValue> values) {
    if (depth == path.length) {
      if (value instanceof BsonArray array) {
        values.addAll(array);
      } else {
        values.add(value);
      }
    } else if (value instanceof BsonArray array) {
      int position = BsonPath.arrayIndex(path[depth]);
      if (position >= 0) {
        if (position < array.size()) {
          collect(array.get(position), path, depth + 1, values);
        }
        return;
      }
      for (BsonValue element : array) {
        if (element instanceof BsonDocument) {
          collect(element, path, depth, values);
        }
      }
    } else if (value instanceof BsonDocument document && document.containsKey(path[depth])) {
      collect(document.get(path[depth]), path, depth + 1, values);
    }
  }

  /**
   * A filter for documents that have one of the values; regular expressions are compared. Null also
   * finds documents without the field, and those in which the path ends early in an array.
   */
  static BsonDocument joining(String field, List<BsonValue> values) {
    BsonDocument filter = filter(field, values);
    if (field.indexOf('.') < 0 || values.stream().noneMatch(BsonValue::isNull)) {
      return filter;
    }
    BsonDocument missing = new BsonDocument(field, new BsonDocument("$exists", BsonBoolean.FALSE));
    return new BsonDocument("$or", new BsonArray(List.of(filter, missing)));
  }

  /** A filter for documents that have one of the values; regular expressions are compared. */
  static BsonDocument filter(String field, List<BsonValue> values) {
    if (values.size() == 1) {
      return new BsonDocument(field, new BsonDocument("$eq", values.get(0)));
    }
    if (values.stream().noneMatch(BsonRegularExpression.class::isInstance)) {
      return new BsonDocument(field, new BsonDocument("$in", new BsonArray(values)));
    }
    BsonArray terms = new BsonArray();
    for (BsonValue value : values) {
      terms.add(new BsonDocument(field, new BsonDocument("$eq", value)));
    }
    return new BsonDocument("$or", terms);
  }
}
