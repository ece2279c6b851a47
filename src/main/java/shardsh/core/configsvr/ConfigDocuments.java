package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import shardsh.core.base.ServerProfile;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkDocuments;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.Zone;

/**
 * The catalog written as the documents of {@code config.*}. Source: {@code sharding-facts.md},
 * section 1; the layout follows the profile's version.
 */
final class ConfigDocuments {
  private static final int LAST_WITH_MIGRATIONS = 6;

  private final CatalogState state;
  private final ServerProfile profile;

  ConfigDocuments(CatalogState state) {
    this.state = state;
    this.profile = state.environment().profile();
  }

  /**
   * The names of the collections of {@code config}, sorted: with {@code migrations} up to 6.0, what
   * resharding keeps from 5.0 and what query analyzers keep from 7.0 on.
   */
  static List<String> names(ServerProfile profile) {
    return Stream.of(
            "actionlog",
            "changelog",
            "chunks",
            "collections",
            "databases",
            "migrations",
            "mongos",
            "queryAnalyzers",
            "reshardingOperations",
            "sampledQueries",
            "sampledQueriesDiff",
            "settings",
            "shards",
            "tags",
            "version")
        .filter(name -> exists(name, profile))
        .toList();
  }

  private static boolean exists(String name, ServerProfile profile) {
    return switch (name) {
      case "migrations" -> profile.majorVersion() <= LAST_WITH_MIGRATIONS;
      case "reshardingOperations" -> profile.majorVersion() >= 5;
      case "queryAnalyzers", "sampledQueries", "sampledQueriesDiff" -> profile.majorVersion() >= 7;
      default -> true;
    };
  }

  /** Every document of one collection of {@code config}; none for a name that does not exist. */
  List<BsonDocument> of(String collection) {
    return switch (collection) {
      case "chunks" -> chunks();
      case "collections" -> collections();
      case "databases" ->
          state.catalog().databases().values().stream()
              .map(database -> database(database, profile.majorVersion() < 7))
              .map(row -> profile.isAtLeast("5.0") ? row : withoutTime(row))
              .toList();
      case "shards" -> state.catalog().shards().values().stream().map(this::shard).toList();
      case "tags" -> state.catalog().zones().stream().map(this::tag).toList();
      case "settings" -> new ArrayList<>(state.settings().values());
      case "actionlog" -> List.copyOf(state.actionlog());
      case "changelog" -> List.copyOf(state.changelog());
      case "mongos" -> mongos();
      case "migrations" -> migrations();
      case "reshardingOperations" -> new ReshardingDocuments(state).all();
      case "queryAnalyzers" -> state.samples().analyzers();
      case "sampledQueries" -> state.samples().queries(state.environment().clock().nowMillis());
      case "sampledQueriesDiff" -> state.samples().diffs(state.environment().clock().nowMillis());
      case "version" -> List.of(version());
      default -> List.of();
    };
  }

  /** Migrations in flight, as the config servers kept them up to 6.0. */
  private List<BsonDocument> migrations() {
    List<BsonDocument> rows = new ArrayList<>();
    if (profile.majorVersion() > LAST_WITH_MIGRATIONS) {
      return rows;
    }
    for (RunningMigration running : state.environment().migrations()) {
      MigrateInfo what = running.what();
      BsonDocument row =
          new BsonDocument(
              "_id", new BsonString(what.ns() + "-" + running.key().text(what.range())));
      row.putAll(running.fields());
      rows.add(row);
    }
    return rows;
  }

  private List<BsonDocument> chunks() {
    List<BsonDocument> rows = new ArrayList<>();
    for (ConfigCatalog.CollectionEntry entry : state.catalog().collections().values()) {
      Map<IndexKey, Long> measured = state.measured(entry.table().ns());
      for (Chunk chunk : entry.table().chunks()) {
        BsonDocument row = ChunkDocuments.toBson(entry.table(), chunk, profile);
        if (measured.containsKey(chunk.min())) {
          row.append("estimatedDataSizeBytes", new BsonInt64(measured.get(chunk.min())));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private List<BsonDocument> collections() {
    List<BsonDocument> rows = new ArrayList<>();
    for (ConfigCatalog.CollectionEntry entry : state.catalog().collections().values()) {
      RoutingTable table = entry.table();
      BsonDocument row =
          new BsonDocument("_id", new BsonString(table.ns().toString()))
              .append("lastmodEpoch", new BsonObjectId(table.generation().epoch()))
              .append("lastmod", new BsonDateTime(entry.updated()));
      if (profile.collectionsByUuid()) {
        row.append("timestamp", table.generation().timestamp());
      } else {
        row.append("dropped", BsonBoolean.FALSE);
      }
      row.append("uuid", table.uuid())
          .append("key", table.shardKey().toDocument())
          .append("unique", BsonBoolean.valueOf(table.unique()));
      table.defaultCollation().ifPresent(collation -> row.append("defaultCollation", collation));
      row.putAll(entry.options());
      rows.add(row);
    }
    return rows;
  }

  /** Before 5.0 the version of a database has no time. */
  private static BsonDocument withoutTime(BsonDocument row) {
    row.getDocument("version").remove("timestamp");
    return row;
  }

  /** A row of config.databases. */
  static BsonDocument database(ConfigCatalog.DatabaseEntry database, boolean withPartitioned) {
    BsonDocument row =
        new BsonDocument("_id", new BsonString(database.name()))
            .append("primary", new BsonString(database.primary().name()));
    if (withPartitioned) {
      row.append("partitioned", BsonBoolean.valueOf(database.partitioned()));
    }
    return row.append("version", database.version().toBson());
  }

  /** A row of config.shards. */
  BsonDocument shard(ConfigCatalog.ShardEntry shard) {
    BsonDocument row =
        new BsonDocument("_id", new BsonString(shard.id().name()))
            .append("host", new BsonString(shard.host()))
            .append("state", new BsonInt32(1));
    shard
        .zones()
        .ifPresent(
            zones ->
                row.append("tags", new BsonArray(zones.stream().map(BsonString::new).toList())));
    if (shard.draining()) {
      row.append("draining", BsonBoolean.TRUE);
    }
    if (profile.majorVersion() >= 5) {
      row.append("topologyTime", shard.topologyTime());
    }
    if (profile.majorVersion() >= 8) {
      row.append("replSetConfigVersion", new BsonInt64(-1));
    }
    return row;
  }

  private BsonDocument tag(Zone zone) {
    BsonDocument min = bound(zone, zone.range().min());
    BsonDocument id =
        new BsonDocument("ns", new BsonString(zone.ns().toString())).append("min", min);
    return new BsonDocument("_id", profile.collectionsByUuid() ? new BsonObjectId(zone.id()) : id)
        .append("ns", new BsonString(zone.ns().toString()))
        .append("min", min)
        .append("max", bound(zone, zone.range().max()))
        .append("tag", new BsonString(zone.name()));
  }

  private BsonDocument bound(Zone zone, IndexKey key) {
    BsonDocument bound = new BsonDocument();
    for (int i = 0; i < zone.fields().size(); i++) {
      bound.append(zone.fields().get(i), key.get(i));
    }
    return bound;
  }

  private List<BsonDocument> mongos() {
    List<BsonDocument> rows = new ArrayList<>();
    long now = state.environment().clock().nowMillis();
    long up = state.environment().clock().elapsedMillis() / 1000;
    for (Map.Entry<String, String> router : state.routerHosts().entrySet()) {
      BsonArray names = new BsonArray(List.of(new BsonString(router.getKey())));
      rows.add(
          new BsonDocument("_id", new BsonString(router.getValue()))
              .append("advisoryHostFQDNs", names)
              .append("created", new BsonDateTime(now - up * 1000))
              .append("mongoVersion", new BsonString(profile.serverVersion()))
              .append("ping", new BsonDateTime(now))
              .append("up", new BsonInt64(up))
              .append("waiting", BsonBoolean.TRUE));
    }
    return rows;
  }

  private BsonDocument version() {
    BsonDocument row = new BsonDocument("_id", new BsonInt32(1));
    if (profile.majorVersion() < 6) {
      row.append("minCompatibleVersion", new BsonInt32(5))
          .append("currentVersion", new BsonInt32(6));
    }
    return row.append("clusterId", new BsonObjectId(state.catalog().clusterId()));
  }
}
