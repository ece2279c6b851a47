package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import shardsh.core.rpc.SessionFields;
import shardsh.core.sharding.ShardId;

/**
 * A transaction as its router knows it: the shards that take part, in the order in which they
 * joined, and which of them have written. The first one coordinates.
 */
final class RouterTransaction {

  /** How it ended. */
  enum Outcome {
    NONE,
    COMMITTED,
    ABORTED
  }

  /**
   * @param statement the number of the statement with which it joined
   */
  private record Participant(int statement, boolean wrote) {}

  private final SessionFields fields;
  private final BsonDocument readConcern;
  private final Map<ShardId, Participant> participants = new LinkedHashMap<>();
  private int statement;
  private Outcome outcome = Outcome.NONE;

  /**
   * @param readConcern what every shard gets with its first statement; empty for the default
   */
  RouterTransaction(SessionFields fields, BsonDocument readConcern) {
    this.fields = fields;
    this.readConcern = readConcern;
  }

  RouterTransaction copy() {
    RouterTransaction copy = new RouterTransaction(fields, readConcern);
    copy.participants.putAll(participants);
    copy.statement = statement;
    copy.outcome = outcome;
    return copy;
  }

  SessionFields fields() {
    return fields;
  }

  /** What every shard gets with its first statement; empty for the default. */
  BsonDocument readConcern() {
    return readConcern;
  }

  Outcome outcome() {
    return outcome;
  }

  void end(Outcome how) {
    outcome = how;
  }

  void nextStatement() {
    statement++;
  }

  int statement() {
    return statement;
  }

  /** In the order in which they joined. */
  List<ShardId> participants() {
    return new ArrayList<>(participants.keySet());
  }

  Optional<ShardId> coordinator() {
    return participants.keySet().stream().findFirst();
  }

  List<ShardId> writers() {
    List<ShardId> writers = new ArrayList<>();
    participants.forEach(
        (shard, participant) -> {
          if (participant.wrote()) {
            writers.add(shard);
          }
        });
    return writers;
  }

  /** The command as a statement for a shard, which joins if it has not yet. */
  BsonDocument attach(ShardId shard, BsonDocument command) {
    boolean first = !participants.containsKey(shard);
    BsonDocument sent = fields.on(command, first);
    sent.remove("readConcern");
    if (first) {
      if (!readConcern.isEmpty()) {
        sent.append("readConcern", readConcern);
      }
      if (participants.isEmpty()) {
        sent.append("coordinator", BsonBoolean.TRUE);
      }
      participants.put(shard, new Participant(statement, false));
    }
    return sent;
  }

  void wrote(ShardId shard) {
    participants.computeIfPresent(
        shard, (id, participant) -> new Participant(participant.statement(), true));
  }

  /** The participants that joined with the present statement leave again, and are returned. */
  List<ShardId> clearPending() {
    List<ShardId> pending = new ArrayList<>();
    participants.forEach(
        (shard, participant) -> {
          if (participant.statement() == statement) {
            pending.add(shard);
          }
        });
    participants.keySet().removeAll(pending);
    return pending;
  }
}
