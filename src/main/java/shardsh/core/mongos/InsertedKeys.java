package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RoutingEvent.KeySpan;

/**
 * The shard keys of documents that go to one shard in one request, so that the route tells of all
 * of them. Of very many it tells the least and the greatest in each chunk.
 */
final class InsertedKeys {
  private static final int KEYS_MAX = 100;

  private final Routing routing;
  private final TreeSet<IndexKey> keys = new TreeSet<>();
  private Target last;
  private int documents;

  InsertedKeys(Routing routing) {
    this.routing = routing;
  }

  /** Another document, for the same shard as those before it. */
  void add(Target target) {
    last = target;
    documents++;
    target.spans().forEach(span -> keys.add(span.low()));
  }

  /** Where all of them go; at least one has been added. */
  Target target() {
    if (documents == 1 || !routing.isSharded()) {
      return last;
    }
    List<KeySpan> byChunk = byChunk(routing.table().orElseThrow());
    List<KeySpan> spans = new ArrayList<>();
    if (keys.size() > KEYS_MAX) {
      spans.addAll(byChunk);
    } else {
      keys.forEach(key -> spans.add(new KeySpan(key, key)));
    }
    return new Target(
        last.shards(),
        last.targeting(),
        last.path(),
        spans,
        byChunk.size(),
        last.owners(),
        RouteReport.EACH_DOCUMENT);
  }

  private List<KeySpan> byChunk(RoutingTable table) {
    TreeMap<IndexKey, KeySpan> spans = new TreeMap<>(Comparator.naturalOrder());
    for (IndexKey key : keys) {
      spans.merge(
          table.chunkFor(key).min(),
          new KeySpan(key, key),
          (known, more) -> new KeySpan(known.low(), more.high()));
    }
    return List.copyOf(spans.values());
  }
}
