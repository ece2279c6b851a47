package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $limit}: the first documents; the rest of the input is not pulled. */
public final class Limit implements Stage {
  private final long limit;

  public Limit(long limit) {
    this.limit = limit;
  }

  /**
   * @throws shardsh.core.base.CommandException Location5107201 unless it is a whole number,
   *     Location15958 for 0
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    long limit = WholeArgument.of("$limit", spec, 5107201);
    if (limit == 0) {
      throw Values.error(15958, "the limit must be positive");
    }
    return List.of(new Limit(limit));
  }

  public long limit() {
    return limit;
  }

  @Override
  public String name() {
    return "$limit";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new DocumentStream() {
      private long left = limit;

      @Override
      protected BsonDocument advance() {
        if (left == 0 || !input.hasNext()) {
          return null;
        }
        left--;
        return input.next();
      }
    };
  }

  @Override
  public Needs needs() {
    return Needs.onlyLater();
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$limit", new BsonInt64(limit));
  }

  /** Each shard's share may be all of it; the merger counts again. */
  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.both(this, this);
  }

  @Override
  public String toString() {
    return "$limit " + Numbers.intOrLong(limit);
  }
}
