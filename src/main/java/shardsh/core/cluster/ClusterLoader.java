package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.snapshot.ClusterSpec;

/** Puts the collections, weights and zones of a description into a cluster that has its nodes. */
final class ClusterLoader {
  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private final Cluster cluster;
  private final ClusterSpec spec;
  private final Environment environment;

  ClusterLoader(Cluster cluster, ClusterSpec spec) {
    this.cluster = cluster;
    this.spec = spec;
    this.environment = cluster.environment();
  }

  void load() {
    for (ClusterSpec.CollectionSpec collection : spec.collections()) {
      if (collection.shardKey().isPresent()) {
        loadSharded(collection, collection.shardKey().get());
      } else {
        loadUnsharded(collection);
      }
    }
    loadZones();
  }

  private BsonDocument call(NodeId node, String db, BsonDocument command) {
    return environment.network().require(NodeId.CONFIG, node, db, command);
  }

  private void loadUnsharded(ClusterSpec.CollectionSpec collection) {
    Namespace ns = collection.ns();
    NodeId home =
        collection
            .on()
            .map(NodeId::new)
            .orElseGet(
                () -> cluster.config().state().catalog().databases().get(ns.db()).primary().node());
    call(home, ns.db(), new BsonDocument("create", new BsonString(ns.collection())));
    createIndexes(home, collection);
    insert(home, ns, collection.docs());
  }

  private void createIndexes(NodeId home, ClusterSpec.CollectionSpec collection) {
    if (!collection.indexes().isEmpty()) {
      call(
          home,
          collection.ns().db(),
          new BsonDocument("createIndexes", new BsonString(collection.ns().collection()))
              .append("indexes", new BsonArray(collection.indexes())));
    }
  }

  private void insert(NodeId home, Namespace ns, List<BsonDocument> documents) {
    if (documents.isEmpty()) {
      return;
    }
    documents.forEach(this::takeId);
    BsonDocument reply =
        call(
            home,
            ns.db(),
            new BsonDocument("insert", new BsonString(ns.collection()))
                .append(
                    "documents",
                    new BsonArray(
                        documents.stream()
                            .map(document -> Docs.withId(document, environment.ids()::objectId))
                            .toList())));
    if (reply.containsKey("writeErrors")) {
      throw new IllegalArgumentException(
          "the documents of " + ns + " cannot be stored: " + reply.get("writeErrors"));
    }
  }

  /** A saved cluster has ids that this one would make once more. */
  private void takeId(BsonDocument document) {
    if (document.isObjectId("_id")) {
      environment.ids().isTaken(document.getObjectId("_id").getValue());
    }
  }

  private void loadSharded(ClusterSpec.CollectionSpec collection, BsonDocument keyDocument) {
    Namespace ns = collection.ns();
    KeyHash hash = spec.params().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    ShardKeyPattern key = ShardKeyPattern.parse(keyDocument, hash);
    NodeId primary = cluster.config().state().catalog().databases().get(ns.db()).primary().node();
    if (collection.chunks().isEmpty()) {
      createIndexes(primary, collection);
      BsonDocument request =
          new BsonDocument("_shardsvrCreateCollection", new BsonString(ns.toString()))
              .append("shardKey", keyDocument)
              .append("unique", BsonBoolean.valueOf(collection.unique()));
      call(primary, "admin", request);
    } else {
      createWithChunks(collection, key, primary);
    }
    RoutingTable table = cluster.config().state().catalog().table(ns).orElseThrow();
    cluster.shards().forEach(shard -> shard.learn(table));
    distribute(table, collection);
  }

  private void createWithChunks(
      ClusterSpec.CollectionSpec collection, ShardKeyPattern key, NodeId primary) {
    Namespace ns = collection.ns();
    BsonArray rows = new BsonArray();
    List<String> owners = new ArrayList<>();
    owners.add(primary.name());
    for (ClusterSpec.ChunkSpec chunk : collection.chunks()) {
      BsonDocument row = new BsonDocument("shard", new BsonString(chunk.shard()));
      chunk.max().ifPresent(max -> row.append("max", max));
      chunk.version().ifPresent(version -> row.append("version", timestamp(version)));
      row.append("jumbo", BsonBoolean.valueOf(chunk.jumbo()));
      rows.add(row);
      if (!owners.contains(chunk.shard())) {
        owners.add(chunk.shard());
      }
    }
    BsonValue uuid = environment.ids().uuid();
    BsonArray indexes = new BsonArray(collection.indexes());
    BsonDocument keyIndex =
        new BsonDocument("key", key.toDocument())
            .append("name", new BsonString(key.keyPattern().defaultIndexName()));
    if (collection.unique()) {
      keyIndex.append("unique", BsonBoolean.TRUE);
    }
    boolean given =
        collection.indexes().stream()
            .map(index -> List.copyOf(index.getDocument("key").entrySet()))
            .anyMatch(List.copyOf(key.toDocument().entrySet())::equals);
    if (!given && (!key.paths().equals(List.of("_id")) || key.isHashed())) {
      indexes.add(keyIndex);
    }
    for (String owner : owners) {
      call(
          new NodeId(owner),
          "admin",
          new BsonDocument("_shardsvrCreateCollectionParticipant", new BsonString(ns.toString()))
              .append("uuid", uuid)
              .append("options", new BsonDocument())
              .append("indexes", indexes));
    }
    call(
        NodeId.CONFIG,
        "admin",
        new BsonDocument("_configsvrCommitShardCollection", new BsonString(ns.toString()))
            .append("key", key.toDocument())
            .append("unique", BsonBoolean.valueOf(collection.unique()))
            .append("uuid", uuid)
            .append("chunks", rows)
            .append("primary", new BsonString(primary.name())));
  }

  private static BsonTimestamp timestamp(String version) {
    int bar = version.indexOf('|');
    return new BsonTimestamp(
        Integer.parseInt(version.substring(0, bar)), Integer.parseInt(version.substring(bar + 1)));
  }

  private void distribute(RoutingTable table, ClusterSpec.CollectionSpec collection) {
    Map<ShardId, List<BsonDocument>> byShard = new TreeMap<>();
    collection.docs().forEach(this::takeId);
    for (BsonDocument document : collection.docs()) {
      BsonDocument complete = Docs.withId(document, environment.ids()::objectId);
      IndexKey key = table.shardKey().requireKeyOf(complete);
      byShard
          .computeIfAbsent(table.chunkFor(key).shard(), shard -> new ArrayList<>())
          .add(complete);
    }
    byShard.forEach((shard, documents) -> insert(shard.node(), table.ns(), documents));
    for (ClusterSpec.FillSpec fill : collection.fill()) {
      long bytes = Math.round(fill.sizeMB() * MEBIBYTE);
      for (ShardId owner : table.owners()) {
        call(
            owner.node(),
            table.ns().db(),
            new BsonDocument("_simFill", new BsonString(table.ns().collection()))
                .append("key", fill.key())
                .append("bytes", new BsonInt64(bytes))
                .append("docs", new BsonInt64(fill.docs().orElse(Math.max(1, bytes / 1024))))
                .append("noSplit", BsonBoolean.TRUE)
                .append("shardVersion", table.shardVersion(owner).toBson()));
      }
    }
    for (int i = 0; i < collection.chunks().size(); i++) {
      Optional<Double> megabytes = collection.chunks().get(i).sizeMB();
      if (megabytes.isPresent() && megabytes.get() > 0) {
        chunkWeight(table, table.chunks().get(i).range(), megabytes.get());
      }
    }
  }

  private void chunkWeight(RoutingTable table, ChunkRange range, double megabytes) {
    long bytes = Math.round(megabytes * MEBIBYTE);
    ShardId owner = table.chunkFor(range.min()).shard();
    call(
        owner.node(),
        table.ns().db(),
        new BsonDocument("_simFillChunk", new BsonString(table.ns().collection()))
            .append("min", table.shardKey().named(range.min()))
            .append("max", table.shardKey().named(range.max()))
            .append("bytes", new BsonInt64(bytes))
            .append("docs", new BsonInt64(Math.max(1, bytes / 1024))));
  }

  private void loadZones() {
    for (ClusterSpec.ZoneSpec zone : spec.zones()) {
      for (String shard : zone.shards()) {
        Replies.require(
            call(
                NodeId.CONFIG,
                "admin",
                new BsonDocument("_configsvrAddShardToZone", new BsonString(shard))
                    .append("zone", new BsonString(zone.name()))));
      }
      for (ClusterSpec.ZoneRangeSpec range : zone.ranges()) {
        call(
            NodeId.CONFIG,
            "admin",
            new BsonDocument("_configsvrUpdateZoneKeyRange", new BsonString(range.ns().toString()))
                .append("min", zoneBound(range.ns(), range.min()))
                .append("max", zoneBound(range.ns(), range.max()))
                .append("zone", new BsonString(zone.name())));
      }
    }
  }

  /** A bound by field name; MinKey or MaxKey alone stands for every field. */
  private BsonDocument zoneBound(Namespace ns, BsonValue bound) {
    if (bound.isDocument()) {
      return bound.asDocument();
    }
    ConfigCatalog catalog = cluster.config().state().catalog();
    BsonDocument whole = new BsonDocument();
    catalog
        .table(ns)
        .orElseThrow(
            () -> new IllegalArgumentException("zone range of " + ns + ": unknown shard key"))
        .shardKey()
        .paths()
        .forEach(path -> whole.append(path, bound));
    return whole;
  }
}
