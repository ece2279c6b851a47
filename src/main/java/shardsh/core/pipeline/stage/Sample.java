package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.DoubleSupplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.KeyedStage;
import shardsh.core.pipeline.MergeKeys;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $sample}: so many documents by chance, in random order. */
public final class Sample implements KeyedStage {
  private final long size;
  private final PipelineContext context;

  /** A document and the number it drew; the highest come first. */
  private record Drawn(double number, long sequence, BsonDocument document)
      implements Comparable<Drawn> {
    @Override
    public int compareTo(Drawn other) {
      int byNumber = Double.compare(other.number, number);
      return byNumber != 0 ? byNumber : Long.compare(sequence, other.sequence);
    }
  }

  private Sample(long size, PipelineContext context) {
    this.size = size;
    this.context = context;
  }

  /**
   * @throws CommandException Location28745 to 28749 for a malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(28745, "the $sample stage specification must be an object");
    }
    BsonValue size = null;
    for (Map.Entry<String, BsonValue> option : document.entrySet()) {
      if (!option.getKey().equals("size")) {
        throw Values.error(28748, "unrecognized option to $sample: " + option.getKey());
      }
      size = option.getValue();
    }
    if (size == null) {
      throw Values.error(28749, "$sample stage must specify a size");
    }
    if (!Numbers.isNumber(size)) {
      throw Values.error(28746, "size argument to $sample must be a number");
    }
    if (Numbers.toLong(size) <= 0) {
      throw Values.error(28747, "size argument to $sample must be a positive integer");
    }
    return List.of(new Sample(Numbers.toLong(size), context));
  }

  public long size() {
    return size;
  }

  @Override
  public String name() {
    return "$sample";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> drawn(input).stream().map(one -> one.document).iterator());
  }

  @Override
  public Iterator<BsonDocument> applyKeyed(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(
        () ->
            drawn(input).stream()
                .map(
                    one ->
                        MergeKeys.with(
                            one.document, new BsonArray(List.of(new BsonDouble(one.number)))))
                .iterator());
  }

  private List<Drawn> drawn(Iterator<BsonDocument> input) {
    DoubleSupplier random = context.query().variables().settings().random();
    if (random == null) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION, "$sample has no source of random numbers in this place");
    }
    PriorityQueue<Drawn> lowestFirst = new PriorityQueue<>((a, b) -> b.compareTo(a));
    long sequence = 0;
    while (input.hasNext()) {
      lowestFirst.add(new Drawn(random.getAsDouble(), sequence++, input.next()));
      if (lowestFirst.size() > size) {
        lowestFirst.poll();
      }
    }
    List<Drawn> kept = new ArrayList<>(lowestFirst);
    kept.sort(null);
    return kept;
  }

  /** Each shard draws as many; the merger takes those with the highest numbers. */
  @Override
  public DistributedPlan distributed() {
    return new DistributedPlan(
        List.of(this),
        List.of(new Limit(size)),
        Optional.of(new BsonDocument("$rand", new BsonInt32(-1))));
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public Needs needs() {
    return Needs.onlyLater();
  }

  @Override
  public boolean mayUseDisk() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$sample", new BsonDocument("size", new BsonInt64(size)));
  }
}
