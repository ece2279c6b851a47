package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.InitialChunks;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.OrderedIndex;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.SplitPoints;
import shardsh.core.storage.WeightSegment;

/**
 * The primary shard's part in sharding a collection, what other shards do for it, and declared
 * weight. Source: {@code sharding-facts.md}, sections 6 and 7.2; the weight is ours.
 */
final class ShardCollectionCommands {
  private static final int CHUNKS_PER_SHARD_MAX = 8192;
  private static final int CHUNKS_MAX = 1_000_000;

  /** Up to 6.0, documents that are there already are cut into chunks at once. */
  private static final int LAST_WITH_SPLIT = 6;

  private static final int TOY_HASH_SPAN = 1000;

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
    commands.put("_simFill", (db, command) -> fill(db, command));
    commands.put("_simFillChunk", (db, command) -> fillChunk(db, command));
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
    present.ifPresent(found -> checkKind(ns, found, Docs.truthy(command, "collationGiven")));
    Optional<CollectionStore> stored = present.map(LocalCollection::store);
    boolean empty =
        stored.map(store -> store.count() == 0 && store.weights().isEmpty()).orElse(true);
    boolean indexed = false;
    if (stored.isPresent()) {
      checkUniqueIndexes(ns, stored.get(), key);
      indexed = hasUsableIndex(ns, stored.get(), key, unique, empty);
    }
    BsonArray chunks = firstChunks(command, ns, key, stored.filter(store -> !empty));
    CollectionStore store = server.data().storeOrCreate(ns);
    if (!indexed && !(isId(key) && !key.isHashed())) {
      createIndex(store, key, unique);
    }
    LocalCollection collection = server.data().find(ns).orElseThrow();
    for (String owner : ownersIn(chunks)) {
      if (!owner.equals(server.sharding().shard().name())) {
        createOn(new ShardId(owner), ns, collection);
      }
    }
    commit(ns, key, unique, collection, chunks);
    server.sharding().refresh(ns);
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
    if (hasCollation(collection)) {
      request.append("collation", collection.options().get("collation"));
    }
    environment.network().require(server.id(), NodeId.CONFIG, "admin", request);
  }

  private static boolean hasCollation(LocalCollection collection) {
    return collection.options().isDocument("collation")
        && !Collation.parse(collection.options().getDocument("collation")).isSimple();
  }

  private static void checkKind(Namespace ns, LocalCollection collection, boolean collationGiven) {
    if (collection.isView()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "Views cannot be sharded.");
    }
    if (Docs.truthy(collection.options(), "capped")) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, "can't shard a capped collection");
    }
    if (hasCollation(collection) && !collationGiven) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Collection has default collation: "
              + ServerText.of(collection.options().get("collation"))
              + ". Must specify collation {locale: 'simple'}.");
    }
  }

  private static void checkUniqueIndexes(Namespace ns, CollectionStore store, ShardKeyPattern key) {
    for (OrderedIndex index : store.indexes().all()) {
      BsonDocument pattern = index.keyPattern().toDocument();
      if (index.spec().unique()
          && !index.spec().isIdIndex()
          && !key.isUniqueIndexCompatible(pattern)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "can't shard collection '"
                + ns
                + "' with unique index on "
                + ServerText.of(pattern)
                + " and proposed shard key "
                + key
                + ". Uniqueness can't be maintained unless shard key is a prefix");
      }
    }
  }

  /**
   * Whether an index serves the key; if not, an empty collection gets one.
   *
   * @throws CommandException when there is none and the collection is not empty
   */
  private static boolean hasUsableIndex(
      Namespace ns, CollectionStore store, ShardKeyPattern key, boolean unique, boolean empty) {
    Optional<OrderedIndex> usable = store.indexes().supporting(key.keyPattern());
    if (usable.isEmpty()) {
      refuseMultikey(store, key);
    }
    if (usable.isPresent() && (!unique || usable.get().spec().unique() || isId(key))) {
      return true;
    }
    if (usable.isPresent() && !empty) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "can't shard collection "
              + ns
              + " with proposed shard key "
              + key
              + ": the existing index is not unique");
    }
    if (!empty) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Please create an index that starts with the proposed shard key before sharding the"
              + " collection");
    }
    return false;
  }

  /** Says so when the only thing wrong with an index is that it holds arrays. */
  private static void refuseMultikey(CollectionStore store, ShardKeyPattern key) {
    for (OrderedIndex index : store.indexes().all()) {
      boolean usable =
          key.isSupportedBy(index.keyPattern().toDocument())
              && !index.spec().sparse()
              && index.spec().partialFilter().isEmpty();
      if (usable && index.multikeyPaths().isMultikey()) {
        throw new CommandException(
            ErrorCode.OPERATION_FAILED,
            "couldn't find valid index for shard key: index "
                + index.name()
                + " is multikey, and a shard key cannot hold arrays");
      }
    }
  }

  private static void createIndex(CollectionStore store, ShardKeyPattern key, boolean unique) {
    BsonDocument spec = new BsonDocument("key", key.toDocument());
    spec.append("name", new BsonString(key.keyPattern().defaultIndexName()));
    if (unique) {
      spec.append("unique", BsonBoolean.TRUE);
    }
    store.createIndex(IndexSpec.parse(spec));
  }

  private static boolean isId(ShardKeyPattern key) {
    return key.paths().equals(List.of("_id"));
  }

  private BsonArray firstChunks(
      BsonDocument command,
      Namespace ns,
      ShardKeyPattern key,
      Optional<CollectionStore> documents) {
    boolean empty = documents.isEmpty();
    boolean hashedFirst = key.keyPattern().fields().get(0).hashed();
    BsonValue wanted = command.get("numInitialChunks");
    if (wanted != null && (!key.isHashed() || !empty)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "numInitialChunks is only supported when the collection is empty and has a hashed field"
              + " in the shard key pattern");
    }
    boolean presplit = Docs.truthy(command, "presplitHashedZones");
    if (wanted != null && !hashedFirst && !presplit) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "When the prefix of the hashed shard key is a range field, 'numInitialChunks' can only be"
              + " used when the 'presplitHashedZones' is true");
    }
    if (presplit && (!key.isHashed() || !empty)) {
      throw HashedZones.unsupported();
    }
    List<ShardId> shards = shards();
    int chunksWanted = wanted == null ? 0 : wanted.asNumber().intValue();
    checkChunkCount(chunksWanted, shards.size());
    ZoneChunks.Cutting cutting =
        new ZoneChunks.Cutting(
            presplit, chunksWanted, environment.profile().hashedChunksPerShard());
    BsonArray zoned =
        empty ? ZoneChunks.of(environment, server.id(), ns, key, shards, cutting) : new BsonArray();
    if (!zoned.isEmpty()) {
      return zoned;
    }
    if (!empty && !key.isHashed() && environment.profile().majorVersion() <= LAST_WITH_SPLIT) {
      return chunksOfDocuments(ns, key, documents.get());
    }
    BsonArray chunks = new BsonArray();
    if (!empty || !hashedFirst) {
      chunks.add(chunk(server.sharding().shard()));
      return chunks;
    }
    int count =
        chunksWanted == 0
            ? shards.size() * environment.profile().hashedChunksPerShard()
            : chunksWanted;
    if (count == 1) {
      chunks.add(chunk(server.sharding().shard()));
      return chunks;
    }
    List<BsonValue> points = splitPoints(key.hash(), count);
    for (int i = 0; i < count; i++) {
      BsonDocument row = chunk(shards.get(InitialChunks.shardFor(i, count, shards.size())));
      if (i < points.size()) {
        BsonDocument first = new BsonDocument(key.paths().get(0), points.get(i));
        row.append("max", key.named(key.extendWithMin(first)));
      }
      chunks.add(row);
    }
    return chunks;
  }

  /** Pieces of at most the chunk size, all of them here. */
  private BsonArray chunksOfDocuments(Namespace ns, ShardKeyPattern key, CollectionStore store) {
    BsonArray chunks = new BsonArray();
    SplitPoints points =
        new SplitPoints(
            store, key.keyPattern(), IndexKey.allMin(key.size()), IndexKey.allMax(key.size()));
    for (IndexKey point : points.vector(environment.chunkSizeBytes(ns))) {
      chunks.add(chunk(server.sharding().shard()).append("max", key.named(point)));
    }
    chunks.add(chunk(server.sharding().shard()));
    return chunks;
  }

  /** The hash values at which the key space is cut into that many pieces. */
  static List<BsonValue> splitPoints(KeyHash hash, int chunks) {
    List<BsonValue> points = new ArrayList<>();
    if (hash == KeyHash.REAL) {
      InitialChunks.hashSplitPoints(chunks).forEach(point -> points.add(Docs.int64(point)));
    } else {
      for (int i = 1; i < chunks; i++) {
        points.add(Docs.int32((int) Math.round((double) i * TOY_HASH_SPAN / chunks)));
      }
    }
    return points;
  }

  private static void checkChunkCount(int count, int shards) {
    if (count < 0 || count > CHUNKS_PER_SHARD_MAX * shards || count > CHUNKS_MAX) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "numInitialChunks cannot be more than either: "
              + CHUNKS_PER_SHARD_MAX * shards
              + ", "
              + CHUNKS_PER_SHARD_MAX
              + " * number of shards; or "
              + CHUNKS_MAX);
    }
  }

  private static BsonDocument chunk(ShardId shard) {
    return new BsonDocument("shard", new BsonString(shard.name()));
  }

  private List<ShardId> shards() {
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(), NodeId.CONFIG, "admin", new BsonDocument("listShards", Docs.int32(1)));
    List<ShardId> shards = new ArrayList<>();
    for (BsonValue shard : reply.getArray("shards")) {
      if (!Docs.truthy(shard.asDocument(), "draining")) {
        shards.add(new ShardId(shard.asDocument().getString("_id").getValue()));
      }
    }
    return shards;
  }

  private static List<String> ownersIn(BsonArray chunks) {
    return chunks.stream()
        .map(chunk -> chunk.asDocument().getString("shard").getValue())
        .distinct()
        .sorted(NodeId::compareNames)
        .toList();
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
                .append("indexes", indexes(collection.store())));
  }

  private static BsonArray indexes(CollectionStore store) {
    return new BsonArray(
        store.indexes().all().stream().map(index -> index.spec().toDocument()).toList());
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

  private BsonDocument dropParticipant(BsonDocument command) {
    Namespace ns =
        Namespace.parse(command.getString("_shardsvrDropCollectionParticipant").getValue());
    server.data().drop(ns).ifPresent(dropped -> server.log().announce());
    server.rangeDeleter().forget(ns);
    server.destination().forget(ns);
    server.sharding().learn(ns, Optional.empty());
    return Replies.ok();
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
            .append("indexes", indexes(collection.store()));
    if (!collection.store().weights().isEmpty()) {
      info.append("weights", WeightDocuments.toBson(collection.store().weights().segments()));
    }
    return Replies.ok(info);
  }

  /**
   * {@code {_simFill: coll, key, bytes, docs}}: puts declared weight on the keys that this shard
   * owns → {@code {addedBytes, splits: [key], jumbo: n}}.
   */
  private BsonDocument fill(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("_simFill").getValue());
    Optional<OwnershipFilter> owned = server.sharding().check(ns, command);
    OwnershipFilter filter =
        owned.orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded."));
    CollectionStore store = server.data().storeOrCreate(ns);
    ShardKeyPattern key = filter.table().shardKey();
    List<WeightSegment> wanted =
        WeightSegment.over(
            key.keyPattern(),
            command.getDocument("key"),
            Fraction.of(command.getNumber("bytes").longValue()),
            Fraction.of(command.getNumber("docs").longValue()),
            key.hash()::of);
    RangeStatistics before = server.sizeOf(ns);
    new OwnedWeight(filter.table(), server.sharding().shard())
        .add(store, wanted, environment.operation());
    if (server.source().writes().records(ns)) {
      server.source().writes().noteWeights();
    }
    RangeStatistics added = server.sizeOf(ns).minus(before);
    server.counts().countWrites(added.weightDocuments().rounded());
    int jumboBefore = jumboChunks(ns);
    BsonArray splits = new BsonArray();
    if (environment.splitsOnInsert(ns) && !Docs.truthy(command, "noSplit")) {
      server
          .splitter()
          .splitIfTooLarge(ns, OwnedWeight.with(wanted))
          .forEach(point -> splits.add(key.named(point)));
    }
    return Replies.ok(
        new BsonDocument("addedBytes", Docs.int64(added.weightBytes().rounded()))
            .append("splits", splits)
            .append("jumbo", Docs.int32(jumboChunks(ns) - jumboBefore)));
  }

  /**
   * {@code {_simFillChunk: coll, min, max, bytes, docs}}: weight of a chunk of which no keys are
   * known.
   */
  private BsonDocument fillChunk(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("_simFillChunk").getValue());
    server
        .data()
        .storeOrCreate(ns)
        .weights()
        .add(
            new WeightSegment.Keyless(
                IndexKey.ofDocument(command.getDocument("min")),
                IndexKey.ofDocument(command.getDocument("max")),
                Fraction.of(command.getNumber("bytes").longValue()),
                Fraction.of(command.getNumber("docs").longValue())));
    return Replies.ok();
  }

  private int jumboChunks(Namespace ns) {
    return server
        .sharding()
        .table(ns)
        .map(
            table ->
                (int)
                    table.chunks().stream()
                        .filter(
                            chunk ->
                                chunk.jumbo() && chunk.shard().equals(server.sharding().shard()))
                        .count())
        .orElse(0);
  }
}
