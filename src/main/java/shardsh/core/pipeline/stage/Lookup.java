package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.ChangedPaths;
import shardsh.core.query.QueryContext;

/**
 * {@code $lookup}: documents of another collection that join each document, by equality of fields,
 * by a pipeline with variables, or both. A pipeline that uses no variables is run once. Source: the
 * manual's page on the stage.
 */
public final class Lookup implements Stage {
  private static final List<String> OPTIONS =
      List.of("from", "as", "localField", "foreignField", "let", "pipeline");

  /** What was given, and what was absorbed from the stages that followed. */
  private record Parts(
      ForeignName from,
      String as,
      Optional<Equality> equality,
      BsonDocument let,
      Optional<BsonArray> pipeline,
      Optional<Unwind> unwinding,
      Optional<Absorbed> absorbed) {}

  /** {@code localField} and {@code foreignField}. */
  private record Equality(String local, String foreign) {}

  /**
   * A filter that followed.
   *
   * @param inside for documents of the other collection
   */
  private record Absorbed(Match original, Match inside) {}

  private final Parts parts;
  private final List<Map.Entry<String, Expression>> variables;
  private final PipelineContext context;

  private Lookup(Parts parts, PipelineContext context) {
    this.parts = parts;
    this.context = context;
    this.variables = new ArrayList<>();
    for (Map.Entry<String, BsonValue> variable : parts.let.entrySet()) {
      VariableNames.checkDeclarable(variable.getKey());
      variables.add(Map.entry(variable.getKey(), context.parse(variable.getValue())));
    }
  }

  /**
   * @throws shardsh.core.base.CommandException FAILED_TO_PARSE for a malformed specification,
   *     Location28769 when the version cannot join with a sharded collection
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    Specification options = Specification.of("$lookup", spec, OPTIONS);
    Optional<String> local = options.text("localField");
    Optional<String> foreign = options.text("foreignField");
    Optional<BsonArray> pipeline = options.array("pipeline");
    String as =
        options
            .text("as")
            .orElseThrow(() -> Specification.failure("must specify 'as' field for a $lookup"));
    PathExpression.splitPath(as);
    if (local.isPresent() != foreign.isPresent()) {
      throw Specification.failure(
          "$lookup requires both or neither of 'localField' and"
              + " 'foreignField' to be specified");
    }
    if (local.isEmpty() && pipeline.isEmpty()) {
      throw Specification.failure(
          "$lookup requires either 'pipeline' or both 'localField' and"
              + " 'foreignField' to be specified");
    }
    if (options.has("let") && pipeline.isEmpty()) {
      throw Specification.failure("$lookup with a 'let' argument must also specify 'pipeline'");
    }
    local.ifPresent(PathExpression::splitPath);
    foreign.ifPresent(PathExpression::splitPath);
    ForeignName from = from(options, pipeline, context);
    Lookup lookup =
        new Lookup(
            new Parts(
                from,
                as,
                local.map(field -> new Equality(field, foreign.orElseThrow())),
                options.document("let"),
                pipeline,
                Optional.empty(),
                Optional.empty()),
            context);
    lookup.check();
    return List.of(lookup);
  }

  private static ForeignName from(
      Specification options, Optional<BsonArray> pipeline, PipelineContext context) {
    if (!options.has("from") && pipeline.isPresent() && beginsWithDocuments(pipeline.get())) {
      return new ForeignName(context.ns(), new BsonString(context.ns().collection()));
    }
    ForeignName from = ForeignName.read("$lookup", "from", options.required("from"), context);
    refuseSharded("$lookup", from.ns(), context);
    return from;
  }

  static boolean beginsWithDocuments(BsonArray pipeline) {
    return !pipeline.isEmpty()
        && pipeline.get(0) instanceof BsonDocument first
        && first.containsKey("$documents");
  }

  /** Until 5.0 the other collection could not be sharded. */
  static void refuseSharded(String stage, Namespace ns, PipelineContext context) {
    if (context.profile().majorVersion() < 6 && context.foreign().isSharded(ns)) {
      throw Values.error(28769, ns + " cannot be sharded");
    }
  }

  /** Parses the pipeline for its errors. */
  private void check() {
    if (parts.pipeline.isPresent()) {
      QueryContext query = context.query();
      VariableNames names = query.names();
      for (Map.Entry<String, Expression> variable : variables) {
        names = names.with(variable.getKey());
      }
      Pipeline.parseSub(
          "$lookup",
          parts.pipeline.get(),
          context.withQuery(new QueryContext(query.collation(), names, query.variables())));
    }
  }

  /** The collection that is joined. */
  public Namespace from() {
    return parts.from.ns();
  }

  /** The path at which the joined documents are put. */
  public String as() {
    return parts.as;
  }

  public Optional<Unwind> unwinding() {
    return parts.unwinding;
  }

  public boolean hasAbsorbedMatch() {
    return parts.absorbed.isPresent();
  }

  /** The same with the {@code $unwind} of its own field that followed. */
  public Lookup withUnwinding(Unwind unwind) {
    return new Lookup(
        new Parts(
            parts.from,
            parts.as,
            parts.equality,
            parts.let,
            parts.pipeline,
            Optional.of(unwind),
            parts.absorbed),
        context);
  }

  /**
   * The same with a filter on its field that followed the {@code $unwind}.
   *
   * @param inside the filter on documents of the other collection
   */
  public Lookup withMatch(Match original, Match inside) {
    return new Lookup(
        new Parts(
            parts.from,
            parts.as,
            parts.equality,
            parts.let,
            parts.pipeline,
            parts.unwinding,
            Optional.of(new Absorbed(original, inside))),
        context);
  }

  @Override
  public String name() {
    return "$lookup";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    String[] as = PathExpression.splitPath(parts.as);
    Function<BsonDocument, BsonArray> join = isCorrelated() ? this::joined : once();
    Iterator<BsonDocument> joined =
        new MappedStream(input, document -> Paths.with(document, as, join.apply(document)));
    return parts.unwinding.isPresent() ? parts.unwinding.get().apply(joined) : joined;
  }

  /** Whether what is joined differs from document to document. */
  private boolean isCorrelated() {
    return parts.equality.isPresent()
        || (parts.pipeline.isPresent()
            && variables.stream()
                .anyMatch(variable -> VariableUse.of(variable.getKey(), parts.pipeline.get())));
  }

  private Function<BsonDocument, BsonArray> once() {
    BsonArray[] result = new BsonArray[1];
    return document -> {
      if (result[0] == null) {
        result[0] = joined(document);
      }
      return result[0];
    };
  }

  private BsonArray joined(BsonDocument document) {
    BsonArray pipeline = new BsonArray();
    parts.equality.ifPresent(
        equality ->
            pipeline.add(
                new BsonDocument(
                    "$match",
                    LocalValues.joining(
                        equality.foreign,
                        LocalValues.of(document, PathExpression.splitPath(equality.local))))));
    parts.pipeline.ifPresent(
        own -> {
          if (beginsWithDocuments(own)) {
            pipeline.addAll(0, own);
          } else {
            pipeline.addAll(own);
          }
        });
    parts.absorbed.ifPresent(absorbed -> pipeline.addAll(absorbed.inside.toCommand()));
    return new BsonArray(context.foreign().aggregate(target(), pipeline, let(document)));
  }

  /** {@code $documents} needs a database only. */
  private Namespace target() {
    boolean documents = parts.pipeline.isPresent() && beginsWithDocuments(parts.pipeline.get());
    return documents ? new Namespace(from().db(), "$cmd.aggregate") : from();
  }

  private BsonDocument let(BsonDocument document) {
    BsonDocument let = new BsonDocument();
    if (parts.pipeline.isEmpty()) {
      return let;
    }
    EvaluationContext about = context.about(document);
    for (String outer : context.query().names().declared()) {
      if (VariableUse.of(outer, parts.pipeline.get())) {
        let.append(outer, constant(about.variable(outer)));
      }
    }
    for (Map.Entry<String, Expression> variable : variables) {
      let.append(variable.getKey(), constant(variable.getValue().evaluate(about)));
    }
    return let;
  }

  private static BsonValue constant(BsonValue value) {
    return value == null ? new BsonString("$$REMOVE") : new BsonDocument("$literal", value);
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    parts.equality.ifPresent(equality -> read.addPath(equality.local));
    variables.forEach(variable -> variable.getValue().addDependencies(read));
    return Needs.andLater(read);
  }

  @Override
  public Optional<ChangedPaths> changes() {
    List<String> changed = new ArrayList<>(List.of(parts.as));
    parts
        .unwinding
        .filter(unwind -> !unwind.indexPath().isEmpty())
        .ifPresent(unwind -> changed.add(unwind.indexPath()));
    return Optional.of(ChangedPaths.only(changed));
  }

  @Override
  public boolean isOneToOne() {
    return parts.unwinding.isEmpty();
  }

  private boolean readsNothingForeign() {
    return parts.pipeline.isPresent() && beginsWithDocuments(parts.pipeline.get());
  }

  @Override
  public MergePlace mergePlace() {
    boolean anywhere = readsNothingForeign() || context.foreign().isSharded(from());
    return anywhere ? MergePlace.ANYWHERE : MergePlace.ownerOf(from());
  }

  /** On the shards when the other collection is sharded too, or every shard has its own. */
  @Override
  public DistributedPlan distributed() {
    return parts.from.isOnEveryShard() || context.foreign().isSharded(from())
        ? DistributedPlan.shardsOnly(this)
        : DistributedPlan.mergeOnly(this);
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed =
        new BsonDocument("from", parts.from.printed()).append("as", new BsonString(parts.as));
    parts.equality.ifPresent(
        equality ->
            printed
                .append("localField", new BsonString(equality.local))
                .append("foreignField", new BsonString(equality.foreign)));
    if (parts.pipeline.isPresent() || parts.absorbed.isPresent()) {
      BsonDocument let = new BsonDocument();
      variables.forEach(variable -> let.append(variable.getKey(), variable.getValue().toBson()));
      BsonArray pipeline = new BsonArray();
      parts.pipeline.ifPresent(pipeline::addAll);
      parts.absorbed.ifPresent(absorbed -> pipeline.add(absorbed.inside.toBson()));
      printed.append("let", let).append("pipeline", pipeline);
    }
    parts.unwinding.ifPresent(unwind -> printed.append("unwinding", unwind.toUnwinding()));
    return new BsonDocument("$lookup", printed);
  }

  @Override
  public List<BsonDocument> toCommand() {
    BsonDocument written =
        new BsonDocument("from", parts.from.printed()).append("as", new BsonString(parts.as));
    parts.equality.ifPresent(
        equality ->
            written
                .append("localField", new BsonString(equality.local))
                .append("foreignField", new BsonString(equality.foreign)));
    parts.pipeline.ifPresent(
        pipeline -> written.append("let", parts.let).append("pipeline", pipeline));
    List<BsonDocument> stages = new ArrayList<>();
    stages.add(new BsonDocument("$lookup", written));
    parts.unwinding.ifPresent(unwind -> stages.addAll(unwind.toCommand()));
    parts.absorbed.ifPresent(absorbed -> stages.addAll(absorbed.original.toCommand()));
    return stages;
  }
}
