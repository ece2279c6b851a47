package shardsh.core.plan;

import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/**
 * A stretch of an index from one key to another in the index's own order: what {@code min} and
 * {@code max} ask for, and what COUNT_SCAN counts. An absent end is the end of the index.
 */
public record KeyRange(
    Optional<IndexKey> start, boolean startIncluded, Optional<IndexKey> end, boolean endIncluded) {

  /** As explain prints it. */
  BsonDocument toBson(KeyPattern pattern) {
    BsonDocument document = new BsonDocument();
    start.ifPresent(
        key ->
            document
                .append("startKey", named(pattern, key))
                .append("startKeyInclusive", BsonBoolean.valueOf(startIncluded)));
    end.ifPresent(
        key ->
            document
                .append("endKey", named(pattern, key))
                .append("endKeyInclusive", BsonBoolean.valueOf(endIncluded)));
    return document;
  }

  /** A key may stop early: then it stands before or after all that begin with it. */
  private static BsonDocument named(KeyPattern pattern, IndexKey key) {
    BsonDocument named = new BsonDocument();
    for (int i = 0; i < key.size(); i++) {
      named.append(pattern.fields().get(i).path().text(), key.get(i));
    }
    return named;
  }
}
