package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.MemoryUse;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.window.ValueMath;

/**
 * {@code $densify}: documents for the values of a field that are not there. Source: the manual's
 * page on the stage. Documents come out partition by partition, sorted by the field.
 */
public final class Densify implements Stage {
  private static final int GENERATED_MAX = 500_000;

  /** Where values are made. */
  private enum Bounds {
    FULL,
    PARTITION,
    EXPLICIT
  }

  /** The specification, checked. */
  private record Parts(
      String[] field,
      List<String[]> partitionBy,
      BsonValue step,
      Optional<BsonString> unit,
      Bounds bounds,
      BsonValue lower,
      BsonValue upper,
      BsonDocument spec) {}

  private final Parts parts;
  private final PipelineContext context;

  private Densify(Parts parts, PipelineContext context) {
    this.parts = parts;
    this.context = context;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE and Location5733201 to 5733409 for a malformed
   *     specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    Specification options =
        Specification.of("$densify", spec, List.of("field", "partitionByFields", "range"));
    String field = options.text("field").orElse("");
    String[] path = PathExpression.splitPath(field);
    List<String[]> partitionBy = new ArrayList<>();
    for (BsonValue name : options.array("partitionByFields").orElseGet(BsonArray::new)) {
      if (!name.isString()) {
        throw options.wrongType("partitionByFields", name, "an array of strings");
      }
      partitionBy.add(PathExpression.splitPath(name.asString().getValue()));
    }
    BsonDocument range = options.document("range");
    if (!range.containsKey("step") || !range.containsKey("bounds")) {
      throw Specification.failure("$densify requires a range with 'step' and 'bounds'");
    }
    BsonValue step = range.get("step");
    if (!Numbers.isNumber(step) || Numbers.toDouble(step) <= 0) {
      throw Values.error(
          5733401,
          "The step parameter in a range statement must be a strictly" + " positive numeric value");
    }
    Optional<BsonString> unit =
        range.isString("unit") ? Optional.of(range.getString("unit")) : Optional.empty();
    if (unit.isPresent() && !Numbers.isWholeLong(step)) {
      throw Values.error(
          6586400,
          "The step parameter in a range satement must be a whole number"
              + " when densifying a date range");
    }
    BsonValue bounds = range.get("bounds");
    if (bounds instanceof BsonArray pair) {
      return List.of(
          new Densify(explicit(path, partitionBy, step, unit, pair, spec.asDocument()), context));
    }
    boolean full = new BsonString("full").equals(bounds);
    if (!full && !new BsonString("partition").equals(bounds)) {
      throw Values.error(5946802, "Bounds string must either be 'full' or 'partition'");
    }
    return List.of(
        new Densify(
            new Parts(
                path,
                partitionBy,
                step,
                unit,
                full ? Bounds.FULL : Bounds.PARTITION,
                BsonNull.VALUE,
                BsonNull.VALUE,
                spec.asDocument()),
            context));
  }

  private static Parts explicit(
      String[] path,
      List<String[]> partitionBy,
      BsonValue step,
      Optional<BsonString> unit,
      BsonArray pair,
      BsonDocument spec) {
    if (pair.size() != 2) {
      throw Values.error(
          5733403, "A bounding array in a range statement must have exactly two elements");
    }
    boolean dates = pair.stream().allMatch(BsonDateTime.class::isInstance);
    boolean numbers = pair.stream().allMatch(Numbers::isNumber);
    if (!dates && !numbers) {
      throw Values.error(
          5733406,
          "A bounding array must be an ascending array of either two dates or two numbers");
    }
    if (BsonOrder.SIMPLE.compare(pair.get(0), pair.get(1)) > 0) {
      throw Values.error(
          5733402,
          "A bounding array must be an ascending array of either two dates or two numbers");
    }
    if (numbers && unit.isPresent()) {
      throw Values.error(5733409, "A range can only have a 'unit' when its bounds are dates");
    }
    if (dates && unit.isEmpty()) {
      throw Values.error(5733410, "A range of dates must have a 'unit'");
    }
    return new Parts(
        path, partitionBy, step, unit, Bounds.EXPLICIT, pair.get(0), pair.get(1), spec);
  }

  @Override
  public String name() {
    return "$densify";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> densified(input));
  }

  private Iterator<BsonDocument> densified(Iterator<BsonDocument> input) {
    List<BsonDocument> results = new ArrayList<>();
    Map<BsonValue, List<BsonDocument>> partitions = new TreeMap<>(BsonOrder.SIMPLE);
    MemoryUse use = new MemoryUse(context.memory(), name());
    while (input.hasNext()) {
      BsonDocument document = input.next();
      use.add(document);
      BsonValue value = Paths.get(document, parts.field);
      if (Values.isNullish(value)) {
        results.add(document);
        continue;
      }
      check(value);
      partitions.computeIfAbsent(key(document), key -> new ArrayList<>()).add(document);
    }
    partitions.values().forEach(this::sort);
    BsonValue low = null;
    BsonValue high = null;
    for (List<BsonDocument> documents : partitions.values()) {
      BsonValue first = value(documents.get(0));
      BsonValue last = value(documents.get(documents.size() - 1));
      low = low == null || BsonOrder.SIMPLE.compare(first, low) < 0 ? first : low;
      high = high == null || BsonOrder.SIMPLE.compare(last, high) > 0 ? last : high;
    }
    int generated = 0;
    for (Map.Entry<BsonValue, List<BsonDocument>> partition : partitions.entrySet()) {
      List<BsonDocument> filled =
          filled(partition.getKey().asDocument(), partition.getValue(), low, high);
      generated += filled.size() - partition.getValue().size();
      if (generated > GENERATED_MAX) {
        throw Values.error(
            5897900,
            "Generated "
                + generated
                + " documents in $densify, which is over the limit of "
                + GENERATED_MAX);
      }
      results.addAll(filled);
    }
    return results.iterator();
  }

  private void check(BsonValue value) {
    boolean fits = parts.unit.isPresent() ? value instanceof BsonDateTime : Numbers.isNumber(value);
    if (!fits) {
      throw Values.error(
          parts.unit.isPresent() ? 6053600 : 5733201,
          parts.unit.isPresent()
              ? "Encountered non-date value in collection when step has a date unit"
              : "Densify field type must be numeric with no unit, but it was "
                  + Values.typeName(value));
    }
  }

  private BsonDocument key(BsonDocument document) {
    BsonDocument key = new BsonDocument();
    for (String[] path : parts.partitionBy) {
      key.append(String.join(".", path), Values.orNull(Paths.get(document, path)));
    }
    return key;
  }

  private BsonValue value(BsonDocument document) {
    return Paths.get(document, parts.field);
  }

  private void sort(List<BsonDocument> documents) {
    documents.sort((left, right) -> BsonOrder.SIMPLE.compare(value(left), value(right)));
  }

  /** The documents of a partition and those that were missing, in order. */
  private List<BsonDocument> filled(
      BsonDocument partition, List<BsonDocument> documents, BsonValue low, BsonValue high) {
    BsonValue from =
        switch (parts.bounds) {
          case FULL -> low;
          case PARTITION -> value(documents.get(0));
          case EXPLICIT -> parts.lower;
        };
    BsonValue to =
        switch (parts.bounds) {
          case FULL -> high;
          case PARTITION -> value(documents.get(documents.size() - 1));
          case EXPLICIT -> parts.upper;
        };
    boolean included = parts.bounds != Bounds.EXPLICIT;
    List<BsonDocument> filled = new ArrayList<>();
    int next = 0;
    int steps = 0;
    for (BsonValue at = from; isBefore(at, to, included); at = stepFrom(from, at, ++steps)) {
      context.operation().checkForInterrupt();
      boolean there = false;
      while (next < documents.size()
          && BsonOrder.SIMPLE.compare(value(documents.get(next)), at) <= 0) {
        there |= BsonOrder.SIMPLE.equal(value(documents.get(next)), at);
        filled.add(documents.get(next++));
      }
      if (!there) {
        filled.add(made(partition, at));
      }
      if (filled.size() - next > GENERATED_MAX) {
        break;
      }
    }
    filled.addAll(documents.subList(next, documents.size()));
    return filled;
  }

  private static boolean isBefore(BsonValue at, BsonValue to, boolean included) {
    int compared = BsonOrder.SIMPLE.compare(at, to);
    return included ? compared <= 0 : compared < 0;
  }

  /** Months have different lengths, so dates are counted from the first one. */
  private BsonValue stepFrom(BsonValue from, BsonValue at, int steps) {
    return parts.unit.isPresent()
        ? ValueMath.later(
            from, ValueMath.multiply(parts.step, Numbers.intOrLong(steps)), parts.unit.get())
        : ValueMath.add(at, parts.step);
  }

  private BsonDocument made(BsonDocument partition, BsonValue at) {
    BsonDocument made = new BsonDocument();
    for (String[] path : parts.partitionBy) {
      made = Paths.with(made, path, partition.get(String.join(".", path)));
    }
    return Paths.with(made, parts.field, at);
  }

  @Override
  public boolean mayUseDisk() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$densify", parts.spec);
  }
}
