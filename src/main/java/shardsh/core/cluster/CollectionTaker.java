package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.mongod.ShardServer;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.FillSpec;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.WeightMap;
import shardsh.core.storage.WeightSegment;

/** Describes collections as cluster files have them; reads what is in them as a client does. */
final class CollectionTaker {
  private static final double MEBIBYTE = 1024.0 * 1024.0;
  private static final int BATCH = 10_000;

  private final Cluster cluster;
  private final NodeId router;

  CollectionTaker(Cluster cluster) {
    this.cluster = cluster;
    this.router = cluster.routerIds().get(0);
  }

  /** The collections of a database that are not sharded, by name; no views. */
  List<Namespace> unsharded(ConfigCatalog.DatabaseEntry database) {
    List<Namespace> names = new ArrayList<>();
    BsonDocument reply =
        cluster.run(router, database.name(), new BsonDocument("listCollections", new BsonInt32(1)));
    for (BsonValue row : Replies.batchOf(reply)) {
      Namespace ns = new Namespace(database.name(), row.asDocument().getString("name").getValue());
      boolean plain = row.asDocument().getString("type").getValue().equals("collection");
      boolean sharded =
          cluster
              .config()
              .state()
              .catalog()
              .table(ns)
              .filter(table -> !table.isUnsplittable())
              .isPresent();
      if (plain && !sharded && !isInternal(ns)) {
        names.add(ns);
      }
    }
    names.sort(null);
    return names;
  }

  /** Whether nobody made it: the cluster's own, or what resharding fills at this moment. */
  static boolean isInternal(Namespace ns) {
    return ns.isInternal() || ns.collection().startsWith("system.resharding.");
  }

  CollectionSpec unsharded(Namespace ns) {
    return new CollectionSpec(
        ns,
        Optional.empty(),
        false,
        Optional.empty(),
        List.of(),
        indexes(ns, Optional.empty()),
        documents(ns),
        List.of());
  }

  CollectionSpec sharded(RoutingTable table) {
    boolean hashed = table.shardKey().isHashed();
    WeightMap whole = new WeightMap();
    List<ChunkSpec> chunks = new ArrayList<>();
    for (Chunk chunk : table.chunks()) {
      Fraction keyless = Fraction.ZERO;
      for (WeightSegment segment : weights(table, chunk)) {
        // Of a hashed key only the hash is known, and a file names the value.
        if (hashed || segment instanceof WeightSegment.Keyless) {
          keyless = keyless.plus(segment.bytes());
        } else {
          whole.add(segment);
        }
      }
      chunks.add(chunk(table, chunk, keyless));
    }
    return new CollectionSpec(
        table.ns(),
        Optional.of(table.shardKey().toDocument()),
        table.unique(),
        Optional.empty(),
        chunks,
        indexes(table.ns(), Optional.of(table)),
        documents(table.ns()),
        fills(table.shardKey(), whole));
  }

  private List<WeightSegment> weights(RoutingTable table, Chunk chunk) {
    return cluster.shards().stream()
        .filter(shard -> shard.shardId().equals(chunk.shard()))
        .findFirst()
        .map(ShardServer::inspect)
        .map(inside -> inside.weights(table.ns(), chunk.range()))
        .orElse(List.of());
  }

  private static ChunkSpec chunk(RoutingTable table, Chunk chunk, Fraction keyless) {
    boolean last = chunk.max().isAllMax();
    return new ChunkSpec(
        last ? Optional.empty() : Optional.of(table.shardKey().named(chunk.max())),
        chunk.shard().name(),
        Optional.of(chunk.version().toString()),
        keyless.isZero() ? Optional.empty() : Optional.of(keyless.rounded() / MEBIBYTE),
        chunk.jumbo());
  }

  private static List<FillSpec> fills(ShardKeyPattern key, WeightMap weights) {
    List<FillSpec> fills = new ArrayList<>();
    for (WeightSegment segment : weights.segments()) {
      long bytes = segment.bytes().rounded();
      long documents = segment.documents().rounded();
      boolean usual = documents == Math.max(1, bytes / 1024);
      if (bytes > 0) {
        fills.add(
            new FillSpec(
                key(key, segment),
                bytes / MEBIBYTE,
                usual ? Optional.empty() : Optional.of(Math.max(1, documents))));
      }
    }
    return fills;
  }

  private static BsonDocument key(ShardKeyPattern pattern, WeightSegment segment) {
    if (segment instanceof WeightSegment.Point point) {
      return pattern.named(point.key());
    }
    WeightSegment.Run run = (WeightSegment.Run) segment;
    BsonDocument key = pattern.named(run.line());
    String field = pattern.paths().get(run.field());
    key.put(
        field,
        new BsonDocument("from", run.keyAt(run.from()).get(run.field()))
            .append("to", run.keyAt(run.to()).get(run.field())));
    return key;
  }

  /** All but those that every such collection has: of {@code _id}, and of the shard key. */
  private List<BsonDocument> indexes(Namespace ns, Optional<RoutingTable> table) {
    List<BsonDocument> indexes = new ArrayList<>();
    BsonDocument reply =
        cluster.run(
            router, ns.db(), new BsonDocument("listIndexes", new BsonString(ns.collection())));
    for (BsonValue row : Replies.batchOf(reply)) {
      BsonDocument index = new BsonDocument();
      index.putAll(row.asDocument());
      index.remove("v");
      boolean ofKey =
          table
              .filter(known -> known.shardKey().keyPattern().defaultIndexName().equals(name(index)))
              .isPresent();
      if (!name(index).equals("_id_") && !ofKey) {
        indexes.add(index);
      }
    }
    return indexes;
  }

  private static String name(BsonDocument index) {
    return index.getString("name").getValue();
  }

  private List<BsonDocument> documents(Namespace ns) {
    List<BsonDocument> documents = new ArrayList<>();
    BsonDocument reply =
        cluster.run(
            router,
            ns.db(),
            new BsonDocument("find", new BsonString(ns.collection()))
                .append("batchSize", new BsonInt32(BATCH)));
    while (true) {
      Replies.batchOf(reply).forEach(document -> documents.add(document.asDocument()));
      BsonNumber cursor = reply.getDocument("cursor").getNumber("id");
      if (cursor.longValue() == 0) {
        return documents;
      }
      reply =
          cluster.run(
              router,
              ns.db(),
              new BsonDocument("getMore", new BsonInt64(cursor.longValue()))
                  .append("collection", new BsonString(ns.collection()))
                  .append("batchSize", new BsonInt32(BATCH)));
    }
  }
}
