package shardsh.core.pipeline;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.stage.Limit;
import shardsh.core.pipeline.stage.MappedStream;
import shardsh.core.query.SortPattern;

/**
 * The sort key that a shard's documents carry to whoever merges sorted streams, as an array in the
 * field {@code $sortKey}. In the real server it is metadata of the document.
 */
public final class MergeKeys {

  /** The field that carries the key. */
  public static final String FIELD = "$sortKey";

  private MergeKeys() {}

  /** The key of a document. */
  public static BsonArray key(BsonDocument document, SortPattern pattern) {
    return new BsonArray(pattern.sortKey(document).values());
  }

  /** The document with that key. */
  public static BsonDocument with(BsonDocument document, BsonValue key) {
    return Docs.copyOf(document).append(FIELD, key);
  }

  /** The document without its key. */
  public static BsonDocument without(BsonDocument document) {
    if (!document.containsKey(FIELD)) {
      return document;
    }
    BsonDocument plain = Docs.copyOf(document);
    plain.remove(FIELD);
    return plain;
  }

  /**
   * Runs the stages that follow the sort of a shards part on documents that carry their keys. They
   * give one document for each of theirs ({@code $project}) or stop early ({@code $limit}).
   */
  public static Iterator<BsonDocument> carry(List<Stage> stages, Iterator<BsonDocument> keyed) {
    Iterator<BsonDocument> stream = keyed;
    for (Stage stage : stages) {
      stream =
          stage instanceof Limit
              ? stage.apply(stream)
              : new MappedStream(stream, document -> changed(stage, document));
    }
    return stream;
  }

  private static BsonDocument changed(Stage stage, BsonDocument document) {
    BsonDocument result = stage.apply(List.of(without(document)).iterator()).next();
    return with(result, document.get(FIELD));
  }
}
