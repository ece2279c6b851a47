package shardsh.core.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.ValuePredicate;

/**
 * The express path of 8.0 for one equality: a single look into an index that finds at most one
 * document, because it is unique or because only one is asked for. Source: the server's express.js
 * and plan_executor_express.
 */
final class ExpressPlans {
  private ExpressPlans() {}

  /**
   * The indexes that may answer the query in this way, those with the fewest fields first. Whether
   * one holds all matches is not looked at.
   *
   * @param filtered whether orphans have to be left out: then only a unique index will do, since
   *     the first match of another may be one
   */
  static List<IndexEntry> indexes(
      CanonicalQuery query, List<IndexEntry> indexes, boolean filtered) {
    if (!isPlain(query) || !(query.tree() instanceof ValuePredicate.Comparison)) {
      return List.of();
    }
    ValuePredicate.Comparison equality = (ValuePredicate.Comparison) query.tree();
    if (equality.op() != MatchExpression.Op.EQ || !isExact(equality.operand())) {
      return List.of();
    }
    List<IndexEntry> found = new ArrayList<>();
    for (IndexEntry index : indexes) {
      boolean single = index.spec().unique() && index.keyPattern().size() == 1;
      boolean one = single || query.limit() == 1;
      if (one
          && (index.spec().unique() || !filtered)
          && index.positionOf(equality.path().text()) == 0
          && !index.keyPattern().isHashed()
          && comparesAlike(equality.operand(), query, index)) {
        found.add(index);
      }
    }
    found.sort(Comparator.comparing(index -> index.keyPattern().size()));
    return found;
  }

  private static boolean isPlain(CanonicalQuery query) {
    return query.hint().isEmpty()
        && query.natural().isEmpty()
        && query.min().isEmpty()
        && query.max().isEmpty()
        && query.sort().isEmpty()
        && query.projection().isEmpty()
        && query.batchSize().isEmpty()
        && !query.returnKey()
        && !query.showRecordId()
        && query.skip() == 0;
  }

  /** Whether an index finds just the documents that equal this value. */
  private static boolean isExact(BsonValue value) {
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED, ARRAY, REGULAR_EXPRESSION -> false;
      default -> true;
    };
  }

  private static boolean comparesAlike(BsonValue value, CanonicalQuery query, IndexEntry index) {
    BsonType type = value.getBsonType();
    boolean hasText = type == BsonType.STRING || type == BsonType.DOCUMENT;
    return !hasText || query.collation().equals(index.collation());
  }
}
