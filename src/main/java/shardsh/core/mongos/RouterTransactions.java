package shardsh.core.mongos;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.SessionFields;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.rpc.TransactionRules;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.TransactionEvent;
import shardsh.core.trace.TransactionEvent.Ending;

/**
 * The transactions that clients run through this router, and its own. Source: {@code
 * sharding-facts.md}, sections 15 and 19.1.
 */
final class RouterTransactions {
  private final Environment environment;
  private final NodeId router;
  private final Map<String, RouterTransaction> bySession = new TreeMap<>();
  private final BsonBinary ownSession;
  private RouterTransaction current;
  private String statementName = "";
  private long ownTransactions;

  RouterTransactions(Environment environment, NodeId router) {
    this.environment = environment;
    this.router = router;
    byte[] name = router.name().getBytes(StandardCharsets.UTF_8);
    this.ownSession = new BsonBinary(UUID.nameUUIDFromBytes(name));
  }

  RouterTransactions copy(Environment otherEnvironment) {
    RouterTransactions copy = new RouterTransactions(otherEnvironment, router);
    bySession.forEach((id, transaction) -> copy.bySession.put(id, transaction.copy()));
    copy.ownTransactions = ownTransactions;
    return copy;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("commitTransaction", (db, command) -> commit(command));
    commands.put("abortTransaction", (db, command) -> abort(command));
  }

  /** The process was started again: it knows of no transaction. */
  void forget() {
    bySession.clear();
  }

  boolean isInTransaction() {
    return current != null;
  }

  /** The command for a shard, as a statement of the running transaction if there is one. */
  BsonDocument attach(ShardId shard, BsonDocument command) {
    return current == null ? command : current.attach(shard, command);
  }

  /** A shard's reply without what only the router must know. */
  BsonDocument received(ShardId shard, BsonDocument reply) {
    BsonValue readOnly = reply.get("readOnly");
    if (current == null || readOnly == null) {
      return reply;
    }
    if (!readOnly.asBoolean().getValue()) {
      current.wrote(shard);
    }
    BsonDocument rest = Docs.copyOf(reply);
    rest.remove("readOnly");
    return rest;
  }

  /**
   * Whether the statement may be tried again after a refusal for staleness: any as the first one,
   * later only a read. The shards that joined with it then leave, and what it did there is gone.
   */
  private boolean mayRetry() {
    if (current.statement() > 1 && !TransactionRules.isRead(statementName)) {
      return false;
    }
    tellAll("abortTransaction", current, current.clearPending());
    return true;
  }

  /** Runs a command of a client: as a statement of its transaction if it is one. */
  BsonDocument run(String db, BsonDocument command, RouterCommand found) {
    if (!command.containsKey("autocommit")) {
      return found.run(db, command);
    }
    String name = Docs.firstName(command);
    SessionFields fields = SessionFields.ofStatement(command);
    try {
      TransactionRules.check(db, command, fields.starts());
      if (TransactionRules.isEnd(name)) {
        return found.run(db, command);
      }
      return statement(
          db, command, found, fields.starts() ? begin(fields, command) : running(fields));
    } catch (CommandException e) {
      throw TransactionRules.isEnd(name)
          ? TransactionErrors.labelledAtEnd(e)
          : TransactionErrors.labelled(e);
    }
  }

  private BsonDocument statement(
      String db, BsonDocument command, RouterCommand found, RouterTransaction transaction) {
    current = transaction;
    statementName = Docs.firstName(command);
    transaction.nextStatement();
    BsonDocument inside = SessionFields.without(command);
    if (transaction.readConcern().containsKey("atClusterTime")) {
      inside.append("readConcern", transaction.readConcern());
    } else {
      inside.remove("readConcern");
    }
    try {
      BsonDocument reply = tried(db, inside, found);
      if (reply.containsKey("writeErrors")) {
        abortFor(transaction);
      }
      return reply;
    } catch (CommandException e) {
      abortFor(transaction);
      throw ShardCalls.isStale(e) ? placementChanged(transaction, e) : e;
    } finally {
      current = null;
    }
  }

  /** A statement, as a whole again after a refusal for staleness as long as that is allowed. */
  private BsonDocument tried(String db, BsonDocument statement, RouterCommand found) {
    for (int tries = 1; ; tries++) {
      try {
        return found.run(db, statement);
      } catch (CommandException e) {
        if (!ShardCalls.isStale(e) || tries == ShardCalls.TRIES_MAX || !mayRetry()) {
          throw e;
        }
      }
    }
  }

  /**
   * Runs writes on several shards as one: in the client's transaction if there is one, else in a
   * transaction of the router's own, which is committed, or aborted when one of them fails.
   */
  void together(Runnable writes) {
    if (current != null) {
      writes.run();
      return;
    }
    RouterTransaction own =
        new RouterTransaction(
            new SessionFields(ownSession, ++ownTransactions, true, true), new BsonDocument());
    current = own;
    own.nextStatement();
    try {
      writes.run();
    } catch (CommandException e) {
      abortFor(own);
      throw e;
    } finally {
      current = null;
    }
    committed(own, new BsonDocument());
  }

  private static CommandException placementChanged(
      RouterTransaction transaction, CommandException e) {
    return e.during(
        "Transaction "
            + transaction.fields().sessionText()
            + ":"
            + transaction.fields().number()
            + " was aborted on statement "
            + (transaction.statement() - 1)
            + " due to: an error from cluster data placement change");
  }

  private RouterTransaction begin(SessionFields fields, BsonDocument command) {
    RouterTransaction known = bySession.get(fields.sessionText());
    if (known != null && known.fields().number() > fields.number()) {
      throw new CommandException(
          ErrorCode.TRANSACTION_TOO_OLD,
          "txnNumber "
              + fields.number()
              + " is less than last txnNumber "
              + known.fields().number()
              + " seen in session "
              + fields.sessionText());
    }
    if (known != null && known.fields().number() == fields.number()) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "txnNumber "
              + fields.number()
              + " for session "
              + fields.sessionText()
              + " already started");
    }
    RouterTransaction begun = new RouterTransaction(fields, readConcern(command));
    bySession.put(fields.sessionText(), begun);
    return begun;
  }

  /** With read concern snapshot all shards see the data of one cluster time, which is now. */
  private BsonDocument readConcern(BsonDocument command) {
    BsonDocument asked = command.getDocument("readConcern", new BsonDocument());
    boolean snapshot =
        asked.getString("level", new BsonString("local")).getValue().equals("snapshot");
    if (!snapshot || asked.containsKey("atClusterTime")) {
      return asked;
    }
    BsonDocument chosen = Docs.copyOf(asked);
    chosen.remove("afterClusterTime");
    return chosen.append("atClusterTime", environment.snapshotTime());
  }

  private RouterTransaction running(SessionFields fields) {
    RouterTransaction known = bySession.get(fields.sessionText());
    if (known == null || known.fields().number() < fields.number()) {
      throw new CommandException(
          ErrorCode.NO_SUCH_TRANSACTION,
          "cannot continue txnId "
              + (known == null ? -1 : known.fields().number())
              + " for session "
              + fields.sessionText()
              + " with txnId "
              + fields.number());
    }
    if (known.fields().number() > fields.number()) {
      throw new CommandException(
          ErrorCode.TRANSACTION_TOO_OLD,
          "txnNumber "
              + fields.number()
              + " is less than last txnNumber "
              + known.fields().number()
              + " seen in session "
              + fields.sessionText());
    }
    if (known.outcome() == RouterTransaction.Outcome.ABORTED) {
      throw TransactionErrors.aborted(fields.number());
    }
    if (known.outcome() == RouterTransaction.Outcome.COMMITTED) {
      throw new CommandException(
          ErrorCode.TRANSACTION_COMMITTED,
          "Transaction with { txnNumber: " + fields.number() + " } has been committed.");
    }
    return known;
  }

  private BsonDocument commit(BsonDocument command) {
    SessionFields fields = SessionFields.ofStatement(command);
    RouterTransaction known = bySession.get(fields.sessionText());
    boolean again =
        known != null
            && known.fields().number() == fields.number()
            && known.outcome() == RouterTransaction.Outcome.COMMITTED;
    if (again) {
      return Replies.ok();
    }
    RouterTransaction transaction = running(fields);
    try {
      BsonDocument reply = committed(transaction, command);
      transaction.end(RouterTransaction.Outcome.COMMITTED);
      return reply;
    } catch (CommandException e) {
      if (!TransactionErrors.isOutcomeUnknown(e)) {
        transaction.end(RouterTransaction.Outcome.ABORTED);
      }
      throw e;
    }
  }

  private BsonDocument committed(RouterTransaction transaction, BsonDocument command) {
    List<ShardId> participants = transaction.participants();
    List<ShardId> writers = transaction.writers();
    Ending ending = ending(participants, writers);
    record(transaction, ending);
    BsonDocument request =
        transaction.fields().on(new BsonDocument("commitTransaction", new BsonInt32(1)), false);
    if (command.containsKey("writeConcern")) {
      request.append("writeConcern", command.get("writeConcern"));
    }
    return switch (ending) {
      case NOTHING, ABORT -> Replies.ok();
      case SINGLE_SHARD, READ_ONLY -> sendAll(participants, request);
      case SINGLE_WRITE_SHARD -> {
        List<ShardId> readers = new ArrayList<>(participants);
        readers.removeAll(writers);
        sendAll(readers, request);
        yield sendAll(writers, request);
      }
      case TWO_PHASE -> twoPhase(transaction, participants);
    };
  }

  private static Ending ending(List<ShardId> participants, List<ShardId> writers) {
    if (participants.isEmpty()) {
      return Ending.NOTHING;
    }
    if (participants.size() == 1) {
      return Ending.SINGLE_SHARD;
    }
    if (writers.isEmpty()) {
      return Ending.READ_ONLY;
    }
    return writers.size() == 1 ? Ending.SINGLE_WRITE_SHARD : Ending.TWO_PHASE;
  }

  private BsonDocument twoPhase(RouterTransaction transaction, List<ShardId> participants) {
    BsonArray rows = new BsonArray();
    for (ShardId shard : participants) {
      rows.add(new BsonDocument("shardId", new BsonString(shard.name())));
    }
    BsonDocument request =
        transaction
            .fields()
            .on(
                new BsonDocument("coordinateCommitTransaction", new BsonInt32(1))
                    .append("participants", rows),
                false);
    return environment.network().require(router, participants.get(0).node(), "admin", request);
  }

  private BsonDocument sendAll(List<ShardId> shards, BsonDocument request) {
    List<BsonDocument> replies = scatter(shards, request);
    ShardCalls.requireAll(replies);
    return replies.get(replies.size() - 1);
  }

  private List<BsonDocument> scatter(List<ShardId> shards, BsonDocument request) {
    List<Network.Call> calls = new ArrayList<>();
    for (ShardId shard : shards) {
      calls.add(new Network.Call(shard.node(), "admin", request));
    }
    return environment.network().scatter(router, calls);
  }

  /** Without participants there is nobody to tell, and a real router says so with an error. */
  private BsonDocument abort(BsonDocument command) {
    RouterTransaction transaction = running(SessionFields.ofStatement(command));
    record(transaction, Ending.ABORT);
    transaction.end(RouterTransaction.Outcome.ABORTED);
    if (transaction.participants().isEmpty()) {
      throw new CommandException(
          ErrorCode.NO_SUCH_TRANSACTION,
          "no known command has been sent by this router for this transaction");
    }
    tellAll("abortTransaction", transaction, transaction.participants());
    return Replies.ok();
  }

  /** A statement failed: all shards are told, those too that have given up by themselves. */
  private void abortFor(RouterTransaction transaction) {
    current = null;
    transaction.end(RouterTransaction.Outcome.ABORTED);
    if (!transaction.participants().isEmpty()) {
      record(transaction, Ending.ABORT);
      tellAll("abortTransaction", transaction, transaction.participants());
    }
  }

  private void tellAll(String name, RouterTransaction transaction, List<ShardId> shards) {
    List<ShardId> reachable =
        shards.stream().filter(shard -> !environment.network().isDown(shard.node())).toList();
    scatter(reachable, transaction.fields().on(new BsonDocument(name, new BsonInt32(1)), false));
  }

  private void record(RouterTransaction transaction, Ending ending) {
    environment
        .trace()
        .record(
            new TransactionEvent.TransactionEnded(
                router,
                transaction.fields().number(),
                ending,
                transaction.participants(),
                transaction.writers()));
  }
}
