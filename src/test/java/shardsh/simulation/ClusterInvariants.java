package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.TraceEntry;

/**
 * What must hold of a cluster between any two commands. Looking must not change what is looked at,
 * so everything that needs commands is asked of a copy.
 */
final class ClusterInvariants {
  private static final int BATCH = 7;

  /** The parent of what no call does. */
  private static final long BETWEEN_CALLS = -1;

  private final Map<Namespace, ChunkVersion> highest = new TreeMap<>();
  private final Map<String, ChunkVersion> cached = new TreeMap<>();
  private final TreeSet<String> generations = new TreeSet<>();
  private long mark;

  /** Begins with the present state: only what comes later is checked against it. */
  static ClusterInvariants of(Cluster cluster) {
    ClusterInvariants invariants = new ClusterInvariants();
    invariants.mark = cluster.trace().mark();
    return invariants;
  }

  ClusterInvariants copy() {
    ClusterInvariants copy = new ClusterInvariants();
    copy.highest.putAll(highest);
    copy.cached.putAll(cached);
    copy.generations.addAll(generations);
    copy.mark = mark;
    return copy;
  }

  /**
   * Checks everything.
   *
   * @param documents by {@code _id}, what the collection must hold
   */
  void check(Cluster cluster, Namespace ns, Map<Integer, BsonDocument> documents) {
    ClusterSnapshot snapshot = cluster.snapshot();
    List<TraceEntry> happened = cluster.trace().since(mark);
    checkTables(snapshot);
    addPassingGenerations(happened);
    checkCaches(snapshot);
    checkOrphans(snapshot);
    checkTrace(happened);
    mark = cluster.trace().mark();
    Cluster copy = cluster.copy();
    ChaosWorld.bringAllUp(copy);
    // While a router waits for an election a balancer round may take longer than a cursor lives.
    copy.sim().setParameters(new BsonDocument("balancer", new BsonString("manual")));
    for (NodeId router : copy.routerIds()) {
      checkContents(copy, router, ns, documents);
    }
    checkConfigChunks(copy, snapshot);
  }

  private void checkTables(ClusterSnapshot snapshot) {
    for (ClusterSnapshot.CollectionView collection : snapshot.collections()) {
      tiles(
          collection.ns().toString(),
          collection.chunks().stream().map(chunk -> chunk.range().min()).toList(),
          collection.chunks().stream().map(chunk -> chunk.range().max()).toList());
      ChunkVersion now = collection.version();
      generations.add(id(now.generation()));
      ChunkVersion before = highest.put(collection.ns(), now);
      if (before != null && before.generation().equals(now.generation())) {
        assertFalse(
            now.isOlderThan(before), collection.ns() + " fell from " + before + " to " + now);
      }
      for (ClusterSnapshot.ChunkView chunk : collection.chunks()) {
        assertTrue(
            snapshot.shards().stream().anyMatch(shard -> shard.id().equals(chunk.shard())),
            () -> chunk + " is on no shard");
        assertFalse(
            now.isOlderThan(chunk.version()), () -> chunk + " is newer than its collection");
      }
    }
  }

  /** One action may make more than one, as a resharding that ends while a refine is at work. */
  private void addPassingGenerations(List<TraceEntry> happened) {
    for (TraceEntry entry : happened) {
      if (entry.event() instanceof CatalogEvent.GenerationChanged) {
        CatalogEvent.GenerationChanged change = (CatalogEvent.GenerationChanged) entry.event();
        generations.add(id(change.generation()));
      }
    }
  }

  private static String id(Generation generation) {
    return generation.epoch().toHexString();
  }

  private static void tiles(String what, List<IndexKey> mins, List<IndexKey> maxes) {
    assertTrue(mins.get(0).isAllMin(), what + " begins at " + mins.get(0));
    assertTrue(maxes.get(maxes.size() - 1).isAllMax(), what + " ends at " + maxes);
    for (int i = 1; i < mins.size(); i++) {
      assertEquals(maxes.get(i - 1), mins.get(i), what + ": seam " + i);
    }
  }

  /** No cache is newer than the catalog or of a generation that never was, and none falls. */
  private void checkCaches(ClusterSnapshot snapshot) {
    for (ClusterSnapshot.RouterView router : snapshot.routers()) {
      for (ClusterSnapshot.CacheView cache : router.caches()) {
        noNewer(snapshot, router.id() + " " + cache.ns(), cache.ns(), cache.version());
      }
    }
    for (ClusterSnapshot.ShardView shard : snapshot.shards()) {
      for (ClusterSnapshot.ShardCollectionView collection : shard.collections()) {
        collection
            .filteringVersion()
            .filter(version -> version.major() > 0)
            .ifPresent(
                version ->
                    noNewer(
                        snapshot, shard.id() + " " + collection.ns(), collection.ns(), version));
      }
    }
  }

  private void noNewer(ClusterSnapshot snapshot, String who, Namespace ns, ChunkVersion version) {
    assertTrue(generations.contains(id(version.generation())), who + " knows an epoch of nobody");
    snapshot
        .collection(ns)
        .filter(actual -> actual.version().generation().equals(version.generation()))
        .ifPresent(
            actual ->
                assertFalse(
                    actual.version().isOlderThan(version),
                    who + " is at " + version + ", the catalog at " + actual.version()));
    ChunkVersion before = cached.put(who, version);
    if (before != null && before.generation().equals(version.generation())) {
      assertFalse(version.isOlderThan(before), who + " fell from " + before + " to " + version);
    }
  }

  /**
   * Documents that a shard does not own are all in ranges that wait for their deletion, or it has
   * not heard yet that a resharding was decided.
   */
  private static void checkOrphans(ClusterSnapshot snapshot) {
    for (ClusterSnapshot.ShardView shard : snapshot.shards()) {
      for (ClusterSnapshot.ShardCollectionView collection : shard.collections()) {
        boolean waiting =
            shard.rangeDeletions().stream().anyMatch(range -> range.ns().equals(collection.ns()));
        boolean isToHear =
            snapshot.reshardings().stream()
                .anyMatch(
                    one ->
                        one.ns().equals(collection.ns())
                            && one.state() == ReshardingState.COMMITTING);
        assertTrue(
            waiting || isToHear || collection.orphans() == 0,
            collection.orphans() + " documents on " + shard.id() + " belong to others for good");
      }
    }
  }

  private static void checkTrace(List<TraceEntry> entries) {
    Map<Long, String> open = new LinkedHashMap<>();
    for (TraceEntry entry : entries) {
      if (entry.event() instanceof CallEvent.RequestSent sent) {
        open.put(sent.callId(), sent.from() + " to " + sent.to() + " " + sent.command());
      } else if (entry.event() instanceof CallEvent.ReplyReceived reply) {
        assertNotNull(open.remove(reply.callId()), () -> "a second answer: " + reply);
      } else if (entry.event() instanceof CallEvent.CallFailed failed) {
        assertNotNull(open.remove(failed.callId()), () -> "a second answer: " + failed);
      }
    }
    assertEquals(Map.of(), open, "requests without reply or failure");
    checkTime(entries);
  }

  /**
   * Inside one call (and between calls) time goes on; only the requests of one scatter all start at
   * the same instant, that of something before. One of them may have been sent again after an
   * election or be the sender's own part, and what falls due while one waits comes before what the
   * next one does.
   */
  private static void checkTime(List<TraceEntry> entries) {
    Map<Long, Long> latest = new LinkedHashMap<>();
    Map<Long, TreeSet<Long>> instants = new LinkedHashMap<>();
    for (TraceEntry entry : entries) {
      long parent = entry.parentCall();
      long before = latest.getOrDefault(parent, Long.MIN_VALUE);
      boolean sent = entry.event() instanceof CallEvent.RequestSent;
      TreeSet<Long> others = instants.computeIfAbsent(parent, call -> new TreeSet<>());
      boolean besides = sent && others.contains(entry.atMicros());
      assertTrue(
          entry.atMicros() >= before || besides, () -> "time runs backwards at " + entry.event());
      latest.put(parent, Math.max(before, entry.atMicros()));
      if (besides) {
        latest.put(parent, entry.atMicros());
        latest.put(BETWEEN_CALLS, entry.atMicros());
      }
      others.add(entry.atMicros());
    }
  }

  private static void checkContents(
      Cluster cluster, NodeId router, Namespace ns, Map<Integer, BsonDocument> documents) {
    Map<Integer, BsonDocument> seen = new TreeMap<>();
    for (BsonDocument document : findAll(cluster, router, ns, new BsonDocument())) {
      int id = document.getNumber("_id").intValue();
      BsonDocument twice = seen.put(id, document);
      assertEquals(null, twice, () -> "seen twice through " + router);
    }
    if (!seen.equals(documents)) {
      TreeSet<Integer> ids = new TreeSet<>(seen.keySet());
      ids.addAll(documents.keySet());
      for (int id : ids) {
        assertEquals(documents.get(id), seen.get(id), "_id " + id + " through " + router);
      }
    }
  }

  /**
   * All results of a find, with getMores. While it lasts the balancer may have moved what had to
   * wait for a deletion, for longer than a cursor lives: then it is asked once more.
   */
  static List<BsonDocument> findAll(
      Cluster cluster, NodeId router, Namespace ns, BsonDocument arguments) {
    long start = cluster.clock().nowMillis();
    try {
      return findOnce(cluster, router, ns, arguments);
    } catch (CommandException e) {
      boolean gone = e.errorCode().equals(ErrorCode.CURSOR_NOT_FOUND);
      if (!gone || cluster.clock().nowMillis() - start < ChaosReads.IDLE_MILLIS_MAX) {
        throw e;
      }
      return findOnce(cluster, router, ns, arguments);
    }
  }

  private static List<BsonDocument> findOnce(
      Cluster cluster, NodeId router, Namespace ns, BsonDocument arguments) {
    BsonDocument find = new BsonDocument("find", new BsonString(ns.collection()));
    find.putAll(arguments);
    if (!find.containsKey("batchSize")) {
      find.append("batchSize", new BsonInt32(BATCH));
    }
    List<BsonDocument> all = new ArrayList<>();
    BsonDocument cursor = cluster.run(router, ns.db(), find).getDocument("cursor");
    addTo(all, cursor.getArray("firstBatch"));
    while (cursor.getInt64("id").getValue() != 0) {
      cursor =
          cluster
              .run(
                  router,
                  ns.db(),
                  new BsonDocument("getMore", cursor.get("id"))
                      .append("collection", new BsonString(ns.collection()))
                      .append("batchSize", new BsonInt32(BATCH)))
              .getDocument("cursor");
      addTo(all, cursor.getArray("nextBatch"));
    }
    return all;
  }

  private static void addTo(List<BsonDocument> documents, BsonArray batch) {
    for (BsonValue value : batch) {
      documents.add(value.asDocument());
    }
  }

  private static void checkConfigChunks(Cluster cluster, ClusterSnapshot snapshot) {
    NodeId router = cluster.routerIds().get(0);
    for (ClusterSnapshot.CollectionView collection : snapshot.collections()) {
      Namespace entries = Namespace.parse("config.collections");
      BsonDocument byName =
          new BsonDocument(
              "filter", new BsonDocument("_id", new BsonString(collection.ns().toString())));
      BsonDocument entry = findAll(cluster, router, entries, byName).get(0);
      BsonDocument filter =
          entry.containsKey("timestamp")
              ? new BsonDocument("uuid", entry.get("uuid"))
              : new BsonDocument("ns", entry.get("_id"));
      List<BsonDocument> rows =
          findAll(
              cluster,
              router,
              Namespace.parse("config.chunks"),
              new BsonDocument("filter", filter)
                  .append("sort", new BsonDocument("min", new BsonInt32(1))));
      tiles(
          "config.chunks of " + collection.ns(),
          rows.stream().map(row -> IndexKey.ofDocument(row.getDocument("min"))).toList(),
          rows.stream().map(row -> IndexKey.ofDocument(row.getDocument("max"))).toList());
    }
  }
}
