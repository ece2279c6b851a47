package shardsh.js.api;

import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.graalvm.polyglot.Value;
import shardsh.core.base.NodeId;
import shardsh.js.ShellInputException;

/** A session: its commands carry its id, and inside a transaction the transaction's number. */
@NotModelled({
  "getClusterTime",
  "getOperationTime",
  "advanceClusterTime",
  "advanceOperationTime",
  "bulkWrite"
})
final class Session extends ApiObject {
  private final Mongo mongo;
  private final BsonDocument options;
  private final BsonBinary id;
  private long transaction;
  private boolean inTransaction;
  private boolean started;
  private boolean ended;
  private BsonDocument transactionOptions = new BsonDocument();

  Session(Mongo mongo, BsonDocument options) {
    super(mongo.api);
    this.mongo = mongo;
    this.options = options;
    id = mongo.api.host().newUuid();
  }

  @Override
  String apiName() {
    return "Session";
  }

  @Override
  String callPrefix() {
    return "session.";
  }

  @Override
  NodeId node() {
    return mongo.node();
  }

  private Object undefined() {
    return api.engine().values().undefined();
  }

  /** The command with the fields that a driver adds. */
  BsonDocument with(BsonDocument command) {
    requireOpen();
    BsonDocument sent = new BsonDocument();
    sent.putAll(command);
    sent.put("lsid", new BsonDocument("id", id));
    if (inTransaction) {
      sent.put("txnNumber", new BsonInt64(transaction));
      if (!started) {
        sent.put("startTransaction", BsonBoolean.TRUE);
        if (transactionOptions.containsKey("readConcern")) {
          sent.put("readConcern", transactionOptions.get("readConcern"));
        }
      }
      sent.put("autocommit", BsonBoolean.FALSE);
      sent.remove("writeConcern");
      started = true;
    }
    return sent;
  }

  private void requireOpen() {
    if (ended) {
      throw new ShellInputException(
          "MongoExpiredSessionError", "Cannot use a session that has ended", "");
    }
  }

  @ShellMethod(
      usage = "session.getDatabase(\"shop\")",
      help = "A database whose commands belong to the session.",
      counts = false)
  Object getDatabase(Args args) {
    return new Database(mongo, Database.checkedName(args.text(0)), this);
  }

  @ShellMethod(
      usage = "session.startTransaction()",
      help = "Starts a transaction.",
      modelled = false)
  Object startTransaction(Args args) {
    begin(args.documentOrEmpty(0));
    return undefined();
  }

  private void begin(BsonDocument given) {
    requireOpen();
    if (inTransaction) {
      throw new ShellInputException("MongoTransactionError", "Transaction already in progress", "");
    }
    transaction++;
    inTransaction = true;
    started = false;
    transactionOptions = given;
  }

  @ShellMethod(
      usage = "session.commitTransaction()",
      help = "Makes its writes visible, all at once.",
      modelled = false)
  Object commitTransaction(Args args) {
    finish("commitTransaction");
    return undefined();
  }

  @ShellMethod(usage = "session.abortTransaction()", help = "Drops its writes.", modelled = false)
  Object abortTransaction(Args args) {
    finish("abortTransaction");
    return undefined();
  }

  private void finish(String name) {
    requireOpen();
    if (!inTransaction) {
      throw new ShellInputException("MongoTransactionError", "No transaction started", "");
    }
    boolean anythingSent = started;
    inTransaction = false;
    if (!anythingSent) {
      return;
    }
    BsonDocument command =
        new BsonDocument(name, new BsonInt32(1))
            .append("lsid", new BsonDocument("id", id))
            .append("txnNumber", new BsonInt64(transaction))
            .append("autocommit", BsonBoolean.FALSE);
    if (transactionOptions.containsKey("writeConcern")) {
      command.put("writeConcern", transactionOptions.get("writeConcern"));
    }
    mongo.connection().run("admin", command);
  }

  @ShellMethod(
      usage = "session.withTransaction(() => { coll.insertOne({a: 1}) })",
      help = "Runs a function inside a transaction and commits it; aborts if the function throws.",
      modelled = false)
  Object withTransaction(Args args) {
    Value function = args.function(0);
    begin(args.documentOrEmpty(1));
    Value result;
    try {
      result = function.execute();
    } catch (RuntimeException e) {
      if (inTransaction) {
        finish("abortTransaction");
      }
      throw e;
    }
    if (inTransaction) {
      finish("commitTransaction");
    }
    return result;
  }

  @ShellMethod(
      usage = "session.endSession()",
      help = "Ends it; an open transaction is aborted.",
      counts = false)
  Object endSession(Args args) {
    if (inTransaction) {
      finish("abortTransaction");
    }
    ended = true;
    return undefined();
  }

  @ShellMethod(usage = "session.hasEnded()", help = "Whether it has ended.", counts = false)
  Object hasEnded(Args args) {
    return ended;
  }

  @ShellMethod(usage = "session.getOptions()", help = "What it was started with.", counts = false)
  Object getOptions(Args args) {
    return options;
  }

  @Override
  public String display() {
    return "Session(" + id.asUuid() + ")";
  }
}
