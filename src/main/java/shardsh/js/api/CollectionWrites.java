package shardsh.js.api;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.js.ShellInputException;

/** The writing methods of a collection. Results have mongosh's shapes. */
final class CollectionWrites {
  /** What the driver knows of counts that no server told it. */
  private static final BsonUndefined UNKNOWN = new BsonUndefined();

  private final Collection collection;
  private final ShellApi api;

  CollectionWrites(Collection collection) {
    this.collection = collection;
    this.api = collection.api;
  }

  @ShellMethod(
      usage = "db.collection.insertOne({a: 1})",
      help = "Inserts a document; an _id is added if it has none.")
  Object insertOne(Args args) {
    BulkWrite write = new BulkWrite(collection, true, args.documentOrEmpty(1));
    BsonDocument inserted = write.insert(args.document(0));
    write.assignIds(args.raw(0));
    BsonDocument reply = write.sendSingle();
    if (!write.isUnacknowledged()) {
      ServerErrors.checkSingle(api, reply);
    }
    return result(write).append("insertedId", inserted.get("_id"));
  }

  private static BsonDocument result(BulkWrite write) {
    return new BsonDocument("acknowledged", BsonBoolean.valueOf(!write.isUnacknowledged()));
  }

  @ShellMethod(
      usage = "db.collection.insertMany([{a: 1}, {a: 2}], {ordered: false})",
      help = "Inserts documents; with ordered: false it goes on after an error.")
  Object insertMany(Args args) {
    BsonValue documents = args.any(0);
    if (!documents.isArray()) {
      throw noDocuments();
    }
    BsonDocument options = args.documentOrEmpty(1);
    BulkWrite write = new BulkWrite(collection, BulkWrite.isOrdered(options), options);
    if (documents.asArray().isEmpty()) {
      throw new ShellInputException(
          "MongoInvalidArgumentError", "Invalid BulkOperation, Batch cannot be empty", "");
    }
    insertAll(write, documents.asArray());
    write.assignIds(args.raw(0));
    BsonDocument result = write.send();
    return result(write).append("insertedIds", result.get("insertedIds"));
  }

  private static void insertAll(BulkWrite write, List<BsonValue> documents) {
    for (BsonValue document : documents) {
      if (!document.isDocument()) {
        throw noDocuments();
      }
      write.insert(document.asDocument());
    }
  }

  private static ShellInputException noDocuments() {
    return new ShellInputException(
        "MongoInvalidArgumentError", "Argument \"docs\" must be an array of documents", "");
  }

  @ShellMethod(
      usage = "db.collection.insert({a: 1})",
      help = "Inserts a document or an array of them.",
      deprecated = "Collection.insert() is deprecated. Use insertOne, insertMany, or bulkWrite.")
  Object insert(Args args) {
    BsonDocument options = args.documentOrEmpty(1);
    BulkWrite write = new BulkWrite(collection, BulkWrite.isOrdered(options), options);
    if (args.isArray(0)) {
      insertAll(write, args.array(0));
    } else {
      write.insert(args.document(0));
    }
    write.assignIds(args.raw(0));
    return result(write).append("insertedIds", write.send().get("insertedIds"));
  }

  @ShellMethod(
      usage = "db.collection.updateOne({_id: 1}, {$set: {a: 2}}, {upsert: true})",
      help = "Changes the first document that matches.",
      filterAt = 0)
  Object updateOne(Args args) {
    return update(args, false, false);
  }

  @ShellMethod(
      usage = "db.collection.updateMany({status: \"new\"}, {$set: {seen: true}})",
      help = "Changes all documents that match.",
      filterAt = 0)
  Object updateMany(Args args) {
    return update(args, true, false);
  }

  @ShellMethod(
      usage = "db.collection.replaceOne({_id: 1}, {a: 2})",
      help = "Puts another document in the place of the first that matches.",
      filterAt = 0)
  Object replaceOne(Args args) {
    return update(args, false, true);
  }

  private Object update(Args args, boolean many, boolean replace) {
    BsonDocument filter = args.document(0);
    BsonValue change = args.any(1);
    BsonDocument options = args.documentOrEmpty(2);
    UpdateShape.checkObject(change);
    UpdateShape.check(change, replace);
    BulkWrite write = new BulkWrite(collection, true, options);
    write.update(filter, change, many, options);
    if (options.containsKey("explain")) {
      return collection
          .db()
          .explain(write.singleCommand(), Explainable.verbosity(options.get("explain")));
    }
    return updateResult(write, write.sendSingle());
  }

  private BsonDocument updateResult(BulkWrite write, BsonDocument reply) {
    if (write.isUnacknowledged()) {
      return result(write)
          .append("insertedId", BsonNull.VALUE)
          .append("matchedCount", UNKNOWN)
          .append("modifiedCount", UNKNOWN)
          .append("upsertedCount", new BsonInt32(0));
    }
    ServerErrors.checkSingle(api, reply);
    int matched = Fields.count(reply, "n");
    BsonArray upserted = Fields.array(reply, "upserted");
    BsonValue id = upserted.isEmpty() ? BsonNull.VALUE : upserted.get(0).asDocument().get("_id");
    return result(write)
        .append("insertedId", id)
        .append("matchedCount", new BsonInt32(matched - upserted.size()))
        .append("modifiedCount", new BsonInt32(Fields.count(reply, "nModified")))
        .append("upsertedCount", new BsonInt32(upserted.size()));
  }

  @ShellMethod(
      usage = "db.collection.update({_id: 1}, {$set: {a: 2}}, {multi: true})",
      help = "Changes the first document that matches, or with multi all.",
      deprecated = "Collection.update() is deprecated. Use updateOne, updateMany, or bulkWrite.",
      filterAt = 0)
  Object update(Args args) {
    BsonDocument options = args.documentOrEmpty(2);
    boolean multi = Fields.isTrue(options, "multi");
    if (multi || UpdateShape.isOperators(args.any(1))) {
      return update(args, multi, false);
    }
    return update(args, false, true);
  }

  @ShellMethod(
      usage = "db.collection.deleteOne({_id: 1})",
      help = "Deletes the first document that matches.",
      filterAt = 0)
  Object deleteOne(Args args) {
    return delete(args.document(0), 1, args.documentOrEmpty(1));
  }

  @ShellMethod(
      usage = "db.collection.deleteMany({status: \"old\"})",
      help = "Deletes all documents that match.",
      filterAt = 0)
  Object deleteMany(Args args) {
    return delete(args.document(0), 0, args.documentOrEmpty(1));
  }

  private Object delete(BsonDocument filter, int limit, BsonDocument options) {
    BulkWrite write = new BulkWrite(collection, true, options);
    write.delete(filter, limit, options);
    if (options.containsKey("explain")) {
      return collection
          .db()
          .explain(write.singleCommand(), Explainable.verbosity(options.get("explain")));
    }
    BsonDocument reply = write.sendSingle();
    if (write.isUnacknowledged()) {
      return result(write).append("deletedCount", UNKNOWN);
    }
    ServerErrors.checkSingle(api, reply);
    return result(write).append("deletedCount", new BsonInt32(Fields.count(reply, "n")));
  }

  @ShellMethod(
      usage = "db.collection.remove({_id: 1}, true)",
      help = "Deletes all documents that match, or with true the first.",
      deprecated =
          "Collection.remove() is deprecated. Use deleteOne, deleteMany, findOneAndDelete, or"
              + " bulkWrite.",
      filterAt = 0)
  Object remove(Args args) {
    BsonDocument options = new BsonDocument();
    boolean one = args.isBoolean(1) && args.bool(1);
    if (!args.isBoolean(1)) {
      options.putAll(args.documentOrEmpty(1));
      one = Fields.isTrue(options, "justOne");
    }
    return delete(args.document(0), one ? 1 : 0, options);
  }

  @ShellMethod(
      usage =
          "db.collection.bulkWrite([{insertOne: {document: {a: 1}}}, {deleteOne: {filter: {}}}])",
      help =
          "Several writes in one call: insertOne, updateOne, updateMany, replaceOne, deleteOne,"
              + " deleteMany.")
  Object bulkWrite(Args args) {
    BsonDocument options = args.documentOrEmpty(1);
    BulkWrite write = new BulkWrite(collection, BulkWrite.isOrdered(options), options);
    List<BsonValue> operations = args.array(0);
    for (BsonValue operation : operations) {
      if (!operation.isDocument()) {
        throw new ShellInputException(
            "MongoInvalidArgumentError", "Operation must be an object with an operation key", "");
      }
      write.add(operation.asDocument());
    }
    BsonDocument result = result(write);
    result.putAll(write.send());
    return result;
  }

  @ShellMethod(
      usage = "const bulk = db.collection.initializeOrderedBulkOp()",
      help = "Collects writes that stop at the first error.",
      counts = false)
  Object initializeOrderedBulkOp(Args args) {
    return new Bulk(collection, true);
  }

  @ShellMethod(
      usage = "const bulk = db.collection.initializeUnorderedBulkOp()",
      help = "Collects writes that go on after an error.",
      counts = false)
  Object initializeUnorderedBulkOp(Args args) {
    return new Bulk(collection, false);
  }
}
