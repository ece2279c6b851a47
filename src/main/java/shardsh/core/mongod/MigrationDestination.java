package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
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

  /**
   * An incoming range.
   *
   * @param order what the donor was asked for
   * @param counts of documents that came
   * @param times when each step began, and when the last one ended, milliseconds of the epoch
   */
  private record Incoming(MigrationOrder order, State state, Counts counts, List<Long> times) {
    Incoming {
      times = List.copyOf(times);
    }

    Namespace ns() {
      return order.ns();
    }

    ShardId from() {
      return order.what().donor();
    }

    ShardKeyPattern key() {
      return order.key();
    }

    ChunkRange range() {
      return order.what().range();
    }

    Incoming in(State next, Counts newCounts, long nowMillis) {
      List<Long> longer = new ArrayList<>(times);
      longer.add(nowMillis);
      return new Incoming(order, next, newCounts, longer);
    }
  }

  /** Documents that came, by the part of the migration they came in. */
  private record Counts(long cloned, long clonedBytes, long catchup, long steady) {
    BsonDocument toBson() {
      return new BsonDocument("cloned", new BsonInt64(cloned))
          .append("clonedBytes", new BsonInt64(clonedBytes))
          .append("catchup", new BsonInt64(catchup))
          .append("steady", new BsonInt64(steady));
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
    commands.put("_recvChunkStatus", (db, command) -> status(command));
    commands.put("_recvChunkCommit", (db, command) -> commit(command));
    commands.put("_recvChunkReleaseCritSec", (db, command) -> release(command));
    commands.put("_recvChunkAbort", (db, command) -> abort(command));
  }

  /** This shard was down: what it was receiving is forgotten, the pending range is not. */
  void crashed() {
    incoming = Optional.empty();
  }

  /** The rest of the range will not come; what came stays pending until the donor is back. */
  void donorWentDown(NodeId donor) {
    incoming = incoming.filter(running -> !running.from().node().equals(donor));
  }

  /** The collection is gone. */
  void forget(Namespace ns) {
    incoming = incoming.filter(running -> !running.ns().equals(ns));
  }

  private BsonDocument start(BsonDocument command) {
    incoming.ifPresent(
        running -> {
          throw new CommandException(
              ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
              "Unable to start new migration because this shard is currently receiving chunk "
                  + running.key().text(running.range())
                  + " for namespace "
                  + running.ns()
                  + " from "
                  + running.from());
        });
    MigrationOrder order = orderOf(command);
    List<Long> times = new ArrayList<>(List.of(environment.clock().nowMillis()));
    createLikeDonor(order);
    times.add(environment.clock().nowMillis());
    waitForOverlappingDeletion(order.ns(), order.what().range());
    server.rangeDeleter().pend(order, true);
    incoming = Optional.of(new Incoming(order, State.READY, new Counts(0, 0, 0, 0), times));
    return heldBy(
        new BsonDocument("started", Docs.bool(true)),
        "migrateThreadHangAtStep1",
        "migrateThreadHangAtStep2");
  }

  private MigrationOrder orderOf(BsonDocument command) {
    MigrateInfo what =
        new MigrateInfo(
            Namespace.parse(command.getString("_recvChunkStart").getValue()),
            new ChunkRange(
                IndexKey.ofDocument(command.getDocument("min")),
                IndexKey.ofDocument(command.getDocument("max"))),
            new ShardId(command.getString("from").getValue()),
            server.sharding().shard(),
            MigrateInfo.Reason.MANUAL);
    return new MigrationOrder(
        command.getBinary("sessionId"),
        what,
        ShardKeyPattern.parse(
            command.getDocument("shardKeyPattern"),
            KeyHash.valueOf(command.getString("hash").getValue())),
        ChunkVersion.parse(command.getDocument("chunkVersion")),
        command.getBinary("collectionUUID"),
        false,
        false,
        false,
        true,
        environment.clock().nowMillis());
  }

  /** The reply, with the fail point that holds this shard from going on by itself, if one does. */
  private BsonDocument heldBy(BsonDocument reply, String... failPoints) {
    for (String name : failPoints) {
      if (environment.failPoints().isHit(server.id(), name)) {
        return Replies.ok(reply.append("heldBy", new BsonString(name)));
      }
    }
    return Replies.ok(reply);
  }

  /** A range that still waits for its deletion here cannot be received before that. */
  private void waitForOverlappingDeletion(Namespace ns, ChunkRange range) {
    Optional<RangeDeleter.Waiting> waiting = server.rangeDeleter().overlapping(ns, range);
    while (waiting.isPresent()) {
      if (waiting.get().pending()) {
        throw new CommandException(
            ErrorCode.ORPHANED_RANGE_CLEAN_UP_FAILED,
            "Migration blocked until "
                + waiting.get().donor()
                + " tells what became of an earlier migration of the range "
                + waiting.get().key().text(waiting.get().range()));
      }
      environment.waitUntil(waiting.get().dueMillis());
      Optional<RangeDeleter.Waiting> still = server.rangeDeleter().overlapping(ns, range);
      if (still.isPresent() && still.get().id().equals(waiting.get().id())) {
        server.rangeDeleter().deleteAwaited(still.get());
        still = server.rangeDeleter().overlapping(ns, range);
      }
      waiting = still;
    }
  }

  private void createLikeDonor(MigrationOrder order) {
    BsonDocument info =
        askDonor(
            order.what().donor(),
            new BsonDocument("_shardsvrCollectionInfo", Docs.text(order.ns().toString())));
    CollectionStore store =
        server
            .data()
            .requireSame(order.ns(), info.getBinary("uuid"), info.getDocument("options"))
            .store();
    BsonArray indexes = info.getArray("indexes");
    List<String> others = others(store, indexes);
    if (!others.isEmpty() && ownsNothing(order.ns())) {
      others.forEach(store::dropIndex);
    }
    List<BsonDocument> missing = new ArrayList<>();
    for (BsonValue index : indexes) {
      if (store.indexes().named(index.asDocument().getString("name").getValue()).isEmpty()) {
        missing.add(index.asDocument());
      }
    }
    if (!missing.isEmpty() && store.count() > 0) {
      throw new CommandException(
          ErrorCode.CANNOT_CREATE_INDEX,
          "aborting migration, shard is missing "
              + missing.size()
              + " indexes and collection is not empty. Non-trivial index creations should be"
              + " scheduled manually");
    }
    missing.forEach(index -> store.createIndex(IndexSpec.parse(index)));
  }

  private boolean ownsNothing(Namespace ns) {
    if (!server.sharding().knows(ns)) {
      server.sharding().refresh(ns);
    }
    return server
        .sharding()
        .table(ns)
        .filter(table -> table.chunkCount(server.shardId()) > 0)
        .isEmpty();
  }

  /** Indexes that were dropped elsewhere, perhaps while this shard owned nothing. */
  private static List<String> others(CollectionStore store, BsonArray indexes) {
    List<String> others = new ArrayList<>();
    for (OrderedIndex index : store.indexes().all()) {
      BsonString name = new BsonString(index.name());
      boolean known = indexes.stream().anyMatch(spec -> spec.asDocument().get("name").equals(name));
      if (!known && !index.spec().isIdIndex()) {
        others.add(index.name());
      }
    }
    return others;
  }

  private BsonDocument askDonor(ShardId from, BsonDocument command) {
    return environment.network().require(server.id(), from.node(), "admin", command);
  }

  private BsonDocument status(BsonDocument command) {
    Incoming current = requireIncoming(command);
    String[] failPoints = {};
    if (current.state() == State.READY) {
      current = cloneDocuments(current);
      failPoints = new String[] {"migrateThreadHangAtStep3"};
    } else if (current.state() == State.CATCHUP) {
      long applied = applyModifications(current);
      Counts counts = current.counts();
      current =
          current.in(
              State.STEADY,
              new Counts(counts.cloned(), counts.clonedBytes(), applied, 0),
              environment.clock().nowMillis());
      failPoints = new String[] {"migrateThreadHangAtStep4"};
    }
    incoming = Optional.of(current);
    return heldBy(
        new BsonDocument("active", Docs.bool(true))
            .append("ns", new BsonString(current.ns().toString()))
            .append("state", new BsonString(current.state().name().toLowerCase(Locale.ROOT)))
            .append("counts", current.counts().toBson()),
        failPoints);
  }

  private Incoming cloneDocuments(Incoming begun) {
    Incoming current = begun.in(State.READY, begun.counts(), environment.clock().nowMillis());
    BsonDocument batch =
        askDonor(
            current.from(),
            new BsonDocument("_migrateClone", new BsonString(current.ns().toString())));
    CollectionStore store = server.data().storeOrCreate(current.ns());
    long documents = 0;
    long bytes = 0;
    for (BsonValue document : batch.getArray("objects")) {
      environment.operation().checkForInterrupt();
      environment.report("documents cloned", documents, batch.getArray("objects").size());
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
    return current.in(
        State.CATCHUP, new Counts(documents, bytes, 0, 0), environment.clock().nowMillis());
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
    if (!isIncoming(current, local)) {
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

  /** Takes over what the donor noted; gives the number of documents. */
  private long applyModifications(Incoming current) {
    BsonDocument changes =
        askDonor(
            current.from(),
            new BsonDocument("_transferMods", new BsonString(current.ns().toString())));
    CollectionStore store = server.data().storeOrCreate(current.ns());
    BsonArray deleted = changes.getArray("deleted", new BsonArray());
    BsonArray reload = changes.getArray("reload", new BsonArray());
    for (BsonValue id : deleted) {
      long present = store.recordWithId(id);
      if (present >= 0 && isIncoming(current, store.document(present).orElseThrow())) {
        store.remove(present);
      }
    }
    for (BsonValue document : reload) {
      put(current, store, document.asDocument(), "reloaded", CLASH_OF_RELOADED);
    }
    if (Docs.truthy(changes, "weightsChanged")) {
      store.weights().remove(current.range().min(), current.range().max());
      store.weights().addAll(WeightDocuments.parse(changes.getArray("weights")));
    }
    return deleted.size() + reload.size();
  }

  private static boolean isIncoming(Incoming current, BsonDocument document) {
    return current.key().keyOf(document).filter(current.range()::contains).isPresent();
  }

  private BsonDocument commit(BsonDocument command) {
    Incoming current = requireIncoming(command);
    server.sessions().history().takeOver(command);
    long applied = applyModifications(current);
    Counts before = current.counts();
    Counts counts = new Counts(before.cloned(), before.clonedBytes(), before.catchup(), applied);
    incoming = Optional.of(current.in(State.DONE, counts, environment.clock().nowMillis()));
    return heldBy(
        new BsonDocument("counts", counts.toBson()),
        "migrateThreadHangAtStep5",
        "migrateThreadHangAtStep6");
  }

  /** The range is this shard's; repeated, or after this shard was down, it is the same. */
  private BsonDocument release(BsonDocument command) {
    BsonBinary id = command.getBinary("sessionId");
    Namespace ns = Namespace.parse(command.getString("_recvChunkReleaseCritSec").getValue());
    ended(id, true);
    RangeDeleter deleter = server.rangeDeleter();
    deleter.pendingOf(id).ifPresent(deleter::withdraw);
    if (!command.containsKey("refresh")) {
      server.sharding().refreshOrForget(ns);
    }
    return Replies.ok();
  }

  /** The range stays the donor's: what came of it is deleted. */
  private BsonDocument abort(BsonDocument command) {
    BsonBinary id = command.getBinary("sessionId");
    ended(id, false);
    RangeDeleter deleter = server.rangeDeleter();
    Optional<RangeDeleter.Waiting> pending = deleter.pendingOf(id);
    if (pending.isPresent()) {
      RangeDeleter.Waiting task = deleter.schedule(pending.get(), true);
      if (!deleter.isSuspended()) {
        deleter.delete(task);
      }
    }
    return Replies.ok();
  }

  /** Its operation was killed: the donor hears of it when it asks next, and gives up. */
  void kill() {
    incoming
        .filter(one -> one.state() != State.DONE)
        .map(one -> one.order().id())
        .ifPresent(id -> abort(new BsonDocument("sessionId", id)));
  }

  private void ended(BsonBinary id, boolean well) {
    Optional<Incoming> running = incoming.filter(one -> one.order().id().equals(id));
    if (running.isPresent()) {
      List<Long> times = new ArrayList<>(running.get().times());
      times.add(environment.clock().nowMillis());
      new MigrationLog(environment)
          .recipientEnded(server.sharding().shard(), running.get().order(), times, well);
      incoming = Optional.empty();
    }
  }

  private Incoming requireIncoming(BsonDocument command) {
    return incoming
        .filter(running -> running.order().id().equals(command.get("sessionId")))
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.NOT_YET_INITIALIZED, "this shard is not receiving that range"));
  }
}
