package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.types.ObjectId;
import shardsh.core.base.ServerProfile.Imbalance;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.TestTables;
import shardsh.core.sharding.Zone;

/** A collection whose balancer rounds really move chunks, without any node. */
final class BalancedWorld {
  private static final long MB = 1L << 20;

  /** What a shard is, apart from its data. */
  private record Shard(boolean draining, List<String> zones) {}

  final BalancerPolicy policy;
  RoutingTable table;
  long chunkSizeBytes = 128 * MB;
  private final Map<ShardId, Shard> shards = new TreeMap<>();
  private final List<Zone> zones = new ArrayList<>();
  private final TreeMap<IndexKey, Long> bytesByKey = new TreeMap<>();
  private boolean movedLastRound;

  BalancedWorld(Imbalance imbalance, RoutingTable table, String... shardIds) {
    this.policy = Policies.of(imbalance);
    this.table = table;
    for (String id : shardIds) {
      shards.put(TestTables.shard(id), new Shard(false, List.of()));
    }
  }

  BalancedWorld shard(String id, boolean draining, String... zoneNames) {
    shards.put(TestTables.shard(id), new Shard(draining, List.of(zoneNames)));
    return this;
  }

  BalancedWorld zone(String name, IndexKey min, IndexKey max) {
    zones.add(
        new Zone(
            new ObjectId(7, zones.size()),
            TestTables.NS,
            table.shardKey().paths(),
            new ChunkRange(min, max),
            name));
    return this;
  }

  List<Zone> zones() {
    return zones;
  }

  /** Spreads megabytes evenly on the whole numbers from {@code low} up to below {@code high}. */
  BalancedWorld weigh(int low, int high, double megabytes) {
    for (int key = low; key < high; key++) {
      bytesByKey.merge(TestTables.key(key), Math.round(megabytes * MB / (high - low)), Long::sum);
    }
    return this;
  }

  long bytesIn(ChunkRange range) {
    return bytesByKey.subMap(range.min(), range.max()).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  long bytesOn(ShardId shard) {
    return table.chunks().stream()
        .filter(chunk -> chunk.shard().equals(shard))
        .mapToLong(chunk -> bytesIn(chunk.range()))
        .sum();
  }

  double megabytesOn(String shard) {
    return Math.round(bytesOn(TestTables.shard(shard)) * 10.0 / MB) / 10.0;
  }

  DistributionStatus status() {
    List<DistributionStatus.ShardStatus> statuses = new ArrayList<>();
    shards.forEach(
        (id, shard) ->
            statuses.add(
                new DistributionStatus.ShardStatus(
                    id, shard.draining(), false, shard.zones(), bytesOn(id), false)));
    return new DistributionStatus(table, zones, statuses, chunkSizeBytes, movedLastRound, false);
  }

  /** One round with all its moves. */
  Decision round() {
    Decision decision = policy.round(List.of(status())).get(0);
    for (Decision.Move move : decision.moves()) {
      ChunkRange range = new ChunkRange(move.min(), move.max().orElseGet(() -> cut(move)));
      table =
          ChunkOperations.move(
              table, range, move.what().recipient(), TestTables.NOW, TestTables.ids());
    }
    movedLastRound = !decision.moves().isEmpty();
    return decision;
  }

  /** As many whole keys as fit one chunk size, at least one; the rest of the chunk stays. */
  private IndexKey cut(Decision.Move move) {
    ChunkRange chunk = move.what().range();
    long bytes = 0;
    for (Map.Entry<IndexKey, Long> entry : bytesByKey.subMap(chunk.min(), chunk.max()).entrySet()) {
      if (bytes > 0 && bytes + entry.getValue() > chunkSizeBytes) {
        return entry.getKey();
      }
      bytes += entry.getValue();
    }
    return chunk.max();
  }

  /** Rounds until one moves nothing; every move as {@code min:donor>recipient}. */
  List<String> balanceUntilQuiet() {
    List<String> moves = new ArrayList<>();
    for (int round = 0; round < 1000; round++) {
      Decision decision = round();
      if (decision.moves().isEmpty()) {
        return moves;
      }
      decision.moves().forEach(move -> moves.add(shown(move)));
    }
    throw new IllegalStateException("still moving after 1000 rounds: " + moves.subList(0, 10));
  }

  static String shown(Decision.Move move) {
    IndexKey min = move.min();
    String text = min.isAllMin() ? "Min" : min.get(0).asNumber().intValue() + "";
    return text + ":" + move.what().donor() + ">" + move.what().recipient();
  }

  Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    shards.keySet().forEach(id -> counts.put(id.name(), table.chunkCount(id)));
    return counts;
  }

  /** Chunks that lie on a shard outside their zone. */
  int violations() {
    int violations = 0;
    for (Chunk chunk : table.chunks()) {
      String zone = Zone.of(zones, chunk.range());
      if (!zone.isEmpty() && !shards.get(chunk.shard()).zones().contains(zone)) {
        violations++;
      }
    }
    return violations;
  }
}
