package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.Interval;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.IndexAccess;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.IndexBoundsBuilder;
import shardsh.core.query.Tightness;

/** Plans for commands that want less than documents: a number, or the values of one field. */
final class CountPlans {
  private CountPlans() {}

  static CanonicalQuery withoutSkipAndLimit(CanonicalQuery query) {
    return new CanonicalQuery(
        query.filter(),
        query.tree(),
        Optional.empty(),
        query.natural(),
        Optional.empty(),
        0,
        0,
        OptionalLong.empty(),
        false,
        query.hint(),
        query.min(),
        query.max(),
        false,
        false,
        query.context());
  }

  /** COUNT over the plan, or over COUNT_SCAN when one stretch of an index is all there is to it. */
  static QuerySolution counting(QuerySolution solution, long skip, long limit) {
    SolutionNode child = solution.root();
    if (child instanceof SolutionNode.IndexScan) {
      SolutionNode.IndexScan scan = (SolutionNode.IndexScan) child;
      if (scan.filter().isEmpty()
          && scan.range().isEmpty()
          && BoundsWalk.isSingleInterval(scan.bounds())
          && !scan.bounds().isEmpty()) {
        child = new SolutionNode.CountScan(scan.index(), range(scan.bounds()));
      }
    }
    return new QuerySolution(new SolutionNode.Count(skip, limit, child));
  }

  private static KeyRange range(IndexBounds bounds) {
    List<BsonValue> start = new ArrayList<>();
    List<BsonValue> end = new ArrayList<>();
    boolean startIncluded = true;
    boolean endIncluded = true;
    for (int i = 0; i < bounds.size(); i++) {
      IndexBounds.Field field = bounds.field(i);
      Interval interval = field.intervals().get(0);
      boolean ascending = !field.descending();
      if (startIncluded) {
        start.add(ascending ? interval.low() : interval.high());
        startIncluded = ascending ? interval.lowIncluded() : interval.highIncluded();
      }
      if (endIncluded) {
        end.add(ascending ? interval.high() : interval.low());
        endIncluded = ascending ? interval.highIncluded() : interval.lowIncluded();
      }
    }
    return new KeyRange(
        Optional.of(IndexKey.of(start)), startIncluded, Optional.of(IndexKey.of(end)), endIncluded);
  }

  /** A plan that jumps from one value of the field to the next, if an index allows it. */
  static Optional<QuerySolution> distinct(
      CanonicalQuery query, String field, List<IndexEntry> indexes) {
    for (IndexEntry index : indexes) {
      boolean complete = !index.spec().sparse() && index.spec().partialFilter().isEmpty();
      if (complete
          && index.positionOf(field) == 0
          && index.holds(field)
          && !index.multikeyPaths().isMultikey()) {
        IndexAccess access =
            IndexBoundsBuilder.access(
                query.tree(), index.keyPattern(), IndexBoundsBuilder.Options.PLAIN);
        if (answersAlone(access)) {
          return Optional.of(
              new QuerySolution(new SolutionNode.DistinctScan(index, access.bounds())));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean answersAlone(IndexAccess access) {
    return access.restrictedFields() <= 1
        && access.documentFilter().isEmpty()
        && access.keyFilter().isEmpty()
        && access.tightness() == Tightness.EXACT;
  }
}
