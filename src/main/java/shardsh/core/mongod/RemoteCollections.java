package shardsh.core.mongod;

import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexSpec;

/** Collections of another shard, read by this one to copy them. */
final class RemoteCollections {
  private static final int BATCH = 10_000;

  private final NodeId reader;
  private final Environment environment;

  RemoteCollections(ShardServer server) {
    this.reader = server.id();
    this.environment = server.environment();
  }

  /** {@code {uuid, options, indexes}} of a collection there. */
  BsonDocument info(ShardId shard, Namespace ns) {
    return environment
        .network()
        .require(
            reader,
            shard.node(),
            "admin",
            new BsonDocument("_shardsvrCollectionInfo", new BsonString(ns.toString())));
  }

  /** Every document there, in natural order; orphans included. */
  void forEach(ShardId shard, Namespace ns, Consumer<BsonDocument> action) {
    BsonDocument find =
        new BsonDocument("find", new BsonString(ns.collection()))
            .append("hint", new BsonDocument("$natural", new BsonInt32(1)))
            .append("batchSize", new BsonInt32(BATCH));
    BsonDocument reply = environment.network().require(reader, shard.node(), ns.db(), find);
    while (true) {
      for (BsonValue document : Replies.batchOf(reply)) {
        environment.operation().checkForInterrupt();
        action.accept(document.asDocument());
      }
      if (Replies.cursorId(reply) == 0) {
        return;
      }
      BsonDocument more =
          new BsonDocument("getMore", reply.getDocument("cursor").get("id"))
              .append("collection", new BsonString(ns.collection()))
              .append("batchSize", new BsonInt32(BATCH));
      reply = environment.network().require(reader, shard.node(), ns.db(), more);
    }
  }

  /** Takes one back that was made there, if the shard can be reached; nobody is told. */
  void drop(ShardId shard, Namespace ns, BsonBinary uuid) {
    BsonDocument drop =
        new BsonDocument("_shardsvrDropCollectionParticipant", new BsonString(ns.toString()))
            .append("uuid", uuid);
    try {
      environment.network().require(reader, shard.node(), "admin", drop);
    } catch (CommandException unreachable) {
      // It keeps a copy, which the next try uses or replaces.
    }
  }

  /** Makes the indexes that {@link #info} lists, but the one on {@code _id}. */
  static void createIndexes(CollectionStore store, BsonArray indexes) {
    for (BsonValue index : indexes) {
      IndexSpec spec = IndexSpec.parse(index.asDocument());
      if (!spec.isIdIndex()) {
        store.createIndex(spec);
      }
    }
  }

  /** The indexes of a store as {@link #info} lists them. */
  static BsonArray indexes(CollectionStore store) {
    return new BsonArray(
        store.indexes().all().stream().map(index -> index.spec().toDocument()).toList());
  }

  /** The names of a database's collections and views there. */
  List<Namespace> names(ShardId shard, String db) {
    BsonDocument reply =
        environment
            .network()
            .require(
                reader, shard.node(), db, new BsonDocument("listCollections", new BsonInt32(1)));
    return Replies.batchOf(reply).stream()
        .map(row -> new Namespace(db, row.asDocument().getString("name").getValue()))
        .toList();
  }
}
