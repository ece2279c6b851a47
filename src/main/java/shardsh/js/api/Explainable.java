package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.NodeId;
import shardsh.js.ShellInputException;

/** {@code db.coll.explain()}: the methods here say how they would be run. */
@NotModelled({"mapReduce"})
final class Explainable extends ApiObject {
  private final Collection collection;
  private String verbosity;

  Explainable(Collection collection, String verbosity) {
    super(collection.api);
    this.collection = collection;
    this.verbosity = verbosity;
  }

  /** The argument as the server takes it; none and false mean queryPlanner. */
  static String verbosity(Args args, int position) {
    return args.has(position) ? verbosity(args.any(position)) : "queryPlanner";
  }

  static String verbosity(BsonValue given) {
    if (given.isBoolean()) {
      return given.asBoolean().getValue() ? "allPlansExecution" : "queryPlanner";
    }
    if (given.isString()) {
      return given.asString().getValue();
    }
    throw ShellInputException.invalid("verbosity must be a string");
  }

  @Override
  String apiName() {
    return "Explainable";
  }

  @Override
  String callPrefix() {
    return "explain.";
  }

  @Override
  NodeId node() {
    return collection.node();
  }

  @Override
  String ns() {
    return collection.fullName();
  }

  @Override
  public String display() {
    return "Explainable(" + collection.fullName() + ")";
  }

  private Object explain(BsonDocument command) {
    return collection.db().explain(command, verbosity);
  }

  @ShellMethod(
      usage = "db.collection.explain().getCollection()",
      help = "The collection that is explained.",
      counts = false)
  Object getCollection(Args args) {
    return collection;
  }

  @ShellMethod(
      usage = "db.collection.explain().getVerbosity()",
      help = "How much is explained.",
      counts = false)
  Object getVerbosity(Args args) {
    return verbosity;
  }

  @ShellMethod(
      usage = "db.collection.explain().setVerbosity(\"executionStats\")",
      help = "Sets how much is explained: queryPlanner, executionStats or allPlansExecution.",
      counts = false)
  Object setVerbosity(Args args) {
    verbosity = verbosity(args, 0);
    return api.engine().values().undefined();
  }

  @ShellMethod(
      usage = "db.collection.explain().find({customerId: 42})",
      help = "Explains a find; may be followed by sort, limit and the like.",
      filterAt = 0)
  Object find(Args args) {
    BsonDocument options = new BsonDocument("filter", args.documentOrEmpty(0));
    args.documentIfAny(1).ifPresent(projection -> options.put("projection", projection));
    args.documentIfAny(2).ifPresent(options::putAll);
    options.remove("explain");
    return new ExplainableCursor(collection, options, verbosity);
  }

  @ShellMethod(
      usage = "db.collection.explain().aggregate([{$match: {a: 1}}])",
      help = "Explains an aggregation.")
  Object aggregate(Args args) {
    BsonArray pipeline = args.pipeline();
    boolean hasOptions = args.size() > 1 && args.isArray(0);
    BsonDocument options = hasOptions ? args.documentOrEmpty(1) : new BsonDocument();
    return explain(AggregationCursor.command(collection.name(), pipeline, options));
  }

  @ShellMethod(
      usage = "db.collection.explain().count({a: 1})",
      help = "Explains a count.",
      filterAt = 0)
  Object count(Args args) {
    return explain(CollectionReads.countCommand(collection, args));
  }

  @ShellMethod(
      usage = "db.collection.explain().distinct(\"status\")",
      help = "Explains a distinct.",
      filterAt = 1)
  Object distinct(Args args) {
    return explain(CollectionReads.distinctCommand(collection, args));
  }

  @ShellMethod(
      usage = "db.collection.explain().findAndModify({query: {a: 1}, remove: true})",
      help = "Explains a findAndModify; nothing is changed.")
  Object findAndModify(Args args) {
    return explain(CollectionFindAndModify.modifyCommand(collection, args));
  }

  @ShellMethod(
      usage = "db.collection.explain().findOneAndUpdate({a: 1}, {$set: {b: 2}})",
      help = "Explains a findOneAndUpdate; nothing is changed.",
      filterAt = 0)
  Object findOneAndUpdate(Args args) {
    return explain(CollectionFindAndModify.updateCommand(collection, args));
  }

  @ShellMethod(
      usage = "db.collection.explain().findOneAndReplace({a: 1}, {b: 2})",
      help = "Explains a findOneAndReplace; nothing is changed.",
      filterAt = 0)
  Object findOneAndReplace(Args args) {
    return explain(CollectionFindAndModify.replaceCommand(collection, args));
  }

  @ShellMethod(
      usage = "db.collection.explain().findOneAndDelete({a: 1})",
      help = "Explains a findOneAndDelete; nothing is deleted.",
      filterAt = 0)
  Object findOneAndDelete(Args args) {
    return explain(CollectionFindAndModify.deleteCommand(collection, args));
  }

  @ShellMethod(
      usage = "db.collection.explain().remove({a: 1})",
      help = "Explains a deletion; nothing is deleted.",
      filterAt = 0)
  Object remove(Args args) {
    BsonDocument options = args.isBoolean(1) ? new BsonDocument() : args.documentOrEmpty(1);
    boolean one = args.isBoolean(1) ? args.bool(1) : Fields.isTrue(options, "justOne");
    BulkWrite write = new BulkWrite(collection, true, options);
    write.delete(args.document(0), one ? 1 : 0, options);
    return explain(write.singleCommand());
  }

  @ShellMethod(
      usage = "db.collection.explain().update({a: 1}, {$set: {b: 2}}, {multi: true})",
      help = "Explains an update; nothing is changed.",
      filterAt = 0)
  Object update(Args args) {
    BsonDocument options = args.documentOrEmpty(2);
    boolean many = Fields.isTrue(options, "multi");
    BulkWrite write = new BulkWrite(collection, true, options);
    write.update(args.document(0), args.any(1), many, options);
    return explain(write.singleCommand());
  }
}
