package shardsh.core.snapshot;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.sharding.ShardId;

/**
 * What a load did.
 *
 * @param messages requests and replies between all processes, those of background work included
 * @param failed how many operations ended in an error
 * @param firstError empty when none did
 * @param shards every shard of the cluster, by id
 */
public record LoadView(
    Namespace ns,
    long inserts,
    long reads,
    long messages,
    long failed,
    String firstError,
    List<Shard> shards) {

  /**
   * One shard's part. An operation that asks several shards counts at each of them; a shard that
   * refused it, for an old version say, had messages and no operation.
   *
   * @param documents inserted here, or shipped from here
   * @param messages requests to it and its replies
   * @param p50Micros time from a router's request to the reply: half of them took no longer
   */
  public record Shard(
      ShardId id,
      long reads,
      long writes,
      long documents,
      long messages,
      long p50Micros,
      long p95Micros,
      long p99Micros) {

    public long operations() {
      return reads + writes;
    }
  }

  public LoadView {
    shards = List.copyOf(shards);
  }

  /** All shards' operations together. */
  public long work() {
    return shards.stream().mapToLong(Shard::operations).sum();
  }

  /** The shard's share of all shards' operations. */
  public double share(Shard shard) {
    return work() == 0 ? 0 : (double) shard.operations() / work();
  }

  /**
   * {@code {operations, inserts, reads, messages, failed?, firstError?, shards: {s0: {operations,
   * documents, messages, share, p50Millis, p95Millis, p99Millis}}}}.
   */
  public BsonDocument toBson() {
    BsonDocument report =
        new BsonDocument("operations", Docs.number(inserts + reads))
            .append("inserts", Docs.number(inserts))
            .append("reads", Docs.number(reads))
            .append("messages", Docs.number(messages));
    if (failed > 0) {
      report.append("failed", Docs.number(failed)).append("firstError", new BsonString(firstError));
    }
    BsonDocument parts = new BsonDocument();
    for (Shard shard : shards) {
      parts.append(
          shard.id().name(),
          new BsonDocument("operations", Docs.number(shard.operations()))
              .append("documents", Docs.number(shard.documents()))
              .append("messages", Docs.number(shard.messages()))
              .append("share", decimal(Math.round(share(shard) * 1000) / 1000.0))
              .append("p50Millis", decimal(shard.p50Micros() / 1000.0))
              .append("p95Millis", decimal(shard.p95Micros() / 1000.0))
              .append("p99Millis", decimal(shard.p99Micros() / 1000.0)));
    }
    return report.append("shards", parts);
  }

  private static BsonValue decimal(double value) {
    return value == Math.rint(value) ? new BsonInt32((int) value) : new BsonDouble(value);
  }
}
