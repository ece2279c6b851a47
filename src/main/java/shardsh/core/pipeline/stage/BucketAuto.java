package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.Accumulator;
import shardsh.core.pipeline.AccumulatorSpec;
import shardsh.core.pipeline.Accumulators;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $bucketAuto}: so many ranges with about the same number of documents each. */
public final class BucketAuto implements Stage {
  private final Expression groupBy;
  private final int buckets;
  private final List<String> names;
  private final List<AccumulatorSpec> output;
  private final Optional<Granularity> granularity;
  private final PipelineContext context;

  private BucketAuto(
      Expression groupBy,
      int buckets,
      List<String> names,
      List<AccumulatorSpec> output,
      Optional<Granularity> granularity,
      PipelineContext context) {
    this.groupBy = groupBy;
    this.buckets = buckets;
    this.names = names;
    this.output = output;
    this.granularity = granularity;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException Location40239 to 40246, 40257 and 40261 for a
   *     malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          40240,
          "The argument to $bucketAuto must be an object, but found type: "
              + Values.typeName(spec)
              + ".");
    }
    int buckets = 0;
    BsonDocument fields = new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));
    Optional<Granularity> granularity = Optional.empty();
    for (Map.Entry<String, BsonValue> option : document.entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "groupBy" -> Bucket.checkGroupBy("$bucketAuto", value, 40239);
        case "buckets" -> buckets = buckets(value);
        case "output" -> fields = Bucket.output("$bucketAuto", value, 40244);
        case "granularity" -> granularity = Optional.of(granularity(value));
        default ->
            throw Values.error(
                40245, "Unrecognized option to $bucketAuto: " + option.getKey() + ".");
      }
    }
    if (!document.containsKey("groupBy") || buckets == 0) {
      throw Values.error(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
    }
    List<String> names = new ArrayList<>();
    List<AccumulatorSpec> output = new ArrayList<>();
    for (Map.Entry<String, BsonValue> field : fields.entrySet()) {
      names.add(field.getKey());
      output.add(Accumulators.parseField(field.getKey(), field.getValue(), context));
    }
    Expression groupBy = context.parse(document.get("groupBy"));
    return List.of(new BucketAuto(groupBy, buckets, names, output, granularity, context));
  }

  private static int buckets(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw Values.error(
          40241,
          "The $bucketAuto 'buckets' field must be a numeric value, but found type: "
              + Values.typeName(value)
              + ".");
    }
    if (!Numbers.isWholeInt(value)) {
      throw Values.error(
          40242,
          "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found "
              + ServerText.of(value)
              + ".");
    }
    if (Numbers.toLong(value) <= 0) {
      throw Values.error(
          40243,
          "The $bucketAuto 'buckets' field must be greater than 0, but found: "
              + Numbers.toLong(value)
              + ".");
    }
    return (int) Numbers.toLong(value);
  }

  private static Granularity granularity(BsonValue value) {
    if (!(value instanceof BsonString name)) {
      throw Values.error(
          40261,
          "The $bucketAuto 'granularity' field must be a string, but found type: "
              + Values.typeName(value)
              + ".");
    }
    return Granularity.named(name.getValue());
  }

  /** A document with what it is grouped by. */
  private record Row(BsonValue key, BsonDocument document) {}

  @Override
  public String name() {
    return "$bucketAuto";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> filled(sorted(input)).iterator());
  }

  private List<Row> sorted(Iterator<BsonDocument> input) {
    List<Row> rows = new ArrayList<>();
    while (input.hasNext()) {
      BsonDocument document = input.next();
      BsonValue key = Values.orNull(groupBy.evaluate(context.about(document)));
      granularity.ifPresent(series -> Granularity.check(key));
      rows.add(new Row(key, document));
    }
    BsonOrder order = context.query().collation().order();
    rows.sort((left, right) -> order.compare(left.key, right.key));
    return rows;
  }

  private List<BsonDocument> filled(List<Row> rows) {
    List<BsonDocument> results = new ArrayList<>();
    long size = Math.max(1, Math.round((double) rows.size() / buckets));
    int at = 0;
    BsonValue min = null;
    while (at < rows.size()) {
      int start = at;
      boolean last = results.size() + 1 == buckets;
      int end = last ? rows.size() : (int) Math.min(rows.size(), start + size);
      BsonValue first = min != null ? min : lowest(rows.get(start).key);
      BsonValue max;
      if (granularity.isPresent()) {
        max = granularity.get().roundUp(rows.get(end - 1).key);
        end = firstNotBelow(rows, end, max);
      } else {
        end = firstAbove(rows, end, rows.get(end - 1).key);
        max = rows.get(Math.min(end, rows.size() - 1)).key;
      }
      results.add(result(first, max, rows.subList(start, end)));
      min = max;
      at = end;
    }
    return results;
  }

  private BsonValue lowest(BsonValue key) {
    return granularity.isPresent() ? granularity.get().roundDown(key) : key;
  }

  private int firstAbove(List<Row> rows, int from, BsonValue boundary) {
    BsonOrder order = context.query().collation().order();
    int at = from;
    while (at < rows.size() && order.compare(rows.get(at).key, boundary) <= 0) {
      at++;
    }
    return at;
  }

  private int firstNotBelow(List<Row> rows, int from, BsonValue boundary) {
    BsonOrder order = context.query().collation().order();
    int at = from;
    while (at < rows.size() && order.compare(rows.get(at).key, boundary) < 0) {
      at++;
    }
    return at;
  }

  private BsonDocument result(BsonValue min, BsonValue max, List<Row> rows) {
    EvaluationContext empty = context.about(new BsonDocument());
    BsonDocument result = new BsonDocument("_id", new BsonDocument("min", min).append("max", max));
    for (int i = 0; i < output.size(); i++) {
      Accumulator state = output.get(i).start(empty);
      for (Row row : rows) {
        state.add(output.get(i).input(context.about(row.document)));
      }
      result.append(names.get(i), Values.orNull(state.result()));
    }
    return result;
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    groupBy.addDependencies(read);
    output.forEach(field -> field.addDependencies(read));
    return Needs.exactly(read);
  }

  @Override
  public boolean mayUseDisk() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument("groupBy", groupBy.toBson());
    printed.append("buckets", new BsonInt32(buckets));
    granularity.ifPresent(series -> printed.append("granularity", new BsonString(series.label())));
    BsonDocument fields = new BsonDocument();
    for (int i = 0; i < output.size(); i++) {
      fields.append(names.get(i), output.get(i).toBson());
    }
    return new BsonDocument("$bucketAuto", printed.append("output", fields));
  }
}
