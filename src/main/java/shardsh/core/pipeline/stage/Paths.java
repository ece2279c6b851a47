package shardsh.core.pipeline.stage;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reading and replacing values along paths of objects; documents are copied, never changed. */
final class Paths {
  private Paths() {}

  /** The value reached through objects alone, or null. */
  static BsonValue get(BsonDocument document, String[] path) {
    BsonValue value = document;
    for (String part : path) {
      if (!(value instanceof BsonDocument parent)) {
        return null;
      }
      value = parent.get(part);
    }
    return value;
  }

  /** The document with that value at the path; what is no object on the way is replaced. */
  static BsonDocument with(BsonDocument document, String[] path, BsonValue value) {
    return with(document, path, 0, value);
  }

  private static BsonDocument with(
      BsonDocument document, String[] path, int depth, BsonValue value) {
    BsonDocument copy = new BsonDocument(document.size() + 1);
    copy.putAll(document);
    String part = path[depth];
    if (depth + 1 == path.length) {
      copy.put(part, value);
    } else {
      BsonDocument child =
          document.get(part) instanceof BsonDocument nested ? nested : new BsonDocument();
      copy.put(part, with(child, path, depth + 1, value));
    }
    return copy;
  }

  /** The document without the field at the end of the path. */
  static BsonDocument without(BsonDocument document, String[] path) {
    return without(document, path, 0);
  }

  private static BsonDocument without(BsonDocument document, String[] path, int depth) {
    BsonDocument copy = new BsonDocument(document.size());
    copy.putAll(document);
    String part = path[depth];
    if (depth + 1 == path.length) {
      copy.remove(part);
    } else if (document.get(part) instanceof BsonDocument nested) {
      copy.put(part, without(nested, path, depth + 1));
    }
    return copy;
  }
}
