package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.expr.Numbers;
import shardsh.core.pipeline.stage.Limit;
import shardsh.core.pipeline.stage.Match;
import shardsh.core.pipeline.stage.Project;
import shardsh.core.pipeline.stage.Skip;
import shardsh.core.pipeline.stage.Sort;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchNormalizer;
import shardsh.core.query.Projection;
import shardsh.core.query.SortPattern;

/**
 * The part of a pipeline that a shard's find layer does, with indexes: its leading {@code $match},
 * {@code $sort}, {@code $skip} and {@code $limit}, in that order and each only as far as it stands
 * there, and a plain {@code $project} after them. When other stages follow, only the fields that
 * they read are fetched.
 *
 * @param matches the leading filters
 * @param limit 0 for none
 * @param projection of a find; empty for whole documents
 * @param rest the stages that are left
 */
public record PushedQuery(
    List<Match> matches,
    Optional<SortPattern> sort,
    long skip,
    long limit,
    Optional<BsonDocument> projection,
    List<Stage> rest) {

  public PushedQuery {
    matches = List.copyOf(matches);
    rest = List.copyOf(rest);
  }

  /** Takes what the find layer can do off the front of a pipeline. */
  public static PushedQuery of(Pipeline pipeline) {
    List<Stage> left = new ArrayList<>(pipeline.stages());
    List<Match> matches = new ArrayList<>();
    while (!left.isEmpty() && left.get(0) instanceof Match match) {
      matches.add(match);
      left.remove(0);
    }
    Optional<SortPattern> sort = Optional.empty();
    long most = Long.MAX_VALUE;
    if (!left.isEmpty() && left.get(0) instanceof Sort stage) {
      sort = Optional.of(stage.pattern());
      most = stage.limit().orElse(Long.MAX_VALUE);
      left.remove(0);
    }
    long skip = 0;
    if (!left.isEmpty() && left.get(0) instanceof Skip stage && stage.skip() < most) {
      skip = stage.skip();
      most = most == Long.MAX_VALUE ? most : most - skip;
      left.remove(0);
    }
    while (!left.isEmpty() && left.get(0) instanceof Limit stage) {
      most = Math.min(most, stage.limit());
      left.remove(0);
    }
    Optional<BsonDocument> projection = projection(left);
    return new PushedQuery(
        matches, sort, skip, most == Long.MAX_VALUE ? 0 : most, projection, left);
  }

  /** What is fetched; a stage that does nothing else is taken away. */
  private static Optional<BsonDocument> projection(List<Stage> left) {
    if (!left.isEmpty()
        && left.get(0) instanceof Project project
        && project.projection().kind() == Projection.Kind.INCLUSION
        && project.projection().isSimple()) {
      left.remove(0);
      return Optional.of(project.projection().spec());
    }
    return Needs.of(left).filter(paths -> !paths.isEmpty()).map(PushedQuery::fetched);
  }

  private static BsonDocument fetched(TreeSet<String> paths) {
    BsonDocument projection = new BsonDocument();
    paths.forEach(path -> projection.append(path, new BsonInt32(1)));
    boolean id = paths.stream().anyMatch(path -> path.equals("_id") || path.startsWith("_id."));
    return id ? projection : projection.append("_id", new BsonInt32(0));
  }

  /** For a pipeline whose first stage makes the documents: the find layer does nothing. */
  public static PushedQuery none(Pipeline pipeline) {
    return new PushedQuery(List.of(), Optional.empty(), 0, 0, Optional.empty(), pipeline.stages());
  }

  /** The filters as one document. */
  public BsonDocument filter() {
    if (matches.isEmpty()) {
      return new BsonDocument();
    }
    if (matches.size() == 1) {
      return matches.get(0).filter();
    }
    BsonArray terms = new BsonArray();
    matches.forEach(match -> terms.add(match.filter()));
    return new BsonDocument("$and", terms);
  }

  /** The filters as one tree. */
  public MatchExpression tree() {
    List<MatchExpression> trees = new ArrayList<>();
    matches.forEach(match -> trees.add(match.tree()));
    return MatchNormalizer.normalize(new MatchExpression.And(trees));
  }

  /** As the query that the planner takes. */
  public CanonicalQuery query(Optional<BsonValue> hint, PipelineContext context) {
    Optional<Integer> natural =
        hint.filter(value -> value.isDocument() && value.asDocument().containsKey("$natural"))
            .map(value -> (int) Numbers.toLong(value.asDocument().get("$natural")));
    return new CanonicalQuery(
        filter(),
        tree(),
        sort,
        natural,
        projection.map(spec -> Projection.parse(spec, context.query())),
        skip,
        limit,
        OptionalLong.empty(),
        false,
        natural.isPresent() ? Optional.empty() : hint,
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        context.query());
  }
}
