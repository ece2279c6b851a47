package shardsh.core.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.Projection;
import shardsh.core.query.SortPattern;

/**
 * Puts the stages above a scan: documents are fetched as late as possible, and not at all when
 * index keys hold everything the query asks for.
 */
final class SolutionBuilder {
  private final CanonicalQuery query;
  private final Optional<ShardFilter> shardFilter;
  private final boolean countsOnly;

  /**
   * @param shardFilter absent when the shard need not filter
   * @param countsOnly whether only the number of records matters, not their content
   */
  SolutionBuilder(CanonicalQuery query, Optional<ShardFilter> shardFilter, boolean countsOnly) {
    this.query = query;
    this.shardFilter = shardFilter;
    this.countsOnly = countsOnly;
  }

  QuerySolution build(Candidate candidate) {
    SolutionNode node = candidate.scan();
    if (candidate.residual().isPresent()) {
      node = new SolutionNode.Fetch(candidate.residual(), node);
    }
    node = sharded(node);
    boolean blocking = query.sort().isPresent() && !candidate.sorted();
    if (blocking) {
      node = sorted(node, query.sort().get());
    }
    if (!countsOnly && needsDocuments(candidate, node)) {
      node = fetched(node);
    }
    return new QuerySolution(above(node, !blocking));
  }

  private SolutionNode sharded(SolutionNode node) {
    if (shardFilter.isEmpty()) {
      return node;
    }
    boolean covered = true;
    for (KeyPattern.Field field : shardFilter.get().shardKey().fields()) {
      covered &= !field.hashed() && covers(node, field.path().text());
    }
    return new SolutionNode.ShardingFilter(shardFilter.get(), covered ? node : fetched(node));
  }

  private SolutionNode sorted(SolutionNode node, SortPattern sort) {
    boolean covered = true;
    for (String path : sort.toBson().keySet()) {
      covered &= covers(node, path);
    }
    long rows = query.limit() == 0 ? 0 : query.skip() + query.limit();
    return new SolutionNode.Sort(sort, rows, covered ? node : fetched(node));
  }

  private boolean needsDocuments(Candidate candidate, SolutionNode node) {
    Optional<Projection> projection = query.projection();
    if (projection.isEmpty() || candidate.keyUncertain()) {
      return true;
    }
    Optional<Set<String>> paths = projection.get().requiredPaths();
    return paths.isEmpty() || !paths.get().stream().allMatch(path -> covers(node, path));
  }

  private static SolutionNode fetched(SolutionNode node) {
    return node.fetched() ? node : new SolutionNode.Fetch(Optional.empty(), node);
  }

  /** Whether the rows of the stage carry the value at this path. */
  private static boolean covers(SolutionNode node, String path) {
    if (node.fetched()) {
      return true;
    }
    if (node instanceof SolutionNode.IndexScan) {
      return ((SolutionNode.IndexScan) node).index().holds(path);
    }
    List<SolutionNode> children = node.children();
    return !children.isEmpty() && children.stream().allMatch(child -> covers(child, path));
  }

  /** Skip, projection and, unless a sort has seen to it, the limit. */
  private SolutionNode above(SolutionNode node, boolean limits) {
    SolutionNode result = node;
    if (query.skip() > 0) {
      result = new SolutionNode.Skip(query.skip(), result);
    }
    if (query.returnKey()) {
      result = new SolutionNode.ReturnKey(result);
    } else if (query.projection().isPresent()) {
      result = new SolutionNode.Project(query.projection().get(), query.tree(), result);
    }
    if (query.limit() > 0 && limits) {
      result = new SolutionNode.Limit(query.limit(), result);
    }
    return result;
  }
}
