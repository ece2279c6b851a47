package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchNormalizer;
import shardsh.core.query.MatchParser;
import shardsh.core.query.MatchPaths;

/** {@code $match}: lets through what a filter matches. */
public final class Match implements Stage {
  private final BsonDocument filter;
  private final MatchExpression tree;

  private Match(BsonDocument filter, MatchExpression tree) {
    this.filter = filter;
    this.tree = tree;
  }

  /**
   * @throws shardsh.core.base.CommandException Location15959 unless the filter is an object
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument filter)) {
      throw Values.error(15959, "the match filter must be an expression in an object");
    }
    return List.of(of(filter, context));
  }

  public static Match of(BsonDocument filter, PipelineContext context) {
    return new Match(filter, MatchNormalizer.simplify(MatchParser.parse(filter, context.query())));
  }

  /** A filter that is a tree already. */
  public static Match of(MatchExpression tree) {
    MatchExpression normal = MatchNormalizer.simplify(tree);
    return new Match(normal.toBson(), normal);
  }

  /** As given. */
  public BsonDocument filter() {
    return filter;
  }

  public MatchExpression tree() {
    return tree;
  }

  @Override
  public String name() {
    return "$match";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new DocumentStream() {
      @Override
      protected BsonDocument advance() {
        while (input.hasNext()) {
          BsonDocument document = input.next();
          if (tree.matches(document)) {
            return document;
          }
        }
        return null;
      }
    };
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    MatchPaths.addTo(read, tree);
    return Needs.andLater(read);
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$match", tree.toBson());
  }

  @Override
  public List<BsonDocument> toCommand() {
    return List.of(new BsonDocument("$match", filter));
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }
}
