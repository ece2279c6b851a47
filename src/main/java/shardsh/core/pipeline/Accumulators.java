package shardsh.core.pipeline;

import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.OperatorTable;
import shardsh.core.base.ServerProfile;
import shardsh.core.expr.Values;

/** The accumulators by name: one row each. */
public final class Accumulators {

  /** Reads what stands behind an accumulator's name. */
  @FunctionalInterface
  interface Parser {
    AccumulatorSpec parse(String name, BsonValue spec, PipelineContext context);
  }

  private static final OperatorTable<Parser> TABLE = new OperatorTable<>();

  static {
    TABLE.row("$accumulator", JavaScriptAccumulator::parse);
    TABLE.row("$addToSet", UnaryAccumulator.of(CollectAccumulators.AddToSet::new));
    TABLE.row("$avg", UnaryAccumulator.of(order -> new NumberAccumulators.Average()));
    TABLE.row("$bottom", "5.2", TopAccumulators.one(false));
    TABLE.row("$bottomN", "5.2", TopAccumulators.several(false));
    TABLE.row("$count", "5.0", NumberAccumulators::count);
    TABLE.row("$first", UnaryAccumulator.of(order -> new CollectAccumulators.First()));
    TABLE.row("$firstN", "5.2", NAccumulators.of(NAccumulators.First::new));
    TABLE.row("$last", UnaryAccumulator.of(order -> new CollectAccumulators.Last()));
    TABLE.row("$lastN", "5.2", NAccumulators.of(NAccumulators.Last::new));
    TABLE.row("$max", UnaryAccumulator.of(order -> new CollectAccumulators.Extreme(order, 1)));
    TABLE.row("$maxN", "5.2", NAccumulators.of(NAccumulators::greatest));
    TABLE.row("$median", "7.0", PercentileAccumulator::median);
    TABLE.row(
        "$mergeObjects", UnaryAccumulator.of(order -> new CollectAccumulators.MergeObjects()));
    TABLE.row("$min", UnaryAccumulator.of(order -> new CollectAccumulators.Extreme(order, -1)));
    TABLE.row("$minN", "5.2", NAccumulators.of(NAccumulators.Least::new));
    TABLE.row("$percentile", "7.0", PercentileAccumulator::percentile);
    TABLE.row("$push", UnaryAccumulator.of(order -> new CollectAccumulators.Push()));
    TABLE.row("$stdDevPop", UnaryAccumulator.of(order -> new NumberAccumulators.Deviation(false)));
    TABLE.row("$stdDevSamp", UnaryAccumulator.of(order -> new NumberAccumulators.Deviation(true)));
    TABLE.row("$sum", UnaryAccumulator.of(order -> new NumberAccumulators.Sum()));
    TABLE.row("$top", "5.2", TopAccumulators.one(true));
    TABLE.row("$topN", "5.2", TopAccumulators.several(true));
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
   * @throws CommandException Location15952 when the server of the context's profile has no
   *     accumulator of that name
   */
  public static AccumulatorSpec parse(String name, BsonValue spec, PipelineContext context) {
    Parser parser =
        TABLE
            .find(name, context.profile())
            .orElseThrow(() -> Values.error(15952, "unknown group operator '" + name + "'"));
    return parser.parse(name, spec, context);
  }

  /** Whether a server of that profile has an accumulator of that name. */
  public static boolean isAccumulator(String name, ServerProfile profile) {
    return TABLE.find(name, profile).isPresent();
  }

  /** The names of all accumulators, sorted, for completion and the reference. */
  public static Set<String> names() {
    return TABLE.names();
  }

  /** The first versions of the accumulators that came after 4.4, by name. */
  public static Map<String, String> since() {
    return TABLE.since();
  }
}
