package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.StaleConfigInfo;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.RecordCursor;
import shardsh.core.storage.WeightSegment;
import shardsh.core.trace.ReshardingEvent;

/**
 * A shard whose documents of a collection are copied by another key. It goes on serving reads and
 * writes. Real recipients read the donor's log for what was written since their copy; here the
 * donor compares its documents with those it gave before, so several changes of one document are
 * one.
 */
final class ReshardingDonor {
  private static final List<String> WRITES =
      List.of("insert", "update", "delete", "findAndModify", "findandmodify");
  private static final List<String> REFUSED = List.of("createIndexes", "dropIndexes", "collMod");

  /** The first stage of what recipients ask for: documents, and then changes. */
  static final String DOCUMENTS = "$_internalReshardingOwnershipMatch";

  static final String CHANGES = "$_internalReshardingIterateTransaction";

  /**
   * One operation.
   *
   * @param blockedUntilMillis when writes may go on at the latest; empty while they need not wait
   * @param given the documents as each recipient has them
   */
  private record Running(
      BsonBinary id,
      Namespace temporary,
      Optional<Long> blockedUntilMillis,
      Map<ShardId, CollectionStore> given) {

    Running copy() {
      Map<ShardId, CollectionStore> copies = new TreeMap<>();
      given.forEach((shard, store) -> copies.put(shard, store.copy()));
      return new Running(id, temporary, blockedUntilMillis, copies);
    }
  }

  /** Longer than an election or a transaction lasts. */
  private static final long PATIENCE_MILLIS = 120_000;

  private static final long AGAIN_MILLIS = 1;
  private static final long DECISION_MILLIS = 1000;

  private final ShardServer server;
  private final Environment environment;
  private final Map<Namespace, Running> running = new TreeMap<>();

  ReshardingDonor(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(ReshardingDonor other) {
    other.running.forEach((ns, one) -> running.put(ns, one.copy()));
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_flushReshardingStateChange", (db, command) -> stateChange(command));
    commands.put("_simWeightKeys", (db, command) -> weightKeys(command));
    ShardCommand aggregate = commands.get("aggregate");
    commands.put(
        "aggregate",
        (db, command) ->
            isOfRecipient(command) ? forRecipient(db, command) : aggregate.run(db, command));
  }

  /** The operation is over. */
  void forget(Namespace ns) {
    running.remove(ns);
  }

  /**
   * Has a routed write wait while the collection's last changes are copied, and refuses changes of
   * its indexes and options while it is copied at all.
   *
   * @throws CommandException RESHARD_COLLECTION_IN_PROGRESS; STALE_CONFIG to a write for every
   *     owner, because the owners have changed meanwhile; the operation's own limit of time;
   *     HOST_UNREACHABLE when the config servers stay away and there is no limit (a real shard
   *     keeps such a write waiting)
   */
  void admit(String db, BsonDocument command) {
    Optional<ReshardingProgress> present = environment.resharding();
    if (running.isEmpty() && present.isEmpty()) {
      return;
    }
    String name = command.getFirstKey();
    BsonValue collection = command.get(name);
    if (!collection.isString()) {
      return;
    }
    Namespace ns = new Namespace(db, collection.asString().getValue());
    if (command.containsKey("shardVersion")
        && present.filter(one -> one.ns().equals(ns)).isPresent()) {
      waitForTheDecision(ns);
    }
    if (running.containsKey(ns) && REFUSED.contains(name)) {
      throw new CommandException(
          ErrorCode.RESHARD_COLLECTION_IN_PROGRESS,
          "reshardCollection is in progress for namespace " + ns);
    }
    if (WRITES.contains(name) && command.containsKey("shardVersion")) {
      waitWhileBlocked(name, ns, ChunkVersion.parse(command.getDocument("shardVersion")));
    }
  }

  /**
   * Once it is decided, the collection has new owners: until this shard has heard of it, it can
   * answer for none of it.
   *
   * @throws CommandException HOST_UNREACHABLE when the config servers stay away
   */
  private void waitForTheDecision(Namespace ns) {
    long limit = environment.clock().nowMillis() + PATIENCE_MILLIS;
    while (environment
        .resharding()
        .filter(one -> one.ns().equals(ns) && one.state() == ReshardingState.COMMITTING)
        .isPresent()) {
      if (environment.clock().nowMillis() > limit) {
        environment.waitOutDeadline();
        throw new CommandException(
            ErrorCode.HOST_UNREACHABLE,
            "commands on " + ns + " wait for the config servers, which do not end its resharding");
      }
      environment.waitUntil(environment.clock().nowMillis() + DECISION_MILLIS);
    }
  }

  /** Whether the last changes are being copied, so that writes to the collection wait. */
  boolean blocksWrites(Namespace ns) {
    Running present = running.get(ns);
    return present != null && present.blockedUntilMillis().isPresent();
  }

  private void waitWhileBlocked(String name, Namespace ns, ChunkVersion sent) {
    Running present = running.get(ns);
    if (present == null || present.blockedUntilMillis().isEmpty()) {
      return;
    }
    long start = environment.clock().nowMicros();
    String command =
        environment.resharding().map(ReshardingProgress::command).orElse("reshardCollection");
    try {
      waitUntilFree(ns, present);
    } finally {
      environment
          .trace()
          .record(
              new ReshardingEvent.ReshardingNoted(
                  ns,
                  command,
                  ReshardingEvent.ReshardingNoted.Note.WAITED,
                  ReshardingState.COMMITTING,
                  server.id(),
                  environment.clock().nowMicros() - start,
                  name));
    }
    if (sent.isIgnored()) {
      throw new CommandException(
          ErrorCode.STALE_CONFIG,
          "critical section of resharding ended for " + ns,
          new StaleConfigInfo(ns, server.shardId(), sent, Optional.empty()));
    }
  }

  /** Without a limit of time a write lets an operation go on that stands still. */
  private void waitUntilFree(Namespace ns, Running first) {
    Running present = first;
    boolean asked = environment.hasDeadline();
    while (present != null && present.blockedUntilMillis().isPresent()) {
      long end = present.blockedUntilMillis().get();
      long now = environment.clock().nowMillis();
      if (now > end + PATIENCE_MILLIS) {
        environment.waitOutDeadline();
        throw new CommandException(
            ErrorCode.HOST_UNREACHABLE,
            "writes to " + ns + " wait for the config servers, which do not end its resharding");
      }
      if (!asked && environment.resharding().filter(ReshardingProgress::stands).isPresent()) {
        asked = true;
        environment
            .scheduler()
            .schedule(
                Math.max(now, end),
                NodeId.CONFIG,
                ReshardingProgress.GO_ON_TASK,
                new BsonDocument());
      }
      environment.waitUntil(now < end ? end : now + AGAIN_MILLIS);
      present = running.get(ns);
    }
  }

  /**
   * {@code {_flushReshardingStateChange: ns, reshardingUUID, temporary, state, blockedUntil?}} →
   * {@code {documents, bytes}}, what this shard owns of the collection. Before writes are blocked
   * this waits for the transactions that use the collection.
   */
  private BsonDocument stateChange(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_flushReshardingStateChange").getValue());
    Namespace temporary = Namespace.parse(command.getString("temporary").getValue());
    boolean blocked =
        command.getString("state").getValue().equals(ReshardingState.BLOCKING_WRITES.text());
    if (blocked) {
      new WriteConflicts(server).awaitUnused(ns);
    }
    boolean migrates =
        server.migrations().all().stream()
            .anyMatch(
                record ->
                    record.what().ns().equals(ns)
                        && record.state() != MigrationState.COMMITTED
                        && record.state() != MigrationState.ABORTED);
    if (migrates) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "a chunk of " + ns + " is being moved; resharding must wait for that");
    }
    RoutingTable table = server.sharding().refresh(ns).orElseThrow();
    server.sharding().refresh(temporary);
    Running present = running.get(ns);
    running.put(
        ns,
        new Running(
            command.getBinary("reshardingUUID"),
            temporary,
            blocked ? Optional.of(command.getInt64("blockedUntil").getValue()) : Optional.empty(),
            present == null ? new TreeMap<>() : present.given()));
    RangeStatistics owned = server.sizes().owned(table);
    return Replies.ok(
        new BsonDocument("documents", new BsonInt64(owned.totalDocuments()))
            .append("bytes", new BsonInt64(owned.totalBytes())));
  }

  private static boolean isOfRecipient(BsonDocument command) {
    BsonValue pipeline = command.get("pipeline");
    if (pipeline == null || !pipeline.isArray() || pipeline.asArray().isEmpty()) {
      return false;
    }
    BsonValue first = pipeline.asArray().get(0);
    return first.isDocument()
        && (first.asDocument().containsKey(DOCUMENTS) || first.asDocument().containsKey(CHANGES));
  }

  /**
   * {@code {aggregate: coll, pipeline: [{stage: {recipientShardId}}]}} → a cursor of everything at
   * once. For {@code DOCUMENTS} the rows are documents; for {@code CHANGES} they are {@code {op:
   * "i" | "u" | "d", id, doc?}}. {@code weights} and {@code key} are the declared weight and the
   * key it lies by. {@code sessions}, if any, are the retryable writes done here.
   */
  private BsonDocument forRecipient(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("aggregate").getValue());
    BsonDocument stage = command.getArray("pipeline").get(0).asDocument();
    boolean all = stage.containsKey(DOCUMENTS);
    ShardId recipient =
        new ShardId(
            stage.getDocument(stage.getFirstKey()).getString("recipientShardId").getValue());
    Running present = running.get(ns);
    if (present == null) {
      throw new CommandException(
          ErrorCode.NO_SUCH_RESHARD_COLLECTION, "no resharding of " + ns + " on this shard");
    }
    RoutingTable source = server.sharding().table(ns).orElseThrow();
    RoutingTable target = server.sharding().table(present.temporary()).orElseThrow();
    CollectionStore store = server.data().storeOrCreate(ns);
    Share share = new Share(new OwnershipFilter(source, server.shardId()), target, recipient);
    BsonArray rows =
        all ? documents(store, share) : changes(present.given().get(recipient), store, share);
    present.given().put(recipient, store.copy());
    BsonDocument reply =
        Replies.cursor("firstBatch", rows, 0, ns.toString())
            .append("weights", WeightDocuments.toBson(ownedWeight(store, source)))
            .append("key", source.shardKey().toDocument())
            .append("hash", new BsonString(source.shardKey().hash().name()));
    RetryHistory history = server.sessions().history();
    reply.putAll(all ? history.exportedWithoutAnswers() : history.exported());
    return reply;
  }

  private List<WeightSegment> ownedWeight(CollectionStore store, RoutingTable source) {
    List<WeightSegment> owned = new ArrayList<>();
    if (!store.weights().isEmpty()) {
      for (Chunk chunk : source.chunks()) {
        if (chunk.shard().equals(server.shardId())) {
          owned.addAll(store.weights().clip(chunk.min(), chunk.max()));
        }
      }
    }
    return owned;
  }

  /** Which of this shard's documents are for a recipient. */
  private record Share(OwnershipFilter owned, RoutingTable target, ShardId recipient) {
    boolean has(BsonDocument document) {
      if (!owned.test(document)) {
        return false;
      }
      IndexKey key = target.shardKey().requireKeyOf(document);
      return target.chunkFor(key).shard().equals(recipient);
    }
  }

  private BsonArray documents(CollectionStore store, Share share) {
    BsonArray rows = new BsonArray();
    RecordCursor cursor = store.records(true);
    while (cursor.next()) {
      environment.operation().checkForInterrupt();
      BsonDocument document = cursor.document();
      if (share.has(document)) {
        rows.add(document);
      }
    }
    return rows;
  }

  private static BsonArray changes(CollectionStore before, CollectionStore now, Share share) {
    BsonArray rows = new BsonArray();
    RecordCursor old = before.records(true);
    while (old.next()) {
      BsonDocument document = old.document();
      Optional<BsonDocument> same = now.documentWithId(document.get("_id"));
      boolean kept = same.isPresent() && share.has(same.get());
      if (share.has(document) && !(kept && same.get().equals(document))) {
        rows.add(change(kept ? "u" : "d", document.get("_id"), kept ? same : Optional.empty()));
      }
    }
    RecordCursor fresh = now.records(true);
    while (fresh.next()) {
      BsonDocument document = fresh.document();
      if (share.has(document)
          && !before.documentWithId(document.get("_id")).map(share::has).orElse(false)) {
        rows.add(change("i", document.get("_id"), Optional.of(document)));
      }
    }
    return rows;
  }

  private static BsonDocument change(String op, BsonValue id, Optional<BsonDocument> document) {
    BsonDocument row = new BsonDocument("op", new BsonString(op)).append("id", id);
    document.ifPresent(present -> row.append("doc", present));
    return row;
  }

  /**
   * {@code {_simWeightKeys: ns, key, size}} → {@code {keys: [[value]]}}: keys at which the declared
   * weight of this shard lies by another key.
   */
  private BsonDocument weightKeys(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_simWeightKeys").getValue());
    Optional<RoutingTable> source = server.sharding().refresh(ns);
    Optional<CollectionStore> store = server.data().store(ns);
    BsonArray keys = new BsonArray();
    if (store.isPresent() && source.isPresent() && !store.get().weights().isEmpty()) {
      ReshardedWeight mapped =
          new ReshardedWeight(
              source.get().shardKey(),
              ShardKeyPattern.parse(command.getDocument("key"), source.get().shardKey().hash()));
      ownedWeight(store.get(), source.get()).forEach(mapped::add);
      for (IndexKey key : mapped.sample(command.getInt32("size").getValue())) {
        keys.add(new BsonArray(key.values()));
      }
    }
    return Replies.ok(new BsonDocument("keys", keys));
  }
}
