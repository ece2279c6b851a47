package shardsh.core.pipeline;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Values;

/** The accumulators by name: one row each. */
public final class Accumulators {

  /** Reads what stands behind an accumulator's name. */
  @FunctionalInterface
  interface Parser {
    AccumulatorSpec parse(String name, BsonValue spec, PipelineContext context);
  }

  private static final Map<String, Parser> TABLE = new TreeMap<>();

  static {
    TABLE.put("$accumulator", JavaScriptAccumulator::parse);
    TABLE.put("$addToSet", UnaryAccumulator.of(CollectAccumulators.AddToSet::new));
    TABLE.put("$avg", UnaryAccumulator.of(order -> new NumberAccumulators.Average()));
    TABLE.put("$bottom", TopAccumulators.one(false));
    TABLE.put("$bottomN", TopAccumulators.several(false));
    TABLE.put("$count", NumberAccumulators::count);
    TABLE.put("$first", UnaryAccumulator.of(order -> new CollectAccumulators.First()));
    TABLE.put("$firstN", NAccumulators.of(NAccumulators.First::new));
    TABLE.put("$last", UnaryAccumulator.of(order -> new CollectAccumulators.Last()));
    TABLE.put("$lastN", NAccumulators.of(NAccumulators.Last::new));
    TABLE.put("$max", UnaryAccumulator.of(order -> new CollectAccumulators.Extreme(order, 1)));
    TABLE.put("$maxN", NAccumulators.of(NAccumulators::greatest));
    TABLE.put("$median", PercentileAccumulator::median);
    TABLE.put(
        "$mergeObjects", UnaryAccumulator.of(order -> new CollectAccumulators.MergeObjects()));
    TABLE.put("$min", UnaryAccumulator.of(order -> new CollectAccumulators.Extreme(order, -1)));
    TABLE.put("$minN", NAccumulators.of(NAccumulators.Least::new));
    TABLE.put("$percentile", PercentileAccumulator::percentile);
    TABLE.put("$push", UnaryAccumulator.of(order -> new CollectAccumulators.Push()));
    TABLE.put("$stdDevPop", UnaryAccumulator.of(order -> new NumberAccumulators.Deviation(false)));
    TABLE.put("$stdDevSamp", UnaryAccumulator.of(order -> new NumberAccumulators.Deviation(true)));
    TABLE.put("$sum", UnaryAccumulator.of(order -> new NumberAccumulators.Sum()));
    TABLE.put("$top", TopAccumulators.one(true));
    TABLE.put("$topN", TopAccumulators.several(true));
  }

  private Accumulators() {}

  /**
   * Reads one field of a {@code $group}, e.g. {@code total: {$sum: "$qty"}}.
   *
   * @throws CommandException Location40234 to 40238 for a malformed field, Location15952 for an
   *     unknown accumulator
   */
  public static AccumulatorSpec parseField(String field, BsonValue spec, PipelineContext context) {
    if (field.indexOf('.') >= 0) {
      throw Values.error(40235, "The field name '" + field + "' cannot contain '.'");
    }
    if (field.startsWith("$")) {
      throw Values.error(40236, "The field name '" + field + "' cannot be an operator name");
    }
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(40234, "The field '" + field + "' must be an accumulator object");
    }
    if (document.size() != 1) {
      throw Values.error(40238, "The field '" + field + "' must specify one accumulator");
    }
    return parse(document.getFirstKey(), document.get(document.getFirstKey()), context);
  }

  /**
   * Reads {@code {name: spec}}.
   *
   * @throws CommandException Location15952 when there is no accumulator of that name
   */
  public static AccumulatorSpec parse(String name, BsonValue spec, PipelineContext context) {
    Parser parser = TABLE.get(name);
    if (parser == null) {
      throw Values.error(15952, "unknown group operator '" + name + "'");
    }
    return parser.parse(name, spec, context);
  }

  /** Whether there is an accumulator of that name. */
  public static boolean isAccumulator(String name) {
    return TABLE.containsKey(name);
  }

  /** The names of all accumulators, sorted, for completion and the reference. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(TABLE.keySet());
  }
}
