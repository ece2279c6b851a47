package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.Zone;
import shardsh.core.trace.CatalogEvent;

/** Databases and sharded collections: where they begin, where they live, when they end. */
final class PlacementCommands {
  private final CatalogState state;
  private final ReshardingCoordinator resharding;
  private final Environment environment;

  PlacementCommands(CatalogState state, ReshardingCoordinator resharding) {
    this.state = state;
    this.resharding = resharding;
    this.environment = state.environment();
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrCreateDatabase", (db, command) -> createDatabase(command));
    commands.put("_configsvrRemoveDatabase", (db, command) -> removeDatabase(command));
    commands.put("_configsvrCommitMovePrimary", (db, command) -> movePrimary(command));
    commands.put("_configsvrCommitShardCollection", (db, command) -> shardCollection(command));
    commands.put("_configsvrRemoveCollection", (db, command) -> removeCollection(command));
  }

  /**
   * {@code {_configsvrCreateDatabase: name, primaryShardId?, enableSharding?}} → {@code {database:
   * row}}. A database that exists stays as it is.
   */
  private BsonDocument createDatabase(BsonDocument command) {
    String name = command.getString("_configsvrCreateDatabase").getValue();
    checkName(name);
    Optional<ShardId> wanted =
        Optional.ofNullable(command.get("primaryShardId"))
            .map(value -> new ShardId(value.asString().getValue()));
    wanted.ifPresent(state::requireShard);
    boolean partitioned = Docs.truthy(command, "enableSharding");
    ConfigCatalog.DatabaseEntry present = state.catalog().databases().get(name);
    if (present != null) {
      if (wanted.isPresent() && !wanted.get().equals(present.primary())) {
        throw new CommandException(
            ErrorCode.NAMESPACE_EXISTS,
            "Database " + name + " already exists on another primary shard " + present.primary());
      }
      if (partitioned && !present.partitioned()) {
        present = new ConfigCatalog.DatabaseEntry(name, present.primary(), present.version(), true);
        state.replace(state.catalog().withDatabase(present));
      }
      return databaseReply(present);
    }
    for (String other : state.catalog().databases().keySet()) {
      if (other.equalsIgnoreCase(name)) {
        throw new CommandException(
            ErrorCode.DATABASE_DIFFER_CASE,
            "can't have 2 databases that just differ on case  have: "
                + other
                + " want to add: "
                + name);
      }
    }
    ShardId primary = wanted.orElseGet(this::emptiestShard);
    ConfigCatalog.DatabaseEntry created =
        new ConfigCatalog.DatabaseEntry(
            name,
            primary,
            new DatabaseVersion(environment.ids().uuid(), environment.nextClusterTime(), 1),
            partitioned);
    state.replace(state.catalog().withDatabase(created));
    return databaseReply(created);
  }

  private static void checkName(String name) {
    if (name.equals("admin") || name.equals("local")) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, "can't shard " + name + " database");
    }
    if (name.isEmpty()
        || name.length() > 63
        || name.chars().anyMatch(c -> "/\\. \"$\0".indexOf(c) >= 0)) {
      throw new CommandException(ErrorCode.INVALID_NAMESPACE, "invalid db name specified: " + name);
    }
  }

  private ShardId emptiestShard() {
    List<ShardId> candidates =
        state.catalog().shards().values().stream()
            .filter(shard -> !shard.draining())
            .map(ConfigCatalog.ShardEntry::id)
            .toList();
    if (candidates.isEmpty()) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "No shards found");
    }
    ShardId emptiest = candidates.get(0);
    long least = Long.MAX_VALUE;
    for (ShardId candidate : candidates) {
      long size = dataSize(candidate);
      if (size < least) {
        least = size;
        emptiest = candidate;
      }
    }
    return emptiest;
  }

  private long dataSize(ShardId shard) {
    BsonDocument reply =
        environment
            .network()
            .require(
                NodeId.CONFIG,
                shard.node(),
                "admin",
                new BsonDocument("listDatabases", Docs.int32(1)));
    return reply.getNumber("totalSize").longValue();
  }

  private static BsonDocument databaseReply(ConfigCatalog.DatabaseEntry database) {
    return Replies.ok(new BsonDocument("database", ConfigDocuments.database(database, true)));
  }

  private BsonDocument removeDatabase(BsonDocument command) {
    String name = command.getString("_configsvrRemoveDatabase").getValue();
    state.log("dropDatabase.start", name, new BsonDocument());
    state.replace(state.catalog().withoutDatabase(name));
    state.samples().forgetDatabase(name);
    state.log("dropDatabase", name, new BsonDocument());
    return Replies.ok();
  }

  /** {@code {_configsvrCommitMovePrimary: name, to}} → {@code {database: row}}. */
  private BsonDocument movePrimary(BsonDocument command) {
    String name = command.getString("_configsvrCommitMovePrimary").getValue();
    ShardId to = new ShardId(command.getString("to").getValue());
    if (state.requireShard(to).draining()) {
      throw new CommandException(
          ErrorCode.SHARD_NOT_FOUND, "Requested primary shard " + to + " is draining");
    }
    for (Namespace ns : state.resharding().keySet()) {
      if (ns.db().equals(name)) {
        ReshardingCoordinator.requireNone(state, ns);
      }
    }
    ConfigCatalog.DatabaseEntry database = state.catalog().databases().get(name);
    ConfigCatalog.DatabaseEntry moved =
        new ConfigCatalog.DatabaseEntry(
            name, to, database.version().next(), database.partitioned());
    BsonDocument details =
        new BsonDocument("from", new BsonString(database.primary().name()))
            .append("to", new BsonString(to.name()));
    state.log("movePrimary.start", name, details);
    state.replace(state.catalog().withDatabase(moved));
    state.log("movePrimary", name, details);
    return databaseReply(moved);
  }

  /**
   * {@code {_configsvrCommitShardCollection: ns, key, unique, uuid, chunks: [{max?, shard,
   * version?, jumbo?}], primary, collation?, unsplittable?}} → {@code {collection: header}}. Chunks
   * are in key order; without versions they are numbered 1|0, 1|1 …. With {@code unsplittable} the
   * collection is not sharded, and its one chunk says where it is.
   */
  private BsonDocument shardCollection(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_configsvrCommitShardCollection").getValue());
    ReshardingCoordinator.requireNone(state, ns);
    KeyHash hash = environment.parameters().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("key"), hash);
    BsonTimestamp now = environment.nextClusterTime();
    Generation generation = new Generation(environment.ids().objectId(), now);
    List<Chunk> chunks = chunks(command.getArray("chunks"), key, generation, now);
    boolean unsplittable = Docs.truthy(command, "unsplittable");
    RoutingTable made =
        RoutingTable.of(
                ns,
                command.getBinary("uuid"),
                key,
                command.getBoolean("unique", BsonBoolean.FALSE).getValue(),
                chunks)
            .withDefaultCollation(
                Optional.ofNullable(command.get("collation")).map(BsonValue::asDocument));
    RoutingTable table = unsplittable ? made.asUnsplittable() : made;
    if (unsplittable) {
      BsonDocument options = new BsonDocument("unsplittable", BsonBoolean.TRUE);
      state.replace(
          state
              .catalog()
              .withCollection(
                  ns,
                  new ConfigCatalog.CollectionEntry(
                      table, environment.clock().nowMillis(), options)));
      return Replies.ok();
    }
    state.log("shardCollection.start", ns.toString(), startDetails(command));
    state.replace(
        state
            .catalog()
            .withCollection(
                ns,
                new ConfigCatalog.CollectionEntry(
                    table, environment.clock().nowMillis(), new BsonDocument())));
    state.replace(state.catalog().withZones(extended(ns, key)));
    state.log(
        "shardCollection.end",
        ns.toString(),
        new BsonDocument("version", new BsonString(table.version().toString()))
            .append("numChunks", Docs.int32(table.size())));
    environment
        .trace()
        .record(new CatalogEvent.GenerationChanged(ns, generation, "shardCollection"));
    return Replies.ok();
  }

  /** Zone ranges given before the key was known get all of its fields. */
  private List<Zone> extended(Namespace ns, ShardKeyPattern key) {
    List<Zone> zones = new ArrayList<>();
    for (Zone zone : state.catalog().zones()) {
      zones.add(
          zone.ns().equals(ns)
              ? new Zone(
                  zone.id(),
                  ns,
                  key.paths(),
                  new ChunkRange(
                      key.extendWithMin(zone.range().min()), key.extendWithMin(zone.range().max())),
                  zone.name())
              : zone);
    }
    return zones;
  }

  private static BsonDocument startDetails(BsonDocument command) {
    return new BsonDocument("shardKey", command.get("key"))
        .append("collection", command.get("_configsvrCommitShardCollection"))
        .append("primary", command.get("primary"));
  }

  private List<Chunk> chunks(
      BsonArray rows, ShardKeyPattern key, Generation generation, BsonTimestamp now) {
    List<Chunk> chunks = new ArrayList<>();
    IndexKey low = IndexKey.allMin(key.size());
    ChunkVersion next = new ChunkVersion(1, 0, generation);
    for (BsonValue value : rows) {
      BsonDocument row = value.asDocument();
      IndexKey high =
          row.containsKey("max")
              ? IndexKey.ofDocument(row.getDocument("max"))
              : IndexKey.allMax(key.size());
      ShardId shard = new ShardId(row.getString("shard").getValue());
      ChunkVersion version =
          row.containsKey("version")
              ? new ChunkVersion(
                  row.getTimestamp("version").getTime(),
                  row.getTimestamp("version").getInc(),
                  generation)
              : next;
      chunks.add(
          new Chunk(
              environment.ids().objectId(),
              new ChunkRange(low, high),
              shard,
              version,
              Docs.truthy(row, "jumbo"),
              List.of(new Chunk.HistoryEntry(now, shard))));
      next = next.nextMinor();
      low = high;
    }
    return chunks;
  }

  private BsonDocument removeCollection(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_configsvrRemoveCollection").getValue());
    state.samples().forget(ns);
    if (state.catalog().table(ns).isPresent()) {
      resharding.dropping(ns);
      state.log("dropCollection.start", ns.toString(), new BsonDocument());
      state.replace(state.catalog().withoutCollection(ns));
      state.log("dropCollection", ns.toString(), new BsonDocument());
    }
    return Replies.ok();
  }
}
