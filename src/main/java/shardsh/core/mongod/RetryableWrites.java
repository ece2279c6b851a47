package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.SessionFields;

/**
 * Writes with a number in their session: every statement is done once, and a statement that comes
 * again gets the answer of the first time. Source: {@code sharding-facts.md}, section 19.2. What
 * failed or changed nothing is not remembered. A statement that moved a document to another shard
 * was made a transaction, of which there is no answer to give again: it is refused, and so is one
 * that was done before its collection was resharded and comes to a shard that had no part in it. A
 * router that writes where it first had to look asks {@linkplain ShardSessions every shard} whether
 * it has done the statement, and tells with the insert of an upsert what to answer to the upsert.
 */
final class RetryableWrites {
  /** Stands for the reply to a statement that has moved a document to another shard. */
  static final BsonDocument MOVED = new BsonDocument("moved", BsonBoolean.TRUE);

  /** Stands for the reply to a statement that was done before a resharding. */
  static final BsonDocument INCOMPLETE = new BsonDocument("incomplete", BsonBoolean.TRUE);

  /** In an insert: the answer to the upsert that it belongs to. */
  private static final String ANSWER = "answer";

  private static final BsonInt32 NONE = new BsonInt32(0);
  private static final String RETRIED = "retriedStmtIds";

  /** What a retryable write is told whose number belongs to a transaction. */
  static final String CONVERTED =
      "Cannot retry a retryable write that has been converted into a transaction";

  private static final String NO_HISTORY =
      "Operation was converted into a distributed transaction because the modified document would"
          + " move shards and succeeded but transaction history was not generated so the original"
          + " reply cannot be recreated.";

  private final ServerProfile profile;
  private final SessionFields fields;

  RetryableWrites(ServerProfile profile, SessionFields fields) {
    this.profile = profile;
    this.fields = fields;
  }

  /** The list of statements in a command; empty when it is one statement by itself. */
  private static Optional<String> list(String commandName) {
    return switch (commandName) {
      case "insert" -> Optional.of("documents");
      case "update" -> Optional.of("updates");
      case "delete" -> Optional.of("deletes");
      default -> Optional.empty();
    };
  }

  static boolean includes(String commandName) {
    return list(commandName).isPresent() || commandName.equalsIgnoreCase("findAndModify");
  }

  /** How many statements a write has. */
  static int statements(BsonDocument command) {
    return list(Docs.firstName(command)).map(name -> command.getArray(name).size()).orElse(1);
  }

  BsonDocument run(String db, BsonDocument command, ShardCommand found, ShardSession session) {
    Optional<String> list = list(Docs.firstName(command));
    if (list.isEmpty()) {
      return whole(db, command, found, session);
    }
    checkSingle(command.getArray(list.get()));
    BsonDocument total = new BsonDocument("n", new BsonInt32(0));
    boolean ordered = !command.containsKey("ordered") || Docs.truthy(command, "ordered");
    BsonArray statements = command.getArray(list.get());
    for (int i = 0; i < statements.size(); i++) {
      int id = SessionFields.statementId(command, i);
      BsonDocument known = session.replies().get(id);
      if (known != null) {
        requireAnswer(known);
        add(total, known, i);
        retried(total, id);
        continue;
      }
      BsonDocument one =
          Docs.copyOf(command).append(list.get(), new BsonArray(List.of(statements.get(i))));
      if (i + 1 < statements.size()) {
        // It is at the end that the whole command waits for other members.
        one.append("writeConcern", new BsonDocument("w", new BsonInt32(1)));
      }
      BsonValue answer = one.remove(ANSWER);
      BsonDocument reply = found.run(db, one);
      add(total, reply, i);
      if (wrote(reply)) {
        session.replies().put(id, answer == null ? reply : answer.asDocument());
      }
      if (ordered && reply.containsKey("writeErrors")) {
        break;
      }
    }
    return Replies.ok(total);
  }

  private BsonDocument whole(
      String db, BsonDocument command, ShardCommand found, ShardSession session) {
    int id = SessionFields.statementId(command, 0);
    BsonDocument known = session.replies().get(id);
    if (known != null) {
      requireAnswer(known);
      BsonDocument again = Docs.copyOf(known);
      retried(again, id);
      return again;
    }
    BsonDocument reply = found.run(db, command);
    if (reply.getDocument("lastErrorObject").getNumber("n").intValue() > 0) {
      session.replies().put(id, Docs.copyOf(reply));
    }
    return reply;
  }

  /** Whether one statement of a batch has changed anything. */
  private static boolean wrote(BsonDocument reply) {
    String count = reply.containsKey("nModified") ? "nModified" : "n";
    return reply.getNumber(count, NONE).intValue() > 0 || reply.containsKey("upserted");
  }

  private void requireAnswer(BsonDocument known) {
    if (known.equals(MOVED)) {
      throw new CommandException(
          ErrorCode.INCOMPLETE_TRANSACTION_HISTORY,
          profile.majorVersion() >= 6 ? NO_HISTORY : CONVERTED);
    }
    if (known.equals(INCOMPLETE)) {
      throw new CommandException(
          ErrorCode.INCOMPLETE_TRANSACTION_HISTORY,
          "Incomplete history detected for transaction "
              + fields.number()
              + " on session "
              + fields.sessionText());
    }
  }

  private static void checkSingle(BsonArray statements) {
    for (BsonValue value : statements) {
      BsonDocument statement = value.asDocument();
      if (statement.containsKey("u") && Docs.truthy(statement, "multi")) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "Cannot use retryable writes with multi=true");
      }
      boolean all =
          statement.containsKey("q")
              && statement.isNumber("limit")
              && statement.getNumber("limit").longValue() == 0;
      if (all) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "Cannot use retryable writes with limit=0");
      }
    }
  }

  private void retried(BsonDocument reply, int id) {
    if (profile.isAtLeast("5.1")) {
      BsonArray ids = new BsonArray(reply.getArray(RETRIED, new BsonArray()));
      ids.add(new BsonInt32(id));
      reply.put(RETRIED, ids);
    }
  }

  /** Adds the answer to one statement, whose position in the command is {@code position}. */
  private static void add(BsonDocument total, BsonDocument reply, int position) {
    for (String count : List.of("n", "nModified")) {
      if (reply.containsKey(count)) {
        int before = total.getNumber(count, new BsonInt32(0)).intValue();
        total.put(count, new BsonInt32(before + reply.getNumber(count).intValue()));
      }
    }
    for (String rows : List.of("upserted", "writeErrors")) {
      for (BsonValue row : reply.getArray(rows, new BsonArray())) {
        BsonDocument moved = Docs.copyOf(row.asDocument());
        moved.put("index", new BsonInt32(position));
        BsonArray all = new BsonArray(total.getArray(rows, new BsonArray()));
        all.add(moved);
        total.put(rows, all);
      }
    }
    if (reply.containsKey("writeConcernError")) {
      total.put("writeConcernError", reply.get("writeConcernError"));
    }
  }
}
