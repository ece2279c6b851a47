package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.MemoryUse;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.window.WindowFunction;
import shardsh.core.pipeline.window.WindowFunctions;
import shardsh.core.pipeline.window.WindowPartition;
import shardsh.core.query.SortPattern;

/**
 * {@code $setWindowFields}: each document gets values computed from the documents around it.
 * Documents come out partition by partition, sorted. Source: the manual's page on the stage.
 */
public final class SetWindowFields implements Stage {
  private static final List<String> OPTIONS = List.of("partitionBy", "sortBy", "output");

  /** One field of the output. */
  private record Field(String path, WindowFunction function) {}

  private final Expression partitionBy;
  private final Optional<SortPattern> sort;
  private final List<Field> fields;
  private final BsonDocument spec;
  private final PipelineContext context;

  private SetWindowFields(
      Expression partitionBy,
      Optional<SortPattern> sort,
      List<Field> fields,
      BsonDocument spec,
      PipelineContext context) {
    this.partitionBy = partitionBy;
    this.sort = sort;
    this.fields = List.copyOf(fields);
    this.spec = spec;
    this.context = context;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE for a malformed specification, and what the functions
   *     throw
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Specification.failure(
          "the $setWindowFields stage specification must be an object, found "
              + Values.typeName(spec));
    }
    for (String option : document.keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD,
            "BSON field '$setWindowFields." + option + "' is an unknown field.");
      }
    }
    if (!document.isDocument("output")) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD,
          "BSON field '$setWindowFields.output' is missing but a required field");
    }
    Optional<SortPattern> sort =
        document.isDocument("sortBy") && !document.getDocument("sortBy").isEmpty()
            ? Optional.of(
                SortPattern.parse(document.getDocument("sortBy"), context.query().collation()))
            : Optional.empty();
    List<Field> fields = new ArrayList<>();
    for (Map.Entry<String, BsonValue> field : document.getDocument("output").entrySet()) {
      PathExpression.splitPath(field.getKey());
      fields.add(
          new Field(
              field.getKey(),
              WindowFunctions.parse(field.getKey(), field.getValue(), sort, context)));
    }
    Expression partitionBy = context.parse(document.getOrDefault("partitionBy", BsonNull.VALUE));
    return List.of(new SetWindowFields(partitionBy, sort, fields, document, context));
  }

  @Override
  public String name() {
    return "$setWindowFields";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> computed(input));
  }

  private Iterator<BsonDocument> computed(Iterator<BsonDocument> input) {
    Map<BsonValue, List<BsonDocument>> partitions =
        new TreeMap<>(context.query().variables().order());
    MemoryUse use = new MemoryUse(context.memory(), name());
    while (input.hasNext()) {
      BsonDocument document = input.next();
      BsonValue key = Values.orNull(partitionBy.evaluate(context.about(document)));
      if (key instanceof BsonArray) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "An expression used to partition cannot evaluate to value of type array");
      }
      use.add(document);
      partitions.computeIfAbsent(key, value -> new ArrayList<>()).add(document);
    }
    List<BsonDocument> results = new ArrayList<>();
    for (List<BsonDocument> documents : partitions.values()) {
      context.operation().checkForInterrupt();
      results.addAll(computed(sort.map(pattern -> pattern.sorted(documents)).orElse(documents)));
    }
    return results.iterator();
  }

  private List<BsonDocument> computed(List<BsonDocument> documents) {
    WindowPartition partition = new WindowPartition(documents, sort, context);
    List<BsonDocument> results = new ArrayList<>(documents);
    for (Field field : fields) {
      String[] path = PathExpression.splitPath(field.path);
      BsonValue[] values = field.function.compute(partition);
      for (int i = 0; i < values.length; i++) {
        results.set(
            i, values[i] == null ? results.get(i) : Paths.with(results.get(i), path, values[i]));
      }
    }
    return results;
  }

  @Override
  public boolean mayUseDisk() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    if (spec.containsKey("partitionBy")) {
      printed.append("partitionBy", partitionBy.toBson());
    }
    sort.ifPresent(pattern -> printed.append("sortBy", pattern.toBson()));
    BsonDocument output = new BsonDocument();
    fields.forEach(field -> output.append(field.path, field.function.toBson()));
    return new BsonDocument("$setWindowFields", printed.append("output", output));
  }

  @Override
  public List<BsonDocument> toCommand() {
    return List.of(new BsonDocument("$setWindowFields", spec));
  }
}
