package shardsh.js.api;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import shardsh.core.base.WorkDone;
import shardsh.js.ShellInputException;

/**
 * Writes on their way to the server. Neighbours of one kind share a command; without order, all of
 * one kind do, as in the driver.
 */
final class BulkWrite {
  /** The server's maxWriteBatchSize. */
  private static final int BATCH_MAX = 100_000;

  private static final List<String> UPDATE_OPTIONS =
      List.of("upsert", "arrayFilters", "hint", "collation", "sort");
  private static final List<String> COMMAND_OPTIONS =
      List.of("writeConcern", "bypassDocumentValidation", "let", "comment", "maxTimeMS");

  /** The three write commands. */
  enum Kind {
    INSERT("insert", "documents"),
    UPDATE("update", "updates"),
    DELETE("delete", "deletes");

    private final String command;
    private final String list;

    Kind(String command, String list) {
      this.command = command;
      this.list = list;
    }
  }

  /** One write: its place among all, and what stands in the command's list for it. */
  private record Write(int index, Kind kind, BsonDocument statement) {}

  private final Collection collection;
  private final boolean ordered;
  private final BsonDocument options;
  private final List<Write> writes = new ArrayList<>();
  private final List<String> addedIds = new ArrayList<>();

  private final BsonDocument insertedIds = new BsonDocument();
  private final BsonDocument upsertedIds = new BsonDocument();
  private final BsonArray errors = new BsonArray();
  private Optional<BsonDocument> concern = Optional.empty();
  private int inserted;
  private int matched;
  private int modified;
  private int deleted;

  BulkWrite(Collection collection, boolean ordered, BsonDocument options) {
    this.collection = collection;
    this.ordered = ordered;
    this.options = options;
  }

  /** Whether the writes ask for no answer, so that nothing is known of them but the ids. */
  boolean isUnacknowledged() {
    BsonDocument concern = Fields.document(options, "writeConcern");
    return concern.isNumber("w") && concern.getNumber("w").doubleValue() == 0;
  }

  static boolean isOrdered(BsonDocument options) {
    return !Fields.isFalse(options, "ordered");
  }

  int size() {
    return writes.size();
  }

  /** Adds an insert and gives the document with its {@code _id}, which comes first. */
  BsonDocument insert(BsonDocument document) {
    BsonDocument sent = document;
    if (!document.containsKey("_id")) {
      BsonObjectId id = new BsonObjectId(collection.api.host().newObjectId());
      addedIds.add(id.getValue().toHexString());
      sent = new BsonDocument("_id", id);
      sent.putAll(document);
    }
    writes.add(new Write(writes.size(), Kind.INSERT, sent));
    return sent;
  }

  /** Puts the new ids into the program's own objects, as the driver does. */
  void assignIds(Value given) {
    if (!addedIds.isEmpty()) {
      collection.api.engine().values().addIds(given, addedIds);
    }
  }

  void update(BsonDocument filter, BsonValue change, boolean many, BsonDocument updateOptions) {
    BsonDocument statement = new BsonDocument("q", filter).append("u", change);
    if (many) {
      statement.put("multi", BsonBoolean.TRUE);
    }
    for (String name : UPDATE_OPTIONS) {
      if (updateOptions.containsKey(name)) {
        statement.put(name, updateOptions.get(name));
      }
    }
    writes.add(new Write(writes.size(), Kind.UPDATE, statement));
  }

  void delete(BsonDocument filter, int limit, BsonDocument deleteOptions) {
    addDelete(new BsonDocument("q", filter), limit, deleteOptions);
  }

  /** A deletion of {@code bulkWrite}; the server, not the driver, misses a filter. */
  private void delete(BsonDocument body, int limit) {
    BsonDocument statement = new BsonDocument();
    if (body.containsKey("filter")) {
      statement.append("q", body.get("filter"));
    }
    addDelete(statement, limit, body);
  }

  private void addDelete(BsonDocument statement, int limit, BsonDocument deleteOptions) {
    statement.append("limit", new BsonInt32(limit));
    for (String name : List.of("hint", "collation")) {
      if (deleteOptions.containsKey(name)) {
        statement.put(name, deleteOptions.get(name));
      }
    }
    writes.add(new Write(writes.size(), Kind.DELETE, statement));
  }

  /** Adds an operation of {@code bulkWrite}, e.g. {@code {insertOne: {document: {…}}}}. */
  void add(BsonDocument operation) {
    String name = operation.isEmpty() ? "" : operation.getFirstKey();
    BsonDocument body =
        name.isEmpty() || !operation.get(name).isDocument()
            ? new BsonDocument()
            : operation.getDocument(name);
    switch (name) {
      case "insertOne" ->
          insert(body.containsKey("document") ? body.getDocument("document") : body);
      case "updateOne", "updateMany" -> {
        BsonDocument filter = selector(body);
        UpdateShape.check(change(body, "update"), false);
        update(filter, body.get("update"), name.equals("updateMany"), body);
      }
      case "replaceOne" -> {
        BsonDocument filter = selector(body);
        UpdateShape.checkBulkReplacement(change(body, "replacement"));
        update(filter, body.get("replacement"), false, body);
      }
      case "deleteOne" -> delete(body, 1);
      case "deleteMany" -> delete(body, 0);
      default ->
          throw invalid(
              "bulkWrite only supports insertOne, updateOne, updateMany, deleteOne, deleteMany");
    }
  }

  private static BsonDocument selector(BsonDocument body) {
    BsonValue filter = body.get("filter");
    if (filter == null || !filter.isDocument()) {
      throw invalid("Selector must be a valid JavaScript object");
    }
    return filter.asDocument();
  }

  private static BsonValue change(BsonDocument body, String name) {
    BsonValue value = body.get(name);
    if (value == null || !value.isDocument() && !value.isArray()) {
      throw invalid("Document must be a valid JavaScript object");
    }
    return value;
  }

  private static ShellInputException invalid(String message) {
    return new ShellInputException("MongoInvalidArgumentError", message, "");
  }

  /** The statements in the order and the batches in which they are sent. */
  BsonArray toBson() {
    BsonArray shown = new BsonArray();
    for (List<Write> batch : batches()) {
      BsonArray statements = new BsonArray(batch.size());
      batch.forEach(write -> statements.add(write.statement()));
      shown.add(
          new BsonDocument("originalZeroIndex", new BsonInt32(batch.get(0).index()))
              .append("batchType", new BsonInt32(batch.get(0).kind().ordinal() + 1))
              .append("operations", statements));
    }
    return shown;
  }

  /** The command for the only write. */
  BsonDocument singleCommand() {
    return command(writes);
  }

  /** Sends the only write and gives the reply as it is. */
  BsonDocument sendSingle() {
    return collection.db().run(singleCommand());
  }

  private BsonDocument command(List<Write> batch) {
    Kind kind = batch.get(0).kind();
    BsonArray statements = new BsonArray(batch.size());
    for (Write write : batch) {
      statements.add(write.statement());
    }
    BsonDocument command =
        new BsonDocument(kind.command, new BsonString(collection.name()))
            .append(kind.list, statements)
            .append("ordered", BsonBoolean.valueOf(ordered));
    for (String name : COMMAND_OPTIONS) {
      if (options.containsKey(name)) {
        command.put(name, options.get(name));
      }
    }
    return command;
  }

  /**
   * Sends all writes.
   *
   * @return {@code {insertedCount, insertedIds, matchedCount, modifiedCount, deletedCount,
   *     upsertedCount, upsertedIds}}
   * @throws RuntimeException a MongoBulkWriteError if a write failed
   */
  BsonDocument send() {
    if (writes.isEmpty()) {
      throw new ShellInputException(
          "MongoInvalidArgumentError", "Invalid BulkOperation, Batch cannot be empty", "");
    }
    List<List<Write>> batches = batches();
    String what = isOfOneKind(batches) ? batches.get(0).get(0).kind().command : "bulkWrite";
    int sent = 0;
    for (List<Write> batch : batches) {
      WorkDone begun = new WorkDone(what, sent, writes.size());
      apply(
          batch, collection.api.host().counting(begun, () -> collection.db().run(command(batch))));
      sent += batch.size();
      if (ordered && !errors.isEmpty()) {
        break;
      }
    }
    if (!errors.isEmpty() || concern.isPresent()) {
      BsonDocument first = errors.isEmpty() ? concern.get() : errors.get(0).asDocument();
      throw ServerErrors.bulk(collection.api, first, errorResult(), errors);
    }
    return new BsonDocument("insertedCount", new BsonInt32(inserted))
        .append("insertedIds", insertedIds)
        .append("matchedCount", new BsonInt32(matched))
        .append("modifiedCount", new BsonInt32(modified))
        .append("deletedCount", new BsonInt32(deleted))
        .append("upsertedCount", new BsonInt32(upsertedIds.size()))
        .append("upsertedIds", upsertedIds);
  }

  private static boolean isOfOneKind(List<List<Write>> batches) {
    return batches.stream().map(batch -> batch.get(0).kind()).distinct().count() == 1;
  }

  private BsonDocument errorResult() {
    return new BsonDocument("insertedCount", new BsonInt32(inserted))
        .append("matchedCount", new BsonInt32(matched))
        .append("modifiedCount", new BsonInt32(modified))
        .append("deletedCount", new BsonInt32(deleted))
        .append("upsertedCount", new BsonInt32(upsertedIds.size()))
        .append("upsertedIds", upsertedIds)
        .append("insertedIds", insertedIds);
  }

  private List<List<Write>> batches() {
    List<List<Write>> batches = new ArrayList<>();
    if (ordered) {
      for (Write write : writes) {
        addTo(batches, batches.size() - 1, write);
      }
      return batches;
    }
    for (Kind kind : Kind.values()) {
      for (Write write : writes) {
        if (write.kind() == kind) {
          addTo(batches, batches.size() - 1, write);
        }
      }
    }
    return batches;
  }

  private static void addTo(List<List<Write>> batches, int last, Write write) {
    if (last < 0
        || batches.get(last).get(0).kind() != write.kind()
        || batches.get(last).size() == BATCH_MAX) {
      batches.add(new ArrayList<>());
    }
    batches.get(batches.size() - 1).add(write);
  }

  private void apply(List<Write> batch, BsonDocument reply) {
    if (isUnacknowledged()) {
      if (batch.get(0).kind() == Kind.INSERT) {
        batch.forEach(write -> insertedIds.put(key(write), write.statement().get("_id")));
      }
      return;
    }
    if (reply.isDocument("writeConcernError")) {
      concern = Optional.of(reply.getDocument("writeConcernError"));
    }
    int n = Fields.count(reply, "n");
    BsonArray upserted = Fields.array(reply, "upserted");
    BsonArray failed = Fields.array(reply, "writeErrors");
    BitSet failedAt = new BitSet();
    for (BsonValue error : failed) {
      int at = error.asDocument().getNumber("index").intValue();
      failedAt.set(at);
      errors.add(writeError(error.asDocument(), batch.get(at)));
    }
    switch (batch.get(0).kind()) {
      case INSERT -> {
        inserted += n;
        int sent = ordered && !failedAt.isEmpty() ? failedAt.nextSetBit(0) : batch.size();
        for (int i = 0; i < sent; i++) {
          if (!failedAt.get(i)) {
            insertedIds.put(key(batch.get(i)), batch.get(i).statement().get("_id"));
          }
        }
      }
      case UPDATE -> {
        matched += n - upserted.size();
        modified += Fields.count(reply, "nModified");
        for (BsonValue made : upserted) {
          Write write = batch.get(made.asDocument().getNumber("index").intValue());
          upsertedIds.put(key(write), made.asDocument().get("_id"));
        }
      }
      case DELETE -> deleted += n;
    }
  }

  private static String key(Write write) {
    return Integer.toString(write.index());
  }

  private static BsonDocument writeError(BsonDocument error, Write write) {
    BsonDocument shown =
        new BsonDocument("index", new BsonInt32(write.index()))
            .append("code", error.get("code", new BsonInt32(0)))
            .append("errmsg", error.get("errmsg", new BsonString("")));
    for (Map.Entry<String, BsonValue> field : error.entrySet()) {
      shown.putIfAbsent(field.getKey(), field.getValue());
    }
    return shown.append("op", write.statement());
  }
}
