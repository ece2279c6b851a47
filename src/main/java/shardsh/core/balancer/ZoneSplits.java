package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.Zone;

/**
 * The first step of a round: chunks that a zone's bound runs through are cut there, because a chunk
 * must lie in one zone or in none. Source: {@code sharding-facts.md}, section 11.1.
 */
public final class ZoneSplits {
  private ZoneSplits() {}

  /** A chunk and where to cut it: inside, ascending. */
  public record ZoneSplit(Chunk chunk, List<IndexKey> points) {
    public ZoneSplit {
      points = List.copyOf(points);
    }
  }

  /** The cuts that the zones of a collection need, in key order; none when its chunks fit. */
  public static List<ZoneSplit> needed(RoutingTable table, List<Zone> zones) {
    TreeSet<IndexKey> bounds = new TreeSet<>();
    for (Zone zone : zones) {
      bounds.add(zone.range().min());
      bounds.add(zone.range().max());
    }
    Map<IndexKey, ZoneSplit> byMin = new LinkedHashMap<>();
    for (IndexKey bound : bounds) {
      Chunk chunk = table.chunkFor(bound);
      if (!bound.isAllMax() && !chunk.min().equals(bound)) {
        List<IndexKey> points = new ArrayList<>();
        ZoneSplit known = byMin.get(chunk.min());
        if (known != null) {
          points.addAll(known.points());
        }
        points.add(bound);
        byMin.put(chunk.min(), new ZoneSplit(chunk, points));
      }
    }
    return List.copyOf(byMin.values());
  }
}
