package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.base.NodeId;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.QueryEvent.ResultsMerged;
import shardsh.core.trace.QueryEvent.ShardCount;

/**
 * What stands below the boxes of a pipeline: what goes to the application and what of the rows was
 * used for it, the first choices of a merge, what stages did in other collections, disk and time.
 */
final class PipelineOutcome {
  /** How the names begin of collections that $out fills before it renames them. */
  private static final String TEMPORARY = "tmp.agg_out.";

  private static final int LISTED_MAX = 8;

  private final PipelineStory story;
  private final Scene scene;
  private final ShardRoles roles;
  private final int width;
  private final List<StyledLine> lines = new ArrayList<>();

  PipelineOutcome(PipelineStory story, Scene scene, int width) {
    this.story = story;
    this.scene = scene;
    this.roles = scene.shardRoles();
    this.width = width;
  }

  List<StyledLine> lines() {
    if (story.isExplained()) {
      explained();
      return lines;
    }
    if (!story.failure().isEmpty()) {
      text(StyledLine.of("  no answer: " + story.failure(), Role.ERROR), 4);
    } else {
      answer();
    }
    story.merged().ifPresent(merged -> lines.addAll(new MergeSteps(merged, scene, width).lines()));
    story.nested().forEach(this::nested);
    for (QueryEvent.Spilled spill : story.spills()) {
      String size = Amounts.size(spill.bytes());
      text("    " + spill.stage() + " wrote " + size + " to the disk of " + spill.on(), 6);
    }
    time();
    return lines;
  }

  private void explained() {
    text(
        story.verbosity().equals("queryPlanner")
            ? "  explained, not run: nothing was examined and no row travelled"
            : "  explained: each shard ran its part, but no row travelled; in brackets how many"
                + " would",
        4);
  }

  private void answer() {
    if (story.streamed().isPresent()) {
      int streamed = story.streamed().get();
      String rows = Amounts.count(streamed, "row") + (streamed == 1 ? " streams" : " stream");
      int shipped = story.merged().map(ResultsMerged::shipped).orElse(0);
      String through = " through " + story.command().to() + " to the app; ";
      text("  ▼ " + rows + through + shipped(shipped) + " travelled to " + story.merger(), 4);
    } else if (story.merged().isEmpty()) {
      text("  ▼ to the app", 4);
    } else {
      toApp(story.merged().get());
    }
  }

  private String shipped(int rows) {
    long bytes = story.rows().keySet().stream().mapToLong(story::bytes).sum();
    return Amounts.count(rows, "row") + (bytes > 0 ? " (" + Amounts.size(bytes) + ")" : "");
  }

  private void toApp(ResultsMerged merged) {
    StringBuilder line = new StringBuilder("  ▼ ");
    if (merged.answer().isPresent()) {
      QueryEvent.Amount answer = merged.answer().get();
      line.append(Amounts.count(answer.documents(), "row"))
          .append(", " + Amounts.size(answer.bytes()) + " to the app; ")
          .append(Amounts.count(merged.kept()) + " of ")
          .append(shipped(merged.shipped()) + " shipped were used");
    } else {
      line.append(Amounts.count(merged.kept(), "row"))
          .append(" of " + Amounts.count(merged.shipped()) + " shipped");
    }
    if (merged.sorted()) {
      line.append(", by merge sort: of the shards' next rows the first in order goes on");
    }
    text(line.toString(), 4);
    kept(merged);
  }

  private void kept(ResultsMerged merged) {
    List<ShardCount> counts = new ArrayList<>(merged.keptByShard());
    counts.sort((a, b) -> NodeId.compareNames(a.shard().name(), b.shard().name()));
    boolean all = counts.size() <= LISTED_MAX;
    List<ShardCount> listed =
        counts.stream().filter(count -> all || count.documents() > 0).toList();
    LineBuilder line = new LineBuilder().add("    kept: ");
    for (int i = 0; i < listed.size(); i++) {
      line.add(i == 0 ? "" : ", ")
          .add(listed.get(i).shard().name(), roles.of(listed.get(i).shard()))
          .add(" " + Amounts.count(listed.get(i).documents()));
    }
    if (listed.size() < counts.size()) {
      String more = Amounts.count(counts.size() - listed.size(), "shard");
      line.add((listed.isEmpty() ? "" : "; ") + "nothing of " + more);
    }
    text(line.build(), 6);
  }

  /** What was read and written elsewhere is told in a line, not drawn. */
  private void nested(PipelineStory.Nested nested) {
    String where = nested.ns().toString();
    if (nested.ns().collection().startsWith(TEMPORARY)) {
      where = "a temporary collection";
    }
    String times = nested.times() == 1 ? "once" : Amounts.count(nested.times()) + " times";
    String done = (nested.reads() ? "read " : "wrote to ") + where + " " + times;
    String cost =
        nested.requests() == 0
            ? ", without a message to another node"
            : ", with " + Amounts.count(nested.requests(), "request") + " to other nodes";
    boolean came = nested.reads() && nested.requests() > 0;
    String rows = came ? " and " + Amounts.count(nested.rows(), "row") + " from them" : "";
    text("  besides, stages at " + String.join(", ", nested.by()) + " " + done + cost + rows, 4);
  }

  /** Examining goes on at the same time everywhere, shipping and merging row by row. */
  private void time() {
    if (story.plans().isEmpty() || story.micros() == 0) {
      return;
    }
    long most = 0;
    for (String shard : story.plans().keySet()) {
      most = Math.max(most, story.examined(shard));
    }
    int shipped = story.merged().map(ResultsMerged::shipped).orElse(0);
    String text =
        "  "
            + Amounts.duration(Math.round(story.micros() / 1000.0))
            + " of simulated time: up to "
            + Amounts.count(most)
            + " examined on a shard, all shards at once"
            + (story.rows().size() > 1
                ? ", then " + Amounts.count(shipped, "row") + " shipped and merged one by one"
                : "");
    text(StyledLine.of(text, Role.DIM), 4);
  }

  private void text(String line, int indent) {
    text(StyledLine.of(line), indent);
  }

  private void text(StyledLine line, int indent) {
    lines.addAll(scene.wrap(line, width, indent));
  }
}
