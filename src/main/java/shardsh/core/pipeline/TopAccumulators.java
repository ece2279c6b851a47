package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.ElementCount;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.keys.IndexKey;
import shardsh.core.query.SortPattern;

/** {@code $top}, {@code $topN}, {@code $bottom} and {@code $bottomN}. */
final class TopAccumulators {
  private TopAccumulators() {}

  static Accumulators.Parser one(boolean top) {
    return (name, spec, context) -> parse(name, spec, context, top, true);
  }

  static Accumulators.Parser several(boolean top) {
    return (name, spec, context) -> parse(name, spec, context, top, false);
  }

  private static AccumulatorSpec parse(
      String name, BsonValue spec, PipelineContext context, boolean top, boolean single) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          5788001, "specification must be an object; found " + name + ": " + ServerText.of(spec));
    }
    List<String> known =
        single ? Arrays.asList("output", "sortBy") : Arrays.asList("n", "output", "sortBy");
    for (String field : document.keySet()) {
      if (!known.contains(field)) {
        throw Values.error(5788002, "Unknown argument to " + name + " '" + field + "'");
      }
    }
    require(document, "n", 5788003, !single);
    require(document, "output", 5788004, true);
    require(document, "sortBy", 5788005, true);
    if (!(document.get("sortBy") instanceof BsonDocument sortBy)) {
      throw Values.error(10065, "invalid parameter: expected an object (sortBy)");
    }
    SortPattern sort = SortPattern.parse(sortBy, context.query().collation());
    Expression n = single ? new Constant(new BsonInt32(1)) : context.parse(document.get("n"));
    return new Spec(name, context.parse(document.get("output")), sort, n, top, single);
  }

  private static void require(BsonDocument spec, String field, int code, boolean needed) {
    if (needed && !spec.containsKey(field)) {
      throw Values.error(code, "Missing value for '" + field + "'");
    }
  }

  private record Spec(
      String name, Expression output, SortPattern sort, Expression n, boolean top, boolean single)
      implements AccumulatorSpec {

    /** The sort key's values, then the output. */
    @Override
    public BsonValue input(EvaluationContext context) {
      BsonArray input = new BsonArray(sort.sortKey(context.root()).values());
      input.add(Values.orNull(output.evaluate(context)));
      return input;
    }

    @Override
    public Accumulator start(EvaluationContext group) {
      return new State(sort, ElementCount.of(n.evaluate(group)), top, single);
    }

    @Override
    public BsonDocument toBson() {
      return printed(output.toBson());
    }

    @Override
    public BsonDocument toCombiningBson(String path) {
      return printed(new BsonString(path));
    }

    private BsonDocument printed(BsonValue value) {
      BsonDocument printed = new BsonDocument();
      if (!single) {
        printed.append("n", n.toBson());
      }
      printed.append("output", value).append("sortBy", sort.toBson());
      return new BsonDocument(name, printed);
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      output.addDependencies(dependencies);
      for (String path : sort.toBson().keySet()) {
        dependencies.addPath(path);
      }
    }
  }

  /** The best entries so far, in the order of the sort. */
  private static final class State implements Accumulator {

    private record Entry(IndexKey key, BsonValue output) {}

    private final SortPattern sort;
    private final int n;
    private final boolean top;
    private final boolean single;
    private final List<Entry> entries = new ArrayList<>();

    State(SortPattern sort, int n, boolean top, boolean single) {
      this.sort = sort;
      this.n = n;
      this.top = top;
      this.single = single;
    }

    @Override
    public void add(BsonValue value) {
      BsonArray input = value.asArray();
      int last = input.size() - 1;
      Entry entry = new Entry(IndexKey.of(input.getValues().subList(0, last)), input.get(last));
      if (entries.size() == n && !isBetter(entry)) {
        return;
      }
      entries.add(placeFor(entry.key), entry);
      if (entries.size() > n) {
        entries.remove(top ? n : 0);
      }
    }

    private boolean isBetter(Entry entry) {
      return top
          ? sort.compareKeys(entry.key, entries.get(n - 1).key) < 0
          : sort.compareKeys(entry.key, entries.get(0).key) > 0;
    }

    /** Behind all entries that are not above. */
    private int placeFor(IndexKey key) {
      int low = 0;
      int high = entries.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (sort.compareKeys(entries.get(middle).key, key) <= 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    @Override
    public void combine(BsonValue partial) {
      partial.asArray().forEach(this::add);
    }

    @Override
    public BsonValue partial() {
      BsonArray partial = new BsonArray(entries.size());
      for (Entry entry : entries) {
        BsonArray input = new BsonArray(entry.key.values());
        input.add(entry.output);
        partial.add(input);
      }
      return partial;
    }

    @Override
    public BsonValue result() {
      if (single) {
        return entries.isEmpty() ? null : entries.get(0).output;
      }
      BsonArray result = new BsonArray(entries.size());
      for (Entry entry : entries) {
        result.add(entry.output);
      }
      return result;
    }
  }
}
