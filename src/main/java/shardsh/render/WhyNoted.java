package shardsh.render;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.CallEvent;

/**
 * What a command is good for that only notes something down, from what the cluster has now: no
 * event tells of it.
 */
final class WhyNoted {
  private final Scene scene;
  private final CallEvent.RequestSent command;
  private final BsonDocument body;

  WhyNoted(Scene scene, CallEvent.RequestSent command) {
    this.scene = scene;
    this.command = command;
    this.body = command.body();
  }

  /** One paragraph; empty for commands of which there is no more to say. */
  Optional<String> text() {
    return switch (command.command()) {
      case "addShardToZone", "removeShardFromZone" -> zoneOfShard();
      case "updateZoneKeyRange" -> Optional.of(zoneRange());
      case "balancerStart", "balancerStop" -> Optional.of(balancer());
      case "removeShard" -> removal();
      case "clearJumboFlag" ->
          Optional.of(
              "The chunk has no flag jumbo in config.chunks now, whether it had one or not: the"
                  + " balancer may choose it again. If it is too large still, a move fails and"
                  + " marks it again.");
      case "flushRouterConfig" ->
          Optional.of(
              command.to()
                  + " takes its tables for void: its next request to a collection asks the config"
                  + " servers first. Nothing was asked yet.");
      case "getMore" -> stream();
      case "aggregate" -> opened();
      default -> Optional.empty();
    };
  }

  private Optional<String> zoneOfShard() {
    String name = string(command.command());
    return scene.now().shards().stream()
        .filter(shard -> shard.id().name().equals(name))
        .findFirst()
        .map(
            shard ->
                name
                    + " is "
                    + (shard.zones().isEmpty()
                        ? "in no zone"
                        : "in zone " + String.join(", ", shard.zones()))
                    + " now: config.shards says so. No chunk moves before the balancer's next"
                    + " round.");
  }

  private String zoneRange() {
    String ns = string("updateZoneKeyRange");
    boolean removes = body.isNull("zone");
    Optional<CollectionView> collection =
        ns.indexOf('.') > 0 ? scene.now().collection(Namespace.parse(ns)) : Optional.empty();
    String noted =
        removes
            ? "The range of " + ns + " belongs to no zone now."
            : "The range of " + ns + " belongs to zone " + string("zone") + " now: config.tags.";
    if (collection.isEmpty()) {
      return noted + " " + ns + " is not sharded: it counts when it will be.";
    }
    long wrong = collection.get().chunks().stream().filter(c -> isElsewhere(c, collection)).count();
    return noted
        + " "
        + (wrong == 0
            ? "No chunk lies where its zone does not allow it; "
            : Amounts.count(wrong, "chunk")
                + (wrong == 1 ? " lies" : " lie")
                + " on a shard that its zone does not allow, or only partly in it; ")
        + "the balancer sees to it in its next rounds.";
  }

  private boolean isElsewhere(ChunkView chunk, Optional<CollectionView> collection) {
    List<Zone> zones = collection.orElseThrow().zones();
    boolean crosses =
        zones.stream()
            .anyMatch(z -> z.range().overlaps(chunk.range()) && !z.range().covers(chunk.range()));
    String zone = Zone.of(zones, chunk.range());
    return crosses
        || !zone.isEmpty()
            && scene.now().shards().stream()
                .filter(shard -> shard.id().equals(chunk.shard()))
                .noneMatch(shard -> shard.zones().contains(zone));
  }

  private String balancer() {
    return scene.now().balancer().mode().equals("off")
        ? "The balancer begins no round any more; a move that runs is brought to its end."
        : "The balancer is enabled"
            + (scene.now().balancer().runs().equals("manual")
                ? "; on this cluster it waits for sim.balance()."
                : ": rounds come as time goes.");
  }

  private Optional<String> removal() {
    String name = string("removeShard");
    Optional<ShardView> found =
        scene.now().shards().stream().filter(shard -> shard.id().name().equals(name)).findFirst();
    if (found.isEmpty() || !found.get().inCatalog()) {
      return Optional.of(
          name + " had nothing left, so it is not a shard any more. Its process still runs.");
    }
    if (!found.get().draining()) {
      return Optional.empty();
    }
    long chunks =
        scene.now().collections().stream()
            .mapToLong(view -> Facts.chunksOn(view, found.get().id()))
            .sum();
    List<String> databases =
        scene.now().databases().stream()
            .filter(database -> database.primary().equals(found.get().id()))
            .map(DatabaseView::name)
            .toList();
    return Optional.of(
        name
            + " is draining: it gets no chunks, and "
            + (chunks == 0
                ? "it has none left. "
                : "the balancer takes away the "
                    + Amounts.count(chunks, "chunk")
                    + " that it has, one in a round. ")
            + (databases.isEmpty()
                ? ""
                : "It is the primary shard of "
                    + String.join(", ", databases)
                    + ", which movePrimary moves. ")
            + "removeShard asked again tells what is left, and removes it when nothing is.");
  }

  /** A request for more of a change stream; a getMore of another cursor has a route. */
  private Optional<String> stream() {
    return Optional.of(
        command.to()
            + " asks the shards on which the cursor is open for more. Of a change stream it gives"
            + " an event out when all shards have told that nothing older can follow; a shard"
            + " without writes tells so every ten seconds.");
  }

  private Optional<String> opened() {
    if (!body.isArray("pipeline") || body.getArray("pipeline").isEmpty()) {
      return Optional.empty();
    }
    BsonValue first = body.getArray("pipeline").get(0);
    return first.isDocument() && first.asDocument().containsKey("$changeStream")
        ? Optional.of(
            command.to()
                + " opened a change stream on every shard, also on those without chunks, which may"
                + " get some, and puts their events in one order by time.")
        : Optional.empty();
  }

  private String string(String field) {
    return body.isString(field) ? DisplayWidth.visible(body.getString(field).getValue()) : "?";
  }
}
