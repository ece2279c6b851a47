package shardsh.simulation;

import java.util.List;
import org.bson.BsonDocument;

/** The shard keys that chaos tries. */
enum KeyKind {
  RANGE("{k: 1}", false),
  HASHED("{k: 'hashed'}", false),
  TOY_HASHED("{k: 'hashed'}", true),
  COMPOUND("{k: 1, j: 1}", false),
  HASHED_FIRST("{k: 'hashed', j: 1}", false),
  HASHED_LAST("{j: 1, k: 'hashed'}", false),
  ID("{_id: 1}", false),
  HASHED_ID("{_id: 'hashed'}", true);

  private final BsonDocument pattern;
  private final boolean toyHash;

  KeyKind(String pattern, boolean toyHash) {
    this.pattern = BsonDocument.parse(pattern);
    this.toyHash = toyHash;
  }

  BsonDocument pattern() {
    return pattern;
  }

  boolean toyHash() {
    return toyHash;
  }

  List<String> fields() {
    return List.copyOf(pattern.keySet());
  }

  boolean isHashed(String field) {
    return pattern.isString(field);
  }

  /** A filter that fixes the whole key of a document. */
  Want keyOf(BsonDocument document) {
    Want want = Want.everything();
    for (String field : fields()) {
      want = want.and(Want.is(field, Want.valueOf(document, field)));
    }
    return want;
  }

  boolean sameKey(BsonDocument left, BsonDocument right) {
    return keyOf(left).matches(right);
  }
}
