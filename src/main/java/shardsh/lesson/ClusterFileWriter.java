package shardsh.lesson;

import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.FillSpec;
import shardsh.core.snapshot.ClusterSpec.Params;
import shardsh.core.snapshot.ClusterSpec.Topology;
import shardsh.core.snapshot.ClusterSpec.ZoneRangeSpec;
import shardsh.core.snapshot.ClusterSpec.ZoneSpec;

/**
 * A cluster as the text of a cluster file: reading it gives an equal {@link ClusterSpec}. What has
 * its default is left out. Every chunk, document and weight has a line of its own, so that two
 * files can be compared line by line.
 */
public final class ClusterFileWriter {
  private final StringBuilder out = new StringBuilder();

  private ClusterFileWriter() {}

  /** The file's text, ending in a line break. */
  public static String text(ClusterSpec spec) {
    ClusterFileWriter writer = new ClusterFileWriter();
    writer.write(spec);
    return writer.out.toString();
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void write(ClusterSpec spec) {
    line("format: 1");
    spec.profile().ifPresent(profile -> line("profile: " + YamlText.word(profile)));
    line("topology: " + topology(spec.topology()));
    YamlText.Flow params = params(spec.params());
    if (!params.isEmpty()) {
      line("params: " + params);
    }
    if (spec.seed() != 1) {
      line("seed: " + spec.seed());
    }
    if (!spec.databases().isEmpty()) {
      line("databases:");
      for (ClusterSpec.DatabaseSpec database : spec.databases()) {
        YamlText.Flow flow = new YamlText.Flow();
        database.primary().ifPresent(primary -> flow.add("primary", YamlText.word(primary)));
        line("  " + YamlText.word(database.name()) + ": " + flow);
      }
    }
    if (!spec.collections().isEmpty()) {
      line("collections:");
      spec.collections().forEach(this::collection);
    }
    if (!spec.zones().isEmpty()) {
      line("zones:");
      spec.zones().forEach(this::zone);
    }
    if (!spec.run().isEmpty()) {
      run(spec.run());
    }
  }

  private static String topology(Topology topology) {
    YamlText.Flow flow = new YamlText.Flow();
    flow.add("shards", YamlText.list(topology.shards()));
    flow.add("mongos", YamlText.list(topology.routers()));
    if (topology.replicaSetSize() != 1) {
      flow.add("replicaSetSize", Integer.toString(topology.replicaSetSize()));
    }
    if (topology.configShard()) {
      flow.add("configShard", "true");
    }
    if (!topology.initiated()) {
      flow.add("initiated", "false");
    }
    if (!topology.ports().isEmpty()) {
      YamlText.Flow ports = new YamlText.Flow();
      topology.ports().forEach((node, port) -> ports.add(node, Integer.toString(port)));
      flow.add("ports", ports.toString());
    }
    return flow.toString();
  }

  private static YamlText.Flow params(Params params) {
    Params defaults = Params.defaults();
    YamlText.Flow flow = new YamlText.Flow();
    params.chunkSizeMB().ifPresent(size -> flow.add("chunkSizeMB", size.toString()));
    if (params.balancer() != defaults.balancer()) {
      flow.add("balancer", YamlText.word(params.balancer().name().toLowerCase(Locale.ROOT)));
    }
    params.autoSplit().ifPresent(on -> flow.add("autoSplit", on.toString()));
    params.autoMerge().ifPresent(on -> flow.add("autoMerge", on.toString()));
    if (params.orphanCleanupDelaySecs() != defaults.orphanCleanupDelaySecs()) {
      flow.add("orphanCleanupDelaySecs", Integer.toString(params.orphanCleanupDelaySecs()));
    }
    if (params.toyHash()) {
      flow.add("hash", "toy");
    }
    if (params.exactBoundary()) {
      flow.add("boundary", "exact");
    }
    if (params.latencyMs() != defaults.latencyMs()) {
      flow.add("latencyMs", Integer.toString(params.latencyMs()));
    }
    return flow;
  }

  private void collection(CollectionSpec collection) {
    line("  - ns: " + JsonText.quoted(collection.ns().toString()));
    collection.shardKey().ifPresent(key -> line("    shardKey: " + shardKey(key)));
    if (collection.unique()) {
      line("    unique: true");
    }
    collection.on().ifPresent(shard -> line("    on: " + YamlText.word(shard)));
    if (!collection.chunks().isEmpty()) {
      line("    chunks:");
      collection.chunks().forEach(chunk -> line("      - " + chunk(chunk)));
    }
    if (!collection.indexes().isEmpty()) {
      line("    indexes:");
      collection.indexes().forEach(index -> line("      - " + YamlText.document(index)));
    }
    if (!collection.docs().isEmpty()) {
      line("    docs:");
      collection.docs().forEach(document -> line("      - " + YamlText.document(document)));
    }
    if (!collection.fill().isEmpty()) {
      line("    fill:");
      collection.fill().forEach(fill -> line("      - " + fill(fill)));
    }
  }

  private static String shardKey(BsonDocument key) {
    YamlText.Flow flow = new YamlText.Flow();
    key.forEach((field, value) -> flow.add(field, value.isString() ? "hashed" : "1"));
    return flow.toString();
  }

  private static String chunk(ChunkSpec chunk) {
    YamlText.Flow flow = new YamlText.Flow();
    chunk.max().ifPresent(max -> flow.add("max", YamlText.bound(max)));
    flow.add("shard", YamlText.word(chunk.shard()));
    chunk.version().ifPresent(version -> flow.add("version", JsonText.quoted(version)));
    chunk.sizeMB().ifPresent(size -> flow.add("sizeMB", YamlText.amount(size)));
    if (chunk.jumbo()) {
      flow.add("jumbo", "true");
    }
    return flow.toString();
  }

  private static String fill(FillSpec fill) {
    YamlText.Flow flow = new YamlText.Flow();
    flow.add("key", YamlText.document(fill.key()));
    flow.add("sizeMB", YamlText.amount(fill.sizeMB()));
    fill.docs().ifPresent(docs -> flow.add("docs", docs.toString()));
    return flow.toString();
  }

  private void zone(ZoneSpec zone) {
    line("  " + YamlText.word(zone.name()) + ":");
    line("    shards: " + YamlText.list(zone.shards()));
    if (!zone.ranges().isEmpty()) {
      line("    ranges:");
      for (ZoneRangeSpec range : zone.ranges()) {
        YamlText.Flow flow = new YamlText.Flow();
        flow.add("ns", JsonText.quoted(range.ns().toString()));
        flow.add("min", zoneBound(range.min()));
        flow.add("max", zoneBound(range.max()));
        line("      - " + flow);
      }
    }
  }

  private static String zoneBound(BsonValue bound) {
    return bound.isDocument() ? YamlText.boundMap(bound.asDocument()) : YamlText.bound(bound);
  }

  /** As a block where a block gives the same text back, else in quotes. */
  private void run(String script) {
    boolean ends = script.endsWith("\n");
    String body = ends ? script.substring(0, script.length() - 1) : script;
    boolean block =
        !body.isEmpty()
            && !body.startsWith(" ")
            && !body.startsWith("\n")
            && !body.endsWith("\n")
            && body.chars().allMatch(c -> c == '\n' || c >= ' ' && c < 0x7f);
    if (!block) {
      line("run: " + JsonText.quoted(script));
      return;
    }
    line(ends ? "run: |" : "run: |-");
    for (String part : body.split("\n", -1)) {
      line(part.isEmpty() ? "" : "  " + part);
    }
  }
}
