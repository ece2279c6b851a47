package shardsh.js.api;

import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.ShellInputException;

/** The methods that change a document and return it. */
final class CollectionFindAndModify {
  private static final List<String> PASSED_ON =
      List.of(
          "upsert",
          "arrayFilters",
          "hint",
          "collation",
          "maxTimeMS",
          "bypassDocumentValidation",
          "writeConcern",
          "let",
          "comment");

  private final Collection collection;

  CollectionFindAndModify(Collection collection) {
    this.collection = collection;
  }

  @ShellMethod(
      usage =
          "db.collection.findOneAndUpdate({_id: 1}, {$inc: {n: 1}}, {returnDocument: \"after\"})",
      help = "Changes one document and returns it, by default as it was.",
      filterAt = 0)
  Object findOneAndUpdate(Args args) {
    return run(updateCommand(collection, args), args.documentOrEmpty(2));
  }

  @ShellMethod(
      usage = "db.collection.findOneAndReplace({_id: 1}, {n: 1})",
      help = "Replaces one document and returns it, by default the old one.",
      filterAt = 0)
  Object findOneAndReplace(Args args) {
    return run(replaceCommand(collection, args), args.documentOrEmpty(2));
  }

  @ShellMethod(
      usage = "db.collection.findOneAndDelete({_id: 1})",
      help = "Deletes one document and returns it.",
      filterAt = 0)
  Object findOneAndDelete(Args args) {
    return run(deleteCommand(collection, args), args.documentOrEmpty(1));
  }

  @ShellMethod(
      usage = "db.collection.findAndModify({query: {_id: 1}, update: {$inc: {n: 1}}, new: true})",
      help = "Changes or removes one document and returns it.",
      listed = false)
  Object findAndModify(Args args) {
    return run(modifyCommand(collection, args), new BsonDocument());
  }

  private Object run(BsonDocument command, BsonDocument options) {
    BsonDocument reply = collection.db().run(command);
    if (Fields.isTrue(options, "includeResultMetadata")) {
      return reply;
    }
    return reply.get("value", BsonNull.VALUE);
  }

  static BsonDocument updateCommand(Collection collection, Args args) {
    BsonDocument options = args.documentOrEmpty(2);
    BsonDocument filter = args.document(0);
    UpdateShape.check(args.any(1), false);
    BsonDocument command = command(collection, filter, options);
    command.put("update", args.any(1));
    return withReturn(command, options);
  }

  static BsonDocument replaceCommand(Collection collection, Args args) {
    BsonDocument options = args.documentOrEmpty(2);
    BsonDocument filter = args.document(0);
    UpdateShape.check(args.document(1), true);
    BsonDocument command = command(collection, filter, options);
    command.put("update", args.document(1));
    return withReturn(command, options);
  }

  static BsonDocument deleteCommand(Collection collection, Args args) {
    BsonDocument command = command(collection, args.document(0), args.documentOrEmpty(1));
    command.put("remove", BsonBoolean.TRUE);
    return command;
  }

  static BsonDocument modifyCommand(Collection collection, Args args) {
    BsonDocument given = args.document(0);
    BsonDocument options = new BsonDocument();
    options.putAll(given);
    BsonDocument command = command(collection, Fields.document(given, "query"), options);
    for (String name : List.of("update", "remove", "new", "fields")) {
      if (given.containsKey(name)) {
        command.put(name, given.get(name));
      }
    }
    return command;
  }

  private static BsonDocument command(
      Collection collection, BsonDocument filter, BsonDocument options) {
    BsonDocument command =
        new BsonDocument("findAndModify", new BsonString(collection.name()))
            .append("query", filter);
    if (options.containsKey("sort")) {
      command.put("sort", options.get("sort"));
    }
    BsonValue fields = options.get("projection", options.get("fields"));
    if (fields != null) {
      command.put("fields", fields);
    }
    for (String name : PASSED_ON) {
      if (options.containsKey(name)) {
        command.put(name, options.get(name));
      }
    }
    return command;
  }

  private static BsonDocument withReturn(BsonDocument command, BsonDocument options) {
    BsonValue which = options.get("returnDocument");
    boolean after = Fields.isTrue(options, "returnNewDocument") || Fields.isTrue(options, "new");
    if (which != null) {
      String text = which.isString() ? which.asString().getValue() : "";
      if (!text.equals("before") && !text.equals("after")) {
        throw ShellInputException.invalid(
            "returnDocument needs to be either 'before' or 'after', got " + text);
      }
      after = text.equals("after");
    }
    if (after) {
      command.put("new", BsonBoolean.TRUE);
    }
    return command;
  }
}
