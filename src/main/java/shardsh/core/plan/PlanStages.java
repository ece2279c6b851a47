package shardsh.core.plan;

import java.util.List;
import shardsh.core.storage.CollectionStore;

/** Makes the stages that carry out a solution over one collection. */
final class PlanStages {
  private final CollectionStore store;
  private final boolean allowDiskUse;

  PlanStages(CollectionStore store, boolean allowDiskUse) {
    this.store = store;
    this.allowDiskUse = allowDiskUse;
  }

  PlanStage of(SolutionNode node) {
    if (node instanceof SolutionNode.CollScan) {
      return new ScanStages.CollectionScan((SolutionNode.CollScan) node, store);
    }
    if (node instanceof SolutionNode.IndexScan) {
      return new ScanStages.IndexScan((SolutionNode.IndexScan) node, store);
    }
    if (node instanceof SolutionNode.CountScan) {
      return new ScanStages.CountScan((SolutionNode.CountScan) node, store);
    }
    if (node instanceof SolutionNode.DistinctScan) {
      return new ScanStages.DistinctScan((SolutionNode.DistinctScan) node, store);
    }
    if (node instanceof SolutionNode.IdHack) {
      return new ScanStages.IdLookup((SolutionNode.IdHack) node, store);
    }
    if (node instanceof SolutionNode.Eof) {
      return new ScanStages.End((SolutionNode.Eof) node);
    }
    if (node instanceof SolutionNode.FastCount) {
      return new RowStages.FastCount((SolutionNode.FastCount) node, store);
    }
    return over(node);
  }

  private PlanStage over(SolutionNode node) {
    PlanStage[] children = children(node.children());
    if (node instanceof SolutionNode.Fetch) {
      return new RowStages.Fetch((SolutionNode.Fetch) node, children[0], store);
    }
    if (node instanceof SolutionNode.ShardingFilter) {
      return new RowStages.ShardingFilter((SolutionNode.ShardingFilter) node, children[0]);
    }
    if (node instanceof SolutionNode.Sort) {
      return new SortStage((SolutionNode.Sort) node, children[0], allowDiskUse);
    }
    if (node instanceof SolutionNode.SortMerge) {
      return new UnionStages.SortMerge((SolutionNode.SortMerge) node, children);
    }
    if (node instanceof SolutionNode.Or) {
      return new UnionStages.Or((SolutionNode.Or) node, children);
    }
    if (node instanceof SolutionNode.Subplan) {
      return new RowStages.Passing(node, children[0], Long.MAX_VALUE);
    }
    if (node instanceof SolutionNode.Express) {
      return new RowStages.Passing(node, children[0], 1);
    }
    if (node instanceof SolutionNode.Limit) {
      return new RowStages.Passing(node, children[0], ((SolutionNode.Limit) node).limit());
    }
    if (node instanceof SolutionNode.Skip) {
      return new RowStages.Skip((SolutionNode.Skip) node, children[0]);
    }
    if (node instanceof SolutionNode.Project) {
      return new RowStages.Project((SolutionNode.Project) node, children[0]);
    }
    if (node instanceof SolutionNode.ReturnKey) {
      return new RowStages.ReturnKey((SolutionNode.ReturnKey) node, children[0]);
    }
    if (node instanceof SolutionNode.Count) {
      return new RowStages.Count((SolutionNode.Count) node, children[0]);
    }
    throw new IllegalStateException("no stage for " + node.stage());
  }

  private PlanStage[] children(List<SolutionNode> nodes) {
    PlanStage[] children = new PlanStage[nodes.size()];
    for (int i = 0; i < children.length; i++) {
      children[i] = of(nodes.get(i));
    }
    return children;
  }
}
