package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CommandNamespace;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.SessionFields;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.rpc.TransactionRules;
import shardsh.core.rpc.WriteConcerns;
import shardsh.core.sim.Scheduler;
import shardsh.core.trace.TransactionEvent;
import shardsh.core.trace.TransactionEvent.TransactionPhase;

/**
 * The sessions of a shard and its part of their transactions: they begin with a statement that says
 * so, every later statement sees the data as they were then, and they end by commit, by abort, by
 * any error, or when they are too old. Source: {@code sharding-facts.md}, section 19.1, and the
 * manual on transactions.
 *
 * <p>Left out: sessions do not time out, and a cursor that a transaction opened outlives it.
 */
final class ShardSessions {
  /** The scheduler's word for the end of a transaction that is too old: {@code {session, txn}}. */
  static final String TASK = "abortExpiredTransaction";

  private static final int LIFETIME_SECONDS = 60;

  /** Commands that need a collection, or a database, for themselves. */
  private static final List<String> EXCLUSIVE =
      List.of(
          "_shardsvrCreateCollection",
          "_shardsvrDropCollectionParticipant",
          "collMod",
          "createIndexes",
          "drop",
          "dropDatabase",
          "dropIndexes",
          "renameCollection");

  private final ShardServer server;
  private final Environment environment;
  private final Map<String, ShardSession> sessions = new TreeMap<>();
  private final RetryHistory history;
  private Transaction current;
  private int open;
  private int lifetimeSeconds = LIFETIME_SECONDS;

  ShardSessions(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.history = new RetryHistory(server, this, sessions);
  }

  /** What is remembered of retryable writes. */
  RetryHistory history() {
    return history;
  }

  void copyFrom(ShardSessions other) {
    other.sessions.forEach((id, session) -> sessions.put(id, session.copy(environment)));
    open = other.open;
    lifetimeSeconds = other.lifetimeSeconds;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("commitTransaction", (db, command) -> commit(command));
    commands.put("abortTransaction", (db, command) -> abort(command));
    commands.put("prepareTransaction", (db, command) -> prepare(command));
  }

  /** The parameter transactionLifetimeLimitSeconds. */
  int lifetimeSeconds() {
    return lifetimeSeconds;
  }

  void setLifetimeSeconds(int seconds) {
    lifetimeSeconds = seconds;
  }

  /** The transaction whose statement runs now. */
  Optional<Transaction> current() {
    return Optional.ofNullable(current);
  }

  /** Transactions that have begun here and not ended, in order of their sessions. */
  List<Transaction> open() {
    if (open == 0) {
      return List.of();
    }
    List<Transaction> all = new ArrayList<>();
    sessions.values().forEach(session -> session.transaction().ifPresent(all::add));
    return all;
  }

  /** What is remembered of a session. */
  ShardSession session(SessionFields fields) {
    return sessions.computeIfAbsent(fields.sessionText(), id -> new ShardSession());
  }

  /**
   * Runs a command of a client or of another node: as a statement of its transaction if it is one.
   *
   * @param inside whether this node asks itself, so that a running statement goes on
   */
  BsonDocument run(String db, BsonDocument command, ShardCommand found, boolean inside) {
    Transaction before = current;
    try {
      if (!command.containsKey("autocommit")) {
        current = inside ? before : null;
        if (open > 0 && EXCLUSIVE.contains(Docs.firstName(command))) {
          new WriteConflicts(server).awaitUnused(CommandNamespace.of(db, command));
        }
        return history.run(db, command, found);
      }
      SessionFields fields = SessionFields.ofStatement(command);
      TransactionRules.check(db, command, fields.starts());
      if (TransactionRules.isEnd(Docs.firstName(command))) {
        return found.run(db, command);
      }
      current = fields.starts() ? begin(fields, command) : running(fields);
      return statement(db, command, found);
    } finally {
      current = before;
    }
  }

  private BsonDocument statement(String db, BsonDocument command, ShardCommand found) {
    Transaction transaction = current;
    if (transaction.isPrepared()) {
      throw new CommandException(
          ErrorCode.PREPARED_TRANSACTION_IN_PROGRESS,
          "Cannot call any operation other than abort, prepare or commit on a prepared"
              + " transaction");
    }
    try {
      BsonDocument inside = SessionFields.without(command);
      if (inside.containsKey(RetryHistory.RETRY_OF)) {
        transaction.isFor(inside.remove(RetryHistory.RETRY_OF).asDocument());
      }
      BsonDocument reply = found.run(db, inside);
      if (fails(reply)) {
        end(transaction, ShardSession.Outcome.ABORTED, "a write failed");
      }
      return reply.append("readOnly", BsonBoolean.valueOf(transaction.isReadOnly()));
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.WOULD_CHANGE_OWNING_SHARD)) {
        end(transaction, ShardSession.Outcome.ABORTED, e.errorCode().codeName());
      }
      throw e;
    }
  }

  /** A write error ends a transaction, but not what the router still has to do. */
  private static boolean fails(BsonDocument reply) {
    for (BsonValue error : reply.getArray("writeErrors", new BsonArray())) {
      int code = error.asDocument().getNumber("code").intValue();
      if (code != ErrorCode.WOULD_CHANGE_OWNING_SHARD.code()) {
        return true;
      }
    }
    return false;
  }

  private Transaction begin(SessionFields fields, BsonDocument command) {
    ShardSession session = session(fields);
    requireNewEnough(fields, session);
    if (fields.number() == session.number()) {
      boolean restarts =
          session.outcome() != ShardSession.Outcome.COMMITTED
              && session.transaction().filter(Transaction::isPrepared).isEmpty()
              && session.replies().isEmpty();
      if (!restarts) {
        throw new CommandException(
            ErrorCode.location(50911),
            "Cannot start a transaction at given transaction number "
                + fields.number()
                + " because a transaction with the same number is in state "
                + stateName(session));
      }
    }
    leave(session);
    session.advanceTo(fields.number());
    Transaction begun = begun(fields, command);
    session.begin(begun);
    open++;
    record(begun, TransactionPhase.STARTED, "");
    schedule(begun);
    return begun;
  }

  private Transaction begun(SessionFields fields, BsonDocument command) {
    long now = environment.clock().nowMillis();
    Optional<BsonTimestamp> past = LocalReads.atClusterTime(command);
    ShardData data =
        past.map(time -> PastData.at(time, server.present(), server.log(), environment))
            .orElseGet(() -> server.data().copy(environment));
    return new Transaction(
        fields, now, past.orElse(environment.clusterTime()), past.isPresent(), data);
  }

  private static String stateName(ShardSession session) {
    return switch (session.outcome()) {
      case COMMITTED -> "TransactionCommitted";
      case ABORTED -> "TransactionAborted";
      case NONE ->
          session.transaction().filter(Transaction::isPrepared).isPresent()
              ? "TransactionPrepared"
              : "TransactionInProgress";
    };
  }

  /**
   * A number that a session has left behind is refused.
   *
   * @throws CommandException TRANSACTION_TOO_OLD
   */
  static void requireNewEnough(SessionFields fields, ShardSession session) {
    if (fields.number() < session.number()) {
      throw new CommandException(
          ErrorCode.TRANSACTION_TOO_OLD,
          "Cannot start transaction with { txnNumber: "
              + fields.number()
              + " } on session "
              + fields.sessionText()
              + " because a newer transaction with { txnNumber: "
              + session.number()
              + " } has already started on this session.");
    }
  }

  /**
   * The session goes on to something else: an open transaction is aborted.
   *
   * @throws CommandException PREPARED_TRANSACTION_IN_PROGRESS when it is no longer free to
   */
  void leave(ShardSession session) {
    if (session.transaction().filter(Transaction::isPrepared).isPresent()) {
      throw new CommandException(
          ErrorCode.PREPARED_TRANSACTION_IN_PROGRESS,
          "Cannot start another transaction on this session while the present one is prepared");
    }
    session
        .transaction()
        .ifPresent(open -> end(open, ShardSession.Outcome.ABORTED, "the session went on"));
  }

  /**
   * The open transaction of these numbers.
   *
   * @throws CommandException NO_SUCH_TRANSACTION
   */
  private Transaction running(SessionFields fields) {
    ShardSession session = session(fields);
    requireNewEnough(fields, session);
    if (session.number() != fields.number()) {
      throw new CommandException(
          ErrorCode.NO_SUCH_TRANSACTION,
          "Given transaction number "
              + fields.number()
              + " does not match any in-progress transactions. The active transaction number is "
              + session.number());
    }
    if (session.outcome() == ShardSession.Outcome.COMMITTED) {
      throw new CommandException(
          ErrorCode.TRANSACTION_COMMITTED,
          "Transaction with { txnNumber: " + fields.number() + " } has been committed.");
    }
    return session.transaction().orElseThrow(() -> TransactionErrors.aborted(fields.number()));
  }

  /** Whether this shard has done its part of a commit of the transaction of these numbers. */
  boolean isCommitted(SessionFields fields) {
    ShardSession session = session(fields);
    return session.number() == fields.number()
        && session.outcome() == ShardSession.Outcome.COMMITTED;
  }

  private BsonDocument prepare(BsonDocument command) {
    Transaction transaction = running(SessionFields.ofStatement(command));
    if (transaction.createsCollections()) {
      end(transaction, ShardSession.Outcome.ABORTED, "it would create a collection");
      throw new CommandException(
          ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "Cannot create new collections inside distributed transactions");
    }
    if (!transaction.isPrepared()) {
      transaction.prepare();
      cancel(transaction);
      record(transaction, TransactionPhase.PREPARED, "");
    }
    return Replies.ok(new BsonDocument("prepareTimestamp", environment.nextClusterTime()));
  }

  private BsonDocument commit(BsonDocument command) {
    SessionFields fields = SessionFields.ofStatement(command);
    if (!isCommitted(fields)) {
      BsonTimestamp time =
          command.containsKey("commitTimestamp")
              ? command.getTimestamp("commitTimestamp")
              : environment.nextClusterTime();
      commit(running(fields), time);
    }
    BsonDocument reply = Replies.ok();
    WriteConcerns.await(command, environment, server.set().members(), new Namespace("admin", ""))
        .ifPresent(failure -> reply.append("writeConcernError", failure));
    return reply;
  }

  private void commit(Transaction transaction, BsonTimestamp time) {
    int writes = 0;
    for (Map.Entry<Namespace, Transaction.Written> entry : transaction.written().entrySet()) {
      writes += entry.getValue().writes().size();
    }
    end(
        transaction,
        ShardSession.Outcome.COMMITTED,
        writes == 1 ? "1 write" : writes == 0 ? "no writes" : writes + " writes");
    new TransactionReplay(server, transaction).run(time);
    transaction.retryOf().ifPresent(history::noteMoved);
  }

  private BsonDocument abort(BsonDocument command) {
    Transaction transaction = running(SessionFields.ofStatement(command));
    end(transaction, ShardSession.Outcome.ABORTED, "as asked");
    return Replies.ok();
  }

  /** Ends an open transaction; nothing of it is left but what its session remembers. */
  void end(Transaction transaction, ShardSession.Outcome outcome, String detail) {
    ShardSession session = session(transaction.fields());
    if (session.transaction().filter(transaction::equals).isEmpty()) {
      return;
    }
    session.end(outcome);
    open--;
    cancel(transaction);
    boolean committed = outcome == ShardSession.Outcome.COMMITTED;
    record(transaction, committed ? TransactionPhase.COMMITTED : TransactionPhase.ABORTED, detail);
  }

  /** A transaction meets a write that it cannot go on with; the error that ends it. */
  CommandException conflict(Transaction transaction, String detail) {
    record(transaction, TransactionPhase.CONFLICT, detail);
    boolean newer = environment.profile().majorVersion() >= 6;
    return new CommandException(
        ErrorCode.WRITE_CONFLICT,
        newer
            ? "Caused by :: Write conflict during plan execution and yielding is disabled. ::"
                + " Please retry your operation or multi-document transaction."
            : "WriteConflict error: this operation conflicted with another operation. Please retry"
                + " your operation or multi-document transaction.");
  }

  private void record(Transaction transaction, TransactionPhase phase, String detail) {
    environment
        .trace()
        .record(
            new TransactionEvent.TransactionMoved(
                server.shardId().node(), transaction.number(), phase, detail));
  }

  private BsonDocument taskArguments(Transaction transaction) {
    return new BsonDocument("session", transaction.fields().session())
        .append("txn", Docs.int64(transaction.number()));
  }

  /** When a transaction is too old. */
  long expiryMillis(Transaction transaction) {
    return transaction.startMillis() + lifetimeSeconds * 1000L;
  }

  /** When it is time to look again whether an open transaction has ended. */
  long nextChangeMillis(Transaction transaction) {
    return transaction.isPrepared()
        ? environment.clock().nowMillis() + TransactionCoordinator.RETRY_MILLIS
        : expiryMillis(transaction);
  }

  private void schedule(Transaction transaction) {
    environment
        .scheduler()
        .schedule(
            expiryMillis(transaction), server.shardId().node(), TASK, taskArguments(transaction));
  }

  private void cancel(Transaction transaction) {
    BsonDocument arguments = taskArguments(transaction);
    environment
        .scheduler()
        .cancel(
            task ->
                task.name().equals(TASK)
                    && task.node().equals(server.shardId().node())
                    && task.arguments().equals(arguments));
  }

  /** Runs a due task: the transaction has reached its age. */
  void expire(Scheduler.Task task) {
    for (Transaction transaction : open()) {
      if (!transaction.isPrepared() && taskArguments(transaction).equals(task.arguments())) {
        end(transaction, ShardSession.Outcome.ABORTED, "older than " + lifetimeSeconds + " s");
      }
    }
  }

  /** The process was stopped or is no longer primary: only what was prepared is left. */
  void lose() {
    for (Transaction transaction : open()) {
      if (!transaction.isPrepared()) {
        end(transaction, ShardSession.Outcome.ABORTED, "the primary went away");
      }
    }
  }
}
