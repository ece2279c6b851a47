package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.ShellInputException;

/** What {@code aggregate} and other commands with a cursor in their reply give. */
final class AggregationCursor extends AbstractCursor {
  private final BsonDocument command;
  private final String ns;

  private AggregationCursor(Database db, String ns, BsonDocument command) {
    super(db);
    this.ns = ns;
    this.command = command;
  }

  /** An aggregation of a collection; an empty name means the database itself. */
  static AggregationCursor of(
      Database db, String collection, BsonArray pipeline, BsonDocument options) {
    BsonDocument command = command(collection, pipeline, options);
    String ns = collection.isEmpty() ? "" : db.name() + "." + collection;
    return new AggregationCursor(db, ns, command);
  }

  /** The cursor of any command whose reply has one. */
  static AggregationCursor ofCommand(Database db, BsonDocument command) {
    return new AggregationCursor(db, "", command);
  }

  /** The aggregate command; {@code batchSize} among the options moves into {@code cursor}. */
  static BsonDocument command(String collection, BsonArray pipeline, BsonDocument options) {
    BsonValue target = collection.isEmpty() ? new BsonInt32(1) : new BsonString(collection);
    BsonDocument cursor = new BsonDocument();
    if (options.containsKey("batchSize")) {
      cursor.put("batchSize", options.get("batchSize"));
    }
    BsonDocument command =
        new BsonDocument("aggregate", target).append("pipeline", pipeline).append("cursor", cursor);
    options.forEach(
        (name, value) -> {
          if (!name.equals("batchSize") && !name.equals("explain")) {
            command.put(name, value);
          }
        });
    return command;
  }

  @Override
  String ns() {
    return ns;
  }

  @Override
  BsonDocument command() {
    BsonDocument copy = new BsonDocument();
    copy.putAll(command);
    return copy;
  }

  @Override
  void addBatchSize(BsonDocument sent, BsonInt32 size) {
    BsonDocument cursor = new BsonDocument();
    if (sent.containsKey("cursor") && sent.get("cursor").isDocument()) {
      cursor.putAll(sent.getDocument("cursor"));
    }
    cursor.putIfAbsent("batchSize", size);
    sent.put("cursor", cursor);
  }

  /** The driver makes stages of these, which come after those of the pipeline. */
  private Object withStage(String name, BsonValue value) {
    requireNotStarted();
    if (!command.isArray("pipeline")) {
      throw ShellInputException.invalid("the cursor of this command takes no " + name);
    }
    BsonArray pipeline = new BsonArray(command.getArray("pipeline"));
    pipeline.add(new BsonDocument(name, value));
    command.put("pipeline", pipeline);
    return this;
  }

  @ShellMethod(
      usage = "cursor.projection({name: 1})",
      help = "Adds a $project to the pipeline.",
      counts = false)
  Object projection(Args args) {
    return withStage("$project", args.document(0));
  }

  @ShellMethod(usage = "cursor.skip(10)", help = "Adds a $skip to the pipeline.", counts = false)
  Object skip(Args args) {
    return withStage("$skip", ShellApi.number(args.number(0)));
  }

  @ShellMethod(
      usage = "cursor.sort({date: -1})",
      help = "Adds a $sort to the pipeline.",
      counts = false)
  Object sort(Args args) {
    return withStage("$sort", args.document(0));
  }

  @ShellMethod(
      usage = "cursor.maxTimeMS(1000)",
      help = "After how much simulated time the server gives up.",
      counts = false)
  Object maxTimeMS(Args args) {
    requireNotStarted();
    command.put("maxTimeMS", ShellApi.number(args.number(0)));
    return this;
  }
}
