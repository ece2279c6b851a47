package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.WeightMap;
import shardsh.core.storage.WeightSegment;

/**
 * A shard that will own chunks after resharding: it fills a temporary collection from the donors,
 * keeps it up to date, and renames it in the end. Source: the manual's page on resharding. That the
 * coordinator tells recipients when to read, instead of each following the donors' logs by itself,
 * is ours.
 */
final class ReshardingRecipient {
  private final ShardServer server;
  private final Environment environment;
  private final ReshardingDonor donor;
  private final RemoteCollections remote;

  ReshardingRecipient(ShardServer server, ReshardingDonor donor) {
    this.server = server;
    this.environment = server.environment();
    this.donor = donor;
    this.remote = new RemoteCollections(server);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrReshardingClone", (db, command) -> copy(command));
    commands.put("_shardsvrReshardingApply", (db, command) -> apply(command));
    commands.put("_shardsvrCommitReshardCollection", (db, command) -> commit(command));
    commands.put("_shardsvrAbortReshardCollection", (db, command) -> abort(command));
  }

  private static Namespace namespace(BsonDocument command) {
    return Namespace.parse(command.getString(command.getFirstKey()).getValue());
  }

  private static Namespace temporary(BsonDocument command) {
    return Namespace.parse(command.getString("temporary").getValue());
  }

  private static List<ShardId> donors(BsonDocument command) {
    return command.getArray("donors").stream()
        .map(name -> new ShardId(name.asString().getValue()))
        .toList();
  }

  /**
   * {@code {_shardsvrReshardingClone: ns, temporary, donors}} → {@code {documents, bytes}}: the
   * temporary collection with the donors' indexes, and one for the new key, and their documents.
   */
  private BsonDocument copy(BsonDocument command) {
    Namespace temporary = temporary(command);
    RoutingTable target = server.sharding().refresh(temporary).orElseThrow();
    server.data().drop(temporary);
    CollectionStore store = make(namespace(command), donors(command).get(0), target);
    List<BsonDocument> replies = ask(command, ReshardingDonor.DOCUMENTS);
    long total = 0;
    for (BsonDocument reply : replies) {
      total += Replies.batchOf(reply).size();
    }
    long copied = 0;
    for (BsonDocument reply : replies) {
      for (BsonValue document : Replies.batchOf(reply)) {
        environment.operation().checkForInterrupt();
        environment.report("documents copied to " + server.shardId(), copied++, total);
        store.insert(document.asDocument());
      }
    }
    placeWeight(store, target, replies);
    RangeStatistics size = server.sizes().of(temporary);
    return sizes(size.totalDocuments(), size.totalBytes());
  }

  private static BsonDocument sizes(long documents, long bytes) {
    return Replies.ok(
        new BsonDocument("documents", new BsonInt64(documents))
            .append("bytes", new BsonInt64(bytes)));
  }

  private CollectionStore make(Namespace ns, ShardId like, RoutingTable target) {
    BsonDocument info = remote.info(like, ns);
    CollectionStore store =
        server.data().create(target.ns(), target.uuid(), info.getDocument("options")).store();
    RemoteCollections.createIndexes(store, info.getArray("indexes"));
    ShardKeyPattern key = target.shardKey();
    if (store.indexes().supporting(key.keyPattern()).isEmpty()) {
      store.createIndex(
          IndexSpec.parse(
              new BsonDocument("key", key.toDocument())
                  .append("name", new BsonString(key.keyPattern().defaultIndexName()))));
    }
    return store;
  }

  private List<BsonDocument> ask(BsonDocument command, String stage) {
    Namespace ns = namespace(command);
    BsonDocument request =
        new BsonDocument("aggregate", new BsonString(ns.collection()))
            .append(
                "pipeline",
                new BsonArray(
                    List.of(
                        new BsonDocument(
                            stage,
                            new BsonDocument(
                                "recipientShardId", new BsonString(server.shardId().name()))))))
            .append("cursor", new BsonDocument());
    List<BsonDocument> replies = new ArrayList<>();
    for (ShardId from : donors(command)) {
      replies.add(environment.network().require(server.id(), from.node(), ns.db(), request));
    }
    replies.forEach(server.sessions().history()::takeOver);
    return replies;
  }

  private void placeWeight(CollectionStore store, RoutingTable target, List<BsonDocument> replies) {
    ShardKeyPattern key = target.shardKey();
    store.weights().remove(IndexKey.allMin(key.size()), IndexKey.allMax(key.size()));
    for (BsonDocument reply : replies) {
      ShardKeyPattern from =
          ShardKeyPattern.parse(
              reply.getDocument("key"), KeyHash.valueOf(reply.getString("hash").getValue()));
      ReshardedWeight weight = new ReshardedWeight(from, key);
      WeightDocuments.parse(reply.getArray("weights")).forEach(weight::add);
      place(store, target, weight);
    }
  }

  private void place(CollectionStore store, RoutingTable target, ReshardedWeight weight) {
    WeightMap all = new WeightMap();
    all.addAll(weight.placed());
    Fraction bytes = weight.unknownBytes().dividedBy(target.size());
    Fraction documents = weight.unknownDocuments().dividedBy(target.size());
    for (Chunk chunk : target.chunks()) {
      if (!chunk.shard().equals(server.shardId())) {
        continue;
      }
      store.weights().addAll(all.clip(chunk.min(), chunk.max()));
      if (bytes.compareTo(Fraction.ZERO) > 0) {
        store.weights().add(new WeightSegment.Keyless(chunk.min(), chunk.max(), bytes, documents));
      }
    }
  }

  /**
   * {@code {_shardsvrReshardingApply: ns, temporary, donors}} → {@code {documents}}: how many
   * documents had changed since the last time.
   */
  private BsonDocument apply(BsonDocument command) {
    Namespace temporary = temporary(command);
    RoutingTable target = server.sharding().table(temporary).orElseThrow();
    CollectionStore store = server.data().store(temporary).orElseThrow();
    List<BsonDocument> replies = ask(command, ReshardingDonor.CHANGES);
    long changes = 0;
    for (BsonDocument reply : replies) {
      for (BsonValue row : Replies.batchOf(reply)) {
        changes++;
        if (!row.asDocument().getString("op").getValue().equals("i")) {
          store.remove(store.recordWithId(row.asDocument().get("id")));
        }
      }
    }
    for (BsonDocument reply : replies) {
      for (BsonValue row : Replies.batchOf(reply)) {
        if (row.asDocument().containsKey("doc")) {
          store.insert(row.asDocument().getDocument("doc"));
        }
      }
    }
    placeWeight(store, target, replies);
    return Replies.ok(new BsonDocument("documents", new BsonInt64(changes)));
  }

  /**
   * {@code {_shardsvrCommitReshardCollection: ns, temporary, uuid, recipient, primary}}: the old
   * collection goes, the temporary one takes its name. The primary shard keeps an empty one. Told
   * again, it is done already.
   */
  private BsonDocument commit(BsonDocument command) {
    Namespace ns = namespace(command);
    Namespace temporary = temporary(command);
    boolean heard =
        server.data().find(ns).filter(own -> own.uuid().equals(command.get("uuid"))).isPresent();
    if (heard) {
      donor.forget(ns);
      return Replies.ok();
    }
    Optional<LocalCollection> old = server.data().drop(ns);
    server.rangeDeleter().forget(ns);
    donor.forget(ns);
    Optional<LocalCollection> filled = server.data().drop(temporary);
    server.sharding().forget(temporary);
    if (Docs.truthy(command, "recipient")) {
      LocalCollection made = filled.orElseThrow();
      server
          .data()
          .put(ns, new LocalCollection(made.uuid(), made.options(), made.store().renamedTo(ns)));
    } else if (Docs.truthy(command, "primary") && old.isPresent()) {
      makeEmpty(ns, command.getBinary("uuid"), old.get());
    }
    server.sharding().refresh(ns);
    return Replies.ok();
  }

  private void makeEmpty(Namespace ns, BsonBinary uuid, LocalCollection like) {
    CollectionStore store = server.data().create(ns, uuid, like.options()).store();
    RemoteCollections.createIndexes(store, RemoteCollections.indexes(like.store()));
  }

  private BsonDocument abort(BsonDocument command) {
    Namespace temporary = temporary(command);
    server.data().drop(temporary);
    server.sharding().forget(temporary);
    donor.forget(namespace(command));
    return Replies.ok();
  }
}
