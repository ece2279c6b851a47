package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The reading methods of a collection. */
final class CollectionReads {
  private final Collection collection;
  private final Database db;

  CollectionReads(Collection collection) {
    this.collection = collection;
    this.db = collection.db();
  }

  private static BsonDocument findOptions(Args args) {
    BsonDocument options = new BsonDocument("filter", args.documentOrEmpty(0));
    args.documentIfAny(1).ifPresent(projection -> options.put("projection", projection));
    args.documentIfAny(2).ifPresent(given -> given.forEach(options::put));
    return options;
  }

  @ShellMethod(
      usage = "db.collection.find({customerId: 42}, {total: 1})",
      help = "A cursor over the documents that match a filter.",
      filterAt = 0)
  Object find(Args args) {
    BsonDocument options = findOptions(args);
    BsonValue explain = options.remove("explain");
    FindCursor cursor = new FindCursor(collection, options);
    return explain == null ? cursor : db.explain(cursor.command(), Explainable.verbosity(explain));
  }

  @ShellMethod(
      usage = "db.collection.findOne({_id: 1})",
      help = "The first document that matches, or null.",
      filterAt = 0)
  Object findOne(Args args) {
    BsonDocument options = findOptions(args);
    options.put("limit", new BsonInt32(-1));
    return new FindCursor(collection, options).nextRaw();
  }

  @ShellMethod(
      usage = "db.collection.aggregate([{$match: {a: 1}}, {$group: {_id: \"$b\"}}])",
      help = "A cursor over the results of a pipeline.")
  Object aggregate(Args args) {
    return Aggregations.run(db, collection.name(), args);
  }

  @ShellMethod(
      usage = "db.collection.countDocuments({status: \"new\"})",
      help = "The number of documents that match, counted by an aggregation.",
      filterAt = 0)
  Object countDocuments(Args args) {
    BsonDocument options = new BsonDocument();
    options.putAll(args.documentOrEmpty(1));
    BsonArray pipeline = new BsonArray();
    pipeline.add(new BsonDocument("$match", args.documentOrEmpty(0)));
    for (String window : List.of("skip", "limit")) {
      BsonValue value = options.remove(window);
      if (value != null) {
        pipeline.add(new BsonDocument("$" + window, value));
      }
    }
    pipeline.add(
        new BsonDocument(
            "$group",
            new BsonDocument("_id", new BsonInt32(1))
                .append("n", new BsonDocument("$sum", new BsonInt32(1)))));
    BsonValue counted = AggregationCursor.of(db, collection.name(), pipeline, options).nextRaw();
    return counted == null ? 0 : plain(counted.asDocument());
  }

  private static BsonValue plain(BsonDocument counted) {
    return ShellApi.number(Fields.number(counted, "n"));
  }

  @ShellMethod(
      usage = "db.collection.estimatedDocumentCount()",
      help = "The number of documents by the metadata; on a cluster it may count orphans.")
  Object estimatedDocumentCount(Args args) {
    BsonDocument command = ShellApi.command("count", new BsonString(collection.name()));
    args.documentIfAny(0).ifPresent(command::putAll);
    return plain(db.run(command));
  }

  @ShellMethod(
      usage = "db.collection.count({status: \"new\"})",
      help = "The number of documents that match.",
      deprecated =
          "Collection.count() is deprecated. Use countDocuments or estimatedDocumentCount.",
      filterAt = 0)
  Object count(Args args) {
    return plain(db.run(countCommand(collection, args)));
  }

  static BsonDocument countCommand(Collection collection, Args args) {
    BsonDocument command =
        ShellApi.command("count", new BsonString(collection.name()))
            .append("query", args.documentOrEmpty(0));
    args.documentIfAny(1).ifPresent(command::putAll);
    return command;
  }

  @ShellMethod(
      usage = "db.collection.distinct(\"status\", {total: {$gt: 100}})",
      help = "The different values of a field.",
      filterAt = 1)
  Object distinct(Args args) {
    return db.run(distinctCommand(collection, args)).getArray("values");
  }

  static BsonDocument distinctCommand(Collection collection, Args args) {
    BsonDocument command =
        ShellApi.command("distinct", new BsonString(collection.name()))
            .append("key", new BsonString(args.text(0)))
            .append("query", args.documentOrEmpty(1));
    args.documentIfAny(2).ifPresent(command::putAll);
    return command;
  }

  @ShellMethod(
      usage = "db.collection.explain(\"executionStats\").find({a: 1})",
      help = "Shows how the following query is run, instead of its result.")
  Object explain(Args args) {
    return new Explainable(collection, Explainable.verbosity(args, 0));
  }

  @ShellMethod(
      usage = "db.collection.watch()",
      help = "A change stream over the collection: a cursor of what happens from now on.")
  Object watch(Args args) {
    return Aggregations.watch(db, collection.name(), args, new BsonDocument());
  }
}
