package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * The chunks of a table by shard and zone, counted in one walk. A chunk is in a zone when the
 * zone's range covers it wholly; otherwise it is in none, which is the zone {@code ""}.
 */
final class ZonedChunks {
  static final String NO_ZONE = "";

  /** The chunks of one zone on one shard: how many, the first, and the first without the flag. */
  private static final class Tally {
    private int count;
    private Chunk first;
    private Chunk firstMovable;

    void add(Chunk chunk) {
      count++;
      first = first == null ? chunk : first;
      if (firstMovable == null && !chunk.jumbo()) {
        firstMovable = chunk;
      }
    }
  }

  private final RoutingTable table;
  private final List<Zone> zones;
  private final Map<ShardId, Map<String, Tally>> tallies = new TreeMap<>();

  /**
   * @param zones without overlaps
   */
  ZonedChunks(RoutingTable table, List<Zone> zones) {
    this.table = table;
    this.zones = new ArrayList<>(zones);
    this.zones.sort(Comparator.comparing(zone -> zone.range().min()));
    count();
  }

  private void count() {
    int next = 0;
    for (Chunk chunk : table.chunks()) {
      while (next < zones.size() && endsBefore(zones.get(next).range(), chunk.range())) {
        next++;
      }
      boolean inside = next < zones.size() && zones.get(next).range().covers(chunk.range());
      tallies
          .computeIfAbsent(chunk.shard(), shard -> new LinkedHashMap<>())
          .computeIfAbsent(inside ? zones.get(next).name() : NO_ZONE, zone -> new Tally())
          .add(chunk);
    }
  }

  private static boolean endsBefore(ChunkRange zone, ChunkRange chunk) {
    return zone.max().compareTo(chunk.min()) <= 0;
  }

  /** The zones by name, then {@link #NO_ZONE}. */
  List<String> zonesInOrder() {
    TreeSet<String> names = new TreeSet<>();
    zones.forEach(zone -> names.add(zone.name()));
    List<String> order = new ArrayList<>(names);
    order.add(NO_ZONE);
    return order;
  }

  int total() {
    return table.size();
  }

  int totalIn(String zone) {
    int total = 0;
    for (Map<String, Tally> byZone : tallies.values()) {
      total += byZone.containsKey(zone) ? byZone.get(zone).count : 0;
    }
    return total;
  }

  int on(ShardId shard) {
    return table.chunkCount(shard);
  }

  int onIn(ShardId shard, String zone) {
    return tally(shard, zone).map(tally -> tally.count).orElse(0);
  }

  /** The zones of the chunks on a shard, in the order of each zone's first chunk there. */
  List<String> zonesOn(ShardId shard) {
    return List.copyOf(tallies.getOrDefault(shard, Collections.emptyMap()).keySet());
  }

  /** The first chunk of the zone on the shard, in key order, that is not flagged jumbo. */
  Optional<Chunk> firstMovable(ShardId shard, String zone) {
    return tally(shard, zone).map(tally -> tally.firstMovable);
  }

  /** The first chunk of the zone on the shard, in key order. */
  Optional<Chunk> first(ShardId shard, String zone) {
    return tally(shard, zone).map(tally -> tally.first);
  }

  private Optional<Tally> tally(ShardId shard, String zone) {
    return Optional.ofNullable(tallies.getOrDefault(shard, Collections.emptyMap()).get(zone));
  }
}
