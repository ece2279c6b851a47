package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.ServerText;
import shardsh.core.bson.TypeNames;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.Zone;

/** Zones: which shards belong to them and which ranges. Source: {@code sharding-facts.md}, 7.7. */
final class ZoneCommands {
  private final CatalogState state;

  ZoneCommands(CatalogState state) {
    this.state = state;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrAddShardToZone", (db, command) -> addShard(command));
    commands.put("_configsvrRemoveShardFromZone", (db, command) -> removeShard(command));
    commands.put("_configsvrUpdateZoneKeyRange", (db, command) -> updateRange(command));
  }

  private BsonDocument addShard(BsonDocument command) {
    ConfigCatalog.ShardEntry shard =
        requireShard(new ShardId(command.getString("_configsvrAddShardToZone").getValue()));
    String zone = zoneName(command);
    if (!shard.zoneNames().contains(zone)) {
      List<String> zones = new ArrayList<>(shard.zoneNames());
      zones.add(zone);
      replaceZones(shard, zones);
    }
    return Replies.ok();
  }

  private ConfigCatalog.ShardEntry requireShard(ShardId shard) {
    ConfigCatalog.ShardEntry entry = state.catalog().shards().get(shard);
    if (entry == null) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "shard " + shard + " does not exist");
    }
    return entry;
  }

  private BsonDocument removeShard(BsonDocument command) {
    ConfigCatalog.ShardEntry shard =
        requireShard(new ShardId(command.getString("_configsvrRemoveShardFromZone").getValue()));
    String zone = zoneName(command);
    if (!shard.zoneNames().contains(zone)) {
      return Replies.ok();
    }
    boolean lastOne =
        state.catalog().shards().values().stream()
            .noneMatch(other -> !other.id().equals(shard.id()) && other.zoneNames().contains(zone));
    if (lastOne && state.catalog().zones().stream().anyMatch(range -> range.name().equals(zone))) {
      throw new CommandException(
          ErrorCode.ZONE_STILL_IN_USE,
          "cannot remove a shard from zone if a chunk range is associated with it");
    }
    List<String> zones = new ArrayList<>(shard.zoneNames());
    zones.remove(zone);
    replaceZones(shard, zones);
    return Replies.ok();
  }

  private static String zoneName(BsonDocument command) {
    BsonValue zone = command.get("zone");
    if (zone == null || !zone.isString()) {
      throw new CommandException(ErrorCode.TYPE_MISMATCH, "zone must be a string");
    }
    if (zone.asString().getValue().isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "zone name must not be empty");
    }
    return zone.asString().getValue();
  }

  private void replaceZones(ConfigCatalog.ShardEntry shard, List<String> zones) {
    state.replace(
        state
            .catalog()
            .withShard(
                new ConfigCatalog.ShardEntry(
                    shard.id(),
                    shard.host(),
                    shard.draining(),
                    Optional.of(List.copyOf(zones)),
                    shard.topologyTime())));
  }

  /** {@code {_configsvrUpdateZoneKeyRange: ns, min, max, zone}}; zone null removes the range. */
  private BsonDocument updateRange(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_configsvrUpdateZoneKeyRange").getValue());
    BsonDocument min = notEmpty(command, "min");
    BsonDocument max = notEmpty(command, "max");
    requireZone(command);
    Optional<RoutingTable> table = state.catalog().table(ns);
    List<String> fields;
    IndexKey low;
    IndexKey high;
    if (table.isPresent()) {
      ShardKeyPattern key = table.get().shardKey();
      fields = key.paths();
      low = bound(ns, key, "min", min);
      high = bound(ns, key, "max", max);
    } else {
      fields = List.copyOf(min.keySet());
      if (!fields.equals(List.copyOf(max.keySet()))) {
        throw new CommandException(
            ErrorCode.FAILED_TO_PARSE, "min and max must have the same field names");
      }
      low = IndexKey.ofDocument(min);
      high = IndexKey.ofDocument(max);
    }
    if (low.compareTo(high) >= 0) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "max: " + ServerText.of(max) + " should be greater than min: " + ServerText.of(min));
    }
    if (command.isNull("zone")) {
      return removeRange(ns, new ChunkRange(low, high));
    }
    return assignRange(ns, fields, new ChunkRange(low, high), zoneName(command));
  }

  private static BsonDocument notEmpty(BsonDocument command, String name) {
    BsonDocument bound = command.getDocument(name);
    if (bound.isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "The field '" + name + "' cannot be empty");
    }
    return bound;
  }

  private static void requireZone(BsonDocument command) {
    BsonValue zone = command.get("zone");
    if (zone == null) {
      throw new CommandException(ErrorCode.NO_SUCH_KEY, "Missing expected field \"zone\"");
    }
    if (!zone.isString() && !zone.isNull()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "\"zone\" had the wrong type. Expected string or null, found " + TypeNames.of(zone));
    }
  }

  private static IndexKey bound(
      Namespace ns, ShardKeyPattern key, String name, BsonDocument bound) {
    if (!key.isPrefix(bound)) {
      throw new CommandException(
          ErrorCode.SHARD_KEY_NOT_FOUND,
          name
              + ": "
              + ServerText.of(bound)
              + " is not a prefix of the shard key "
              + key
              + " of ns: "
              + ns);
    }
    for (KeyPattern.Field field : key.keyPattern().fields()) {
      BsonValue value = bound.get(field.path().text());
      if (field.hashed() && value != null && !key.hash().mayBound(value)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "The range bound "
                + ServerText.of(bound)
                + " of a hashed field must be a NumberLong, MinKey or MaxKey");
      }
    }
    return key.extendWithMin(bound);
  }

  private BsonDocument removeRange(Namespace ns, ChunkRange range) {
    List<Zone> kept =
        state.catalog().zones().stream()
            .filter(zone -> !(zone.ns().equals(ns) && zone.range().equals(range)))
            .toList();
    state.replace(state.catalog().withZones(kept));
    return Replies.ok();
  }

  private BsonDocument assignRange(
      Namespace ns, List<String> fields, ChunkRange range, String name) {
    boolean known =
        state.catalog().shards().values().stream()
            .anyMatch(shard -> shard.zoneNames().contains(name));
    if (!known) {
      throw new CommandException(ErrorCode.ZONE_NOT_FOUND, "zone " + name + " does not exist");
    }
    List<Zone> zones = new ArrayList<>();
    for (Zone zone : state.catalog().zones()) {
      boolean same = zone.ns().equals(ns) && zone.range().equals(range);
      if (zone.ns().equals(ns) && !same && zone.range().overlaps(range)) {
        throw new CommandException(
            ErrorCode.RANGE_OVERLAP_CONFLICT,
            "Zone range: "
                + Zone.rangeText(fields, range)
                + " is overlapping with existing: "
                + zone.rangeText());
      }
      if (!same) {
        zones.add(zone);
      }
    }
    zones.add(new Zone(state.environment().ids().objectId(), ns, fields, range, name));
    zones.sort(
        (a, b) ->
            a.ns().equals(b.ns())
                ? a.range().min().compareTo(b.range().min())
                : a.ns().compareTo(b.ns()));
    state.replace(state.catalog().withZones(zones));
    return Replies.ok();
  }
}
