package shardsh.core.plan;

/** A complete plan: the root of a tree of stages. */
public record QuerySolution(SolutionNode root) {

  /** Whether some stage must take in all rows before it gives one. */
  boolean sortsAll() {
    return contains(root, "SORT");
  }

  boolean fetches() {
    return contains(root, "FETCH");
  }

  private static boolean contains(SolutionNode node, String stage) {
    return node.stage().equals(stage)
        || node.children().stream().anyMatch(child -> contains(child, stage));
  }
}
