package shardsh.core.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import shardsh.core.keys.KeyHash;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.IndexAccess;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.IndexBoundsBuilder;
import shardsh.core.query.IntervalList;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchNormalizer;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.query.SortPattern;
import shardsh.core.query.Tightness;

/** Finds the ways in which indexes can answer a filter and, perhaps, give the order of a sort. */
final class CandidateFinder {
  private final CanonicalQuery query;
  private final List<IndexEntry> indexes;
  private final IndexStatistics statistics;
  private final KeyHash hash;
  private final boolean hinted;

  /**
   * @param indexes those that may be used; with a hint the one it names
   */
  CandidateFinder(CanonicalQuery query, List<IndexEntry> indexes, PlannerInput input) {
    this.query = query;
    this.indexes = indexes;
    this.statistics = input.statistics();
    this.hash = input.hash();
    this.hinted = query.hint().isPresent();
  }

  /** All candidates that use an index. */
  List<Candidate> find() {
    List<Candidate> found = new ArrayList<>(forFilter(query.tree()));
    if (query.sort().isPresent() && found.stream().noneMatch(Candidate::sorted)) {
      for (IndexEntry index : indexes) {
        wholeScanInOrder(index).ifPresent(found::add);
      }
    }
    if (hinted && found.isEmpty()) {
      found.add(wholeScan(indexes.get(0), true, false));
    }
    return found;
  }

  private List<Candidate> forFilter(MatchExpression tree) {
    List<Candidate> found = new ArrayList<>();
    for (IndexEntry index : indexes) {
      if (holdsAllOf(index, tree)) {
        one(index, tree).ifPresent(found::add);
      }
    }
    List<MatchExpression> terms = FilterImplication.terms(tree);
    for (MatchExpression term : terms) {
      if (term instanceof MatchExpression.Or) {
        List<MatchExpression> others = new ArrayList<>(terms);
        others.remove(term);
        union((MatchExpression.Or) term, others).ifPresent(found::add);
      }
    }
    return found;
  }

  /** Whether no match is missing from the index because it is partial. */
  private static boolean holdsAllOf(IndexEntry index, MatchExpression tree) {
    return index
        .spec()
        .partialFilter()
        .map(filter -> MatchNormalizer.normalize(MatchParser.parse(filter, QueryContext.PLAIN)))
        .map(filter -> FilterImplication.implies(tree, filter))
        .orElse(true);
  }

  private IndexAccess access(IndexEntry index, MatchExpression tree) {
    return IndexBoundsBuilder.access(
        tree,
        index.keyPattern(),
        new IndexBoundsBuilder.Options(
            index.multikeyPaths()::isArrayAt, index.spec().sparse(), index.collation(), hash));
  }

  private Optional<Candidate> one(IndexEntry index, MatchExpression tree) {
    IndexAccess access = access(index, tree);
    if (!access.restricts(0)) {
      return Optional.empty();
    }
    Optional<ScanOrder> order = order(index);
    Optional<Boolean> direction = order.flatMap(one -> one.direction(access.bounds()));
    Optional<ScanOrder.Exploded> exploded =
        direction.isPresent() || !mergesByKey()
            ? Optional.empty()
            : order.flatMap(one -> one.explode(access.bounds()));
    SolutionNode scan =
        exploded.isPresent()
            ? merged(index, access, exploded.get())
            : scan(index, access.bounds(), direction.orElse(true), access.keyFilter());
    return Optional.of(
        new Candidate(
            scan,
            access.documentFilter(),
            direction.isPresent() || exploded.isPresent(),
            access.tightness() != Tightness.EXACT,
            merit(index, access)));
  }

  private Optional<ScanOrder> order(IndexEntry index) {
    Optional<SortPattern> sort = query.sort();
    return sort.isPresent() && index.collation().equals(query.collation())
        ? Optional.of(new ScanOrder(index, sort.get()))
        : Optional.empty();
  }

  /** Whether rows can be merged by index keys: under a collation keys do not hold the strings. */
  private boolean mergesByKey() {
    return query.collation().isSimple();
  }

  private static SolutionNode scan(
      IndexEntry index, IndexBounds bounds, boolean forward, Optional<MatchExpression> keyFilter) {
    return new SolutionNode.IndexScan(index, bounds, Optional.empty(), forward, keyFilter);
  }

  private SolutionNode merged(IndexEntry index, IndexAccess access, ScanOrder.Exploded exploded) {
    List<SolutionNode> scans = new ArrayList<>();
    for (IndexBounds bounds : exploded.scans()) {
      scans.add(scan(index, bounds, exploded.forward(), access.keyFilter()));
    }
    return new SolutionNode.SortMerge(query.sort().orElseThrow(), scans);
  }

  private Candidate.Merit merit(IndexEntry index, IndexAccess access) {
    return new Candidate.Merit(
        statistics.keys(index, access.bounds()),
        access.bounds().pointPrefix(),
        Long.bitCount(access.restrictedFields()),
        index.keyPattern().size(),
        index.name());
  }

  /** Each branch by an index of its own; none when one of them has no index. */
  private Optional<Candidate> union(MatchExpression.Or or, List<MatchExpression> others) {
    List<Candidate> branches = new ArrayList<>();
    for (MatchExpression term : or.terms()) {
      Optional<Candidate> branch = forFilter(term).stream().min(BRANCHES);
      if (branch.isEmpty()) {
        return Optional.empty();
      }
      branches.add(branch.get());
    }
    boolean sorted = mergesByKey() && branches.stream().allMatch(Candidate::sorted);
    List<SolutionNode> scans = new ArrayList<>();
    Candidate.Merit merit = null;
    boolean uncertain = false;
    for (Candidate branch : branches) {
      addScans(branch, sorted, scans);
      merit = merit == null ? branch.merit() : merit.and(branch.merit());
      uncertain |= branch.keyUncertain();
    }
    SolutionNode scan =
        sorted
            ? new SolutionNode.SortMerge(query.sort().orElseThrow(), scans)
            : new SolutionNode.Or(scans);
    return Optional.of(
        new Candidate(scan, MatchExpression.conjunction(others), sorted, uncertain, merit));
  }

  private static final Comparator<Candidate> BRANCHES =
      Comparator.comparing((Candidate one) -> !one.sorted())
          .thenComparing((Candidate one) -> -one.merit().equalityPrefix())
          .thenComparing((Candidate one) -> -one.merit().boundedFields())
          .thenComparing((Candidate one) -> one.residual().isPresent())
          .thenComparing((Candidate one) -> one.merit().fields())
          .thenComparing((Candidate one) -> one.merit().name());

  private static void addScans(Candidate branch, boolean merging, List<SolutionNode> scans) {
    if (branch.residual().isPresent()) {
      scans.add(new SolutionNode.Fetch(branch.residual(), branch.scan()));
      return;
    }
    boolean flat =
        merging
            ? branch.scan() instanceof SolutionNode.SortMerge
            : branch.scan() instanceof SolutionNode.Or;
    if (flat) {
      scans.addAll(branch.scan().children());
    } else {
      scans.add(branch.scan());
    }
  }

  /** All of an index only for its order; not of one that leaves documents out. */
  private Optional<Candidate> wholeScanInOrder(IndexEntry index) {
    boolean complete = !index.spec().sparse() && holdsAllOf(index, query.tree());
    if (!complete && !hinted) {
      return Optional.empty();
    }
    return order(index)
        .flatMap(order -> order.direction(allOf(index)))
        .map(forward -> wholeScan(index, forward, true));
  }

  private Candidate wholeScan(IndexEntry index, boolean forward, boolean sorted) {
    IndexAccess access = access(index, query.tree());
    IndexBounds bounds = allOf(index);
    return new Candidate(
        scan(index, bounds, forward, Optional.empty()),
        FilterImplication.residual(query.tree()),
        sorted,
        access.tightness() != Tightness.EXACT,
        new Candidate.Merit(
            statistics.keys(index, bounds), 0, 0, index.keyPattern().size(), index.name()));
  }

  private static IndexBounds allOf(IndexEntry index) {
    List<IndexBounds.Field> fields = new ArrayList<>();
    index
        .keyPattern()
        .fields()
        .forEach(
            field ->
                fields.add(
                    new IndexBounds.Field(
                        field.path().text(), field.descending(), IntervalList.all())));
    return new IndexBounds(fields);
  }
}
