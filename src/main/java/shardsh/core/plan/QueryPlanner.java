package shardsh.core.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonRegularExpression;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.Collation;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.IntervalList;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.Projection;
import shardsh.core.query.ValuePredicate;

/**
 * From a query to its plans, a pure function of the query, the indexes and the statistics.
 *
 * <p>Candidates that would look at many times more keys than the best are put last (a server finds
 * that out by trying them); the rest are ranked by rules: longest equality prefix, most bounded
 * fields, sort provided, nothing fetched, fewer fields, name. A collection scan is planned only
 * when no index serves.
 */
public final class QueryPlanner {
  /** A candidate with this many times the keys of the best is out of the running. */
  private static final int TIMES_WORSE = 10;

  private static final int KEYS_IGNORED = 100;

  private final PlannerInput input;

  public QueryPlanner(PlannerInput input) {
    this.input = input;
  }

  /**
   * The plan of a find by {@code _id} on a shard whose key is {@code _id}, which needs no look at
   * the other indexes; what {@link #plan(CanonicalQuery)} would give. Empty for any other find.
   *
   * @param ofIds the collation of the index on {@code _id}
   * @param shardKey of the shard's filter; empty where it has none
   * @param express as in {@link PlannerInput}
   */
  public static Optional<QuerySolution> lookup(
      CanonicalQuery query, Collation ofIds, Optional<KeyPattern> shardKey, boolean express) {
    if (!query.collation().isSimple() || !ofIds.isSimple()) {
      return Optional.empty();
    }
    Optional<BsonValue> id = idOnly(query);
    boolean named =
        id.isPresent()
            && (shardKey.isEmpty() || (isOfIds(shardKey.get()) && !id.get().isDocument()));
    if (!named) {
      return Optional.empty();
    }
    SolutionBuilder builder = new SolutionBuilder(query, Optional.empty(), false);
    return Optional.of(builder.build(whole(new SolutionNode.IdHack(id.get(), express))));
  }

  private static boolean isOfIds(KeyPattern shardKey) {
    return shardKey.size() == 1 && shardKey.fields().get(0).path().text().equals("_id");
  }

  /**
   * The plans of a find, the best first; at least one.
   *
   * @throws CommandException BAD_VALUE for a hint that names no index; 51173 for min or max without
   *     a hint, 51174 when they do not fit the index
   */
  public List<QuerySolution> plan(CanonicalQuery query) {
    return plan(query, false);
  }

  /**
   * The plans of a find on its own, the best first: one look into an index where that is enough
   * (8.0), else {@link #plan(CanonicalQuery)}.
   *
   * @throws CommandException as {@link #plan(CanonicalQuery)}
   */
  public List<QuerySolution> planFind(CanonicalQuery query) {
    return express(query).map(List::of).orElseGet(() -> plan(query));
  }

  private Optional<QuerySolution> express(CanonicalQuery query) {
    Optional<ShardFilter> filter = filterNeeded(query);
    if (!input.express() || (comparesAs(query.collation()) && idOnly(query).isPresent())) {
      return Optional.empty();
    }
    for (IndexEntry index : ExpressPlans.indexes(query, usable(query), filter.isPresent())) {
      List<Candidate> found = new CandidateFinder(query, List.of(index), input).find();
      if (found.size() == 1 && found.get(0).residual().isEmpty()) {
        QuerySolution steps = new SolutionBuilder(query, filter, false).build(found.get(0));
        return Optional.of(new QuerySolution(new SolutionNode.Express(index, steps.root())));
      }
    }
    return Optional.empty();
  }

  /**
   * The plans of a count, the best first. Their rows are not to be looked at; {@link
   * PlanExecutor#count} gives the number.
   *
   * @throws CommandException as {@link #plan(CanonicalQuery)}
   */
  public List<QuerySolution> planCount(CanonicalQuery query) {
    if (FilterImplication.residual(query.tree()).isEmpty() && query.hint().isEmpty()) {
      return List.of(new QuerySolution(new SolutionNode.FastCount()));
    }
    CanonicalQuery unlimited = CountPlans.withoutSkipAndLimit(query);
    List<QuerySolution> counts = new ArrayList<>();
    for (QuerySolution solution : plan(unlimited, true)) {
      counts.add(CountPlans.counting(solution, query.skip(), query.limit()));
    }
    return counts;
  }

  /**
   * The plans of a distinct, the best first. Each row's document has at least the field.
   *
   * @param field the path whose values are wanted
   * @throws CommandException as {@link #plan(CanonicalQuery)}
   */
  public List<QuerySolution> planDistinct(CanonicalQuery query, String field) {
    Optional<QuerySolution> skipping =
        filterNeeded(query).isPresent()
            ? Optional.empty()
            : CountPlans.distinct(query, field, usable(query));
    if (skipping.isEmpty()) {
      return plan(query, false);
    }
    BsonDocument only = new BsonDocument(field, new BsonInt32(1)).append("_id", new BsonInt32(0));
    return List.of(
        new QuerySolution(
            new SolutionNode.Project(
                Projection.parse(only, query.context()), query.tree(), skipping.get().root())));
  }

  /**
   * The plans as they are carried out: a filter that is an {@code $or} as a whole has one plan,
   * under SUBPLAN, since the server plans each branch by itself. Source: the server's explain
   * results.
   */
  public static List<QuerySolution> carriedOut(
      CanonicalQuery query, List<QuerySolution> solutions) {
    boolean plain =
        query.hint().isEmpty()
            && query.natural().isEmpty()
            && query.min().isEmpty()
            && query.max().isEmpty();
    if (!plain || !(query.tree() instanceof MatchExpression.Or)) {
      return solutions;
    }
    SolutionNode root = solutions.get(0).root();
    if (root instanceof SolutionNode.Count) {
      SolutionNode.Count count = (SolutionNode.Count) root;
      SolutionNode below = new SolutionNode.Subplan(count.child());
      root = new SolutionNode.Count(count.skip(), count.limit(), below);
    } else {
      root = new SolutionNode.Subplan(root);
    }
    return List.of(new QuerySolution(root));
  }

  private List<QuerySolution> plan(CanonicalQuery query, boolean countsOnly) {
    SolutionBuilder builder = new SolutionBuilder(query, filterNeeded(query), countsOnly);
    if (query.tree() instanceof MatchExpression.AlwaysFalse) {
      return List.of(new QuerySolution(new SolutionNode.Eof(input.express())));
    }
    Optional<BsonValue> id = comparesAs(query.collation()) ? idOnly(query) : Optional.empty();
    if (id.isPresent()) {
      return List.of(builder.build(whole(new SolutionNode.IdHack(id.get(), input.express()))));
    }
    if (query.min().isPresent() || query.max().isPresent()) {
      return List.of(builder.build(keyRange(query)));
    }
    if (query.natural().isPresent()) {
      return List.of(builder.build(collectionScan(query, query.natural().get() > 0)));
    }
    List<Candidate> candidates = new CandidateFinder(query, usable(query), input).find();
    if (candidates.isEmpty()) {
      return List.of(builder.build(collectionScan(query, true)));
    }
    return ranked(query, candidates, builder);
  }

  /** The shard's filter, unless the query names the whole shard key and so came here on purpose. */
  private Optional<ShardFilter> filterNeeded(CanonicalQuery query) {
    return input
        .shardFilter()
        .filter(
            filter -> {
              List<String> paths = new ArrayList<>();
              filter.shardKey().fields().forEach(field -> paths.add(field.path().text()));
              return !query.collation().isSimple()
                  || EqualityExtractor.equalities(query.tree(), paths).isEmpty();
            });
  }

  /** The value of a filter on {@code _id} alone, if the index on it answers the whole query. */
  private static Optional<BsonValue> idOnly(CanonicalQuery query) {
    boolean plain =
        query.hint().isEmpty()
            && query.natural().isEmpty()
            && query.min().isEmpty()
            && query.max().isEmpty()
            && !query.returnKey()
            && query.skip() == 0;
    if (!plain || !(query.tree() instanceof ValuePredicate.Comparison)) {
      return Optional.empty();
    }
    ValuePredicate.Comparison comparison = (ValuePredicate.Comparison) query.tree();
    BsonValue operand = comparison.operand();
    boolean fits =
        comparison.op() == MatchExpression.Op.EQ
            && comparison.path().text().equals("_id")
            && !(operand instanceof BsonArray)
            && !(operand instanceof BsonRegularExpression)
            && !(operand instanceof BsonUndefined)
            && query.filter().size() == 1
            && query.filter().containsKey("_id");
    return fits ? Optional.of(operand) : Optional.empty();
  }

  /** Whether the index on _id finds what that collation calls equal. */
  private boolean comparesAs(Collation collation) {
    for (IndexEntry index : input.indexes()) {
      if (index.spec().isIdIndex()) {
        return index.collation().equals(collation);
      }
    }
    return collation.isSimple();
  }

  private static Candidate whole(SolutionNode node) {
    return new Candidate(node, Optional.empty(), true, false, new Candidate.Merit(1, 1, 1, 1, ""));
  }

  private Candidate collectionScan(CanonicalQuery query, boolean forward) {
    return new Candidate(
        new SolutionNode.CollScan(FilterImplication.residual(query.tree()), forward),
        Optional.empty(),
        false,
        false,
        new Candidate.Merit(input.statistics().documents(), 0, 0, 0, ""));
  }

  private List<IndexEntry> usable(CanonicalQuery query) {
    List<IndexEntry> visible = new ArrayList<>();
    for (IndexEntry index : input.indexes()) {
      if (!index.spec().hidden()) {
        visible.add(index);
      }
    }
    return query.hint().isEmpty() ? visible : List.of(hinted(query, query.hint().get()));
  }

  private IndexEntry hinted(CanonicalQuery query, BsonValue hint) {
    IndexEntry found = null;
    for (IndexEntry index : input.indexes()) {
      boolean named =
          hint.isString()
              ? index.name().equals(hint.asString().getValue())
              : BsonOrder.SIMPLE.equal(index.keyPattern().toDocument(), hint);
      if (!named || index.spec().hidden()) {
        continue;
      }
      if (found != null) {
        throw new CommandException(
            ErrorCode.INDEX_NOT_FOUND,
            "Hint matched multiple indexes, must hint by index name. Matched: "
                + found.spec()
                + " and "
                + index.spec());
      }
      found = index;
    }
    if (found == null) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "error processing query: "
              + query.describe(input.ns())
              + " planner returned error :: caused by :: hint provided does not correspond to an"
              + " existing index");
    }
    return found;
  }

  private Candidate keyRange(CanonicalQuery query) {
    if (query.hint().isEmpty()) {
      throw new CommandException(
          ErrorCode.location(51173),
          "When using min()/max() a hint of which index to use must be provided");
    }
    IndexEntry index = hinted(query, query.hint().get());
    KeyRange range =
        new KeyRange(
            query.min().map(min -> limit(index, min)),
            true,
            query.max().map(max -> limit(index, max)),
            false);
    if (query.min().isPresent()
        && query.max().isPresent()
        && !isBefore(index, range.start().get(), range.end().get())) {
      throw new CommandException(
          ErrorCode.location(51175),
          "The value provided for min() does not come before the value provided for max() in the"
              + " hinted index");
    }
    List<IndexBounds.Field> fields = new ArrayList<>();
    index
        .keyPattern()
        .fields()
        .forEach(
            field ->
                fields.add(
                    new IndexBounds.Field(
                        field.path().text(), field.descending(), IntervalList.all())));
    SolutionNode scan =
        new SolutionNode.IndexScan(
            index, new IndexBounds(fields), Optional.of(range), true, Optional.empty());
    return new Candidate(
        scan,
        FilterImplication.residual(query.tree()),
        false,
        true,
        new Candidate.Merit(0, 0, 0, index.keyPattern().size(), index.name()));
  }

  private static boolean isBefore(IndexEntry index, IndexKey left, IndexKey right) {
    for (int i = 0; i < left.size(); i++) {
      int byValue = index.collation().order().compare(left.get(i), right.get(i));
      if (byValue != 0) {
        return byValue < 0 != index.keyPattern().fields().get(i).descending();
      }
    }
    return false;
  }

  private static IndexKey limit(IndexEntry index, BsonDocument values) {
    List<String> names = List.copyOf(values.keySet());
    List<String> wanted = List.copyOf(index.keyPattern().toDocument().keySet());
    if (!names.equals(wanted)) {
      throw new CommandException(
          ErrorCode.location(51174), "The index chosen is not compatible with min/max");
    }
    return IndexKey.ofDocument(values);
  }

  private record Ranked(QuerySolution solution, Candidate.Merit merit, long keys) {}

  private static List<QuerySolution> ranked(
      CanonicalQuery query, List<Candidate> candidates, SolutionBuilder builder) {
    long fewest = Long.MAX_VALUE;
    for (Candidate candidate : candidates) {
      fewest = Math.min(fewest, candidate.merit().keys());
    }
    List<Ranked> ranked = new ArrayList<>();
    for (Candidate candidate : candidates) {
      ranked.add(
          new Ranked(
              builder.build(candidate), candidate.merit(), keysNeeded(query, candidate, fewest)));
    }
    long best = Long.MAX_VALUE;
    for (Ranked one : ranked) {
      best = Math.min(best, one.keys());
    }
    long most = Math.max(best * TIMES_WORSE, best + KEYS_IGNORED);
    ranked.sort(
        Comparator.comparing((Ranked one) -> one.keys() > most)
            .thenComparing((Ranked one) -> -one.merit().equalityPrefix())
            .thenComparing((Ranked one) -> -one.merit().boundedFields())
            .thenComparing((Ranked one) -> one.solution().sortsAll())
            .thenComparing((Ranked one) -> one.solution().fetches())
            .thenComparing((Ranked one) -> one.merit().fields())
            .thenComparing((Ranked one) -> one.merit().name()));
    List<QuerySolution> solutions = new ArrayList<>();
    for (Ranked one : ranked) {
      solutions.add(one.solution());
    }
    return solutions;
  }

  /** A plan in the right order stops at the limit; matches are taken to lie evenly. */
  private static long keysNeeded(CanonicalQuery query, Candidate candidate, long matches) {
    long keys = candidate.merit().keys();
    boolean stopsEarly = query.limit() > 0 && query.sort().isPresent() && candidate.sorted();
    if (!stopsEarly) {
      return keys;
    }
    double share = (double) (query.skip() + query.limit()) / Math.max(1, matches);
    return (long) Math.min(keys, Math.ceil(keys * share));
  }
}
