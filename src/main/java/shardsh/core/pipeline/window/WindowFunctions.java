package shardsh.core.pipeline.window;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
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
  private static final Map<String, Parser> TABLE = new TreeMap<>();

  static {
    TABLE.put("$covariancePop", Covariance.parser(false));
    TABLE.put("$covarianceSamp", Covariance.parser(true));
    TABLE.put("$denseRank", Ranks.parser(Ranks.Kind.DENSE));
    TABLE.put("$derivative", Slopes::derivative);
    TABLE.put("$documentNumber", Ranks.parser(Ranks.Kind.NUMBER));
    TABLE.put("$expMovingAvg", MovingAverage::parse);
    TABLE.put("$integral", Slopes::integral);
    TABLE.put("$linearFill", Fills::linear);
    TABLE.put("$locf", Fills::lastObserved);
    TABLE.put("$rank", Ranks.parser(Ranks.Kind.RANK));
    TABLE.put("$shift", Shift::parse);
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
    boolean accumulates = Accumulators.isAccumulator(name) && !NO_WINDOW_FORM.contains(name);
    if (!accumulates && !TABLE.containsKey(name)) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Unrecognized window function, " + name);
    }
    Request request =
        new Request(
            name, document.get(name), Optional.ofNullable(document.get("window")), sort, context);
    return accumulates ? Accumulation.parse(request) : TABLE.get(name).parse(request);
  }

  /** Names of the functions that are no accumulators, sorted. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(TABLE.keySet());
  }
}
