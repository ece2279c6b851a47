package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import shardsh.core.base.NodeId;

/** A pipeline as a flowchart: each shard with its part, the rows it sends, the merger, the app. */
final class MermaidPipeline {
  private static final int SHARDS_MAX = 8;

  private MermaidPipeline() {}

  static String text(PipelineStory story, ShardRoles roles) {
    MermaidGraph graph = new MermaidGraph("TB");
    List<Map.Entry<String, Integer>> all = new ArrayList<>(story.rows().entrySet());
    for (Map.Entry<String, Integer> row : all.subList(0, Math.min(SHARDS_MAX, all.size()))) {
      String shard = row.getKey();
      String part = "part_" + Mermaid.id(new NodeId(shard));
      graph.box(part, roles.ofNode(shard), box(shard, PipelineWaits.onShards(story)));
      String rows = Amounts.count(row.getValue(), "row");
      String sent = story.isExplained() ? "would send " + rows : rows;
      graph.arrow(part, story.hasRun() ? sent : "not run", "merger");
    }
    if (all.size() > SHARDS_MAX) {
      graph.box("more", Role.PLAIN, Amounts.count(all.size() - SHARDS_MAX, "more shard"));
      graph.arrow("more", "", "merger");
    }
    String merger = story.merger().name();
    graph.box("merger", roles.ofNode(merger), box(merger, PipelineWaits.atMerger(story)));
    return graph.app().arrow("merger", "", "app").toString();
  }

  private static List<String> box(String node, List<PipelineWaits.Shown> stages) {
    List<String> lines = new ArrayList<>();
    lines.add(node);
    stages.forEach(stage -> lines.add(stage.text()));
    return lines;
  }
}
