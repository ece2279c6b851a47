package shardsh.js.api;

import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.ShellInputException;

/** What {@code find} gives. */
@NotModelled({"tailable"})
class FindCursor extends AbstractCursor {
  private static final List<String> FIELDS =
      List.of(
          "filter",
          "projection",
          "sort",
          "hint",
          "skip",
          "limit",
          "batchSize",
          "singleBatch",
          "comment",
          "maxTimeMS",
          "readConcern",
          "$readPreference",
          "max",
          "min",
          "returnKey",
          "showRecordId",
          "noCursorTimeout",
          "allowPartialResults",
          "collation",
          "allowDiskUse",
          "let");

  private final Collection collection;
  private final BsonDocument options;

  /** With the fields of a find command; those it does not have are left out. */
  FindCursor(Collection collection, BsonDocument options) {
    super(collection.db());
    this.collection = collection;
    this.options = options;
    options.putIfAbsent("filter", new BsonDocument());
  }

  @Override
  String ns() {
    return collection.fullName();
  }

  @Override
  final BsonDocument command() {
    BsonDocument command = new BsonDocument("find", new BsonString(collection.name()));
    for (String field : FIELDS) {
      if (options.containsKey(field)) {
        command.put(field, options.get(field));
      }
    }
    double limit = Fields.number(options, "limit");
    if (limit < 0) {
      command.put("limit", ShellApi.number(-limit));
      command.put("singleBatch", BsonBoolean.TRUE);
    }
    return command;
  }

  @Override
  final void addBatchSize(BsonDocument command, BsonInt32 size) {
    if (!command.containsKey("batchSize")) {
      command.put("batchSize", size);
    }
  }

  private Object with(String field, BsonValue value) {
    requireNotStarted();
    options.put(field, value);
    return this;
  }

  @ShellMethod(
      usage = "cursor.sort({date: -1})",
      help = "The order of the results.",
      counts = false)
  Object sort(Args args) {
    return with("sort", args.document(0));
  }

  @ShellMethod(usage = "cursor.limit(10)", help = "How many documents at most.", counts = false)
  Object limit(Args args) {
    return with("limit", ShellApi.number(args.number(0)));
  }

  @ShellMethod(
      usage = "cursor.skip(10)",
      help = "How many documents to leave out first.",
      counts = false)
  Object skip(Args args) {
    return with("skip", ShellApi.number(args.number(0)));
  }

  @ShellMethod(
      usage = "cursor.projection({name: 1})",
      help = "Which fields to return.",
      counts = false)
  Object projection(Args args) {
    return with("projection", args.document(0));
  }

  @ShellMethod(
      usage = "cursor.hint({customerId: 1})",
      help = "The index to use, by name or key.",
      counts = false)
  Object hint(Args args) {
    return with("hint", args.any(0));
  }

  @ShellMethod(
      usage = "cursor.min({customerId: 100}).hint({customerId: 1})",
      help = "The lowest index key, included.",
      counts = false)
  Object min(Args args) {
    return with("min", args.document(0));
  }

  @ShellMethod(
      usage = "cursor.max({customerId: 300}).hint({customerId: 1})",
      help = "The highest index key, not included.",
      counts = false)
  Object max(Args args) {
    return with("max", args.document(0));
  }

  @ShellMethod(
      usage = "cursor.collation({locale: \"en\"})",
      help = "How texts are compared.",
      counts = false)
  Object collation(Args args) {
    return with("collation", args.document(0));
  }

  @ShellMethod(
      usage = "cursor.comment(\"text\")",
      help = "A remark that goes with the command.",
      counts = false)
  Object comment(Args args) {
    return with("comment", args.any(0));
  }

  @ShellMethod(
      usage = "cursor.maxTimeMS(1000)",
      help = "After how much simulated time the server gives up.",
      counts = false)
  Object maxTimeMS(Args args) {
    return with("maxTimeMS", ShellApi.number(args.number(0)));
  }

  @ShellMethod(
      usage = "cursor.allowDiskUse()",
      help = "Whether large sorts may use the disk.",
      counts = false)
  Object allowDiskUse(Args args) {
    return with("allowDiskUse", BsonBoolean.valueOf(!args.has(0) || args.bool(0)));
  }

  @ShellMethod(
      usage = "cursor.allowPartialResults()",
      help = "Leave out shards that cannot be reached.",
      counts = false)
  Object allowPartialResults(Args args) {
    return with("allowPartialResults", BsonBoolean.TRUE);
  }

  @ShellMethod(
      usage = "cursor.noCursorTimeout()",
      help = "Keep the cursor when it is idle.",
      counts = false)
  Object noCursorTimeout(Args args) {
    return with("noCursorTimeout", BsonBoolean.TRUE);
  }

  @ShellMethod(
      usage = "cursor.addOption(16)",
      help = "Sets an option by its number: 16 is noCursorTimeout, 128 allowPartialResults.",
      counts = false)
  Object addOption(Args args) {
    int flag = (int) args.number(0);
    return switch (flag) {
      case 2 -> with("tailable", BsonBoolean.TRUE);
      case 4 ->
          throw new ShellInputException(
              "MongoshUnimplementedError",
              "[COMMON-10002] the slaveOk option is not supported.",
              "");
      case 8 -> oplogReplay(args);
      case 16 -> with("noCursorTimeout", BsonBoolean.TRUE);
      case 32 -> with("awaitData", BsonBoolean.TRUE);
      case 128 -> with("allowPartialResults", BsonBoolean.TRUE);
      case 64 ->
          throw new ShellInputException(
              "MongoshUnimplementedError", "exhaust cursors are not modelled in shardsh", "");
      default -> throw ShellInputException.invalid("Unknown option flag number: " + flag + ".");
    };
  }

  @ShellMethod(
      usage = "cursor.maxAwaitTimeMS(1000)",
      help = "How long a tailable cursor waits; no effect on any other.",
      counts = false)
  Object maxAwaitTimeMS(Args args) {
    args.number(0);
    requireNotStarted();
    return this;
  }

  @ShellMethod(
      usage = "cursor.oplogReplay()",
      help = "No effect since the server finds its place in the oplog by itself.",
      counts = false)
  Object oplogReplay(Args args) {
    requireNotStarted();
    return this;
  }

  @ShellMethod(
      usage = "cursor.returnKey(true)",
      help = "Return index keys instead of documents.",
      counts = false)
  Object returnKey(Args args) {
    return with("returnKey", BsonBoolean.valueOf(args.bool(0)));
  }

  @ShellMethod(
      usage = "cursor.showRecordId()",
      help = "Add each document's record id.",
      counts = false)
  Object showRecordId(Args args) {
    return with("showRecordId", BsonBoolean.TRUE);
  }

  @ShellMethod(
      usage = "cursor.readConcern(\"majority\")",
      help = "Which data may be read.",
      counts = false)
  Object readConcern(Args args) {
    return with("readConcern", new BsonDocument("level", new BsonString(args.text(0))));
  }

  @ShellMethod(
      usage = "cursor.readPref(\"secondaryPreferred\")",
      help = "Which members of a shard to read from.",
      counts = false)
  Object readPref(Args args) {
    return with("$readPreference", Mongo.readPreference(args));
  }

  @ShellMethod(
      usage = "cursor.count()",
      help = "The number of documents that match, whatever skip and limit say.",
      deprecated =
          "cursor.count is deprecated and will be removed in the next major version, please use"
              + " `collection.countDocuments` or `collection.estimatedDocumentCount` instead.",
      counts = false)
  Object count(Args args) {
    return counted(false);
  }

  @ShellMethod(
      usage = "cursor.size()",
      help = "The number of documents, skip and limit included.",
      counts = false)
  Object size(Args args) {
    return counted(true);
  }

  private Object counted(boolean windowed) {
    BsonDocument command =
        new BsonDocument("count", new BsonString(collection.name()))
            .append("query", options.get("filter"));
    for (String field : List.of("skip", "limit", "hint", "collation", "maxTimeMS")) {
      boolean window = field.equals("skip") || field.equals("limit");
      if (options.containsKey(field) && (windowed || !window)) {
        command.put(field, options.get(field));
      }
    }
    asks();
    BsonDocument reply = db.run(command);
    instead(reply.get("n"));
    return ShellApi.number(Fields.number(reply, "n"));
  }

  @ShellMethod(
      usage = "cursor.maxScan()",
      help = "Was removed from the server.",
      listed = false,
      counts = false)
  Object maxScan(Args args) {
    throw Database.removed("maxScan()");
  }
}
