package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import shardsh.core.base.NodeId;

/** A pipeline as a flowchart: each shard with its part, the rows it sends, the merger, the app. */
final class MermaidPipeline {
  private static final int SHARDS_MAX = 8;

  private MermaidPipeline() {}

  static String text(PipelineStory story) {
    StringBuilder out = new StringBuilder("flowchart TB\n");
    List<Map.Entry<String, Integer>> all = new ArrayList<>(story.rows().entrySet());
    for (Map.Entry<String, Integer> row : all.subList(0, Math.min(SHARDS_MAX, all.size()))) {
      String part = "part_" + Mermaid.id(new NodeId(row.getKey()));
      Mermaid.node(part, box(row.getKey(), PipelineWaits.onShards(story)), out);
      String rows = Amounts.count(row.getValue(), "row");
      String sent = story.isExplained() ? "would send " + rows : rows;
      arrow(part, story.hasRun() ? sent : "not run", "merger", out);
    }
    if (all.size() > SHARDS_MAX) {
      String more = Amounts.count(all.size() - SHARDS_MAX, "more shard");
      Mermaid.node("more", List.of(more), out);
      out.append("  more --> merger\n");
    }
    Mermaid.node("merger", box(story.merger().name(), PipelineWaits.atMerger(story)), out);
    out.append("  app([app])\n  merger --> app\n");
    return out.toString();
  }

  private static void arrow(String from, String label, String to, StringBuilder out) {
    out.append("  " + from + " -->|\"" + Mermaid.escaped(label) + "\"| " + to + "\n");
  }

  private static List<String> box(String node, List<PipelineWaits.Shown> stages) {
    List<String> lines = new ArrayList<>();
    lines.add(node);
    stages.forEach(stage -> lines.add(stage.text()));
    return lines;
  }
}
