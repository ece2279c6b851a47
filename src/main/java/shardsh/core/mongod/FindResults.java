package shardsh.core.mongod;

import org.bson.BsonDocument;
import org.bson.BsonInt64;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.MergeKeys;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.plan.QuerySolution;
import shardsh.core.query.CanonicalQuery;

/** What a find gives, on the data as they were when it began. */
final class FindResults implements CursorResults {
  private final LocalReads reads;
  private final LocalReads.Source source;
  private final QuerySolution solution;
  private final CanonicalQuery query;
  private final boolean sortKeys;

  /**
   * @param source {@linkplain LocalReads.Source#frozen frozen} if it is to be read later too
   * @param sortKeys whether each result carries its sort key
   */
  FindResults(
      LocalReads reads,
      LocalReads.Source source,
      QuerySolution solution,
      CanonicalQuery query,
      boolean sortKeys) {
    this.reads = reads;
    this.source = source;
    this.solution = solution;
    this.query = query;
    this.sortKeys = sortKeys && query.sort().isPresent();
  }

  @Override
  public Namespace ns() {
    return source.ns();
  }

  @Override
  public CursorResults in(LocalReads otherReads) {
    return new FindResults(otherReads, source.frozen(), solution, query, sortKeys);
  }

  @Override
  public Running start() {
    return new Run(reads.executor(source, solution));
  }

  private final class Run implements Running {
    private final PlanExecutor executor;
    private long charged;
    private boolean ended;

    Run(PlanExecutor executor) {
      this.executor = executor;
    }

    @Override
    public BsonDocument next() {
      if (ended || !executor.next()) {
        ended = true;
        return null;
      }
      BsonDocument document = shown(executor.document());
      return sortKeys
          ? MergeKeys.with(document, MergeKeys.key(executor.stored(), query.sort().orElseThrow()))
          : document;
    }

    private BsonDocument shown(BsonDocument document) {
      return query.showRecordId()
          ? Docs.copyOf(document).append("$recordId", new BsonInt64(executor.recordId()))
          : document;
    }

    @Override
    public void charge() {
      reads.charge(source.ns(), executor, charged);
      charged = executor.docsExamined();
    }

    @Override
    public void passOver() {
      charged = executor.docsExamined();
    }
  }
}
