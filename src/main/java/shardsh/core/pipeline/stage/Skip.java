package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $skip}: all but the first documents. */
public final class Skip implements Stage {
  private final long skip;

  public Skip(long skip) {
    this.skip = skip;
  }

  /**
   * @throws shardsh.core.base.CommandException Location5107200 unless it is a whole number from 0
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    return List.of(new Skip(WholeArgument.of("$skip", spec, 5107200)));
  }

  public long skip() {
    return skip;
  }

  @Override
  public String name() {
    return "$skip";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new DocumentStream() {
      private long left = skip;

      @Override
      protected BsonDocument advance() {
        for (; left > 0 && input.hasNext(); left--) {
          input.next();
        }
        return input.hasNext() ? input.next() : null;
      }
    };
  }

  @Override
  public Needs needs() {
    return Needs.onlyLater();
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$skip", new BsonInt64(skip));
  }
}
