package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.BalancerView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.BalancerRoundText.Compared;
import shardsh.render.Table.Column;

/** The balancer: its state, its rule with the numbers, the last round and its reasons. */
final class BalancerDiagram implements Diagram {
  private static final int BAR_CELLS = 24;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    BalancerView balancer = scene.now().balancer();
    List<StyledLine> lines = new ArrayList<>(scene.wrap(state(balancer), width, 2));
    lines.addAll(scene.wrap(StyledLine.of(rule(balancer)), width, 2));
    for (CollectionView collection : scene.collections()) {
      if (!collection.balancing()) {
        lines.addAll(
            scene.wrap(
                StyledLine.of(
                    "! balancing is off for " + DisplayWidth.visible(collection.ns().toString()),
                    Role.WARN),
                width,
                2));
      }
    }
    for (ShardView shard : scene.now().shards()) {
      if (shard.draining()) {
        lines.add(scene.said("! " + shard.id() + " is draining", Role.WARN));
      }
    }
    if (balancer.lastRound().isEmpty()) {
      lines.add(scene.said("no round yet", Role.DIM));
    } else {
      addRound(scene, balancer.lastRound().get(), width, lines);
    }
    return lines;
  }

  private static StyledLine state(BalancerView balancer) {
    LineBuilder line = new LineBuilder().add("balancer ", Role.TITLE);
    boolean stopped = balancer.mode().equals("off");
    if (stopped) {
      line.add("! stopped", Role.WARN);
    } else {
      line.add(
          switch (balancer.runs()) {
            case "on" -> "runs by itself as time goes";
            case "manual" -> "waits for sim.balance()";
            default -> "does not run";
          });
    }
    line.add(" · policy " + balancer.policy());
    line.add(" · chunk size " + balancer.chunkSizeMB() + " MB");
    return line.add(" · window " + balancer.window().orElse("all day")).build();
  }

  /** Source of the numbers: the profiles' rules, {@code sharding-facts.md} 11. */
  private static String rule(BalancerView balancer) {
    return switch (balancer.policy()) {
      case "classic" ->
          "moves when chunk numbers differ by 2 (under 20 chunks), 4 (20 to 79) or 8 (80 and more)";
      case "chunkCount" -> "moves when a shard has more than its even share of the chunks";
      case "dataSize" ->
          "moves when data sizes differ by "
              + 3 * balancer.chunkSizeMB()
              + " MB, three times the chunk size, or more";
      default -> "policy " + balancer.policy();
    };
  }

  private static void addRound(Scene scene, BsonDocument round, int width, List<StyledLine> lines) {
    lines.add(StyledLine.EMPTY);
    lines.add(scene.said(Heads.title("round " + BalancerRoundText.number(round.get("round")))));
    for (Compared compared : BalancerRoundText.compared(round)) {
      addCompared(scene, BalancerRoundText.text(round, "policy"), compared, width, lines);
    }
    List<BsonDocument> moves = BalancerRoundText.documents(round, "moves");
    for (BsonDocument move : moves) {
      lines.addAll(scene.wrap(move(scene, move), width, 2));
      if (move.containsKey("why")) {
        lines.addAll(
            scene.wrap(
                StyledLine.of("    because " + BalancerRoundText.text(move, "why"), Role.DIM),
                width,
                6));
      }
    }
    for (BsonDocument merged : BalancerRoundText.documents(round, "merged")) {
      lines.addAll(scene.wrap(merged(scene, merged), width, 2));
    }
    for (BsonDocument phase : BalancerRoundText.documents(round, "phases")) {
      lines.addAll(
          scene.wrap(StyledLine.of("  " + BalancerRoundText.phase(phase), Role.MOVED), width, 4));
    }
    if (moves.isEmpty() && !round.containsKey("merged")) {
      lines.add(scene.said("  moves nothing", Role.DIM));
    }
    for (BsonDocument skipped : BalancerRoundText.documents(round, "skipped")) {
      String ns = BalancerRoundText.text(skipped, "ns");
      String text =
          "  ! "
              + (ns.isEmpty() ? "no round: " : "skips " + ns + ": ")
              + BalancerRoundText.text(skipped, "why");
      lines.addAll(scene.wrap(StyledLine.of(text, Role.WARN), width, 4));
    }
  }

  private static String unit(Compared compared) {
    boolean one = BalancerRoundText.value(compared.difference().orElseThrow()) == 1;
    return one && compared.unit().equals("chunks") ? "chunk" : compared.unit();
  }

  private static void addCompared(
      Scene scene, String policy, Compared compared, int width, List<StyledLine> lines) {
    boolean moves = compared.reachesThreshold();
    LineBuilder head = new LineBuilder().add(compared.what(), Role.NAME).add("  ");
    if (compared.difference().isEmpty()) {
      head.add("no pair of shards to compare");
    } else {
      head.add("difference " + BalancerRoundText.number(compared.difference().get()))
          .add(" " + unit(compared))
          .add(moves ? " reaches " : " is below ")
          .add("threshold " + BalancerRoundText.number(compared.threshold()))
          .add(
              BalancerRoundText.rule(policy, compared, scene.now().balancer().chunkSizeMB()),
              Role.DIM)
          .add(": ")
          .add(moves ? "unbalanced" : "balanced", moves ? Role.WARN : Role.OK);
    }
    lines.addAll(scene.wrap(head.build(), width, 2));
    double most = 0;
    for (BsonValue amount : compared.shards().values()) {
      most = Math.max(most, BalancerRoundText.value(amount));
    }
    int cells = Math.max(4, Math.min(BAR_CELLS, width - 30));
    Table table =
        Table.narrow(Column.left("", 6, 0), Column.left("", cells, 1), Column.left("", 1, 0))
            .in(scene.words());
    for (Map.Entry<String, BsonValue> shard : compared.shards().entrySet()) {
      Role role = scene.shardRoles().ofNode(shard.getKey());
      double share = most == 0 ? 0 : BalancerRoundText.value(shard.getValue()) / most;
      table.row(
          StyledLine.of(DisplayWidth.padRight(shard.getKey(), 6), role),
          StyledLine.of(Amounts.bar(share, cells), role),
          StyledLine.of(BalancerRoundText.number(shard.getValue())));
    }
    for (StyledLine line : table.folded().lines(width - 2)) {
      lines.add(new LineBuilder().add("  ").add(line).build());
    }
  }

  private static StyledLine merged(Scene scene, BsonDocument merged) {
    String shard = BalancerRoundText.text(merged, "shard");
    return new LineBuilder()
        .add("  joins ", Role.MOVED)
        .add(BalancerRoundText.number(merged.get("chunks")) + " chunks to ")
        .add(KeyText.of(BalancerRoundText.range(merged)))
        .add(" of " + BalancerRoundText.text(merged, "ns") + " on ")
        .add(shard, scene.shardRoles().of(new ShardId(shard)))
        .add(" · defragmentation")
        .build();
  }

  private static StyledLine move(Scene scene, BsonDocument move) {
    ShardRoles roles = scene.shardRoles();
    String from = BalancerRoundText.text(move, "from");
    String to = BalancerRoundText.text(move, "to");
    LineBuilder line = new LineBuilder().add("  moves ", Role.MOVED);
    if (move.isDocument("min") && move.isDocument("max")) {
      line.add(KeyText.of(BalancerRoundText.range(move)) + " ");
    }
    line.add("of " + BalancerRoundText.text(move, "ns") + " ")
        .add(from, roles.of(new ShardId(from)))
        .add(" → ")
        .add(to, roles.of(new ShardId(to)));
    if (move.containsKey("sizeMB")) {
      line.add(" · " + BalancerRoundText.number(move.get("sizeMB")) + " MB");
    }
    return line.add(" · " + BalancerRoundText.text(move, "reason")).build();
  }
}
