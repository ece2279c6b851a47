package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexSpec;

/**
 * The primary shard's part in sharding a collection, and what other shards do for it. Source:
 * {@code sharding-facts.md}, sections 6 and 7.2.
 */
final class ShardCollectionCommands {
  private final ShardServer server;
  private final Environment environment;

  ShardCollectionCommands(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_addShard", (db, command) -> becomeShard(command));
    commands.put("_shardsvrCreateCollection", (db, command) -> createCollection(command));
    commands.put("_shardsvrCreateCollectionParticipant", (db, command) -> participate(command));
    commands.put("_shardsvrDropCollectionParticipant", (db, command) -> dropParticipant(command));
    commands.put("_shardsvrCollectionInfo", (db, command) -> collectionInfo(command));
  }

  private BsonDocument becomeShard(BsonDocument command) {
    BsonDocument identity = command.getDocument("shardIdentity");
    server.sharding().becomes(new ShardId(identity.getString("shardName").getValue()));
    return Replies.ok();
  }

  /**
   * {@code {_shardsvrCreateCollection: ns, shardKey, unique?, numInitialChunks?,
   * presplitHashedZones?}}: checks data and indexes, decides the first chunks, commits.
   */
  private BsonDocument createCollection(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_shardsvrCreateCollection").getValue());
    KeyHash hash = environment.parameters().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("shardKey"), hash);
    boolean unique = Docs.truthy(command, "unique");
    Optional<LocalCollection> present = server.data().find(ns);
    ShardableCollection shardable = new ShardableCollection(ns, key, unique);
    present.ifPresent(found -> shardable.checkKind(found, Docs.truthy(command, "collationGiven")));
    Optional<CollectionStore> stored = present.map(LocalCollection::store);
    boolean empty =
        stored.map(store -> store.count() == 0 && store.weights().isEmpty()).orElse(true);
    boolean indexed = false;
    if (stored.isPresent()) {
      shardable.checkUniqueIndexes(stored.get());
      indexed = shardable.hasUsableIndex(stored.get(), empty);
    }
    BsonArray chunks = new FirstChunks(server, ns, key).of(command, stored.filter(store -> !empty));
    CollectionStore store = server.data().storeOrCreate(ns);
    if (!indexed && !(shardable.isKeyId() && !key.isHashed())) {
      createIndex(store, key, unique);
    }
    LocalCollection collection = server.data().find(ns).orElseThrow();
    createOnAll(ownersIn(chunks), ns, collection);
    try {
      commit(ns, key, unique, collection, chunks);
    } catch (CommandException e) {
      if (!TransactionErrors.isOutcomeUnknown(e)) {
        dropOnAll(shards(ownersIn(chunks)), ns, collection);
      }
      throw e;
    } finally {
      // Also when the answer was lost: it may be sharded now.
      server.sharding().refreshOrForget(ns);
    }
    return Replies.ok(new BsonDocument("collectionUUID", collection.uuid()));
  }

  private void commit(
      Namespace ns,
      ShardKeyPattern key,
      boolean unique,
      LocalCollection collection,
      BsonArray chunks) {
    BsonDocument request =
        new BsonDocument("_configsvrCommitShardCollection", new BsonString(ns.toString()))
            .append("key", key.toDocument())
            .append("unique", BsonBoolean.valueOf(unique))
            .append("uuid", collection.uuid())
            .append("chunks", chunks)
            .append("primary", new BsonString(server.sharding().shard().name()));
    if (ShardableCollection.hasCollation(collection)) {
      request.append("collation", collection.options().get("collation"));
    }
    environment.network().require(server.id(), NodeId.CONFIG, "admin", request);
  }

  private static void createIndex(CollectionStore store, ShardKeyPattern key, boolean unique) {
    BsonDocument spec = new BsonDocument("key", key.toDocument());
    spec.append("name", new BsonString(key.keyPattern().defaultIndexName()));
    if (unique) {
      spec.append("unique", BsonBoolean.TRUE);
    }
    store.createIndex(IndexSpec.parse(spec));
  }

  private static List<String> ownersIn(BsonArray chunks) {
    return chunks.stream()
        .map(chunk -> chunk.asDocument().getString("shard").getValue())
        .distinct()
        .sorted(NodeId::compareNames)
        .toList();
  }

  /** The other shards among the owners. */
  private List<ShardId> shards(List<String> owners) {
    return owners.stream()
        .map(ShardId::new)
        .filter(owner -> !owner.equals(server.sharding().shard()))
        .toList();
  }

  /** On every owner, or on none that can be reached. */
  private void createOnAll(List<String> owners, Namespace ns, LocalCollection collection) {
    List<ShardId> asked = new ArrayList<>();
    try {
      for (ShardId owner : shards(owners)) {
        asked.add(owner);
        createOn(owner, ns, collection);
      }
    } catch (CommandException e) {
      dropOnAll(asked, ns, collection);
      throw e;
    }
  }

  private void dropOnAll(List<ShardId> shards, Namespace ns, LocalCollection collection) {
    shards.forEach(shard -> new RemoteCollections(server).drop(shard, ns, collection.uuid()));
  }

  private void createOn(ShardId shard, Namespace ns, LocalCollection collection) {
    environment
        .network()
        .require(
            server.id(),
            shard.node(),
            "admin",
            new BsonDocument("_shardsvrCreateCollectionParticipant", new BsonString(ns.toString()))
                .append("uuid", collection.uuid())
                .append("options", collection.options())
                .append("indexes", RemoteCollections.indexes(collection.store())));
  }

  private BsonDocument participate(BsonDocument command) {
    Namespace ns =
        Namespace.parse(command.getString("_shardsvrCreateCollectionParticipant").getValue());
    LocalCollection collection =
        server.data().requireSame(ns, command.getBinary("uuid"), command.getDocument("options"));
    for (BsonValue index : command.getArray("indexes")) {
      IndexSpec spec = IndexSpec.parse(index.asDocument());
      if (!spec.isIdIndex()) {
        collection.store().createIndex(spec);
      }
    }
    server.sharding().forget(ns);
    return Replies.ok();
  }

  /**
   * {@code {_shardsvrDropCollectionParticipant: ns, uuid?}}. With {@code uuid} only that collection
   * goes, as one that was never told of.
   */
  private BsonDocument dropParticipant(BsonDocument command) {
    Namespace ns =
        Namespace.parse(command.getString("_shardsvrDropCollectionParticipant").getValue());
    boolean announced = !command.containsKey("uuid");
    Optional<LocalCollection> present = server.data().find(ns);
    if (!announced && !present.map(LocalCollection::uuid).equals(uuidIn(command))) {
      return Replies.ok();
    }
    Optional<LocalCollection> dropped = server.data().drop(ns);
    if (announced && dropped.isPresent()) {
      server.log().announce();
    }
    server.rangeDeleter().forget(ns);
    server.destination().forget(ns);
    server.sharding().learn(ns, Optional.empty());
    return Replies.ok();
  }

  private static Optional<BsonBinary> uuidIn(BsonDocument command) {
    return Optional.of(command.getBinary("uuid"));
  }

  /** {@code {_shardsvrCollectionInfo: ns}} → {@code {uuid, options, indexes, weights?}}. */
  private BsonDocument collectionInfo(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_shardsvrCollectionInfo").getValue());
    LocalCollection collection =
        server
            .data()
            .find(ns)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.NAMESPACE_NOT_FOUND, "Collection " + ns + " not found"));
    BsonDocument info =
        new BsonDocument("uuid", collection.uuid())
            .append("options", collection.options())
            .append("indexes", RemoteCollections.indexes(collection.store()));
    if (!collection.store().weights().isEmpty()) {
      info.append("weights", WeightDocuments.toBson(collection.store().weights().segments()));
    }
    return Replies.ok(info);
  }
}
