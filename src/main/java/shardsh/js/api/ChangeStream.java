package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ErrorLabels;
import shardsh.js.ShellInputException;

/**
 * What {@code watch} gives: a cursor that never ends. A request for more waits up to a second of
 * simulated time. {@code next} and {@code hasNext} ask until a silent shard must have told the
 * time; a real shell would go on for ever, but here nobody else could do anything meanwhile.
 */
final class ChangeStream extends AbstractCursor {
  private static final int ASKS_MAX = 12;
  private static final String CLOSED = "ChangeStream is closed";
  private static final String STAGE = "$changeStream";
  private static final String TOKEN = "postBatchResumeToken";
  private static final List<String> RESUME_OPTIONS =
      List.of("resumeAfter", "startAfter", "startAtOperationTime");

  private final String collection;
  private final BsonArray pipeline;
  private final BsonDocument options;
  private final BsonValue awaitMillis;
  private int asks = ASKS_MAX;
  private boolean warnsOfWaits = true;

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

  /**
   * A driver opens a stream again after the last event it has, when its cursor is lost or an answer
   * did not come.
   */
  @Override
  BsonDocument more(BsonDocument command) {
    try {
      return db.run(command).getDocument("cursor");
    } catch (CommandException e) {
      if (!isResumable(e)) {
        throw e;
      }
    }
    BsonArray stages = pipeline.clone();
    BsonDocument stage = stages.get(0).asDocument().getDocument(STAGE);
    RESUME_OPTIONS.forEach(stage::remove);
    stage.append("resumeAfter", lastReply().get(TOKEN));
    BsonDocument again = AggregationCursor.command(collection, stages, options);
    BsonDocument opened = db.run(again).getDocument("cursor");
    BsonDocument next = command.clone();
    next.put("getMore", opened.get("id"));
    return db.run(next).getDocument("cursor");
  }

  private static boolean isResumable(CommandException e) {
    return e.errorCode().isUnreachable()
        || e.errorCode().equals(ErrorCode.CURSOR_NOT_FOUND)
        || ErrorLabels.has(ErrorLabels.RESUMABLE_CHANGE_STREAM, e);
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
  Object next(Args args) {
    warnThatItWaits("next");
    if (wasClosed()) {
      throw new ShellInputException("MongoAPIError", CLOSED, "");
    }
    Object event = super.next(args);
    if (event == null && isExhausted()) {
      close(args);
      throw new ShellInputException("MongoRuntimeError", CLOSED, "");
    }
    return event;
  }

  @Override
  Object hasNext(Args args) {
    warnThatItWaits("hasNext");
    return super.hasNext(args);
  }

  @Override
  @ShellMethod(
      usage = "stream.tryNext()",
      help = "The next event if there is one within a second, else null.")
  Object tryNext(Args args) {
    if (isExhausted()) {
      throw new ShellInputException(
          "MongoshRuntimeError", "Cannot call tryNext on closed cursor", "");
    }
    asks = 1;
    try {
      return super.next(args);
    } finally {
      asks = ASKS_MAX;
    }
  }

  @Override
  @ShellMethod(
      usage = "stream.disableBlockWarnings()",
      help = "Lets next and hasNext wait without a warning.",
      counts = false)
  Object disableBlockWarnings(Args args) {
    warnsOfWaits = false;
    return this;
  }

  @Override
  Object isExhausted(Args args) {
    throw ShellInputException.invalid(
        "isExhausted is not implemented for ChangeStreams because after closing a cursor, the"
            + " remaining documents in the batch are no longer accessible. If you want to see if"
            + " the cursor is closed use isClosed. If you want to see if there are documents left"
            + " in the batch, use tryNext.");
  }

  @Override
  Object toArray(Args args) {
    throw cannot("toArray");
  }

  @Override
  Object batchSize(Args args) {
    throw cannot("batchSize");
  }

  @Override
  Object objsLeftInBatch(Args args) {
    throw cannot("objsLeftInBatch");
  }

  private static ShellInputException cannot(String method) {
    return new ShellInputException(
        "MongoshUnimplementedError", "Cannot call " + method + " on a change stream cursor", "");
  }

  private void warnThatItWaits(String method) {
    if (warnsOfWaits) {
      api.warn(
          "If there are no documents in the batch, "
              + method
              + " will block. Use tryNext if you want to check if there are any documents without"
              + " waiting, or cursor.disableBlockWarnings() if you want to disable this warning.");
    }
  }

  @ShellMethod(
      usage = "stream.getResumeToken()",
      help = "Where another stream could go on: the option resumeAfter.",
      counts = false)
  Object getResumeToken(Args args) {
    BsonValue token = lastReply().get(TOKEN);
    return token == null ? api.engine().values().undefined() : token;
  }
}
