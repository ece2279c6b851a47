package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import shardsh.core.rpc.Environment;

/**
 * What a shard remembers of one client session: its latest transaction or retryable write. A write
 * that comes again with the same numbers gets the reply that is kept here.
 */
final class ShardSession {

  /** How the transaction of the latest number ended. */
  enum Outcome {
    NONE,
    COMMITTED,
    ABORTED
  }

  private final Map<Integer, BsonDocument> replies = new TreeMap<>();
  private long number = -1;
  private Outcome outcome = Outcome.NONE;
  private Optional<Transaction> transaction = Optional.empty();

  ShardSession copy(Environment environment) {
    ShardSession copy = new ShardSession();
    copy.replies.putAll(replies);
    copy.number = number;
    copy.outcome = outcome;
    copy.transaction = transaction.map(open -> open.copy(environment));
    return copy;
  }

  /** The latest number; -1 before there was one. */
  long number() {
    return number;
  }

  Outcome outcome() {
    return outcome;
  }

  /** The open transaction. */
  Optional<Transaction> transaction() {
    return transaction;
  }

  /** A new number: what belonged to the one before is forgotten. */
  void advanceTo(long newNumber) {
    number = newNumber;
    outcome = Outcome.NONE;
    transaction = Optional.empty();
    replies.clear();
  }

  void begin(Transaction begun) {
    outcome = Outcome.NONE;
    transaction = Optional.of(begun);
  }

  void end(Outcome how) {
    outcome = how;
    transaction = Optional.empty();
  }

  /** What was answered to the statements of the latest number, by statement. */
  Map<Integer, BsonDocument> replies() {
    return replies;
  }
}
