package shardsh.core.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardVersionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;

/**
 * What differs between two pictures of a cluster, as a document: {@code {chunks: [{ns, min, max,
 * before, after}], versions: {ns: {collection, shard…}}, caches: {router: {ns}}, sizesMB: {shard},
 * documents: {ns: {shard}}, zones: {ns: {range}}}}. Zones are there only when they differ; a range
 * is the text {@code [min, max)}. Every leaf is {@code {before, after}}, null where there was or is
 * nothing; what is equal is left out. Of a chunk that is in both pictures with the same bounds, the
 * two sides tell owner, version, size and whether it is jumbo; sizes are MB of 2^20 bytes, rounded
 * to one decimal.
 */
public final class SnapshotDiff {
  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private static final Map<String, BsonValue> NOTHING = new LinkedHashMap<>();

  private final ClusterSnapshot before;
  private final ClusterSnapshot after;

  private SnapshotDiff(ClusterSnapshot before, ClusterSnapshot after) {
    this.before = before;
    this.after = after;
  }

  /** What became of the first picture in the second. */
  public static BsonDocument of(ClusterSnapshot before, ClusterSnapshot after) {
    SnapshotDiff diff = new SnapshotDiff(before, after);
    BsonDocument all =
        new BsonDocument("chunks", diff.chunks())
            .append("versions", diff.versions())
            .append("caches", diff.caches())
            .append("sizesMB", diff.sizes())
            .append("documents", diff.documents());
    BsonDocument zones = diff.zones();
    return zones.isEmpty() ? all : all.append("zones", zones);
  }

  /** The chunks of every collection: {@code {ns: [{min, max, shard, version, sizeMB, jumbo}]}}. */
  public static BsonDocument chunksOf(ClusterSnapshot snapshot) {
    BsonDocument all = new BsonDocument();
    for (CollectionView collection : shown(snapshot)) {
      BsonArray rows = new BsonArray();
      for (ChunkView chunk : collection.chunks()) {
        BsonDocument row = bounds(collection.shardKey(), chunk);
        row.putAll(side(chunk));
        rows.add(row);
      }
      all.append(collection.ns().toString(), rows);
    }
    return all;
  }

  /** Collection and shard versions: {@code {ns: {collection: "1|5", s0: "1|1", …}}}. */
  public static BsonDocument versionsOf(ClusterSnapshot snapshot) {
    BsonDocument all = new BsonDocument();
    for (CollectionView collection : shown(snapshot)) {
      BsonDocument row = new BsonDocument();
      versions(collection).forEach((name, version) -> row.append(name, new BsonString(version)));
      all.append(collection.ns().toString(), row);
    }
    return all;
  }

  private static List<CollectionView> shown(ClusterSnapshot snapshot) {
    return snapshot.collections().stream().filter(view -> !view.ns().isInternal()).toList();
  }

  private static BsonDocument bounds(KeyPattern shardKey, ChunkView chunk) {
    return new BsonDocument("min", named(shardKey, chunk.range().min()))
        .append("max", named(shardKey, chunk.range().max()));
  }

  private static BsonDocument named(KeyPattern shardKey, IndexKey key) {
    BsonDocument bound = new BsonDocument();
    for (int i = 0; i < shardKey.size(); i++) {
      bound.append(shardKey.fields().get(i).path().text(), key.get(i));
    }
    return bound;
  }

  private static BsonDocument side(ChunkView chunk) {
    BsonDocument side =
        new BsonDocument("shard", new BsonString(chunk.shard().name()))
            .append("version", new BsonString(chunk.version().toString()))
            .append("sizeMB", megabytes(chunk.bytes()));
    return chunk.jumbo() ? side.append("jumbo", BsonBoolean.TRUE) : side;
  }

  private static BsonValue megabytes(long bytes) {
    long tenths = Math.round(bytes * 10 / MEBIBYTE);
    return tenths % 10 == 0 ? Docs.number(tenths / 10) : new BsonDouble(tenths / 10.0);
  }

  private static Set<Namespace> names(ClusterSnapshot one, ClusterSnapshot other) {
    Set<Namespace> names = new LinkedHashSet<>();
    shown(one).forEach(view -> names.add(view.ns()));
    shown(other).forEach(view -> names.add(view.ns()));
    return names;
  }

  private BsonArray chunks() {
    BsonArray rows = new BsonArray();
    for (Namespace ns : names(before, after)) {
      Optional<CollectionView> old = before.collection(ns);
      Optional<CollectionView> now = after.collection(ns);
      boolean sameKey =
          old.isPresent() && now.isPresent() && old.get().shardKey().equals(now.get().shardKey());
      if (sameKey) {
        chunks(now.get(), old.get().chunks(), now.get().chunks(), rows);
      } else {
        old.ifPresent(view -> chunks(view, view.chunks(), List.of(), rows));
        now.ifPresent(view -> chunks(view, List.of(), view.chunks(), rows));
      }
    }
    return rows;
  }

  /** By lower bound, then by upper bound; a chunk that was cut comes before its pieces. */
  private static void chunks(
      CollectionView collection, List<ChunkView> old, List<ChunkView> now, BsonArray rows) {
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      ChunkView was = i < old.size() ? old.get(i) : null;
      ChunkView is = j < now.size() ? now.get(j) : null;
      if (was != null && is != null && was.range().equals(is.range())) {
        if (!side(was).equals(side(is))) {
          rows.add(row(collection, was, side(was), side(is)));
        }
        i++;
        j++;
      } else if (is == null || was != null && comesFirst(was, is)) {
        rows.add(row(collection, was, side(was), BsonNull.VALUE));
        i++;
      } else {
        rows.add(row(collection, is, BsonNull.VALUE, side(is)));
        j++;
      }
    }
  }

  private static boolean comesFirst(ChunkView was, ChunkView is) {
    return was.range().min().compareTo(is.range().min()) <= 0;
  }

  private static BsonDocument row(
      CollectionView collection, ChunkView chunk, BsonValue before, BsonValue after) {
    BsonDocument row = new BsonDocument("ns", new BsonString(collection.ns().toString()));
    row.putAll(bounds(collection.shardKey(), chunk));
    return row.append("before", before).append("after", after);
  }

  private BsonDocument versions() {
    BsonDocument all = new BsonDocument();
    for (Namespace ns : names(before, after)) {
      Map<String, String> was =
          before.collection(ns).map(SnapshotDiff::versions).orElseGet(LinkedHashMap::new);
      Map<String, String> is =
          after.collection(ns).map(SnapshotDiff::versions).orElseGet(LinkedHashMap::new);
      put(all, ns.toString(), differences(texts(was), texts(is)));
    }
    return all;
  }

  private static Map<String, BsonValue> texts(Map<String, String> texts) {
    Map<String, BsonValue> values = new LinkedHashMap<>();
    texts.forEach((name, text) -> values.put(name, new BsonString(text)));
    return values;
  }

  private static Map<String, String> versions(CollectionView collection) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("collection", collection.version().toString());
    for (ShardVersionView shard : collection.shardVersions()) {
      versions.put(shard.shard().name(), shard.version().toString());
    }
    return versions;
  }

  private BsonDocument caches() {
    BsonDocument all = new BsonDocument();
    Set<String> routers = new LinkedHashSet<>();
    before.routers().forEach(router -> routers.add(router.id().name()));
    after.routers().forEach(router -> routers.add(router.id().name()));
    for (String router : routers) {
      put(all, router, differences(caches(before, router), caches(after, router)));
    }
    return all;
  }

  private static Map<String, BsonValue> caches(ClusterSnapshot snapshot, String router) {
    Map<String, BsonValue> versions = new LinkedHashMap<>();
    for (RouterView view : snapshot.routers()) {
      if (view.id().name().equals(router)) {
        for (CacheView cache : view.caches()) {
          if (!cache.ns().isInternal()) {
            versions.put(cache.ns().toString(), new BsonString(cache.version().toString()));
          }
        }
      }
    }
    return versions;
  }

  private BsonDocument sizes() {
    return differences(sizes(before), sizes(after));
  }

  private static Map<String, BsonValue> sizes(ClusterSnapshot snapshot) {
    Map<String, BsonValue> sizes = new LinkedHashMap<>();
    for (ShardView shard : snapshot.shards()) {
      long bytes =
          shard.collections().stream()
              .filter(data -> !data.ns().isInternal())
              .mapToLong(ShardCollectionView::bytes)
              .sum();
      sizes.put(shard.id().name(), megabytes(bytes));
    }
    return sizes;
  }

  private BsonDocument documents() {
    Map<Namespace, Map<String, BsonValue>> was = documents(before);
    Map<Namespace, Map<String, BsonValue>> is = documents(after);
    Set<Namespace> names = new LinkedHashSet<>(was.keySet());
    names.addAll(is.keySet());
    List<Namespace> sorted = new ArrayList<>(names);
    sorted.sort(null);
    BsonDocument all = new BsonDocument();
    for (Namespace ns : sorted) {
      put(
          all,
          ns.toString(),
          differences(was.getOrDefault(ns, NOTHING), is.getOrDefault(ns, NOTHING)));
    }
    return all;
  }

  /** Stored and declared documents, orphans included. */
  private static Map<Namespace, Map<String, BsonValue>> documents(ClusterSnapshot snapshot) {
    Map<Namespace, Map<String, BsonValue>> all = new TreeMap<>();
    for (ShardView shard : snapshot.shards()) {
      for (ShardCollectionView data : shard.collections()) {
        long count = data.documents() + data.declaredDocuments();
        if (count > 0 && !data.ns().isInternal()) {
          all.computeIfAbsent(data.ns(), ns -> new LinkedHashMap<>())
              .put(shard.id().name(), Docs.number(count));
        }
      }
    }
    return all;
  }

  /** Of collections sharded or not. */
  private BsonDocument zones() {
    Map<Namespace, Map<String, BsonValue>> was = zones(before);
    Map<Namespace, Map<String, BsonValue>> is = zones(after);
    Set<Namespace> names = new TreeSet<>(was.keySet());
    names.addAll(is.keySet());
    BsonDocument all = new BsonDocument();
    for (Namespace ns : names) {
      put(
          all,
          ns.toString(),
          differences(was.getOrDefault(ns, NOTHING), is.getOrDefault(ns, NOTHING)));
    }
    return all;
  }

  private static Map<Namespace, Map<String, BsonValue>> zones(ClusterSnapshot snapshot) {
    List<Zone> zones = new ArrayList<>(snapshot.zonesToCome());
    snapshot.collections().forEach(view -> zones.addAll(view.zones()));
    Map<Namespace, Map<String, BsonValue>> all = new TreeMap<>();
    for (Zone zone : zones) {
      all.computeIfAbsent(zone.ns(), ns -> new LinkedHashMap<>())
          .put(zone.rangeText(), new BsonString(zone.name()));
    }
    return all;
  }

  private static void put(BsonDocument all, String name, BsonDocument differences) {
    if (!differences.isEmpty()) {
      all.append(name, differences);
    }
  }

  private static BsonDocument differences(
      Map<String, BsonValue> before, Map<String, BsonValue> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    BsonDocument differences = new BsonDocument();
    for (String name : names) {
      BsonValue was = before.getOrDefault(name, BsonNull.VALUE);
      BsonValue is = after.getOrDefault(name, BsonNull.VALUE);
      if (!was.equals(is)) {
        differences.append(name, new BsonDocument("before", was).append("after", is));
      }
    }
    return differences;
  }
}
