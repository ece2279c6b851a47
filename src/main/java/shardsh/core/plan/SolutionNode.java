package shardsh.core.plan;

import java.util.List;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.Projection;
import shardsh.core.query.SortPattern;

/**
 * A stage as planned: what it will do, without data. Immutable. {@link PlanStage} carries it out
 * and counts.
 */
public sealed interface SolutionNode {

  /** The most memory a sort takes. */
  long SORT_MEMORY_MAX = 100L * 1024 * 1024;

  /** The name of a whole plan that is one look into an index (8.0). */
  String EXPRESS_STAGE = "EXPRESS_IXSCAN";

  /** The server's name of the stage. */
  String stage();

  /** What explain says of it besides the name, the children and the counters. */
  default BsonDocument details() {
    return new BsonDocument();
  }

  /** The stages it takes its rows from. */
  default List<SolutionNode> children() {
    return List.of();
  }

  /**
   * Whether the rows come out with their documents: by default, whether they come in with them. A
   * stage without children says so itself.
   */
  default boolean fetched() {
    return children().stream().allMatch(SolutionNode::fetched);
  }

  /** A stage that takes its rows from one other. */
  sealed interface Unary extends SolutionNode {

    /** The stage it takes its rows from. */
    SolutionNode child();

    @Override
    default List<SolutionNode> children() {
      return List.of(child());
    }
  }

  private static BsonDocument withFilter(Optional<MatchExpression> filter) {
    BsonDocument details = new BsonDocument();
    filter.ifPresent(expression -> details.append("filter", expression.toBson()));
    return details;
  }

  private static BsonDocument expressDetails(BsonDocument keyPattern, String indexName) {
    return new BsonDocument("keyPattern", new BsonString(ServerText.of(keyPattern)))
        .append("indexName", new BsonString(indexName));
  }

  private static BsonString direction(boolean forward) {
    return new BsonString(forward ? "forward" : "backward");
  }

  private static void describe(IndexEntry index, BsonDocument details) {
    details
        .append("keyPattern", index.keyPattern().toDocument())
        .append("indexName", new BsonString(index.name()));
    index.spec().collation().ifPresent(collation -> details.append("collation", collation));
    details
        .append("isMultiKey", BsonBoolean.valueOf(index.multikeyPaths().isMultikey()))
        .append("multiKeyPaths", index.multikeyPaths().toDocument(index.keyPattern()))
        .append("isUnique", BsonBoolean.valueOf(index.spec().unique()))
        .append("isSparse", BsonBoolean.valueOf(index.spec().sparse()))
        .append("isPartial", BsonBoolean.valueOf(index.spec().partialFilter().isPresent()))
        .append("indexVersion", new BsonInt32(2));
  }

  /** Every document in natural order, or backwards. */
  record CollScan(Optional<MatchExpression> filter, boolean forward) implements SolutionNode {
    @Override
    public String stage() {
      return "COLLSCAN";
    }

    @Override
    public BsonDocument details() {
      return withFilter(filter).append("direction", direction(forward));
    }

    @Override
    public boolean fetched() {
      return true;
    }
  }

  /**
   * The entries of an index inside bounds; those for which the filter, asked about the key, holds.
   *
   * @param range replaces the bounds when min or max was given
   */
  record IndexScan(
      IndexEntry index,
      IndexBounds bounds,
      Optional<KeyRange> range,
      boolean forward,
      Optional<MatchExpression> filter)
      implements SolutionNode {
    @Override
    public String stage() {
      return "IXSCAN";
    }

    @Override
    public BsonDocument details() {
      BsonDocument details = withFilter(filter);
      describe(index, details);
      return details
          .append("direction", direction(forward))
          .append(
              "indexBounds",
              range
                  .map(keys -> keys.toBson(index.keyPattern()))
                  .orElseGet(() -> bounds.toBson(forward)));
    }

    @Override
    public boolean fetched() {
      return false;
    }
  }

  /** The documents of records that come from an index. */
  record Fetch(Optional<MatchExpression> filter, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "FETCH";
    }

    @Override
    public BsonDocument details() {
      return withFilter(filter);
    }

    @Override
    public boolean fetched() {
      return true;
    }
  }

  /** The documents that the shard owns. */
  record ShardingFilter(ShardFilter filter, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "SHARDING_FILTER";
    }
  }

  /** All rows in order; with a limit above 0 only the first of them. */
  record Sort(SortPattern pattern, long limit, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "SORT";
    }

    @Override
    public BsonDocument details() {
      BsonDocument details =
          new BsonDocument("sortPattern", pattern.toBson())
              .append("memLimit", Docs.number(SORT_MEMORY_MAX));
      if (limit > 0) {
        details.append("limitAmount", Docs.number(limit));
      }
      return details.append("type", new BsonString(child.fetched() ? "simple" : "default"));
    }
  }

  /** Joins rows that come in order from several scans, each record once. */
  record SortMerge(SortPattern pattern, List<SolutionNode> children) implements SolutionNode {
    public SortMerge {
      children = List.copyOf(children);
    }

    @Override
    public String stage() {
      return "SORT_MERGE";
    }

    @Override
    public BsonDocument details() {
      return new BsonDocument("sortPattern", pattern.toBson());
    }
  }

  /** The rows of one scan after the other, each record once. */
  record Or(List<SolutionNode> children) implements SolutionNode {
    public Or {
      children = List.copyOf(children);
    }

    @Override
    public String stage() {
      return "OR";
    }
  }

  /** A plan for an {@code $or}, each of whose branches was planned by itself. */
  record Subplan(SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "SUBPLAN";
    }
  }

  /**
   * The first row of a short plan over one index, which explain shows as one stage (8.0).
   *
   * @param child what the stage does, one thing after the other
   */
  record Express(IndexEntry index, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return EXPRESS_STAGE;
    }

    @Override
    public BsonDocument details() {
      return expressDetails(index.keyPattern().toDocument(), index.name());
    }
  }

  /** The first rows. */
  record Limit(long limit, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "LIMIT";
    }

    @Override
    public BsonDocument details() {
      return new BsonDocument("limitAmount", Docs.number(limit));
    }
  }

  /** All rows but the first. */
  record Skip(long skip, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "SKIP";
    }

    @Override
    public BsonDocument details() {
      return new BsonDocument("skipAmount", Docs.number(skip));
    }
  }

  /**
   * What the query asks of each document. From fetched documents PROJECTION_SIMPLE or
   * PROJECTION_DEFAULT, from keys of one index PROJECTION_COVERED.
   *
   * @param filter the query's filter, which a positional projection needs again
   */
  record Project(Projection projection, MatchExpression filter, SolutionNode child)
      implements Unary {
    @Override
    public String stage() {
      if (!projection.isSimple()) {
        return "PROJECTION_DEFAULT";
      }
      if (child.fetched()) {
        return "PROJECTION_SIMPLE";
      }
      return scans(child) == 1 ? "PROJECTION_COVERED" : "PROJECTION_DEFAULT";
    }

    private static int scans(SolutionNode node) {
      int count = node.children().isEmpty() ? 1 : 0;
      for (SolutionNode child : node.children()) {
        count += scans(child);
      }
      return count;
    }

    @Override
    public BsonDocument details() {
      return new BsonDocument("transformBy", projection.spec());
    }

    @Override
    public boolean fetched() {
      return true;
    }
  }

  /** The index keys instead of documents; nothing for rows that come from no index. */
  record ReturnKey(SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "RETURN_KEY";
    }

    @Override
    public boolean fetched() {
      return true;
    }
  }

  /** The number of rows, after {@code skip} and up to {@code limit} (0 for all) of them. */
  record Count(long skip, long limit, SolutionNode child) implements Unary {
    @Override
    public String stage() {
      return "COUNT";
    }

    @Override
    public boolean fetched() {
      return false;
    }
  }

  /** The number of entries in one stretch of an index, nothing fetched. */
  record CountScan(IndexEntry index, KeyRange range) implements SolutionNode {
    @Override
    public String stage() {
      return "COUNT_SCAN";
    }

    @Override
    public BsonDocument details() {
      BsonDocument details = new BsonDocument();
      describe(index, details);
      return details.append("indexBounds", range.toBson(index.keyPattern()));
    }

    @Override
    public boolean fetched() {
      return false;
    }
  }

  /** The number of documents as the collection knows it. */
  record FastCount() implements SolutionNode {
    @Override
    public String stage() {
      return "RECORD_STORE_FAST_COUNT";
    }

    @Override
    public boolean fetched() {
      return false;
    }
  }

  /** One entry for each different value of the index's first field. */
  record DistinctScan(IndexEntry index, IndexBounds bounds) implements SolutionNode {
    @Override
    public String stage() {
      return "DISTINCT_SCAN";
    }

    @Override
    public BsonDocument details() {
      BsonDocument details = new BsonDocument();
      describe(index, details);
      return details
          .append("direction", direction(true))
          .append("indexBounds", bounds.toBson(true));
    }

    @Override
    public boolean fetched() {
      return false;
    }
  }

  /**
   * The one document with this {@code _id}.
   *
   * @param express whether it has the name and shape of 8.0
   */
  record IdHack(BsonValue id, boolean express) implements SolutionNode {
    @Override
    public String stage() {
      return express ? EXPRESS_STAGE : "IDHACK";
    }

    @Override
    public BsonDocument details() {
      return express
          ? expressDetails(new BsonDocument("_id", new BsonInt32(1)), "_id_")
          : new BsonDocument();
    }

    @Override
    public boolean fetched() {
      return true;
    }
  }

  /**
   * Nothing, because no document can match.
   *
   * @param typed whether explain says why, as from 8.0 on
   */
  record Eof(boolean typed) implements SolutionNode {
    @Override
    public String stage() {
      return "EOF";
    }

    @Override
    public BsonDocument details() {
      return typed
          ? new BsonDocument("type", new BsonString("predicateEvalsToFalse"))
          : new BsonDocument();
    }

    @Override
    public boolean fetched() {
      return true;
    }
  }
}
