package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * What {@code watch} gives: a cursor that never ends. A request for more waits up to a second of
 * simulated time. {@code next} and {@code hasNext} ask until a silent shard must have told the
 * time; a real shell would go on for ever, but here nobody else could do anything meanwhile.
 */
final class ChangeStream extends AbstractCursor {
  private static final int ASKS_MAX = 12;

  private final String collection;
  private final BsonArray pipeline;
  private final BsonDocument options;
  private final BsonValue awaitMillis;
  private int asks = ASKS_MAX;

  ChangeStream(Database db, String collection, BsonArray pipeline, BsonDocument options) {
    super(db);
    this.collection = collection;
    this.pipeline = pipeline;
    this.options = options;
    awaitMillis = options.remove("maxAwaitTimeMS");
  }

  @Override
  boolean awaitsMore() {
    return true;
  }

  @Override
  int asksMax() {
    return asks;
  }

  @Override
  void addToGetMore(BsonDocument command) {
    if (awaitMillis != null) {
      command.append("maxTimeMS", awaitMillis);
    }
  }

  @Override
  BsonDocument command() {
    return AggregationCursor.command(collection, pipeline, options);
  }

  @Override
  void addBatchSize(BsonDocument command, BsonInt32 size) {
    command.put("cursor", new BsonDocument("batchSize", size));
  }

  @Override
  String ns() {
    return collection.isEmpty() ? "" : db.name() + "." + collection;
  }

  @Override
  public String display() {
    return "ChangeStreamCursor on " + (collection.isEmpty() ? db.name() : ns());
  }

  /** Opens the stream, so that it sees what happens from now on. */
  ChangeStream open() {
    fetchFirst();
    return this;
  }

  @Override
  @ShellMethod(
      usage = "stream.tryNext()",
      help = "The next event if there is one within a second, else null.")
  Object tryNext(Args args) {
    asks = 1;
    try {
      return next(args);
    } finally {
      asks = ASKS_MAX;
    }
  }

  @ShellMethod(
      usage = "stream.getResumeToken()",
      help = "Where another stream could go on: the option resumeAfter.",
      counts = false)
  Object getResumeToken(Args args) {
    BsonValue token = lastReply().get("postBatchResumeToken");
    return token == null ? api.engine().values().undefined() : token;
  }
}
