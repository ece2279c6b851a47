package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * What {@code watch} gives: a cursor that never ends. Nothing here waits: no event is no document.
 */
final class ChangeStream extends AbstractCursor {
  private final String collection;
  private final BsonArray pipeline;
  private final BsonDocument options;

  ChangeStream(Database db, String collection, BsonArray pipeline, BsonDocument options) {
    super(db);
    this.collection = collection;
    this.pipeline = pipeline;
    this.options = options;
  }

  @Override
  boolean awaitsMore() {
    return true;
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

  @ShellMethod(
      usage = "stream.getResumeToken()",
      help = "Where another stream could go on: the option resumeAfter.",
      counts = false)
  Object getResumeToken(Args args) {
    BsonValue token = lastReply().get("postBatchResumeToken");
    return token == null ? api.engine().values().undefined() : token;
  }
}
