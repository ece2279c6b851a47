package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Values;
import shardsh.core.keys.IndexKey;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.KeyedStage;
import shardsh.core.pipeline.MemoryRule;
import shardsh.core.pipeline.MemoryUse;
import shardsh.core.pipeline.MergeKeys;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.ChangedPaths;
import shardsh.core.query.SortPattern;

/** {@code $sort}, stable, with the limit that followed it, if any. */
public final class Sort implements KeyedStage {
  private final SortPattern pattern;
  private final OptionalLong limit;
  private final MemoryRule memory;

  /** A document with its sort key and its place in the input. */
  private record Keyed(IndexKey key, long sequence, BsonDocument document) {}

  private Sort(SortPattern pattern, OptionalLong limit, MemoryRule memory) {
    this.pattern = pattern;
    this.limit = limit;
    this.memory = memory;
  }

  /**
   * @throws shardsh.core.base.CommandException Location15973 unless it is an object, and what the
   *     sort pattern throws
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(15973, "the $sort key specification must be an object");
    }
    return List.of(
        new Sort(
            SortPattern.parse(document, context.query().collation()),
            OptionalLong.empty(),
            context.memory()));
  }

  public SortPattern pattern() {
    return pattern;
  }

  /** How many documents are needed; empty for all. */
  public OptionalLong limit() {
    return limit;
  }

  /** The same sort that gives up its documents after so many. */
  public Sort withLimit(long newLimit) {
    long least = Math.min(newLimit, limit.orElse(Long.MAX_VALUE));
    return new Sort(pattern, OptionalLong.of(least), memory);
  }

  @Override
  public String name() {
    return "$sort";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> new MappedRows(sorted(input).iterator()));
  }

  @Override
  public Iterator<BsonDocument> applyKeyed(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(
        () ->
            sorted(input).stream()
                .map(row -> MergeKeys.with(row.document, new BsonArray(row.key.values())))
                .iterator());
  }

  private List<Keyed> sorted(Iterator<BsonDocument> input) {
    List<Keyed> kept = limit.isPresent() ? best(input, limit.getAsLong()) : all(input);
    kept.sort(this::compare);
    return kept;
  }

  private int compare(Keyed left, Keyed right) {
    int compared = pattern.compareKeys(left.key, right.key);
    return compared != 0 ? compared : Long.compare(left.sequence, right.sequence);
  }

  private List<Keyed> all(Iterator<BsonDocument> input) {
    List<Keyed> rows = new ArrayList<>();
    MemoryUse use = new MemoryUse(memory, "$sort");
    while (input.hasNext()) {
      BsonDocument document = input.next();
      use.add(document);
      rows.add(new Keyed(pattern.sortKey(document), rows.size(), document));
    }
    return rows;
  }

  /** Keeps no more than the limit at any time. */
  private List<Keyed> best(Iterator<BsonDocument> input, long most) {
    PriorityQueue<Keyed> worstFirst = new PriorityQueue<>((a, b) -> compare(b, a));
    long sequence = 0;
    while (input.hasNext()) {
      BsonDocument document = input.next();
      Keyed row = new Keyed(pattern.sortKey(document), sequence++, document);
      if (worstFirst.size() < most) {
        worstFirst.add(row);
      } else if (compare(row, worstFirst.peek()) < 0) {
        worstFirst.poll();
        worstFirst.add(row);
      }
    }
    return new ArrayList<>(worstFirst);
  }

  private static final class MappedRows implements Iterator<BsonDocument> {
    private final Iterator<Keyed> rows;

    MappedRows(Iterator<Keyed> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public BsonDocument next() {
      return rows.next().document;
    }
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    pattern.toBson().keySet().forEach(read::addPath);
    return Needs.andLater(read);
  }

  @Override
  public Optional<ChangedPaths> changes() {
    return limit.isPresent() ? Optional.empty() : Optional.of(ChangedPaths.none());
  }

  @Override
  public boolean mayUseDisk() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument("sortKey", pattern.toBson());
    limit.ifPresent(most -> printed.append("limit", new BsonInt64(most)));
    return new BsonDocument("$sort", printed);
  }

  @Override
  public List<BsonDocument> toCommand() {
    BsonDocument sort = new BsonDocument("$sort", pattern.toBson());
    return limit.isPresent() ? List.of(sort, new Limit(limit.getAsLong()).toBson()) : List.of(sort);
  }

  /** The shards sort, the merger merges and, if there is a limit, counts again. */
  @Override
  public DistributedPlan distributed() {
    List<Stage> merger = limit.isPresent() ? List.of(new Limit(limit.getAsLong())) : List.of();
    return new DistributedPlan(List.of(this), merger, Optional.of(pattern.toBson()));
  }
}
