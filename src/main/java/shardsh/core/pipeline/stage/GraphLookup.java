package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.ValueKey;
import shardsh.core.query.ChangedPaths;
import shardsh.core.query.MatchParser;

/**
 * {@code $graphLookup}: the documents of another collection that are reached from each document,
 * wave by wave; each is found once. Source: the manual's page on the stage. Its results come out in
 * the order in which they are found.
 */
public final class GraphLookup implements Stage {
  private static final List<String> OPTIONS =
      List.of(
          "from",
          "as",
          "startWith",
          "connectFromField",
          "connectToField",
          "maxDepth",
          "depthField",
          "restrictSearchWithMatch");

  /** The specification, checked. */
  private record Parts(
      ForeignName from,
      String as,
      Expression startWith,
      String connectFrom,
      String connectTo,
      OptionalLong maxDepth,
      Optional<String> depthField,
      Optional<BsonDocument> restriction,
      BsonDocument spec) {}

  private final Parts parts;
  private final Optional<Unwind> unwinding;
  private final PipelineContext context;

  private GraphLookup(Parts parts, Optional<Unwind> unwinding, PipelineContext context) {
    this.parts = parts;
    this.unwinding = unwinding;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException FAILED_TO_PARSE, Location40100 to 40105 and 40327 to
   *     40330 for a malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          40327,
          "the $graphLookup stage specification must be an object, but found "
              + Values.typeName(spec));
    }
    for (String option : document.keySet()) {
      if (!OPTIONS.contains(option)) {
        throw Values.error(40104, "Unknown argument to $graphLookup: " + option);
      }
    }
    for (String option : List.of("from", "as", "startWith", "connectFromField", "connectToField")) {
      if (!document.containsKey(option)) {
        throw Values.error(
            option.equals("from") ? 40328 : 40105,
            "$graphLookup requires '" + option + "' to be specified.");
      }
    }
    for (String option : List.of("as", "connectFromField", "connectToField", "depthField")) {
      if (document.containsKey(option) && !document.isString(option)) {
        throw Values.error(
            40103,
            "expected string as argument for "
                + option
                + ", found: "
                + Values.typeName(document.get(option)));
      }
    }
    ForeignName from = ForeignName.read("$graphLookup", "from", document.get("from"), context);
    Lookup.refuseSharded("$graphLookup", from.ns(), context);
    Parts parts =
        new Parts(
            from,
            path(document, "as"),
            context.parse(document.get("startWith")),
            path(document, "connectFromField"),
            path(document, "connectToField"),
            maxDepth(document),
            document.containsKey("depthField")
                ? Optional.of(path(document, "depthField"))
                : Optional.empty(),
            restriction(document, context),
            document);
    return List.of(new GraphLookup(parts, Optional.empty(), context));
  }

  private static String path(BsonDocument document, String option) {
    String path = document.getString(option).getValue();
    PathExpression.splitPath(path);
    return path;
  }

  private static OptionalLong maxDepth(BsonDocument document) {
    BsonValue value = document.get("maxDepth");
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!Numbers.isNumber(value)) {
      throw Values.error(
          40100, "maxDepth requires numeric argument, found " + Values.typeName(value));
    }
    if (!Numbers.isWholeLong(value)) {
      throw Values.error(40102, "maxDepth could not be represented as a long long");
    }
    if (Numbers.toLong(value) < 0) {
      throw Values.error(40101, "maxDepth requires a nonnegative argument");
    }
    return OptionalLong.of(Numbers.toLong(value));
  }

  private static Optional<BsonDocument> restriction(
      BsonDocument document, PipelineContext context) {
    BsonValue value = document.get("restrictSearchWithMatch");
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isDocument()) {
      throw Values.error(
          40185, "restrictSearchWithMatch must be an object, found " + Values.typeName(value));
    }
    MatchParser.parse(value.asDocument(), context.query());
    return Optional.of(value.asDocument());
  }

  public Namespace from() {
    return parts.from.ns();
  }

  public String as() {
    return parts.as;
  }

  public Optional<Unwind> unwinding() {
    return unwinding;
  }

  /** The same with the {@code $unwind} of its own field that followed. */
  public GraphLookup withUnwinding(Unwind unwind) {
    return new GraphLookup(parts, Optional.of(unwind), context);
  }

  @Override
  public String name() {
    return "$graphLookup";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    String[] as = PathExpression.splitPath(parts.as);
    Iterator<BsonDocument> searched =
        new MappedStream(input, document -> Paths.with(document, as, reached(document)));
    return unwinding.isPresent() ? unwinding.get().apply(searched) : searched;
  }

  private BsonArray reached(BsonDocument document) {
    Map<ValueKey, BsonDocument> found = new LinkedHashMap<>();
    Set<ValueKey> asked = new LinkedHashSet<>();
    BsonValue start = parts.startWith.evaluate(context.about(document));
    if (start == null) {
      return new BsonArray();
    }
    List<BsonValue> wave = start instanceof BsonArray array ? array : List.of(start);
    for (long depth = 0; ; depth++) {
      context.operation().checkForInterrupt();
      List<BsonValue> fresh = notAsked(wave, asked);
      if (fresh.isEmpty()) {
        break;
      }
      wave = search(fresh, depth, found);
      if (parts.maxDepth.isPresent() && depth >= parts.maxDepth.getAsLong()) {
        break;
      }
    }
    return new BsonArray(new ArrayList<>(found.values()));
  }

  private ValueKey key(BsonValue value) {
    return new ValueKey(value, context.query().variables().order());
  }

  private List<BsonValue> notAsked(List<BsonValue> values, Set<ValueKey> asked) {
    List<BsonValue> fresh = new ArrayList<>();
    for (BsonValue value : values) {
      if (asked.add(key(value))) {
        fresh.add(value);
      }
    }
    return fresh;
  }

  /** One wave; gives the values from which the next one starts. */
  private List<BsonValue> search(
      List<BsonValue> values, long depth, Map<ValueKey, BsonDocument> found) {
    List<BsonValue> next = new ArrayList<>();
    String[] connectFrom = PathExpression.splitPath(parts.connectFrom);
    for (BsonDocument one : query(values)) {
      ValueKey id = key(one.getOrDefault("_id", BsonNull.VALUE));
      if (found.containsKey(id)) {
        continue;
      }
      BsonDocument kept =
          parts
              .depthField
              .map(field -> Paths.with(one, PathExpression.splitPath(field), new BsonInt64(depth)))
              .orElse(one);
      found.put(id, kept);
      for (BsonValue value : LocalValues.present(one, connectFrom)) {
        next.add(value);
      }
    }
    return next;
  }

  private List<BsonDocument> query(List<BsonValue> values) {
    BsonArray terms = new BsonArray();
    parts.restriction.ifPresent(terms::add);
    terms.add(LocalValues.filter(parts.connectTo, values));
    if (values.stream().anyMatch(BsonValue::isNull)) {
      terms.add(new BsonDocument(parts.connectTo, new BsonDocument("$exists", BsonBoolean.TRUE)));
    }
    BsonDocument filter = new BsonDocument("$and", terms);
    return context
        .foreign()
        .aggregate(
            from(), new BsonArray(List.of(new BsonDocument("$match", filter))), new BsonDocument());
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    parts.startWith.addDependencies(read);
    return Needs.andLater(read);
  }

  @Override
  public Optional<ChangedPaths> changes() {
    List<String> changed = new ArrayList<>(List.of(parts.as));
    unwinding
        .filter(unwind -> !unwind.indexPath().isEmpty())
        .ifPresent(unwind -> changed.add(unwind.indexPath()));
    return Optional.of(ChangedPaths.only(changed));
  }

  @Override
  public boolean isOneToOne() {
    return unwinding.isEmpty();
  }

  @Override
  public MergePlace mergePlace() {
    return context.foreign().isSharded(from()) ? MergePlace.ANYWHERE : MergePlace.ownerOf(from());
  }

  @Override
  public DistributedPlan distributed() {
    return context.foreign().isSharded(from())
        ? DistributedPlan.shardsOnly(this)
        : DistributedPlan.mergeOnly(this);
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed =
        new BsonDocument("from", parts.from.printed())
            .append("as", new BsonString(parts.as))
            .append("connectToField", new BsonString(parts.connectTo))
            .append("connectFromField", new BsonString(parts.connectFrom))
            .append("startWith", parts.startWith.toBson());
    parts.depthField.ifPresent(field -> printed.append("depthField", new BsonString(field)));
    parts.maxDepth.ifPresent(depth -> printed.append("maxDepth", new BsonInt64(depth)));
    parts.restriction.ifPresent(filter -> printed.append("restrictSearchWithMatch", filter));
    unwinding.ifPresent(unwind -> printed.append("unwinding", unwind.toUnwinding()));
    return new BsonDocument("$graphLookup", printed);
  }

  @Override
  public List<BsonDocument> toCommand() {
    List<BsonDocument> stages = new ArrayList<>();
    stages.add(new BsonDocument("$graphLookup", parts.spec));
    unwinding.ifPresent(unwind -> stages.addAll(unwind.toCommand()));
    return stages;
  }
}
