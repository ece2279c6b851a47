package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/** What a round did, as {@code sim.balance()} and the event of the round show it. */
public final class RoundReport {

  /**
   * A move that was made.
   *
   * @param what its range is what really moved
   * @param bytes documents and declared weight that moved
   * @param why why this chunk, these shards, and not the others
   */
  public record Moved(MigrateInfo what, ShardKeyPattern shardKey, long bytes, String why) {

    /** {@code {ns, min, max, from, to, sizeMB, reason, why}}. */
    public BsonDocument toBson() {
      return new BsonDocument("ns", new BsonString(what.ns().toString()))
          .append("min", shardKey.named(what.range().min()))
          .append("max", shardKey.named(what.range().max()))
          .append("from", new BsonString(what.donor().name()))
          .append("to", new BsonString(what.recipient().name()))
          .append("sizeMB", Megabytes.of(bytes))
          .append("reason", new BsonString(what.reason().text()))
          .append("why", new BsonString(why));
    }
  }

  private final List<Moved> moves = new ArrayList<>();
  private final List<Comparison> compared = new ArrayList<>();
  private String stoppedBefore = "";
  private final List<Decision.Skip> skipped = new ArrayList<>();
  private final BsonArray merged = new BsonArray();
  private final BsonArray phases = new BsonArray();
  private Optional<String> idle = Optional.empty();
  private int candidates;
  private int failures;

  /** Takes over what was compared and skipped; its moves count once {@link #moved} says so. */
  public void decided(Decision decision) {
    candidates += decision.moves().size();
    compared.addAll(decision.compared());
    skipped.addAll(decision.skipped());
  }

  public void moved(Moved move) {
    moves.add(move);
  }

  /** There is no round at all. */
  void noRound(String why) {
    idle = Optional.of(why);
  }

  /** A collection that was left out. */
  public void skipped(Decision.Skip skip) {
    skipped.add(skip);
  }

  /** Work that a shard was asked for and did not do. */
  void failed(Decision.Skip skip) {
    skipped.add(skip);
    failures++;
  }

  /** Neighbours that became one chunk. */
  void merged(RoutingTable table, ShardId owner, ChunkRange range, int chunks) {
    merged.add(
        new BsonDocument("ns", new BsonString(table.ns().toString()))
            .append("min", table.shardKey().named(range.min()))
            .append("max", table.shardKey().named(range.max()))
            .append("shard", new BsonString(owner.name()))
            .append("chunks", new BsonInt32(chunks)));
  }

  /** A collection's defragmentation that goes on with another phase, or, with none, has ended. */
  void entered(Namespace ns, String phase) {
    phases.add(
        new BsonDocument("ns", new BsonString(ns.toString()))
            .append("phase", new BsonString(phase)));
  }

  /** The moves stand still before that step. */
  public void stoppedBefore(String step) {
    stoppedBefore = step;
  }

  public int moveCount() {
    return moves.size();
  }

  /** How many moves the policy wanted. */
  int candidateCount() {
    return candidates;
  }

  /** Whether something was asked for and not done. */
  boolean hasFailures() {
    return failures > 0;
  }

  /** Whether chunks moved or were joined, or a defragmentation went on. */
  boolean didSomething() {
    return !moves.isEmpty() || !merged.isEmpty() || !phases.isEmpty();
  }

  /**
   * {@code {round, policy, compared: […], moves: […], skipped: [{ns, why}], merged?: [{ns, min,
   * max, shard, chunks}], phases?: [{ns, phase}], stoppedBefore?}}: {@code merged} and {@code
   * phases} of defragmentation.
   */
  public BsonDocument toBson(long round, BalancerPolicy policy) {
    BsonArray comparedRows = new BsonArray();
    compared.forEach(row -> comparedRows.add(row.toBson()));
    BsonArray moveRows = new BsonArray();
    moves.forEach(row -> moveRows.add(row.toBson()));
    BsonArray skippedRows = new BsonArray();
    idle.ifPresent(
        why ->
            skippedRows.add(
                new BsonDocument("ns", new BsonString("")).append("why", new BsonString(why))));
    skipped.forEach(row -> skippedRows.add(row.toBson()));
    BsonDocument document =
        new BsonDocument("round", new BsonInt32((int) round))
            .append("policy", new BsonString(policy.name()))
            .append("compared", comparedRows)
            .append("moves", moveRows)
            .append("skipped", skippedRows);
    if (!merged.isEmpty()) {
      document.append("merged", merged);
    }
    if (!phases.isEmpty()) {
      document.append("phases", phases);
    }
    if (!stoppedBefore.isEmpty()) {
      document.append("stoppedBefore", new BsonString(stoppedBefore));
    }
    return document;
  }
}
