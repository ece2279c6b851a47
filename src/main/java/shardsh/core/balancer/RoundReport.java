package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.ShardKeyPattern;

/** What a round did, as {@code sim.balance()} and the event of the round show it. */
public final class RoundReport {

  /**
   * A move that was made.
   *
   * @param what its range is what really moved
   * @param bytes documents and declared weight that moved
   */
  public record Moved(MigrateInfo what, ShardKeyPattern shardKey, long bytes) {

    /** {@code {ns, min, max, from, to, sizeMB, reason}}. */
    public BsonDocument toBson() {
      return new BsonDocument("ns", new BsonString(what.ns().toString()))
          .append("min", shardKey.named(what.range().min()))
          .append("max", shardKey.named(what.range().max()))
          .append("from", new BsonString(what.donor().name()))
          .append("to", new BsonString(what.recipient().name()))
          .append("sizeMB", Megabytes.of(bytes))
          .append("reason", new BsonString(what.reason().text()));
    }
  }

  private final List<Moved> moves = new ArrayList<>();
  private final List<Comparison> compared = new ArrayList<>();
  private final List<Decision.Skip> skipped = new ArrayList<>();

  /** Takes over what was compared and skipped; its moves count once {@link #moved} says so. */
  public void decided(Decision decision) {
    compared.addAll(decision.compared());
    skipped.addAll(decision.skipped());
  }

  public void moved(Moved move) {
    moves.add(move);
  }

  /** A collection that was left out, or a move that failed. */
  public void skipped(Decision.Skip skip) {
    skipped.add(skip);
  }

  public int moveCount() {
    return moves.size();
  }

  /** {@code {round, policy, compared: […], moves: […], skipped: [{ns, why}]}}. */
  public BsonDocument toBson(long round, BalancerPolicy policy) {
    BsonArray comparedRows = new BsonArray();
    compared.forEach(row -> comparedRows.add(row.toBson()));
    BsonArray moveRows = new BsonArray();
    moves.forEach(row -> moveRows.add(row.toBson()));
    BsonArray skippedRows = new BsonArray();
    skipped.forEach(row -> skippedRows.add(row.toBson()));
    return new BsonDocument("round", new BsonInt32((int) round))
        .append("policy", new BsonString(policy.name()))
        .append("compared", comparedRows)
        .append("moves", moveRows)
        .append("skipped", skippedRows);
  }
}
