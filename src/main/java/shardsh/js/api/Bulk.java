package shardsh.js.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.NodeId;
import shardsh.js.ShellInputException;

/** Writes collected one by one and sent by {@code execute()}. */
final class Bulk extends ApiObject {
  private final Collection collection;
  private final BulkWrite write;
  private final List<BsonDocument> operations = new ArrayList<>();
  private boolean executed;

  Bulk(Collection collection, boolean ordered) {
    super(collection.api);
    this.collection = collection;
    this.write = new BulkWrite(collection, ordered, new BsonDocument());
  }

  @Override
  String apiName() {
    return "Bulk";
  }

  @Override
  String callPrefix() {
    return "bulk.";
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
    return "Bulk(" + counts() + ")";
  }

  private String counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String kind : List.of("insert", "update", "remove")) {
      counts.put(kind, 0);
    }
    for (BsonDocument operation : operations) {
      String name = operation.getFirstKey();
      String kind =
          name.startsWith("insert") ? "insert" : name.startsWith("delete") ? "remove" : "update";
      counts.merge(kind, 1, Integer::sum);
    }
    StringBuilder text = new StringBuilder();
    counts.forEach(
        (kind, count) ->
            text.append(text.isEmpty() ? "" : ", ").append(kind).append(": ").append(count));
    return text.toString();
  }

  void add(String name, BsonDocument body) {
    BsonDocument operation = new BsonDocument(name, body);
    write.add(operation);
    operations.add(operation);
  }

  @ShellMethod(usage = "bulk.insert({a: 1})", help = "Adds an insert.", counts = false)
  Object insert(Args args) {
    add("insertOne", new BsonDocument("document", args.document(0)));
    return this;
  }

  @ShellMethod(
      usage = "bulk.find({a: 1}).updateOne({$set: {b: 2}})",
      help = "Starts an update or deletion of what matches.",
      counts = false)
  Object find(Args args) {
    return new BulkFind(this, args.document(0));
  }

  @ShellMethod(
      usage = "bulk.execute()",
      help = "Sends all writes and returns the result.",
      before = "bulk.insert({a: 1})")
  Object execute(Args args) {
    if (executed) {
      throw new ShellInputException(
          "MongoBatchReExecutionError",
          "This batch has already been executed, create new batch to execute",
          "");
    }
    executed = true;
    BsonDocument result = new BsonDocument("acknowledged", BsonBoolean.TRUE);
    result.putAll(write.send());
    return result;
  }

  @ShellMethod(
      usage = "bulk.getOperations()",
      help = "The writes collected so far, in batches.",
      counts = false)
  Object getOperations(Args args) {
    return write.toBson();
  }

  @ShellMethod(usage = "bulk.toJSON()", help = "How many writes of each kind.", counts = false)
  Object toJSON(Args args) {
    return summary();
  }

  private BsonDocument summary() {
    int inserts = 0;
    int updates = 0;
    int deletes = 0;
    for (BsonDocument operation : operations) {
      String name = operation.getFirstKey();
      inserts += name.startsWith("insert") ? 1 : 0;
      deletes += name.startsWith("delete") ? 1 : 0;
      updates += name.startsWith("update") || name.startsWith("replace") ? 1 : 0;
    }
    BsonValue batches = new BsonInt32(write.toBson().size());
    return new BsonDocument("nInsertOps", new BsonInt32(inserts))
        .append("nUpdateOps", new BsonInt32(updates))
        .append("nRemoveOps", new BsonInt32(deletes))
        .append("nBatches", batches);
  }

  /** What {@code bulk.find(…)} gives. */
  static final class BulkFind extends ApiObject {
    private final Bulk bulk;
    private final BsonDocument body = new BsonDocument();

    BulkFind(Bulk bulk, BsonDocument filter) {
      super(bulk.api);
      this.bulk = bulk;
      body.put("filter", filter);
    }

    @Override
    String apiName() {
      return "BulkFindOp";
    }

    @Override
    String callPrefix() {
      return "bulk.find.";
    }

    private Object option(String name, BsonValue value) {
      body.put(name, value);
      return this;
    }

    private Object finish(String operation) {
      bulk.add(operation, body);
      return bulk;
    }

    private Object change(Args args, String operation, String field) {
      BsonValue change = args.any(0);
      body.put(field, change);
      return finish(operation);
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).upsert()",
        help = "Insert if nothing matches.",
        counts = false)
    Object upsert(Args args) {
      return option("upsert", BsonBoolean.TRUE);
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).hint({a: 1})",
        help = "The index to use.",
        counts = false)
    Object hint(Args args) {
      return option("hint", args.document(0));
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).collation({locale: \"en\"})",
        help = "How texts are compared.",
        counts = false)
    Object collation(Args args) {
      return option("collation", args.document(0));
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).arrayFilters([{x: 1}])",
        help = "Which array elements to change.",
        counts = false)
    Object arrayFilters(Args args) {
      return option("arrayFilters", args.array(0));
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).update({$set: {b: 2}})",
        help = "Changes all that match.",
        counts = false)
    Object update(Args args) {
      return change(args, "updateMany", "update");
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).updateOne({$set: {b: 2}})",
        help = "Changes the first that matches.",
        counts = false)
    Object updateOne(Args args) {
      return change(args, "updateOne", "update");
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).replaceOne({b: 2})",
        help = "Replaces the first that matches.",
        counts = false)
    Object replaceOne(Args args) {
      return change(args, "replaceOne", "replacement");
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).delete()",
        help = "Deletes all that match.",
        counts = false)
    Object delete(Args args) {
      return finish("deleteMany");
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).deleteOne()",
        help = "Deletes the first that matches.",
        counts = false)
    Object deleteOne(Args args) {
      return finish("deleteOne");
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).remove()",
        help = "Deletes all that match.",
        deprecated = "BulkFindOp.remove() is deprecated. Use delete.",
        counts = false)
    Object remove(Args args) {
      return finish("deleteMany");
    }

    @ShellMethod(
        usage = "bulk.find({a: 1}).removeOne()",
        help = "Deletes the first that matches.",
        deprecated = "BulkFindOp.removeOne() is deprecated. Use deleteOne.",
        counts = false)
    Object removeOne(Args args) {
      return finish("deleteOne");
    }
  }
}
