package shardsh.core.mongod;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * The recipient's side of a migration. Source: {@code sharding-facts.md}, section 12.2. What a real
 * recipient does on a thread of its own happens here when the donor asks for the status.
 */
final class MigrationDestination {
  private final ShardServer server;
  private final Environment environment;
  private final IncomingCollection collection;
  private final IncomingDocuments documents;
  private Optional<IncomingRange> incoming = Optional.empty();

  MigrationDestination(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.collection = new IncomingCollection(server);
    this.documents = new IncomingDocuments(server);
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
    long begun = now();
    collection.createLikeDonor(order);
    List<Long> times = List.of(begun, now());
    collection.waitForOverlappingDeletion(order.ns(), order.what().range());
    server.rangeDeleter().pend(order, true);
    incoming =
        Optional.of(
            new IncomingRange(
                order, IncomingRange.State.READY, IncomingRange.Counts.NOTHING, times));
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
        now());
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

  private BsonDocument status(BsonDocument command) {
    IncomingRange current = requireIncoming(command);
    String[] failPoints = {};
    if (current.state() == IncomingRange.State.READY) {
      current = current.in(IncomingRange.State.READY, current.counts(), now());
      current = current.in(IncomingRange.State.CATCHUP, documents.cloneAll(current), now());
      failPoints = new String[] {"migrateThreadHangAtStep3"};
    } else if (current.state() == IncomingRange.State.CATCHUP) {
      long applied = documents.applyModifications(current);
      current =
          current.in(IncomingRange.State.STEADY, current.counts().withCatchup(applied), now());
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

  private BsonDocument commit(BsonDocument command) {
    IncomingRange current = requireIncoming(command);
    server.sessions().history().takeOver(command);
    long applied = documents.applyModifications(current);
    IncomingRange.Counts counts = current.counts().withSteady(applied);
    incoming = Optional.of(current.in(IncomingRange.State.DONE, counts, now()));
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
        .filter(one -> one.state() != IncomingRange.State.DONE)
        .map(one -> one.order().id())
        .ifPresent(id -> abort(new BsonDocument("sessionId", id)));
  }

  private void ended(BsonBinary id, boolean well) {
    Optional<IncomingRange> running = incoming.filter(one -> one.order().id().equals(id));
    if (running.isPresent()) {
      new MigrationLog(environment)
          .recipientEnded(
              server.sharding().shard(),
              running.get().order(),
              running.get().timesUntil(now()),
              well);
      incoming = Optional.empty();
    }
  }

  private long now() {
    return environment.clock().nowMillis();
  }

  private IncomingRange requireIncoming(BsonDocument command) {
    return incoming
        .filter(running -> running.order().id().equals(command.get("sessionId")))
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.NOT_YET_INITIALIZED, "this shard is not receiving that range"));
  }
}
