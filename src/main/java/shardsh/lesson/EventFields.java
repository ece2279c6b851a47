package shardsh.lesson;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.core.base.Nearest;
import shardsh.core.sharding.ReshardingState;

/** Which fields an event of each kind has: the table of {@code lesson-format.md}, section 4. */
final class EventFields {
  private static final Map<String, List<String>> TABLE = new LinkedHashMap<>();

  static {
    row("command", "from to op ns version");
    row("send", "from to op ns version");
    row("reply", "from to op ns ok code docs");
    row("lost", "from to op ns");
    row("route", "on ns shards targeting path reason");
    row("stale", "from to ns sent has");
    row("refresh", "from to ns since rows version");
    row("plan", "on ns stage");
    row("merger", "on ns where split shard cut halved mergerPart");
    row("results", "on ns shipped kept");
    row("spill", "on ns stage bytes");
    row("split.ask", "ns on min max");
    row("split", "ns on min max at versions");
    row("merge", "ns on min max version");
    row("jumbo", "ns on min max");
    for (String step : List.of("start", "clone", "catchup", "critical", "committing")) {
      row("migrate." + step, "from to ns min max");
    }
    row("migrate.commit", "from to ns min max version");
    row("migrate.abort", "from to ns min max reason");
    row("migrate.stop", "on from to ns min max detail");
    row("migrate.ask", "on from to ns min max detail");
    row("migrate.note", "on from to ns min max docs");
    row("migrate.mods", "on from to ns min max docs");
    row("migrate.wait", "on from to ns min max op micros");
    row("migrate.batch", "from to ns docs sizeMB");
    row("migrate.cleanup", "on ns min max whenToClean");
    row("range.wait", "on ns min max micros");
    row("range.delete", "on ns min max docs");
    row("ttl.delete", "on ns docs");
    row("balance.round", "round moves");
    row("zone.violation", "ns zone on min max");
    row("epoch", "ns epoch reason");
    for (ReshardingState state : ReshardingState.values()) {
      row("reshard." + state.text(), "ns op docs sizeMB elapsedMillis reason");
    }
    row("reshard.stop", "on ns op detail");
    row("reshard.wait", "on ns op micros");
    row("reshard.copied", "ns docs sizeMB");
    row("database.primary", "ns from to lastMod docs sizeMB");
    row("database.stale", "on ns shard sent has");
    row("node.down", "on");
    row("node.up", "on");
    row("election", "on primary undone");
    row("stepdown", "on primary reason");
    row("read.secondary", "on ns lagMillis writesBehind");
    row("write.replicated", "on ns members waitedMillis");
    for (String phase : List.of("start", "conflict", "prepare", "decide", "commit", "abort")) {
      row("txn." + phase, "on txn detail");
    }
    row("txn.end", "on txn how shards wrote");
    row("txn.wait", "on ns txn ms");
    row("refused", "on ns op rule");
    row("error", "name code message");
  }

  private EventFields() {}

  /** All kinds that are known. */
  static List<String> kinds() {
    return List.copyOf(TABLE.keySet());
  }

  private static void row(String kind, String fields) {
    TABLE.put(kind, List.of(("seq t kind " + fields).split(" ")));
  }

  /** Reports a partial event that no event can ever match. */
  static void check(SourceNode event, Faults faults) {
    if (!event.is(SourceNode.Kind.MAP)) {
      faults.add(event, "an event is " + event.shown(), "write {kind: split, …}");
      return;
    }
    String kind = event.text("kind").orElse("");
    List<String> fields = TABLE.get(kind);
    if (fields == null) {
      faults.add(
          event.get("kind").orElse(event),
          event.has("kind") ? "there is no event '" + kind + "'" : "an event has no kind",
          Nearest.repair(kind, TABLE.keySet()));
      return;
    }
    Fields.refuseUnknown(event, "an event '" + kind + "'", fields, faults);
  }
}
