package shardsh.lesson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.Params;

/**
 * A collection's chunks: upper bounds in rising order from MinKey to MaxKey, each with an owner
 * that exists and, said or counted on from the chunk before, a version that no other chunk has.
 */
final class ChunkReader {
  private final List<String> owners;
  private final Params params;
  private final Faults faults;

  ChunkReader(List<String> owners, Params params, Faults faults) {
    this.owners = owners;
    this.params = params;
    this.faults = faults;
  }

  List<ChunkSpec> read(SourceNode collection, BsonDocument shardKey) {
    List<SourceNode> nodes = collection.itemsOf("chunks");
    Bounds bounds = new Bounds(shardKey, params.toyHash(), faults);
    List<ChunkSpec> chunks = new ArrayList<>();
    IndexKey before = IndexKey.allMin(shardKey.size());
    for (int i = 0; i < nodes.size(); i++) {
      SourceNode node = nodes.get(i);
      boolean last = i == nodes.size() - 1;
      Optional<BsonDocument> max = node.get("max").flatMap(bounds::full);
      if (max.isPresent()) {
        IndexKey key = bounds.key(max.get());
        checkOrder(node, before, key, last);
        before = key;
        max = key.isAllMax() ? Optional.empty() : max;
      } else if (!last && !node.has("max")) {
        faults.add(node, "chunk " + i + " has no 'max', but is not the last", "say where it ends");
      }
      node.get("shard").ifPresent(shard -> ClusterReader.checkOwner(shard, owners, faults));
      chunks.add(
          new ChunkSpec(
              max,
              node.text("shard").orElse(""),
              node.text("version"),
              node.number("sizeMB").map(BigDecimal::doubleValue),
              node.flag("jumbo").orElse(false)));
    }
    checkVersions(nodes);
    return List.copyOf(chunks);
  }

  private void checkOrder(SourceNode node, IndexKey before, IndexKey key, boolean last) {
    SourceNode max = node.get("max").orElseThrow();
    if (!ShardKeyPattern.isStorableInBound(key)) {
      faults.add(max, "a bound cannot hold an array or a regular expression", "take another value");
    } else if (key.isAllMax() && !last) {
      faults.add(max, "the chunk ends at Max, but is not the last", "take out what follows");
    } else if (!key.isAllMax() && last) {
      faults.add(max, "the last chunk ends below Max: a gap", "leave its 'max' out or add a chunk");
    } else if (key.compareTo(before) <= 0) {
      faults.add(
          max,
          "the chunk ends at "
              + text(key)
              + ", not above the one before, which ends at "
              + text(before),
          "put the chunks in the order of their keys");
    }
  }

  private static String text(IndexKey key) {
    return String.join(", ", key.values().stream().map(ServerText::of).toList());
  }

  private void checkVersions(List<SourceNode> nodes) {
    Map<String, Integer> seen = new LinkedHashMap<>();
    String version = "1|-1";
    for (int i = 0; i < nodes.size(); i++) {
      SourceNode node = nodes.get(i);
      version = node.text("version").orElse(next(version));
      SourceNode where = node.get("version").orElse(node);
      if (version.startsWith("0|")) {
        faults.add(where, "the version of chunk " + i + " has the major part 0", "1 is the first");
      }
      Integer other = seen.putIfAbsent(version, i);
      if (other != null) {
        faults.add(
            where,
            "chunks " + other + " and " + i + " both have the version " + version,
            "give each its own");
      }
    }
  }

  /** The version that a chunk has when it does not say: one minor part on. */
  private static String next(String version) {
    int bar = version.indexOf('|');
    try {
      return version.substring(0, bar + 1) + (Long.parseLong(version.substring(bar + 1)) + 1);
    } catch (NumberFormatException e) {
      return version + "+";
    }
  }
}
