package shardsh.core.pipeline.window;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.OperatorTable;
import shardsh.core.pipeline.Accumulators;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.query.SortPattern;

/** The functions of {@code $setWindowFields} by name: one row each, besides the accumulators. */
public final class WindowFunctions {

  /** What is given to a function's parser. */
  record Request(
      String name,
      BsonValue argument,
      Optional<BsonValue> window,
      Optional<SortPattern> sort,
      PipelineContext context) {

    /**
     * The window; the whole partition when there is none.
     *
     * @throws CommandException FAILED_TO_PARSE
     */
    WindowBounds bounds() {
      return window.map(spec -> WindowBounds.parse(spec, sort)).orElse(WindowBounds.ALL);
    }

    /** Refuses a window. */
    void noWindow(ErrorCode code) {
      if (window.isPresent()) {
        throw new CommandException(code, name + " does not accept a 'window' field");
      }
    }

    /** Refuses a missing order. */
    void needSort(ErrorCode code) {
      if (sort.isEmpty()) {
        throw new CommandException(code, name + " requires a sortBy");
      }
    }
  }

  /** Reads one function. */
  @FunctionalInterface
  interface Parser {
    WindowFunction parse(Request request);
  }

  private static final List<String> NO_WINDOW_FORM = List.of("$accumulator", "$mergeObjects");
  private static final OperatorTable<Parser> TABLE = new OperatorTable<>();

  static {
    TABLE.row("$covariancePop", "5.0", Covariance.parser(false));
    TABLE.row("$covarianceSamp", "5.0", Covariance.parser(true));
    TABLE.row("$denseRank", "5.0", Ranks.parser(Ranks.Kind.DENSE));
    TABLE.row("$derivative", "5.0", Slopes::derivative);
    TABLE.row("$documentNumber", "5.0", Ranks.parser(Ranks.Kind.NUMBER));
    TABLE.row("$expMovingAvg", "5.0", MovingAverage::parse);
    TABLE.row("$integral", "5.0", Slopes::integral);
    TABLE.row("$linearFill", "5.3", Fills::linear);
    TABLE.row("$locf", "5.2", Fills::lastObserved);
    TABLE.row("$rank", "5.0", Ranks.parser(Ranks.Kind.RANK));
    TABLE.row("$shift", "5.0", Shift::parse);
  }

  private WindowFunctions() {}

  /**
   * Reads one field of the output, e.g. {@code {$sum: "$x", window: {documents: [-1, 0]}}}.
   *
   * @throws CommandException FAILED_TO_PARSE for a malformed field or an unknown function, and what
   *     the functions throw
   */
  public static WindowFunction parse(
      String field, BsonValue spec, Optional<SortPattern> sort, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "The field '" + field + "' must be an object describing a window function");
    }
    String name = "";
    for (String key : document.keySet()) {
      if (key.equals("window")) {
        continue;
      }
      if (!key.startsWith("$") || !name.isEmpty()) {
        throw new CommandException(
            ErrorCode.FAILED_TO_PARSE,
            name.isEmpty()
                ? "Expected a $-prefixed window function, " + key
                : "Window function found an unknown argument: " + key);
      }
      name = key;
    }
    boolean accumulates =
        Accumulators.isAccumulator(name, context.profile()) && !NO_WINDOW_FORM.contains(name);
    Optional<Parser> parser =
        accumulates ? Optional.of(Accumulation::parse) : TABLE.find(name, context.profile());
    if (parser.isEmpty()) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Unrecognized window function, " + name);
    }
    Request request =
        new Request(
            name, document.get(name), Optional.ofNullable(document.get("window")), sort, context);
    return parser.get().parse(request);
  }

  /** Names of the functions that are no accumulators, sorted. */
  public static Set<String> names() {
    return TABLE.names();
  }

  /** Their first versions, by name; accumulators have them in a table of their own. */
  public static Map<String, String> since() {
    return TABLE.since();
  }
}
