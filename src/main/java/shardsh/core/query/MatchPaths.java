package shardsh.core.query;

import shardsh.core.expr.Dependencies;

/** Which paths of a document a filter reads. */
public final class MatchPaths {
  private MatchPaths() {}

  /** Adds the paths, and what expressions inside the filter read. */
  public static void addTo(Dependencies dependencies, MatchExpression tree) {
    if (tree instanceof MatchExpression.And and) {
      and.terms().forEach(term -> addTo(dependencies, term));
    } else if (tree instanceof MatchExpression.Or or) {
      or.terms().forEach(term -> addTo(dependencies, term));
    } else if (tree instanceof MatchExpression.Nor nor) {
      nor.terms().forEach(term -> addTo(dependencies, term));
    } else if (tree instanceof MatchExpression.Not not) {
      addTo(dependencies, not.term());
    } else if (tree instanceof MatchExpression.Leaf leaf) {
      dependencies.addPath(leaf.path().text());
    } else if (tree instanceof MatchExpression.Expr expr) {
      expr.expression().addDependencies(dependencies);
    } else if (!(tree instanceof MatchExpression.AlwaysTrue)
        && !(tree instanceof MatchExpression.AlwaysFalse)) {
      dependencies.addWholeDocument();
    }
  }
}
