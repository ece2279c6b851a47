package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What the {@code aggregate} and {@code watch} methods of several classes share. */
final class Aggregations {
  private static final List<String> WRITING_STAGES = List.of("$out", "$merge");

  private Aggregations() {}

  /** Stages from an array with options, or as arguments; an empty collection is the database. */
  static Object run(Database db, String collection, Args args) {
    BsonArray pipeline = args.pipeline();
    boolean hasOptions = args.size() > 1 && args.isArray(0);
    BsonDocument options = hasOptions ? args.documentOrEmpty(1) : new BsonDocument();
    if (options.containsKey("explain")) {
      return db.explain(
          AggregationCursor.command(collection, pipeline, options),
          Explainable.verbosity(options.get("explain")));
    }
    AggregationCursor cursor = AggregationCursor.of(db, collection, pipeline, options);
    if (writes(pipeline)) {
      cursor.drain();
    }
    return cursor;
  }

  private static boolean writes(BsonArray pipeline) {
    if (pipeline.isEmpty()) {
      return false;
    }
    BsonValue last = pipeline.get(pipeline.size() - 1);
    return last.isDocument()
        && !last.asDocument().isEmpty()
        && WRITING_STAGES.contains(last.asDocument().getFirstKey());
  }

  /** A change stream: its first stage opens it, the given stages follow. */
  static Object watch(Database db, String collection, Args args, BsonDocument stage) {
    BsonArray pipeline = new BsonArray();
    BsonDocument options = new BsonDocument();
    if (args.isArray(0)) {
      options.putAll(args.documentOrEmpty(1));
    } else {
      options.putAll(args.documentOrEmpty(0));
    }
    BsonDocument opening = new BsonDocument();
    opening.putAll(stage);
    BsonDocument rest = new BsonDocument();
    options.forEach(
        (name, value) -> {
          boolean ofCommand =
              List.of("batchSize", "collation", "maxTimeMS", "maxAwaitTimeMS").contains(name);
          (ofCommand ? rest : opening).put(name, value);
        });
    pipeline.add(new BsonDocument("$changeStream", opening));
    if (args.isArray(0)) {
      pipeline.addAll(args.array(0));
    }
    return new ChangeStream(db, collection, pipeline, rest).open();
  }
}
