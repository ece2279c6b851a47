package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.KeyedStage;
import shardsh.core.pipeline.MergeKeys;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.Group;
import shardsh.core.pipeline.stage.MappedStream;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.query.SortPattern;

/** What a pipeline on this shard gives, on the data as they were. */
final class PipelineResults implements CursorResults {
  private final LocalReads reads;
  private final LocalPipeline local;
  private final LocalReads.Source source;
  private final List<BsonDocument> made;

  /**
   * @param made documents that the shard makes for the first stage; none when it reads a collection
   */
  PipelineResults(LocalReads reads, LocalPipeline local, List<BsonDocument> made) {
    this(reads, local, local.source().frozen(), List.copyOf(made));
  }

  private PipelineResults(
      LocalReads reads, LocalPipeline local, LocalReads.Source source, List<BsonDocument> made) {
    this.reads = reads;
    this.local = local;
    this.source = source;
    this.made = made;
  }

  @Override
  public Namespace ns() {
    return source.ns();
  }

  @Override
  public CursorResults in(LocalReads otherReads) {
    return new PipelineResults(otherReads, local.in(otherReads.server()), source, made);
  }

  @Override
  public Run start() {
    return new Run(
        local.solutions().stream().findFirst().map(plan -> reads.executor(source, plan)));
  }

  /** All results at once. */
  FixedResults drained() {
    Run run = start();
    List<BsonDocument> all = new ArrayList<>();
    for (BsonDocument next = run.next(); next != null; next = run.next()) {
      all.add(next);
    }
    run.charge();
    return new FixedResults(ns(), all);
  }

  private Iterator<BsonDocument> stream(Iterator<BsonDocument> found, Optional<PlanExecutor> plan) {
    List<Stage> rest = local.pushed().rest();
    if (local.mergeOrder().isEmpty()) {
      return new Pipeline(rest).run(found, local.context());
    }
    for (int i = rest.size() - 1; i >= 0; i--) {
      if (rest.get(i) instanceof KeyedStage sorting) {
        Iterator<BsonDocument> input = new Pipeline(rest.subList(0, i)).run(found, local.context());
        return MergeKeys.carry(rest.subList(i + 1, rest.size()), sorting.applyKeyed(input));
      }
    }
    SortPattern pattern = local.pushed().sort().orElseThrow();
    Iterator<BsonDocument> keyed =
        new MappedStream(
            found,
            document ->
                MergeKeys.with(document, MergeKeys.key(plan.orElseThrow().stored(), pattern)));
    return MergeKeys.carry(rest, keyed);
  }

  /** The computation under way. */
  final class Run implements Running {
    private final Optional<PlanExecutor> executor;
    private final Iterator<BsonDocument> stream;
    private long charged;

    Run(Optional<PlanExecutor> executor) {
      this.executor = executor;
      this.stream =
          stream(executor.isPresent() ? found(executor.get()) : made.iterator(), executor);
    }

    /** A projection is left out when those who read the documents see no difference. */
    private Found found(PlanExecutor plan) {
      boolean whole = local.mergeOrder().isEmpty() && Group.readsOnlyFields(local.pushed().rest());
      return new Found(plan, whole);
    }

    @Override
    public BsonDocument next() {
      return stream.hasNext() ? stream.next() : null;
    }

    @Override
    public void charge() {
      executor.ifPresent(
          plan -> {
            reads.charge(source.ns(), plan, charged);
            charged = plan.docsExamined();
          });
    }

    @Override
    public void passOver() {
      executor.ifPresent(plan -> charged = plan.docsExamined());
    }
  }

  private static final class Found extends DocumentStream {
    private final PlanExecutor executor;
    private final boolean whole;

    Found(PlanExecutor executor, boolean whole) {
      this.executor = executor;
      this.whole = whole;
    }

    @Override
    protected BsonDocument advance() {
      if (!executor.next()) {
        return null;
      }
      return whole ? executor.stored() : executor.document();
    }
  }
}
