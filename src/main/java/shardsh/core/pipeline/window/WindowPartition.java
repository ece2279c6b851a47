package shardsh.core.pipeline.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PathExpression;
import shardsh.core.keys.IndexKey;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.query.SortPattern;

/** The documents of one partition in their order. */
public final class WindowPartition {
  private final List<BsonDocument> documents;
  private final Optional<SortPattern> sort;
  private final List<IndexKey> keys = new ArrayList<>();
  private final PipelineContext context;

  /**
   * @param documents sorted
   */
  public WindowPartition(
      List<BsonDocument> documents, Optional<SortPattern> sort, PipelineContext context) {
    this.documents = documents;
    this.sort = sort;
    this.context = context;
    sort.ifPresent(pattern -> documents.forEach(document -> keys.add(pattern.sortKey(document))));
  }

  public int size() {
    return documents.size();
  }

  /** What an expression gives for a document; null when it is missing. */
  public BsonValue value(int position, Expression expression) {
    return expression.evaluate(about(position));
  }

  EvaluationContext about(int position) {
    return context.about(documents.get(position));
  }

  PipelineContext context() {
    return context;
  }

  /** The value of the one field by which the partition is sorted; null when it is missing. */
  public BsonValue sortValue(int position) {
    String field = sort.orElseThrow().toBson().getFirstKey();
    return PathExpression.ofField(field).evaluate(about(position));
  }

  /** Whether two documents have the same place in the order. */
  boolean tied(int left, int right) {
    return sort.orElseThrow().compareKeys(keys.get(left), keys.get(right)) == 0;
  }
}
