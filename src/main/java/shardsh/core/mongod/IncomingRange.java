package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * A range that a shard receives: a value that each step replaces.
 *
 * @param order what the donor was asked for
 * @param counts of documents that came
 * @param times when each step began, and when the last one ended, milliseconds of the epoch
 */
record IncomingRange(MigrationOrder order, State state, Counts counts, List<Long> times) {
  /** How far it is. */
  enum State {
    READY,
    CATCHUP,
    STEADY,
    DONE
  }

  /** Documents that came, by the part of the migration they came in. */
  record Counts(long cloned, long clonedBytes, long catchup, long steady) {
    static final Counts NOTHING = new Counts(0, 0, 0, 0);

    Counts withCatchup(long applied) {
      return new Counts(cloned, clonedBytes, applied, 0);
    }

    Counts withSteady(long applied) {
      return new Counts(cloned, clonedBytes, catchup, applied);
    }

    BsonDocument toBson() {
      return new BsonDocument("cloned", new BsonInt64(cloned))
          .append("clonedBytes", new BsonInt64(clonedBytes))
          .append("catchup", new BsonInt64(catchup))
          .append("steady", new BsonInt64(steady));
    }
  }

  IncomingRange {
    times = List.copyOf(times);
  }

  Namespace ns() {
    return order.ns();
  }

  ShardId from() {
    return order.what().donor();
  }

  ShardKeyPattern key() {
    return order.key();
  }

  ChunkRange range() {
    return order.what().range();
  }

  /** Whether a document of the collection belongs to the range. */
  boolean holds(BsonDocument document) {
    return key().keyOf(document).filter(range()::contains).isPresent();
  }

  IncomingRange in(State next, Counts newCounts, long nowMillis) {
    return new IncomingRange(order, next, newCounts, timesUntil(nowMillis));
  }

  /** When each step began, and as the last one that instant. */
  List<Long> timesUntil(long nowMillis) {
    List<Long> longer = new ArrayList<>(times);
    longer.add(nowMillis);
    return longer;
  }
}
