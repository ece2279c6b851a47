package shardsh.render;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.QueryEvent.Cut;
import shardsh.core.trace.QueryEvent.MergePlanned;
import shardsh.core.trace.QueryEvent.ResultsMerged;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.TraceEntry;

/**
 * Why an aggregation was divided, and why its merger part ran where it did: on the one shard that
 * has everything, on the router, on any shard, or on the one that holds an unsharded collection.
 */
final class WhyMerger {
  private static final List<String> WRITERS = List.of("$out", "$merge");

  private final Scene scene;
  private final BiConsumer<String, Role> say;

  WhyMerger(Scene scene, BiConsumer<String, Role> say) {
    this.scene = scene;
    this.say = say;
  }

  void explain(MergePlanned plan, RouteReport report) {
    if (!plan.split()) {
      say.accept(
          "One shard has all that the pipeline reads, so the pipeline is not split: all of it runs"
              + " on "
              + EventText.names(report.targeted().shards())
              + ", and there is no merger part.",
          Role.PLAIN);
      return;
    }
    if (plan.cut().isEmpty()) {
      say.accept(
          "No stage needs to see all documents in one place: each shard runs the whole pipeline,"
              + " and "
              + plan.router()
              + " only joins the streams. There is nothing to merge (mergeType "
              + plan.where()
              + ").",
          Role.PLAIN);
      return;
    }
    say.accept(cut(plan.cut().get()) + " " + place(plan), Role.PLAIN);
    plan.merger().ifPresent(shard -> hops(plan, report));
  }

  private static String cut(Cut cut) {
    return cut.halved()
        ? "The pipeline is cut at "
            + cut.stage()
            + ": each shard does the first half of it, the merger part the rest."
        : "The pipeline is cut before "
            + cut.stage()
            + ": what stands before it runs on the shards, it and the rest are the merger part.";
  }

  private String place(MergePlanned plan) {
    String type = " (mergeType " + plan.where() + ")";
    String stage = plan.decidedBy().orElse("");
    return switch (plan.where()) {
      case "mongos" -> "The merger part runs on " + plan.router() + type + ": " + onRouter(plan);
      case "anyShard" ->
          "The merger part runs on "
              + merger(plan)
              + ", a shard picked at random"
              + type
              + ": "
              + (allowsDisk() && !stage.equals("$merge")
                  ? "allowDiskUse is true and "
                      + stage
                      + " may need the disk, which a router does not have."
                  : stage + " has to run on a shard.");
      default ->
          "The merger part runs on "
              + merger(plan)
              + type
              + ": "
              + stage
              + " uses a collection that is not sharded, and "
              + merger(plan)
              + (plan.where().equals("primaryShard")
                  ? " is the primary shard of its database."
                  : " is the shard that holds it.");
    };
  }

  private String onRouter(MergePlanned plan) {
    if (plan.decidedBy().isPresent()) {
      return plan.decidedBy().get()
          + " has to collect rows, but the command does not say allowDiskUse: true, so they are"
          + " taken to fit in memory.";
    }
    boolean sort = plan.cut().map(Cut::stage).filter("$sort"::equals).isPresent();
    return sort
        ? "what is left of $sort is a merge of sorted streams, which waits for no more than the"
            + " next row of each shard and needs no disk"
            + (allowsDisk() ? ", whatever allowDiskUse says." : ".")
        : "its stages pass rows on one by one.";
  }

  private static String merger(MergePlanned plan) {
    return plan.merger().map(Object::toString).orElse(plan.router().toString());
  }

  /** Rows go to the merging shard first, and what it makes of them to the router. */
  private void hops(MergePlanned plan, RouteReport report) {
    Optional<ResultsMerged> merged = report.merged();
    if (merged.isEmpty() || merged.get().on().equals(plan.router())) {
      return;
    }
    int own = merged.get().kept() - merged.get().shipped();
    say.accept(
        Amounts.count(merged.get().shipped(), "row")
            + " travelled to "
            + merger(plan)
            + (own > 0 ? ", which had " + Amounts.count(own) + " of its own" : "")
            + "."
            + (plan.decidedBy().filter(WRITERS::contains).isPresent()
                ? ""
                : " Its results stream through "
                    + plan.router()
                    + " to the application: two hops instead of one."),
        Role.PLAIN);
  }

  private boolean allowsDisk() {
    List<TraceEntry> entries = scene.last();
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).event() instanceof CallEvent.RequestSent sent
          && sent.from().equals(NodeId.APP)
          && sent.command().equals("aggregate")) {
        BsonDocument body = sent.body();
        return Docs.truthy(body, "allowDiskUse");
      }
    }
    return false;
  }
}
