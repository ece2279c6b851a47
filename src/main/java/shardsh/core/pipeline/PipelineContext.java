package shardsh.core.pipeline;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.base.ServerProfile;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.query.QueryContext;

/**
 * What stands around a pipeline while it is read and run.
 *
 * @param query collation, variables that may be used and their values
 * @param operation asked to stop now and then
 * @param ns the collection that is aggregated
 * @param foreign other collections
 * @param memory of each blocking stage
 * @param profile what the server's version can do
 */
public record PipelineContext(
    QueryContext query,
    OperationContext operation,
    Namespace ns,
    ForeignCollections foreign,
    MemoryRule memory,
    ServerProfile profile) {

  /** Simple collation, no variables, never stopped. */
  public static final PipelineContext PLAIN =
      new PipelineContext(QueryContext.PLAIN, OperationContext.unbounded());

  /** Without other collections and without limits, as the newest server. */
  public PipelineContext(QueryContext query, OperationContext operation) {
    this(
        query,
        operation,
        new Namespace("test", "coll"),
        ForeignCollections.NONE,
        MemoryRule.NONE,
        ServerProfile.V8_0);
  }

  /** The same for another collection and server. */
  public PipelineContext about(Namespace other, ServerProfile server) {
    return new PipelineContext(query, operation, other, foreign, memory, server);
  }

  /** The same for a pipeline with more variables. */
  public PipelineContext withQuery(QueryContext other) {
    return new PipelineContext(other, operation, ns, foreign, memory, profile);
  }

  public PipelineContext withOperation(OperationContext other) {
    return new PipelineContext(query, other, ns, foreign, memory, profile);
  }

  public PipelineContext withForeign(ForeignCollections others) {
    return new PipelineContext(query, operation, ns, others, memory, profile);
  }

  /** Reads an expression with the variables that may be used here. */
  public Expression parse(BsonValue expression) {
    return Expression.parse(expression, query.names());
  }

  /** What expressions are evaluated against for one document. */
  public EvaluationContext about(BsonDocument document) {
    return query.variables().withRoot(document);
  }
}
