package shardsh.core.query;

import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.expr.EvaluationContext;

/**
 * A find after validation.
 *
 * @param filter as given
 * @param tree the filter, normalized
 * @param sort empty also for a sort by {@code $natural}
 * @param natural the direction of a scan in natural order that a sort or hint asks for, 1 or -1
 * @param hint an index name (string) or key pattern (document); empty also for {@code $natural}
 * @param limit 0 for none
 * @param batchSize empty for the default
 * @param context collation and variables
 */
public record CanonicalQuery(
    BsonDocument filter,
    MatchExpression tree,
    Optional<SortPattern> sort,
    Optional<Integer> natural,
    Optional<Projection> projection,
    long skip,
    long limit,
    OptionalLong batchSize,
    boolean singleBatch,
    Optional<BsonValue> hint,
    Optional<BsonDocument> min,
    Optional<BsonDocument> max,
    boolean returnKey,
    boolean showRecordId,
    QueryContext context) {

  /**
   * Reads a find command, e.g. {@code {find: "orders", filter: {…}, sort: {…}, limit: 5}}. Fields
   * that all commands share, and those that nodes add ({@code shardVersion} …), are passed over.
   *
   * @throws CommandException with the server's code when something in it is not valid
   */
  public static CanonicalQuery parse(BsonDocument command) {
    return parse(command, Collation.simple(), EvaluationContext.Settings.PLAIN);
  }

  /**
   * As {@link #parse(BsonDocument)}, for a collection and a time.
   *
   * @param standard the collection's collation, used when the command names none
   * @param settings what expressions see of the operation; its order is replaced by the collation's
   */
  public static CanonicalQuery parse(
      BsonDocument command, Collation standard, EvaluationContext.Settings settings) {
    return new FindParser(command, standard, settings).parse();
  }

  /** The query as errors of the planner show it, over several lines; the last one is complete. */
  public String describe(Namespace ns) {
    return QueryText.of(ns, this);
  }

  public Collation collation() {
    return context.collation();
  }
}
