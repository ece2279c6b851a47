package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import shardsh.core.balancer.DistributionStatus.ShardStatus;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrateInfo.Reason;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * One collection's decision in the making. The three steps are the same for all policies; what
 * differs is the yardstick. Source: {@code sharding-facts.md}, section 11.2. Shards are taken by
 * id, and the first of equals wins.
 */
final class Selection {
  private final DistributionStatus status;
  private final ZonedChunks chunks;
  private final Yardstick yardstick;
  private final Explanation explanation;
  private final boolean movesRanges;
  private final int movesMax;
  private final Set<ShardId> used = new LinkedHashSet<>();
  private final List<Decision.Move> moves = new ArrayList<>();
  private final List<Comparison> compared = new ArrayList<>();
  private final List<Decision.Skip> skipped = new ArrayList<>();

  private Selection(
      DistributionStatus status,
      ZonedChunks chunks,
      Yardstick yardstick,
      boolean movesRanges,
      int movesMax) {
    this.status = status;
    this.chunks = chunks;
    this.yardstick = yardstick;
    this.explanation = new Explanation(chunks, yardstick);
    this.movesRanges = movesRanges;
    this.movesMax = movesMax;
    for (ShardStatus shard : status.shards()) {
      if (shard.busy()) {
        used.add(shard.id());
      }
    }
  }

  /**
   * @param movesRanges whether moves name a min only, and the donor cuts off a piece
   */
  static Decision of(
      DistributionStatus status,
      ZonedChunks chunks,
      Yardstick yardstick,
      boolean movesRanges,
      int movesMax) {
    Selection selection = new Selection(status, chunks, yardstick, movesRanges, movesMax);
    selection.drain();
    selection.correctZones();
    if (selection.moves.isEmpty() || selection.freeShards() >= 2) {
      selection.balanceZones();
    }
    return new Decision(selection.moves, selection.compared, selection.skipped);
  }

  /** Where one chunk goes whatever the balance: to the least loaded shard of its zone. */
  static Optional<Decision.Move> single(
      DistributionStatus status, ZonedChunks chunks, Yardstick yardstick, Chunk chunk) {
    Selection selection = new Selection(status, chunks, yardstick, false, 1);
    String zone = Zone.of(status.zones(), chunk.range());
    Optional<ShardStatus> recipient = selection.emptiest(zone);
    if (chunk.jumbo()
        || selection.used.contains(chunk.shard())
        || recipient.isEmpty()
        || recipient.get().id().equals(chunk.shard())) {
      return Optional.empty();
    }
    selection.move(
        chunk,
        recipient.get(),
        Reason.CHUNKS_IMBALANCE,
        "it was cut off at an end of all keys, where inserts go on; "
            + recipient.get().id()
            + " has the fewest chunks");
    return Optional.of(selection.moves.get(0));
  }

  private boolean isDone() {
    return moves.size() >= movesMax;
  }

  private boolean isFree(ShardStatus shard) {
    return !used.contains(shard.id());
  }

  private long freeShards() {
    return status.shards().stream().filter(this::isFree).count();
  }

  private void drain() {
    for (ShardStatus shard : status.shards()) {
      if (shard.draining() && isFree(shard) && chunks.on(shard.id()) > 0 && !isDone()) {
        List<String> zones = chunks.zonesOn(shard.id());
        if (!moveFirstOf(zones, shard, Reason.DRAIN)) {
          boolean allJumbo =
              zones.stream().allMatch(zone -> chunks.firstMovable(shard.id(), zone).isEmpty());
          skip(
              shard.id()
                  + " is draining, but "
                  + (allJumbo ? "its chunks are jumbo" : "no shard can take its chunks"));
          retireStuck(shard);
        }
      }
    }
  }

  /**
   * Since 6.1 a draining shard that can give nothing away is out of the round; before, it could
   * stay the fullest and keep the others from being balanced.
   */
  private void retireStuck(ShardStatus shard) {
    if (movesRanges && moves.isEmpty()) {
      used.add(shard.id());
    }
  }

  private void correctZones() {
    for (ShardStatus shard : status.shards()) {
      if (isFree(shard) && !isDone()) {
        List<String> violated =
            chunks.zonesOn(shard.id()).stream()
                .filter(zone -> !zone.equals(ZonedChunks.NO_ZONE) && !shard.zones().contains(zone))
                .toList();
        if (!moveFirstOf(violated, shard, Reason.ZONE_VIOLATION)) {
          for (String zone : violated) {
            skip(
                chunks.firstMovable(shard.id(), zone).isEmpty()
                    ? "jumbo chunks of zone " + quoted(zone) + " stay on " + shard.id()
                    : "no shard can take chunks of zone " + quoted(zone) + " from " + shard.id());
          }
        }
      }
    }
  }

  /** Moves the shard's first chunk in key order that is in one of the zones and has a recipient. */
  private boolean moveFirstOf(List<String> zones, ShardStatus donor, Reason reason) {
    Chunk first = null;
    ShardStatus to = null;
    String zoneOfFirst = "";
    for (String zone : zones) {
      Optional<Chunk> chunk = chunks.firstMovable(donor.id(), zone);
      Optional<ShardStatus> recipient = emptiest(zone);
      if (chunk.isPresent()
          && recipient.isPresent()
          && (first == null || chunk.get().min().compareTo(first.min()) < 0)) {
        first = chunk.get();
        to = recipient.get();
        zoneOfFirst = zone;
      }
    }
    if (first != null) {
      move(
          first,
          to,
          reason,
          reason == Reason.DRAIN
              ? explanation.ofDrain(first, zoneOfFirst, to, status.shards(), used)
              : explanation.ofZoneViolation(first, zoneOfFirst, to, status.shards(), used));
    }
    return first != null;
  }

  private void balanceZones() {
    for (String zone : chunks.zonesInOrder()) {
      if (chunks.totalIn(zone) > 0 && !isDone()) {
        List<ShardStatus> members = members(zone);
        if (members.isEmpty()) {
          skip("zone " + quoted(zone) + " has no shards");
        } else {
          balanceZone(zone, members);
        }
      }
    }
  }

  private void balanceZone(String zone, List<ShardStatus> members) {
    OptionalLong ideal = yardstick.ideal(zone, members);
    Optional<ShardStatus> donor = fullest(zone, members);
    Optional<ShardStatus> recipient = emptiest(zone);
    Comparison first = compare(zone, members, ideal, donor, recipient);
    compared.add(first);
    Optional<String> obstacle = obstacle(first, zone, donor, recipient);
    if (obstacle.isPresent()) {
      skip(obstacle.get() + (zone.isEmpty() ? "" : " in zone " + quoted(zone)));
    }
    while (obstacle.isEmpty()) {
      Chunk chunk = chunks.firstMovable(donor.orElseThrow().id(), zone).orElseThrow();
      move(
          chunk,
          recipient.orElseThrow(),
          Reason.CHUNKS_IMBALANCE,
          explanation.ofImbalance(
              chunk, zone, donor.orElseThrow(), recipient.orElseThrow(), members, used));
      if (isDone()) {
        return;
      }
      donor = fullest(zone, members);
      recipient = emptiest(zone);
      obstacle = obstacle(compare(zone, members, ideal, donor, recipient), zone, donor, recipient);
    }
  }

  private Comparison compare(
      String zone,
      List<ShardStatus> members,
      OptionalLong ideal,
      Optional<ShardStatus> donor,
      Optional<ShardStatus> recipient) {
    Map<ShardId, Long> amounts = new LinkedHashMap<>();
    for (ShardStatus shard : members) {
      amounts.put(shard.id(), yardstick.amount(shard, zone));
    }
    OptionalLong difference =
        donor.isEmpty() || recipient.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(
                yardstick.difference(
                    amounts.get(donor.get().id()), amounts.get(recipient.get().id()), ideal));
    return new Comparison(
        status.ns(), zone, yardstick.unit(), amounts, ideal, difference, yardstick.threshold());
  }

  /** Why nothing moves from donor to recipient in this zone; empty when something does. */
  private Optional<String> obstacle(
      Comparison comparison,
      String zone,
      Optional<ShardStatus> donor,
      Optional<ShardStatus> recipient) {
    if (donor.isEmpty()) {
      return Optional.of("no shard is free to give a chunk");
    }
    if (recipient.isEmpty()) {
      return Optional.of("no shard is free to take a chunk");
    }
    if (!comparison.reachesThreshold()) {
      return Optional.of(
          "difference "
              + comparison.differenceText()
              + " is below the threshold "
              + comparison.thresholdText());
    }
    Optional<String> objection =
        yardstick.objection(
            comparison.shards().get(donor.get().id()),
            comparison.shards().get(recipient.get().id()),
            comparison.ideal());
    if (objection.isEmpty() && chunks.firstMovable(donor.get().id(), zone).isEmpty()) {
      return Optional.of(
          chunks.onIn(donor.get().id(), zone) == 0
              ? donor.get().id() + " has no chunk to give"
              : "all chunks of " + donor.get().id() + " are jumbo");
    }
    return objection;
  }

  private List<ShardStatus> members(String zone) {
    return status.shards().stream()
        .filter(shard -> zone.equals(ZonedChunks.NO_ZONE) || shard.zones().contains(zone))
        .toList();
  }

  private Optional<ShardStatus> fullest(String zone, List<ShardStatus> members) {
    ShardStatus fullest = null;
    long most = 0;
    for (ShardStatus shard : members) {
      long amount = yardstick.amount(shard, zone);
      if (isFree(shard) && amount > most) {
        fullest = shard;
        most = amount;
      }
    }
    return Optional.ofNullable(fullest);
  }

  private Optional<ShardStatus> emptiest(String zone) {
    ShardStatus emptiest = null;
    long least = Long.MAX_VALUE;
    for (ShardStatus shard : members(zone)) {
      long load = yardstick.load(shard);
      if (isFree(shard) && !shard.draining() && !shard.full() && load < least) {
        emptiest = shard;
        least = load;
      }
    }
    return Optional.ofNullable(emptiest);
  }

  private void move(Chunk chunk, ShardStatus recipient, Reason reason, String why) {
    boolean forced = reason == Reason.DRAIN || status.attemptToBalanceJumboChunks();
    MigrateInfo what =
        new MigrateInfo(status.ns(), chunk.range(), chunk.shard(), recipient.id(), reason);
    moves.add(new Decision.Move(what, forced, movesRanges, why));
    used.add(chunk.shard());
    used.add(recipient.id());
  }

  private void skip(String why) {
    skipped.add(new Decision.Skip(status.ns(), why));
  }

  private static String quoted(String zone) {
    return ServerText.of(Docs.text(zone));
  }
}
