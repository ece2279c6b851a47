package shardsh.js.api;

import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorLabels;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.js.ShellInputException;

/**
 * A session: its commands carry its id, inside a transaction the transaction's number. Reads ask
 * for data no older than what the session has seen (causal consistency), unless it was started with
 * {@code {causalConsistency: false}}.
 */
@NotModelled("bulkWrite")
final class Session extends ApiObject {
  private static final long RETRY_MILLIS = 120_000;
  private static final int COMMIT_WAIT_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 5;
  private static final long PAUSE_MILLIS_MAX = 500;

  /**
   * Where the session's transaction is. Source: the drivers' specification of transactions: a
   * server hears of one with its first statement, and so nothing of one without any.
   */
  private enum State {
    NONE,
    STARTING,
    IN_PROGRESS,
    COMMITTED,
    COMMITTED_EMPTY,
    ABORTED
  }

  private final Mongo mongo;
  private final BsonDocument options;
  private final BsonBinary id;
  private long transaction;
  private State state = State.NONE;
  private boolean ended;
  private BsonDocument transactionOptions = new BsonDocument();
  private BsonDocument clusterTime = new BsonDocument();
  private BsonTimestamp operationTime;

  /** Whether the time is one that the user named. */
  private boolean advanced;

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

  /**
   * The command with the fields that a driver adds.
   *
   * @param byHelper whether a method made the command, so that a single write may be sent again
   */
  BsonDocument with(BsonDocument command, boolean byHelper) {
    requireOpen();
    forgetWhatIsToCome();
    BsonDocument sent = Docs.copyOf(command);
    sent.put("lsid", new BsonDocument("id", id));
    if (isInTransaction()) {
      addTransaction(sent);
    } else {
      state = State.NONE;
      addTime(sent);
      if (byHelper && RetryableCommands.includes(sent)) {
        sent.put("txnNumber", new BsonInt64(++transaction));
      }
    }
    return sent;
  }

  /** The cluster may have been put back to before what the session saw. */
  private void forgetWhatIsToCome() {
    if (operationTime != null && !advanced && !mongo.connection().hasReached(operationTime)) {
      operationTime = null;
      clusterTime = new BsonDocument();
    }
  }

  boolean isInTransaction() {
    return state == State.STARTING || state == State.IN_PROGRESS;
  }

  private void addTransaction(BsonDocument sent) {
    sent.put("txnNumber", new BsonInt64(transaction));
    sent.remove("readConcern");
    if (state == State.STARTING) {
      sent.put("startTransaction", BsonBoolean.TRUE);
      BsonDocument concern = Fields.document(transactionOptions, "readConcern").clone();
      if (isCausal() && operationTime != null) {
        concern.put("afterClusterTime", operationTime);
      }
      if (!concern.isEmpty()) {
        sent.put("readConcern", concern);
      }
    }
    sent.put("autocommit", BsonBoolean.FALSE);
    sent.remove("writeConcern");
    state = State.IN_PROGRESS;
  }

  private void addTime(BsonDocument sent) {
    BsonValue given = sent.getOrDefault("readConcern", new BsonDocument());
    if (isCausal() && operationTime != null && Mongo.isRead(sent) && given.isDocument()) {
      BsonDocument concern = given.asDocument().clone();
      if (!concern.containsKey("afterClusterTime") && !concern.containsKey("atClusterTime")) {
        concern.put("afterClusterTime", operationTime);
        sent.put("readConcern", concern);
      }
    }
  }

  private boolean isCausal() {
    boolean snapshot = Docs.truthy(options, "snapshot");
    return options.containsKey("causalConsistency")
        ? Docs.truthy(options, "causalConsistency")
        : !snapshot;
  }

  /** Notes the times in a reply, as a driver does; the reply itself. */
  BsonDocument received(BsonDocument reply) {
    if (reply.isTimestamp("operationTime")) {
      advanceTo(reply.getTimestamp("operationTime"));
    }
    if (reply.isDocument("$clusterTime")) {
      clusterTime = reply.getDocument("$clusterTime");
    }
    return reply;
  }

  private void advanceTo(BsonTimestamp time) {
    if (operationTime == null || time.compareTo(operationTime) > 0) {
      operationTime = time;
      advanced = false;
    }
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
      help = "Starts a transaction: what its databases do from now on takes effect together.",
      counts = false)
  Object startTransaction(Args args) {
    begin(args.documentOrEmpty(0));
    return undefined();
  }

  private void begin(BsonDocument given) {
    requireOpen();
    if (isInTransaction()) {
      throw refused("Transaction already in progress");
    }
    transaction++;
    state = State.STARTING;
    transactionOptions = DriverOptions.taken(given);
  }

  private static ShellInputException refused(String message) {
    return new ShellInputException("MongoTransactionError", message, "");
  }

  @ShellMethod(
      usage = "session.startTransaction(); session.commitTransaction()",
      help = "Makes its writes visible, all at once.")
  Object commitTransaction(Args args) {
    commit();
    return undefined();
  }

  private void commit() {
    requireOpen();
    switch (state) {
      case NONE -> throw refused("No transaction started");
      case ABORTED -> throw refused("Cannot call commitTransaction after calling abortTransaction");
      case STARTING, COMMITTED_EMPTY -> state = State.COMMITTED_EMPTY;
      case IN_PROGRESS, COMMITTED -> {
        boolean again = state == State.COMMITTED;
        state = State.COMMITTED;
        sendCommit(again);
      }
    }
  }

  @ShellMethod(
      usage = "session.startTransaction(); session.abortTransaction()",
      help = "Drops its writes.")
  Object abortTransaction(Args args) {
    requireOpen();
    abort();
    return undefined();
  }

  /** A driver does not tell why an abort failed: the transaction is gone in any case. */
  private void abort() {
    switch (state) {
      case NONE -> throw refused("No transaction started");
      case ABORTED -> throw refused("Cannot call abortTransaction twice");
      case COMMITTED, COMMITTED_EMPTY ->
          throw refused("Cannot call abortTransaction after calling commitTransaction");
      case STARTING -> state = State.ABORTED;
      case IN_PROGRESS -> {
        state = State.ABORTED;
        try {
          BsonDocument abort = end("abortTransaction");
          LostMessages.sendTwice(() -> send(abort), () -> send(abort));
        } catch (CommandException gone) {
          // The server has aborted it before.
        }
      }
    }
  }

  /**
   * A commit without an answer is sent once more, and then waits for a majority. Source: the
   * drivers' specification of transactions.
   */
  private void sendCommit(boolean again) {
    BsonDocument first = end("commitTransaction");
    BsonDocument second = first.clone();
    BsonDocument concern = first.getDocument("writeConcern", new BsonDocument()).clone();
    if (!concern.containsKey("wtimeout")) {
      concern.put("wtimeout", new BsonInt32(COMMIT_WAIT_MILLIS));
    }
    concern.put("w", new BsonString("majority"));
    second.put("writeConcern", concern);
    try {
      LostMessages.sendTwice(() -> send(again ? second : first), () -> send(second));
    } catch (CommandException e) {
      throw LostMessages.isLost(e) ? ErrorLabels.with(ErrorLabels.UNKNOWN_COMMIT, e) : e;
    }
  }

  private BsonDocument end(String name) {
    BsonDocument command =
        new BsonDocument(name, new BsonInt32(1))
            .append("lsid", new BsonDocument("id", id))
            .append("txnNumber", new BsonInt64(transaction))
            .append("autocommit", BsonBoolean.FALSE);
    if (transactionOptions.containsKey("writeConcern")) {
      command.put("writeConcern", transactionOptions.get("writeConcern"));
    }
    return command;
  }

  private BsonDocument send(BsonDocument command) {
    return received(mongo.connection().run("admin", command));
  }

  @ShellMethod(
      usage = "session.withTransaction(() => session.getDatabase(\"shop\").orders.findOne())",
      help = "Runs a function inside a transaction and commits it; aborts if the function throws.")
  Object withTransaction(Args args) {
    Value function = args.function(0);
    BsonDocument given = args.documentOrEmpty(1);
    long pause = PAUSE_MILLIS;
    for (long waited = 0; ; waited += pause) {
      try {
        return attempt(function, given);
      } catch (RuntimeException e) {
        if (!isTransient(e) || waited > RETRY_MILLIS) {
          throw e;
        }
        api.host().sleep(pause);
        pause = Math.min(2 * pause, PAUSE_MILLIS_MAX);
      }
    }
  }

  private Value attempt(Value function, BsonDocument given) {
    begin(given);
    Value result;
    try {
      result = function.execute(api.engine().values().toGuest(this));
    } catch (RuntimeException e) {
      if (isInTransaction()) {
        abort();
      }
      throw e;
    }
    if (isInTransaction()) {
      commit();
    }
    return result;
  }

  /** Whether an error says that the whole transaction may be run again. */
  private static boolean isTransient(RuntimeException e) {
    if (e instanceof CommandException command) {
      return ErrorLabels.has(ErrorLabels.TRANSIENT_TRANSACTION, command);
    }
    return e instanceof PolyglotException guest && guest.isGuestException() && isLabelled(guest);
  }

  /** A program may throw anything, not only errors. */
  private static boolean isLabelled(PolyglotException e) {
    Optional<Value> labels =
        Optional.ofNullable(e.getGuestObject())
            .filter(Value::hasMembers)
            .map(thrown -> thrown.getMember("errorLabels"))
            .filter(Value::hasArrayElements);
    for (long i = 0; labels.isPresent() && i < labels.get().getArraySize(); i++) {
      Value label = labels.get().getArrayElement(i);
      if (label.isString() && label.asString().equals(ErrorLabels.TRANSIENT_TRANSACTION)) {
        return true;
      }
    }
    return false;
  }

  @ShellMethod(
      usage = "session.endSession()",
      help = "Ends it; an open transaction is aborted.",
      counts = false)
  Object endSession(Args args) {
    if (isInTransaction()) {
      abort();
    }
    ended = true;
    return undefined();
  }

  @ShellMethod(usage = "session.hasEnded()", help = "Whether it has ended.", counts = false)
  Object hasEnded(Args args) {
    return ended;
  }

  @ShellMethod(
      usage = "session.getOperationTime()",
      help = "The cluster time of the latest thing that the session has seen.",
      counts = false)
  Object getOperationTime(Args args) {
    return operationTime == null ? undefined() : operationTime;
  }

  @ShellMethod(
      usage = "session.advanceOperationTime(Timestamp(1730462400, 1))",
      help = "The session has seen what happened up to that cluster time.",
      counts = false)
  Object advanceOperationTime(Args args) {
    advanceTo(args.timestamp(0));
    advanced = true;
    return undefined();
  }

  @ShellMethod(
      usage = "session.getClusterTime()",
      help = "The latest cluster time that the session has heard of.",
      counts = false)
  Object getClusterTime(Args args) {
    return clusterTime.isEmpty() ? undefined() : clusterTime;
  }

  @ShellMethod(
      usage = "session.advanceClusterTime({clusterTime: Timestamp(1730462400, 1)})",
      help = "The session has heard of that cluster time.",
      counts = false)
  Object advanceClusterTime(Args args) {
    clusterTime = args.document(0);
    return undefined();
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
