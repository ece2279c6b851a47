package shardsh.core.mongod;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.OrderedIndex;
import shardsh.core.storage.WeightSegment;

/**
 * The recipient's side of a migration. Source: {@code sharding-facts.md}, section 12.2. What a real
 * recipient does on a thread of its own happens here when the donor asks for the status.
 */
final class MigrationDestination {

  private static final ErrorCode CLASH_OF_CLONED = ErrorCode.location(16976);
  private static final ErrorCode CLASH_OF_RELOADED = ErrorCode.location(16977);

  /** How far an incoming range is. */
  private enum State {
    READY,
    CATCHUP,
    STEADY,
    DONE
  }

  /** An incoming range. */
  private record Incoming(
      Namespace ns,
      ShardId from,
      ShardKeyPattern key,
      ChunkRange range,
      State state,
      long documents,
      long bytes) {
    Incoming in(State next) {
      return new Incoming(ns, from, key, range, next, documents, bytes);
    }

    Incoming withCloned(long clonedDocuments, long clonedBytes) {
      return new Incoming(ns, from, key, range, state, clonedDocuments, clonedBytes);
    }
  }

  private final ShardServer server;
  private final Environment environment;
  private Optional<Incoming> incoming = Optional.empty();

  MigrationDestination(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(MigrationDestination other) {
    incoming = other.incoming;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_recvChunkStart", (db, command) -> start(command));
    commands.put("_recvChunkStatus", (db, command) -> status());
    commands.put("_recvChunkCommit", (db, command) -> commit());
    commands.put("_recvChunkReleaseCritSec", (db, command) -> release());
    commands.put("_recvChunkAbort", (db, command) -> abort());
  }

  private BsonDocument start(BsonDocument command) {
    incoming = incoming.filter(running -> running.state() != State.DONE);
    incoming.ifPresent(
        running -> {
          throw new CommandException(
              ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
              "Unable to start new migration because this shard is currently receiving chunk of "
                  + running.ns()
                  + " from "
                  + running.from());
        });
    Namespace ns = Namespace.parse(command.getString("_recvChunkStart").getValue());
    ChunkRange range =
        new ChunkRange(
            IndexKey.ofDocument(command.getDocument("min")),
            IndexKey.ofDocument(command.getDocument("max")));
    ShardId from = new ShardId(command.getString("from").getValue());
    waitForOverlappingDeletion(ns, range);
    createLikeDonor(ns, from);
    ShardKeyPattern key =
        ShardKeyPattern.parse(
            command.getDocument("shardKeyPattern"),
            KeyHash.valueOf(command.getString("hash").getValue()));
    incoming = Optional.of(new Incoming(ns, from, key, range, State.READY, 0, 0));
    return Replies.ok(new BsonDocument("started", Docs.bool(true)));
  }

  /** A range that still waits for its deletion here cannot be received before that. */
  private void waitForOverlappingDeletion(Namespace ns, ChunkRange range) {
    Optional<RangeDeleter.Waiting> waiting = server.rangeDeleter().overlapping(ns, range);
    while (waiting.isPresent()) {
      environment.waitUntil(waiting.get().dueMillis());
      Optional<RangeDeleter.Waiting> still = server.rangeDeleter().overlapping(ns, range);
      if (still.isPresent() && still.get().id().equals(waiting.get().id())) {
        server.rangeDeleter().delete(still.get());
        still = server.rangeDeleter().overlapping(ns, range);
      }
      waiting = still;
    }
  }

  private void createLikeDonor(Namespace ns, ShardId from) {
    BsonDocument info =
        askDonor(from, new BsonDocument("_shardsvrCollectionInfo", Docs.text(ns.toString())));
    CollectionStore store =
        server.data().requireSame(ns, info.getBinary("uuid"), info.getDocument("options")).store();
    BsonArray indexes = info.getArray("indexes");
    if (store.count() == 0) {
      dropOthers(store, indexes);
    }
    for (BsonValue index : indexes) {
      if (store.indexes().named(index.asDocument().getString("name").getValue()).isEmpty()) {
        store.createIndex(IndexSpec.parse(index.asDocument()));
      }
    }
  }

  /** An index that was dropped elsewhere while this shard owned nothing is dropped here now. */
  private static void dropOthers(CollectionStore store, BsonArray indexes) {
    for (OrderedIndex index : List.copyOf(store.indexes().all())) {
      BsonString name = new BsonString(index.name());
      boolean known = indexes.stream().anyMatch(spec -> spec.asDocument().get("name").equals(name));
      if (!known && !index.spec().isIdIndex()) {
        store.dropIndex(index.name());
      }
    }
  }

  private BsonDocument askDonor(ShardId from, BsonDocument command) {
    return environment.network().require(server.id(), from.node(), "admin", command);
  }

  private BsonDocument status() {
    Incoming current = requireIncoming();
    if (current.state() == State.READY) {
      current = cloneDocuments(current);
    } else if (current.state() == State.CATCHUP) {
      applyModifications(current);
      current = current.in(State.STEADY);
    }
    incoming = Optional.of(current);
    return Replies.ok(
        new BsonDocument("active", Docs.bool(true))
            .append("ns", new BsonString(current.ns().toString()))
            .append("state", new BsonString(current.state().name().toLowerCase(Locale.ROOT)))
            .append(
                "counts",
                new BsonDocument("cloned", new BsonInt64(current.documents()))
                    .append("clonedBytes", new BsonInt64(current.bytes()))
                    .append("catchup", new BsonInt64(0))
                    .append("steady", new BsonInt64(0))));
  }

  private Incoming cloneDocuments(Incoming current) {
    BsonDocument batch =
        askDonor(
            current.from(),
            new BsonDocument("_migrateClone", new BsonString(current.ns().toString())));
    CollectionStore store = server.data().storeOrCreate(current.ns());
    long documents = 0;
    long bytes = 0;
    for (BsonValue document : batch.getArray("objects")) {
      environment.operation().checkForInterrupt();
      put(current, store, document.asDocument(), "cloned", CLASH_OF_CLONED);
      documents++;
      bytes += BsonSize.of(document.asDocument());
    }
    List<WeightSegment> weights = WeightDocuments.parse(batch.getArray("weights"));
    store.weights().addAll(weights);
    for (WeightSegment weight : weights) {
      documents += weight.documents().rounded();
      bytes += weight.bytes().rounded();
    }
    return current.in(State.CATCHUP).withCloned(documents, bytes);
  }

  /**
   * Stores a document that the donor sent.
   *
   * @throws CommandException when a document outside of the range has the same {@code _id}: one
   *     that this shard owns, or an orphan
   */
  private static void put(
      Incoming current, CollectionStore store, BsonDocument document, String how, ErrorCode code) {
    long present = store.recordWithId(document.get("_id"));
    if (present < 0) {
      store.insert(document);
      return;
    }
    BsonDocument local = store.document(present).orElseThrow();
    if (current.key().keyOf(local).filter(current.range()::contains).isEmpty()) {
      throw new CommandException(
          code,
          "cannot migrate chunk, local document "
              + ServerText.of(local)
              + " has same _id as "
              + how
              + " remote document "
              + ServerText.of(document));
    }
    store.replace(present, document);
  }

  private void applyModifications(Incoming current) {
    BsonDocument changes =
        askDonor(
            current.from(),
            new BsonDocument("_transferMods", new BsonString(current.ns().toString())));
    CollectionStore store = server.data().storeOrCreate(current.ns());
    for (BsonValue document : changes.getArray("reload", new BsonArray())) {
      put(current, store, document.asDocument(), "reloaded", CLASH_OF_RELOADED);
    }
    for (BsonValue id : changes.getArray("deleted", new BsonArray())) {
      long present = store.recordWithId(id);
      if (present >= 0) {
        store.remove(present);
      }
    }
  }

  private BsonDocument commit() {
    Incoming current = requireIncoming();
    applyModifications(current);
    incoming = Optional.of(current.in(State.DONE));
    return Replies.ok();
  }

  private BsonDocument release() {
    Incoming current = requireIncoming();
    incoming = Optional.empty();
    server.sharding().refresh(current.ns());
    return Replies.ok();
  }

  private BsonDocument abort() {
    if (incoming.isPresent()) {
      Incoming current = incoming.get();
      incoming = Optional.empty();
      server
          .sharding()
          .refresh(current.ns())
          .ifPresent(
              table ->
                  server
                      .rangeDeleter()
                      .delete(server.rangeDeleter().schedule(table, current.range(), true)));
    }
    return Replies.ok();
  }

  private Incoming requireIncoming() {
    return incoming.orElseThrow(
        () ->
            new CommandException(
                ErrorCode.NOT_YET_INITIALIZED, "this shard is not receiving a range"));
  }
}
