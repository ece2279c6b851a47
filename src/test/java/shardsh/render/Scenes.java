package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.BalancerView;
import shardsh.core.snapshot.ClusterSnapshot.CacheRow;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.core.snapshot.ClusterSnapshot.PendingTask;
import shardsh.core.snapshot.ClusterSnapshot.RangeDeletionView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardVersionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.snapshot.ClusterSnapshot.StateTime;
import shardsh.core.snapshot.ClusterSnapshot.UnshardedView;

/**
 * Clusters to draw: the canvas at its start, after its two splits and its move, and larger ones.
 */
final class Scenes {
  static final Namespace ORDERS = new Namespace("shop", "orders");
  static final Generation GENERATION =
      new Generation(new ObjectId("674100000000000000000001"), new BsonTimestamp(1730462400, 1));
  static final long NOW = 1_730_462_400_000L;
  private static final long MIB = 1024 * 1024;

  private Scenes() {}

  static ChunkVersion version(String text) {
    String[] parts = text.split("\\|");
    return new ChunkVersion(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), GENERATION);
  }

  /** {@code Min}, {@code Max}, a whole number, or several values of a compound key by commas. */
  static IndexKey key(String text) {
    List<BsonValue> values = new ArrayList<>();
    for (String part : text.split(",")) {
      values.add(value(part));
    }
    return IndexKey.of(values);
  }

  private static BsonValue value(String text) {
    return switch (text) {
      case "Min" -> IndexKey.allMin(1).get(0);
      case "Max" -> IndexKey.allMax(1).get(0);
      default ->
          text.matches("-?\\d+") ? new BsonInt32(Integer.parseInt(text)) : new BsonString(text);
    };
  }

  static ChunkRange range(String min, String max) {
    return new ChunkRange(key(min), key(max));
  }

  static ChunkView chunk(String min, String max, String shard, String version, int mb, int docs) {
    return new ChunkView(
        range(min, max), new ShardId(shard), version(version), mb * MIB, docs, false);
  }

  static CacheRow row(String min, String max, String shard, String version, String mark) {
    return new CacheRow(range(min, max), new ShardId(shard), version(version), mark);
  }

  static List<ChunkView> startChunks() {
    return List.of(
        chunk("Min", "100", "s0", "1|0", 45, 1),
        chunk("100", "200", "s0", "1|1", 50, 2),
        chunk("200", "300", "s1", "1|2", 55, 2),
        chunk("300", "400", "s1", "1|3", 65, 1),
        chunk("400", "500", "s2", "1|4", 70, 3),
        chunk("500", "Max", "s2", "1|5", 60, 0));
  }

  static List<ChunkView> movedChunks() {
    return List.of(
        chunk("Min", "100", "s0", "1|0", 45, 1),
        chunk("100", "200", "s0", "1|1", 50, 2),
        chunk("200", "300", "s1", "1|2", 55, 2),
        chunk("300", "400", "s1", "1|3", 65, 1),
        chunk("400", "450", "s0", "2|0", 35, 2),
        chunk("450", "500", "s2", "2|1", 35, 1),
        chunk("500", "580", "s2", "1|6", 60, 0),
        chunk("580", "Max", "s2", "1|7", 70, 0));
  }

  static List<CacheRow> startRows(String markOfSplit, String markOfMoved) {
    return List.of(
        row("Min", "100", "s0", "1|0", ""),
        row("100", "200", "s0", "1|1", ""),
        row("200", "300", "s1", "1|2", ""),
        row("300", "400", "s1", "1|3", ""),
        row("400", "500", "s2", "1|4", markOfMoved),
        row("500", "Max", "s2", "1|5", markOfSplit));
  }

  static CollectionView collection(
      Namespace ns, String key, List<ChunkView> chunks, List<Zone> zones) {
    Map<ShardId, ShardVersionView> versions = new LinkedHashMap<>();
    ChunkVersion highest = chunks.get(0).version();
    for (ChunkView chunk : chunks) {
      highest = highest.isOlderThan(chunk.version()) ? chunk.version() : highest;
      versions.merge(
          chunk.shard(),
          new ShardVersionView(chunk.shard(), chunk.version(), 1),
          (a, b) ->
              new ShardVersionView(
                  a.shard(),
                  a.version().isOlderThan(b.version()) ? b.version() : a.version(),
                  a.chunks() + 1));
    }
    return new CollectionView(
        ns,
        KeyPattern.of(BsonDocument.parse(key)),
        false,
        highest,
        chunks,
        new ArrayList<>(versions.values()),
        zones,
        true);
  }

  static ShardView shard(String name, CollectionView collection, long orphans, List<String> zones) {
    long documents = 0;
    long bytes = 0;
    int chunks = 0;
    for (ChunkView chunk : collection.chunks()) {
      if (chunk.shard().name().equals(name)) {
        documents += chunk.documents();
        bytes += chunk.bytes();
        chunks++;
      }
    }
    Optional<ChunkVersion> version =
        collection.shardVersions().stream()
            .filter(view -> view.shard().name().equals(name))
            .map(ShardVersionView::version)
            .findFirst();
    ShardCollectionView data =
        new ShardCollectionView(
            collection.ns(),
            documents + orphans,
            orphans,
            bytes + orphans * MIB,
            orphans * MIB,
            0,
            0,
            chunks,
            version);
    List<RangeDeletionView> deletions =
        orphans == 0
            ? List.of()
            : List.of(
                new RangeDeletionView(
                    collection.ns(),
                    range("400", "450"),
                    "delayed",
                    orphans,
                    orphans * MIB,
                    false,
                    NOW + 900_000));
    return new ShardView(
        new ShardId(name),
        node(name, "127.0.0.1:" + (27102 + name.charAt(name.length() - 1) - '0')),
        true,
        false,
        false,
        zones,
        List.of(data),
        deletions,
        12 + 40L * (name.charAt(name.length() - 1) - '0'),
        name.equals("s2") ? 700 : 30);
  }

  static NodeView node(String name, String host) {
    List<MemberView> members =
        List.of(
            new MemberView(name + ":0", host, "PRIMARY"),
            new MemberView(name + ":1", host.replace(":27", ":28"), "SECONDARY"),
            new MemberView(name + ":2", host.replace(":27", ":29"), "SECONDARY"));
    return new NodeView(new NodeId(name), host, true, true, members);
  }

  static ClusterSnapshot cluster(
      CollectionView collection, List<RouterView> routers, List<ShardView> shards) {
    return new ClusterSnapshot(
        NOW,
        61_000,
        "classic",
        routers,
        node("cfgrs", "127.0.0.1:27101"),
        shards,
        List.of(collection),
        List.of(
            new DatabaseView(
                "shop",
                new ShardId("s0"),
                new DatabaseVersion(new BsonBinary(new byte[16]), new BsonTimestamp(1, 1), 1),
                List.of(
                    new UnshardedView(new Namespace("shop", "items"), new ShardId("s0"), 12, 4096)),
                List.of())),
        List.of(),
        List.of(),
        List.of(),
        new BalancerView("full", "manual", "classic", 128, Optional.empty(), Optional.empty()),
        List.of(),
        Optional.empty());
  }

  static RouterView router(String name, String version, List<CacheRow> rows) {
    return new RouterView(
        new NodeId(name),
        "127.0.0.1:27100",
        true,
        List.of(new CacheView(ORDERS, version(version), false, rows)));
  }

  /** Section 3.1: six chunks, the router up to date. */
  static ClusterSnapshot start() {
    CollectionView orders = collection(ORDERS, "{customerId: 1}", startChunks(), List.of());
    return cluster(
        orders,
        List.of(router("m0", "1|5", startRows("", ""))),
        List.of(
            shard("s0", orders, 0, List.of()),
            shard("s1", orders, 0, List.of()),
            shard("s2", orders, 0, List.of())));
  }

  /** Section 3.3 and 3.4: two splits and a move, the router still at 1|5. */
  static ClusterSnapshot moved() {
    CollectionView orders = collection(ORDERS, "{customerId: 1}", movedChunks(), List.of());
    ClusterSnapshot rest =
        cluster(
            orders,
            List.of(router("m0", "1|5", startRows("old (split)", "wrong shard"))),
            List.of(
                shard("s0", orders, 0, List.of()),
                shard("s1", orders, 0, List.of()),
                shard("s2", orders, 35, List.of())));
    return withMigration(rest);
  }

  private static ClusterSnapshot withMigration(ClusterSnapshot of) {
    MigrateInfo what =
        new MigrateInfo(
            ORDERS,
            range("400", "450"),
            new ShardId("s2"),
            new ShardId("s0"),
            MigrateInfo.Reason.CHUNKS_IMBALANCE);
    List<StateTime> times = new ArrayList<>();
    long at = NOW - 2000;
    for (MigrationState state : MigrationState.values()) {
      if (state != MigrationState.ABORTED) {
        times.add(new StateTime(state, at));
        at += state == MigrationState.CLONING ? 1200 : 3;
      }
    }
    BsonDocument round =
        BsonDocument.parse(
            "{round: 1, policy: 'classic', compared: [{ns: 'shop.orders', unit: 'chunks',"
                + " shards: {s0: 2, s1: 2, s2: 4}, difference: 2, threshold: 2}],"
                + " moves: [{ns: 'shop.orders', min: {customerId: 400}, max: {customerId: 450},"
                + " from: 's2', to: 's0', sizeMB: 35.0, reason: 'chunksImbalance'}], skipped: []}");
    return new ClusterSnapshot(
        of.nowMillis(),
        of.elapsedMillis(),
        of.profile(),
        of.routers(),
        of.config(),
        of.shards(),
        of.collections(),
        of.databases(),
        List.of(
            new MigrationView(
                what,
                MigrationState.COMMITTED,
                times,
                Optional.of(version("2|0")),
                2,
                35 * MIB,
                0,
                0,
                Optional.empty(),
                "")),
        List.of(),
        List.of(),
        new BalancerView(
            "full", "manual", "classic", 128, Optional.of("23:00–06:00"), Optional.of(round)),
        List.of(
            new PendingTask(NOW + 900_000, new NodeId("s2"), "rangeDeletion", new BsonDocument())),
        Optional.empty());
  }

  /** A thousand chunks on five shards, two routers, one far behind, some chunks jumbo. */
  static ClusterSnapshot large() {
    List<ChunkView> chunks = new ArrayList<>();
    List<CacheRow> rows = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      String min = i == 0 ? "Min" : Integer.toString(i * 10);
      String max = i == 999 ? "Max" : Integer.toString(i * 10 + 10);
      String shard = "s" + i % 5;
      chunks.add(
          new ChunkView(
              range(min, max),
              new ShardId(shard),
              version("7|" + i),
              (20 + i % 100) * MIB,
              i,
              i % 150 == 3));
      rows.add(row(min, max, "s" + (i + 1) % 5, "6|" + i, "wrong shard"));
    }
    CollectionView orders =
        collection(
            ORDERS,
            "{customerId: 1}",
            chunks,
            List.of(
                new Zone(
                    new ObjectId(), ORDERS, List.of("customerId"), range("0", "5000"), "east")));
    List<ShardView> shards = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      shards.add(shard("s" + i, orders, i == 2 ? 7 : 0, i < 2 ? List.of("east") : List.of()));
    }
    return cluster(
        orders, List.of(router("m0", "7|999", List.of()), router("m1", "6|999", rows)), shards);
  }

  /** Thirty shards, of which the first three have a chunk each, and six routers. */
  static ClusterSnapshot thirtyShards() {
    List<ChunkView> chunks =
        List.of(
            chunk("Min", "10", "s0", "1|0", 1, 10),
            chunk("10", "20", "s1", "1|1", 1, 10),
            chunk("20", "Max", "s2", "1|2", 1, 10));
    CollectionView orders = collection(ORDERS, "{customerId: 1}", chunks, List.of());
    List<ShardView> shards = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      shards.add(shard("s" + i, orders, 0, List.of()));
    }
    List<RouterView> routers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      routers.add(router("m" + i, "1|2", List.of()));
    }
    return cluster(orders, routers, shards);
  }

  /** A compound key of texts, wide characters and control characters among them. */
  static ClusterSnapshot compound() {
    List<ChunkView> chunks =
        List.of(
            chunk("Min,Min", "east,100", "s0", "3|0", 12, 3),
            chunk("east,100", "west\u001B[31m,7", "s1", "3|1", 120, 40_000),
            chunk("west\u001B[31m,7", "中文区,5", "s0", "2|4", 1, 0),
            chunk("中文区,5", "Max,Max", "s1", "3|2", 300, 1_000_000));
    CollectionView orders =
        collection(
            ORDERS,
            "{region: 1, userId: 1}",
            chunks,
            List.of(
                zone(range("Min,Min", "east,100"), "EU"), zone(range("east,100", "west,5"), "EU")));
    return cluster(
        orders,
        List.of(router("m0", "3|2", List.of())),
        List.of(shard("s0", orders, 0, List.of("EU")), shard("s1", orders, 35, List.of())));
  }

  private static Zone zone(ChunkRange range, String name) {
    return new Zone(new ObjectId(), ORDERS, List.of("region", "userId"), range, name);
  }

  /** No sharded collection, no shard. */
  static ClusterSnapshot empty() {
    return new ClusterSnapshot(
        NOW,
        0,
        "8.0",
        List.of(new RouterView(new NodeId("m0"), "127.0.0.1:27100", true, List.of())),
        new NodeView(new NodeId("cfgrs"), "127.0.0.1:27101", true, false, List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new BalancerView("off", "off", "dataSize", 128, Optional.empty(), Optional.empty()),
        List.of(),
        Optional.empty());
  }
}
