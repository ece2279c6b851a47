package shardsh.js.api;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.ShellInputException;
import shardsh.render.JsNumber;

/** The methods of a collection about its indexes. */
@NotModelled({
  "getSearchIndexes",
  "createSearchIndex",
  "createSearchIndexes",
  "dropSearchIndex",
  "updateSearchIndex"
})
final class CollectionIndexes {
  private final Collection collection;
  private final Database db;

  CollectionIndexes(Collection collection) {
    this.collection = collection;
    this.db = collection.db();
  }

  @ShellMethod(
      usage = "db.collection.createIndex({customerId: 1}, {unique: true})",
      help = "Creates an index and returns its name.")
  Object createIndex(Args args) {
    return create(List.of(args.document(0)), args).get(0);
  }

  @ShellMethod(
      usage = "db.collection.createIndexes([{a: 1}, {b: -1}])",
      help = "Creates indexes and returns their names.")
  Object createIndexes(Args args) {
    return create(args.array(0), args);
  }

  @ShellMethod(
      usage = "db.collection.ensureIndex({a: 1})",
      help = "The old name of createIndex; returns an array.",
      listed = false)
  Object ensureIndex(Args args) {
    return create(List.of(args.document(0)), args);
  }

  private List<BsonValue> create(List<? extends BsonValue> keys, Args args) {
    BsonDocument options = args.documentOrEmpty(1);
    BsonArray specs = new BsonArray();
    BsonArray names = new BsonArray();
    for (BsonValue key : keys) {
      if (!key.isDocument()) {
        throw args.invalid("The keys of an index must be a document, e.g. {customerId: 1}");
      }
      BsonDocument spec = new BsonDocument("key", key);
      spec.put("name", options.get("name", new BsonString(nameOf(key.asDocument()))));
      options.forEach(spec::putIfAbsent);
      spec.remove("commitQuorum");
      specs.add(spec);
      names.add(spec.get("name"));
    }
    BsonDocument command =
        new BsonDocument("createIndexes", new BsonString(collection.name()))
            .append("indexes", specs);
    if (args.has(2)) {
      command.put("commitQuorum", args.any(2));
    }
    db.run(command);
    return names;
  }

  /** E.g. {@code region_1_customerId_-1}. */
  private static String nameOf(BsonDocument key) {
    StringBuilder name = new StringBuilder();
    for (Map.Entry<String, BsonValue> field : key.entrySet()) {
      name.append(name.isEmpty() ? "" : "_").append(field.getKey()).append('_');
      BsonValue direction = field.getValue();
      if (direction.isNumber()) {
        name.append(JsNumber.text(direction.asNumber().doubleValue()));
      } else {
        name.append(direction.isString() ? direction.asString().getValue() : direction);
      }
    }
    return name.toString();
  }

  private BsonArray indexes() {
    BsonDocument command = new BsonDocument("listIndexes", new BsonString(collection.name()));
    try {
      return new BsonArray(AggregationCursor.ofCommand(db, command).drain());
    } catch (CommandException e) {
      if (e.errorCode().code() == ErrorCode.NAMESPACE_NOT_FOUND.code()) {
        return new BsonArray();
      }
      throw e;
    }
  }

  @ShellMethod(usage = "db.collection.getIndexes()", help = "The collection's indexes.")
  Object getIndexes(Args args) {
    return indexes();
  }

  @ShellMethod(usage = "db.collection.getIndexSpecs()", help = "The same as getIndexes().")
  Object getIndexSpecs(Args args) {
    return indexes();
  }

  @ShellMethod(usage = "db.collection.getIndices()", help = "The same as getIndexes().")
  Object getIndices(Args args) {
    return indexes();
  }

  @ShellMethod(usage = "db.collection.getIndexKeys()", help = "The keys of the indexes.")
  Object getIndexKeys(Args args) {
    BsonArray keys = new BsonArray();
    indexes().forEach(index -> keys.add(index.asDocument().get("key")));
    return keys;
  }

  @ShellMethod(
      usage = "db.collection.dropIndex(\"customerId_1\")",
      help = "Drops one index, by name or key.",
      before = "db.collection.createIndex({customerId: 1})")
  Object dropIndex(Args args) {
    BsonValue index = args.any(0);
    if (index.isString() && index.asString().getValue().equals("*")) {
      throw new ShellInputException(
          "MongoshInvalidInputError",
          "[COMMON-10001] To drop indexes in the collection using '*', use"
              + " db.collection.dropIndexes().",
          "");
    }
    if (index.isArray()) {
      throw ShellInputException.invalid(
          "The index to drop must be either the index name or the index specification document.");
    }
    return drop(index);
  }

  @ShellMethod(
      usage = "db.collection.dropIndexes()",
      help = "Drops all indexes but the one on _id, or those named.",
      before = "db.collection.createIndex({customerId: 1})")
  Object dropIndexes(Args args) {
    return drop(args.has(0) ? args.any(0) : new BsonString("*"));
  }

  private Object drop(BsonValue index) {
    return db.run(
        new BsonDocument("dropIndexes", new BsonString(collection.name())).append("index", index));
  }

  @ShellMethod(
      usage = "db.collection.hideIndex(\"customerId_1\")",
      help = "Keeps an index but hides it from the planner.",
      before = "db.collection.createIndex({customerId: 1})")
  Object hideIndex(Args args) {
    return hide(args, true);
  }

  @ShellMethod(
      usage = "db.collection.unhideIndex(\"customerId_1\")",
      help = "Shows a hidden index to the planner again.",
      before = "db.collection.createIndex({customerId: 1})")
  Object unhideIndex(Args args) {
    return hide(args, false);
  }

  private Object hide(Args args, boolean hidden) {
    BsonValue which = args.any(0);
    BsonDocument index =
        new BsonDocument(which.isString() ? "name" : "keyPattern", which)
            .append("hidden", BsonBoolean.valueOf(hidden));
    return db.run(
        new BsonDocument("collMod", new BsonString(collection.name())).append("index", index));
  }

  @ShellMethod(usage = "db.orders.totalIndexSize()", help = "The size of all indexes in bytes.")
  Object totalIndexSize(Args args) {
    return CollectionStats.of(collection, 1).get("totalIndexSize");
  }

  @ShellMethod(
      usage = "db.collection.reIndex()",
      help = "Rebuilds the indexes; a stand-alone server only.",
      listed = false,
      modelled = false)
  Object reIndex(Args args) {
    return db.run(new BsonDocument("reIndex", new BsonString(collection.name())));
  }
}
