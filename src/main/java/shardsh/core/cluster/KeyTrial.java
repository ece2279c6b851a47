package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.BsonSize;
import shardsh.core.keys.IndexKey;
import shardsh.core.mongod.ShardServer;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/** A collection that is made anew on a copy of a cluster, to try a shard key. */
final class KeyTrial {
  private final Cluster cluster;
  private final NodeId router;
  private final Namespace ns;

  /** Documents with one value of the key. */
  record Amount(long documents, long bytes) {
    private Amount plus(Amount other) {
      return new Amount(documents + other.documents, bytes + other.bytes);
    }
  }

  KeyTrial(Cluster cluster, NodeId router, Namespace ns) {
    this.cluster = cluster;
    this.router = router;
    this.ns = ns;
  }

  private void admin(BsonDocument command) {
    cluster.run(router, "admin", command);
  }

  private static BsonString text(String value) {
    return new BsonString(value);
  }

  /**
   * Drops the collection and shards it anew, with an index for every read of the load.
   *
   * @throws CommandException as shardCollection has it, for a key that cannot be one
   */
  void shard(BsonDocument key, LoadSpec load) {
    cluster.run(router, ns.db(), new BsonDocument("drop", text(ns.collection())));
    admin(new BsonDocument("enableSharding", text(ns.db())));
    BsonArray indexes = new BsonArray();
    for (List<String> fields : load.readBy()) {
      BsonDocument pattern = new BsonDocument();
      fields.forEach(field -> pattern.append(field, new BsonInt32(1)));
      boolean ofId = fields.equals(List.of("_id"));
      if (!ofId && !pattern.equals(key)) {
        indexes.add(
            new BsonDocument("key", pattern).append("name", text(String.join("_", fields))));
      }
    }
    admin(new BsonDocument("shardCollection", text(ns.toString())).append("key", key));
    if (!indexes.isEmpty()) {
      cluster.run(
          router,
          ns.db(),
          new BsonDocument("createIndexes", text(ns.collection())).append("indexes", indexes));
    }
  }

  private RoutingTable table() {
    return cluster.config().state().catalog().table(ns).orElseThrow();
  }

  /**
   * Cuts where the documents are, so that each shard gets about so many equal chunks, neighbours
   * together, and moves them there. Chunks of a hashed key are spread already.
   */
  void layOut(int pieces) {
    if (table().shardKey().keyPattern().fields().get(0).hashed()) {
      return;
    }
    List<ShardId> shards = List.copyOf(cluster.config().state().catalog().shards().keySet());
    for (IndexKey cut : cuts(pieces * shards.size())) {
      admin(
          new BsonDocument("split", text(ns.toString()))
              .append("middle", table().shardKey().named(cut)));
    }
    List<Chunk> chunks = List.copyOf(table().chunks());
    for (int i = 0; i < chunks.size(); i++) {
      ShardId wanted = shards.get((int) ((long) i * shards.size() / chunks.size()));
      if (!chunks.get(i).shard().equals(wanted)) {
        BsonDocument min = table().shardKey().named(chunks.get(i).min());
        admin(
            new BsonDocument("moveChunk", text(ns.toString()))
                .append(
                    "bounds",
                    new BsonArray(List.of(min, table().shardKey().named(chunks.get(i).max()))))
                .append("to", text(wanted.name())));
      }
    }
  }

  /** Values of the key at which about equally many documents begin, each once. */
  private List<IndexKey> cuts(int pieces) {
    Map<IndexKey, Amount> all = new TreeMap<>();
    documents().values().forEach(of -> of.forEach((key, n) -> all.merge(key, n, Amount::plus)));
    long total = all.values().stream().mapToLong(Amount::documents).sum();
    List<IndexKey> cuts = new ArrayList<>();
    long before = 0;
    boolean first = true;
    for (Map.Entry<IndexKey, Amount> entry : all.entrySet()) {
      long due = (long) (cuts.size() + 1) * total / pieces;
      if (!first && before >= due && cuts.size() < pieces - 1) {
        cuts.add(entry.getKey());
      }
      before += entry.getValue().documents();
      first = false;
    }
    return cuts;
  }

  /** What each shard owns, by the key's values. */
  Map<ShardId, Map<IndexKey, Amount>> documents() {
    ShardKeyPattern pattern = table().shardKey();
    Map<ShardId, Map<IndexKey, Amount>> all = new TreeMap<>();
    for (ShardServer shard : cluster.shards()) {
      Map<IndexKey, Amount> own = new TreeMap<>();
      for (BsonDocument document : shard.inspect().allDocuments(ns)) {
        IndexKey key = pattern.requireKeyOf(document);
        if (table().chunkFor(key).shard().equals(shard.shardId())) {
          own.merge(key, new Amount(1, BsonSize.of(document)), Amount::plus);
        }
      }
      all.put(shard.shardId(), own);
    }
    return all;
  }
}
