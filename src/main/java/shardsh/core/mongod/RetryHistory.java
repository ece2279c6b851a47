package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CommandNamespace;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.SessionFields;

/**
 * What a shard's sessions remember of retryable writes, and how that reaches other shards: with a
 * chunk, with a database that gets another primary, and with a resharding. Source: {@code
 * sharding-facts.md}, section 19.2; the server's cloner of sessions in a resharding marks what was
 * done before it as incomplete.
 */
final class RetryHistory {
  /** The statement of a retryable write that a router looks for or does by other commands. */
  static final String RETRY_OF = "retryOf";

  /** The field in which a donor hands over what sessions have done. */
  private static final String EXPORTED = "sessions";

  private final ShardServer server;
  private final ShardSessions owner;
  private final Map<String, ShardSession> sessions;

  RetryHistory(ShardServer server, ShardSessions owner, Map<String, ShardSession> sessions) {
    this.server = server;
    this.owner = owner;
    this.sessions = sessions;
  }

  /** Runs a command that is no statement of a transaction. */
  BsonDocument run(String db, BsonDocument command, ShardCommand found) {
    if (command.containsKey("txnNumber")) {
      return retryable(db, command, found);
    }
    return command.isDocument(RETRY_OF) ? search(db, command, found) : found.run(db, command);
  }

  private BsonDocument retryable(String db, BsonDocument command, ShardCommand found) {
    if (!RetryableWrites.includes(Docs.firstName(command))) {
      return found.run(db, command);
    }
    SessionFields fields = SessionFields.of(command).orElseThrow();
    ShardSession session = owner.session(fields);
    ShardSessions.requireNewEnough(fields, session);
    if (fields.number() > session.number()) {
      owner.leave(session);
      session.advanceTo(fields.number());
    } else if (session.transaction().isPresent()
        || session.outcome() != ShardSession.Outcome.NONE) {
      throw new CommandException(
          ErrorCode.INCOMPLETE_TRANSACTION_HISTORY, RetryableWrites.CONVERTED);
    }
    return new RetryableWrites(server.environment().profile(), fields)
        .run(db, SessionFields.without(command), found, session);
  }

  /**
   * A search for the document that a retryable write is to change. Where the write has been done
   * before, the reply says so instead, as {@code cursor.wasStatementExecuted}.
   */
  private BsonDocument search(String db, BsonDocument command, ShardCommand found) {
    BsonDocument find = Docs.copyOf(command);
    BsonDocument statement = find.remove(RETRY_OF).asDocument();
    SessionFields fields = SessionFields.of(statement).orElseThrow();
    ShardSession session = sessions.get(fields.sessionText());
    boolean done =
        session != null
            && session.number() == fields.number()
            && session.replies().containsKey(SessionFields.statementId(statement, 0));
    if (!done) {
      return found.run(db, find);
    }
    BsonDocument reply =
        Replies.cursor(
            "firstBatch", new BsonArray(), 0, CommandNamespace.of(db, command).toString());
    reply.getDocument("cursor").append("wasStatementExecuted", BsonBoolean.TRUE);
    return reply;
  }

  /**
   * What the recipient of a chunk or of a database must know of retryable writes, and that of a
   * resharding of those that were done while it ran, as a part of a message.
   */
  BsonDocument exported() {
    return exported(reply -> reply);
  }

  /** As {@link #exported}, of what was done before a resharding: that, but not the answers. */
  BsonDocument exportedWithoutAnswers() {
    return exported(reply -> RetryableWrites.INCOMPLETE);
  }

  private BsonDocument exported(UnaryOperator<BsonDocument> told) {
    BsonArray rows = new BsonArray();
    sessions.forEach(
        (id, session) -> {
          if (!session.replies().isEmpty()) {
            BsonDocument replies = new BsonDocument();
            session
                .replies()
                .forEach((statement, reply) -> replies.append("" + statement, told.apply(reply)));
            rows.add(
                new BsonDocument("id", new BsonString(id))
                    .append("txnNumber", Docs.int64(session.number()))
                    .append("replies", replies));
          }
        });
    return rows.isEmpty() ? new BsonDocument() : new BsonDocument(EXPORTED, rows);
  }

  /** A write that was done by a donor is known here, too, if the message tells of any. */
  void takeOver(BsonDocument message) {
    for (BsonValue value : message.getArray(EXPORTED, new BsonArray())) {
      BsonDocument row = value.asDocument();
      ShardSession session =
          sessions.computeIfAbsent(row.getString("id").getValue(), id -> new ShardSession());
      long number = row.getInt64("txnNumber").getValue();
      if (number > session.number() && session.transaction().isEmpty()) {
        session.advanceTo(number);
      }
      if (number == session.number()) {
        row.getDocument("replies")
            .forEach(
                (statement, reply) ->
                    session.replies().putIfAbsent(Integer.valueOf(statement), reply.asDocument()));
      }
    }
  }

  /** A write was undone, as those are that no other member had: it may be done again. */
  void forget(BsonDocument write) {
    Optional<SessionFields> fields = SessionFields.of(write);
    ShardSession session = fields.map(one -> sessions.get(one.sessionText())).orElse(null);
    if (session == null || session.number() != fields.get().number()) {
      return;
    }
    for (int i = 0; i < RetryableWrites.statements(write); i++) {
      session.replies().remove(SessionFields.statementId(write, i));
    }
  }

  /** A document left the shard by a retryable write, which so cannot be answered a second time. */
  void noteMoved(BsonDocument statement) {
    SessionFields fields = SessionFields.of(statement).orElseThrow();
    ShardSession session = owner.session(fields);
    if (session.number() == fields.number()) {
      session.replies().put(statement.getInt32("stmtId").getValue(), RetryableWrites.MOVED);
    }
  }
}
