package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.ServerText;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.ClusterEvent.ResultsMerged;
import shardsh.core.trace.ClusterEvent.ShardCount;
import shardsh.core.trace.TraceEntry;
import shardsh.render.Canvas.Panel;

/**
 * The last aggregation or sorted find: what runs on the shards, where the pipeline is cut, where
 * the parts are merged, and how many rows each arrow carries.
 */
final class PipelineDiagram implements Diagram {
  private static final int SHARDS_MAX = 8;
  private static final int BOX_MAX = 76;
  private static final String MERGE_CURSORS = "$mergeCursors";

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    Optional<Story> story = Story.of(scene);
    return story
        .map(found -> new Drawing(scene, found, width).lines())
        .orElse(
            Prose.wrap(
                StyledLine.of(
                    "the last command was no aggregation or find that shards answered", Role.DIM),
                width,
                2));
  }

  /**
   * What the trace says about one aggregation or find.
   *
   * @param streamed with a shard as merger, how many rows it sent on to the router
   */
  private record Story(
      ClusterEvent.RequestSent command,
      List<String> whole,
      List<String> onShards,
      List<String> atMerger,
      NodeId merger,
      Map<String, Integer> rows,
      Optional<ResultsMerged> merged,
      Optional<Integer> streamed) {

    static Optional<Story> of(Scene scene) {
      ClusterEvent.RequestSent command = null;
      ClusterEvent.RequestSent part = null;
      ClusterEvent.RequestSent merging = null;
      ResultsMerged merged = null;
      ClusterEvent.MergePlanned plan = null;
      int streamed = 0;
      boolean refused = false;
      Map<String, Integer> rows = new TreeMap<>();
      for (TraceEntry entry : scene.last()) {
        ClusterEvent event = entry.event();
        if (event instanceof ClusterEvent.RequestSent sent) {
          if (sent.from().equals(NodeId.APP)) {
            if (sent.command().equals("getMore")) {
              continue;
            }
            command = sent;
            part = null;
            merging = null;
            merged = null;
            plan = null;
            streamed = 0;
            rows.clear();
            refused = false;
          } else if (command != null && sent.command().equals(command.command())) {
            boolean merges = stages(sent.body()).stream().anyMatch(s -> s.contains(MERGE_CURSORS));
            merging = merges ? sent : merging;
            part = merges ? part : sent;
          }
        } else if (event instanceof ClusterEvent.ReplyReceived reply) {
          boolean fromShard = scene.shardRoles().ofNode(reply.from().name()) != Role.PLAIN;
          if (fromShard && reply.ok()) {
            rows.merge(reply.from().name(), reply.docs(), Integer::sum);
          }
          refused |= fromShard && isRefusal(reply) && isTo(command, reply.to());
        } else if (event instanceof ClusterEvent.Targeted found) {
          if (refused && isTo(command, found.router())) {
            rows.clear();
            refused = false;
          }
        } else if (event instanceof ClusterEvent.MergePlanned found) {
          plan = command != null && found.router().equals(command.to()) ? found : plan;
        } else if (event instanceof ResultsMerged found
            && (command == null || found.ns().equals(command.ns()))) {
          merged = together(merged, found);
          streamed += command != null && found.on().equals(command.to()) ? found.shipped() : 0;
        }
      }
      if (command == null || part == null || stages(command.body()).isEmpty()) {
        return Optional.empty();
      }
      if (merging == null || merged == null) {
        return Optional.of(story(command, part, merging, plan, merged, rows, Optional.empty()));
      }
      Map<String, Integer> given = new LinkedHashMap<>();
      merged.keptByShard().forEach(count -> given.put(count.shard().name(), count.documents()));
      return Optional.of(story(command, part, merging, plan, merged, given, Optional.of(streamed)));
    }

    /** Whether the router asks all shards again after such an answer. */
    private static boolean isRefusal(ClusterEvent.ReplyReceived reply) {
      return reply.codeName().equals(ErrorCode.STALE_CONFIG.codeName())
          || reply.codeName().equals(ErrorCode.STALE_DB_VERSION.codeName());
    }

    private static boolean isTo(ClusterEvent.RequestSent command, NodeId node) {
      return command != null && command.to().equals(node);
    }

    /** What came later for the same results is added; else the one of more shards counts. */
    private static ResultsMerged together(ResultsMerged before, ResultsMerged found) {
      if (before == null) {
        return found;
      }
      if (before.on().equals(found.on())) {
        return before.plus(found);
      }
      return found.shippedByShard().size() > before.shippedByShard().size() ? found : before;
    }

    private static Story story(
        ClusterEvent.RequestSent command,
        ClusterEvent.RequestSent part,
        ClusterEvent.RequestSent merging,
        ClusterEvent.MergePlanned plan,
        ResultsMerged merged,
        Map<String, Integer> rows,
        Optional<Integer> streamed) {
      List<String> whole = stages(command.body());
      List<String> onShards = stages(part.body());
      List<String> rest = plan != null ? mergerPart(plan, whole) : rest(whole, onShards);
      NodeId merger = merging != null ? merging.to() : merged != null ? merged.on() : part.from();
      return new Story(
          command, whole, onShards, rest, merger, rows, Optional.ofNullable(merged), streamed);
    }

    /** What the merger runs; the second half of a sort is no stage of its own. */
    private static List<String> mergerPart(ClusterEvent.MergePlanned plan, List<String> whole) {
      List<String> stages = new ArrayList<>();
      if (plan.cut().map(ClusterEvent.Cut::stage).filter("$sort"::equals).isPresent()) {
        whole.stream()
            .filter(stage -> name(stage).equals("$sort"))
            .findFirst()
            .ifPresent(sort -> stages.add(sort + "  (merges the parts)"));
      }
      plan.mergerPart().forEach(stage -> stages.add(stage(stage)));
      return stages;
    }

    /** What is left for the merger; a stage that was cut in two runs again there. */
    private static List<String> rest(List<String> whole, List<String> onShards) {
      int common = 0;
      while (common < whole.size()
          && common < onShards.size()
          && name(whole.get(common)).equals(name(onShards.get(common)))) {
        common++;
      }
      List<String> rest = new ArrayList<>();
      if (common > 0 && isCutInTwo(name(whole.get(common - 1)))) {
        rest.add(whole.get(common - 1) + "  (merges the parts)");
      }
      rest.addAll(whole.subList(common, whole.size()));
      return rest;
    }

    private static boolean isCutInTwo(String stage) {
      return stage.equals("$group") || stage.equals("$sort") || stage.equals("$limit");
    }

    private static String name(String stage) {
      int end = stage.indexOf(' ');
      return end < 0 ? stage : stage.substring(0, end);
    }

    /** The stages of an aggregate, or of a find as if it were one. */
    private static List<String> stages(BsonDocument body) {
      List<String> stages = new ArrayList<>();
      if (body.isArray("pipeline")) {
        for (BsonValue stage : body.getArray("pipeline")) {
          stages.add(stage.isDocument() ? stage(stage.asDocument()) : ServerText.of(stage));
        }
        return stages;
      }
      addPart(body, "filter", "$match", stages);
      addPart(body, "sort", "$sort", stages);
      addPart(body, "skip", "$skip", stages);
      addPart(body, "limit", "$limit", stages);
      addPart(body, "projection", "$project", stages);
      return stages;
    }

    private static String stage(BsonDocument stage) {
      String name = stage.isEmpty() ? "" : stage.getFirstKey();
      return name + " " + (name.isEmpty() ? "" : ServerText.of(stage.get(name)));
    }

    private static void addPart(BsonDocument body, String field, String name, List<String> stages) {
      BsonValue value = body.get(field);
      if (value != null && !(value.isDocument() && value.asDocument().isEmpty())) {
        stages.add(name + " " + ServerText.of(value));
      }
    }
  }

  private static final class Drawing {
    private final Scene scene;
    private final Story story;
    private final int width;
    private final Canvas canvas;
    private int y;

    Drawing(Scene scene, Story story, int width) {
      this.scene = scene;
      this.story = story;
      this.width = width;
      this.canvas = new Canvas(width);
    }

    List<StyledLine> lines() {
      String command = story.command().command() + " on " + story.command().ns();
      for (StyledLine line :
          Prose.wrap(StyledLine.of(DisplayWidth.visible(command), Role.TITLE), width, 2)) {
        canvas.put(0, y++, line);
      }
      int boxWidth = Math.min(BOX_MAX, width);
      int shards = story.rows().size();
      List<String> first =
          story.onShards().isEmpty() ? List.of("sends its rows") : story.onShards();
      String where = shards == 1 ? "on 1 shard" : "on each of " + Amounts.count(shards, "shard");
      box(boxWidth, where, first, Role.CHUNK);
      cut(boxWidth);
      List<String> rest =
          story.atMerger().isEmpty() ? List.of("passes the rows on") : story.atMerger();
      String title = "at " + story.merger() + (story.atMerger().isEmpty() ? "" : ", the merger");
      box(boxWidth, title, rest, Role.ROUTER);
      result();
      return canvas.lines();
    }

    private void box(int boxWidth, String title, List<String> stages, Role edge) {
      List<StyledLine> lines = new ArrayList<>();
      for (String stage : stages) {
        lines.addAll(
            Prose.wrap(StyledLine.of(DisplayWidth.visible(stage)), Math.max(1, boxWidth - 4), 4));
      }
      y += canvas.box(0, y, boxWidth, new Panel(StyledLine.of(title, Role.TITLE), lines, edge));
    }

    /** The arrows from the shards, each with its rows. */
    private void cut(int boxWidth) {
      List<Map.Entry<String, Integer>> rows = new ArrayList<>(story.rows().entrySet());
      int shown = Math.min(Math.min(SHARDS_MAX, rows.size()), Math.max(1, boxWidth / 14));
      int cell = shown == 0 ? boxWidth : boxWidth / shown;
      for (int i = 0; i < shown; i++) {
        int x = i * cell + 2;
        Map.Entry<String, Integer> row = rows.get(i);
        canvas.put(x, y, "│ ", Role.PLAIN);
        canvas.put(x + 2, y, row.getKey(), scene.shardRoles().ofNode(row.getKey()));
        canvas.put(x, y + 1, "▼ " + Amounts.count(row.getValue(), "row"), Role.PLAIN);
      }
      if (shown < rows.size()) {
        canvas.put(0, y + 2, "… " + Amounts.count(rows.size() - shown, "more shard"), Role.DIM);
        y++;
      }
      y += 2;
    }

    private void result() {
      if (story.streamed().isPresent()) {
        String line =
            "  ▼ "
                + Amounts.count(story.streamed().get(), "row")
                + " stream through "
                + story.command().to()
                + " to the app; "
                + Amounts.count(story.merged().map(ResultsMerged::shipped).orElse(0), "row")
                + " travelled to "
                + story.merger();
        Prose.wrap(StyledLine.of(line), width, 4).forEach(wrapped -> canvas.put(0, y++, wrapped));
        return;
      }
      Optional<ResultsMerged> merged = story.merged();
      LineBuilder line = new LineBuilder().add("  ▼ ");
      if (merged.isPresent()) {
        line.add(
            Amounts.count(merged.get().kept(), "row")
                + " of "
                + Amounts.count(merged.get().shipped()));
        line.add(" shipped");
        if (merged.get().sorted()) {
          line.add(", by merge sort: the smallest head of the shards' sorted rows comes next");
        }
      } else {
        line.add("to the app");
      }
      for (StyledLine wrapped : Prose.wrap(line.build(), width, 4)) {
        canvas.put(0, y++, wrapped);
      }
      merged.ifPresent(this::kept);
    }

    private void kept(ResultsMerged merged) {
      LineBuilder line = new LineBuilder().add("    kept: ");
      for (int i = 0; i < merged.keptByShard().size(); i++) {
        ShardCount count = merged.keptByShard().get(i);
        line.add(i == 0 ? "" : ", ")
            .add(count.shard().name(), scene.shardRoles().of(count.shard()))
            .add(" " + Amounts.count(count.documents()));
      }
      for (StyledLine wrapped : Prose.wrap(line.build(), width, 6)) {
        canvas.put(0, y++, wrapped);
      }
    }
  }
}
