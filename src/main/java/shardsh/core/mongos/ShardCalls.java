package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.StaleConfigInfo;
import shardsh.core.trace.RoutingEvent;

/**
 * Versioned requests to shards, and the refresh and retry when a shard refuses. Source: {@code
 * sharding-facts.md}, section 4.
 */
final class ShardCalls {
  static final int TRIES_MAX = 10;

  private final Environment environment;
  private final NodeId router;
  private final CatalogCache cache;
  private final RouterTransactions transactions;

  /** What was sent to each shard last, in its wire form. */
  private final Map<ShardId, BsonDocument> versions = new LinkedHashMap<>();

  ShardCalls(
      Environment environment, NodeId router, CatalogCache cache, RouterTransactions transactions) {
    this.environment = environment;
    this.router = router;
    this.cache = cache;
    this.transactions = transactions;
  }

  /**
   * Runs an attempt with the present routing, and again after each refusal for staleness, with the
   * table refreshed. In a transaction it is the whole statement that is tried again, by {@link
   * RouterTransactions#run}.
   *
   * @throws CommandException the last refusal, after ten tries, in a transaction the first
   */
  <T> T retrying(Namespace ns, Function<Routing, T> attempt) {
    for (int tries = 1; ; tries++) {
      Routing routing = cache.routing(ns);
      try {
        return attempt.apply(routing);
      } catch (CommandException e) {
        if (!isStale(e) || tries == TRIES_MAX) {
          throw e;
        }
        becameStale(ns, e);
        if (transactions.isInTransaction()) {
          throw e;
        }
      }
    }
  }

  /** The routing as it is now, whatever was cached. */
  Routing fresh(Namespace ns) {
    cache.invalidate(ns);
    return cache.routing(ns);
  }

  static boolean isStale(CommandException e) {
    return e.errorCode().equals(ErrorCode.STALE_CONFIG)
        || e.errorCode().equals(ErrorCode.STALE_DB_VERSION);
  }

  private void becameStale(Namespace ns, CommandException e) {
    if (e.errorCode().equals(ErrorCode.STALE_DB_VERSION)) {
      cache.invalidateDatabase(ns.db());
    } else {
      cache.invalidate(ns);
    }
  }

  /** Notes a refusal in the trace. */
  private void record(Namespace ns, ShardId shard, CommandException e) {
    if (e.errorCode().equals(ErrorCode.STALE_DB_VERSION)) {
      recordDatabase(ns.db(), shard, e);
    }
    Optional<StaleConfigInfo> info =
        e.detail().filter(StaleConfigInfo.class::isInstance).map(StaleConfigInfo.class::cast);
    info.ifPresent(
        stale ->
            environment
                .trace()
                .record(
                    new RoutingEvent.StaleConfigSeen(
                        router, stale.shard(), ns, stale.received(), stale.wanted())));
  }

  private void recordDatabase(String db, ShardId shard, CommandException e) {
    BsonDocument detail =
        e.detail()
            .filter(BsonDocument.class::isInstance)
            .map(BsonDocument.class::cast)
            .orElseGet(BsonDocument::new);
    if (detail.containsKey("vReceived")) {
      environment
          .trace()
          .record(
              new RoutingEvent.StaleDatabaseSeen(
                  router,
                  shard,
                  db,
                  lastMod(detail.getDocument("vReceived")),
                  Optional.ofNullable(detail.get("vWanted"))
                      .map(wanted -> lastMod(wanted.asDocument()))));
    }
  }

  private static int lastMod(BsonDocument version) {
    return version.getInt32("lastMod").getValue();
  }

  /** Notes where a request goes. */
  void targeted(Namespace ns, String command, Target target) {
    environment
        .trace()
        .record(
            new RoutingEvent.Targeted(
                router,
                ns,
                command,
                target.shards(),
                target.targeting(),
                target.path(),
                target.spans(),
                target.chunks(),
                target.owners(),
                target.reason()));
  }

  /** The command with the versions this router believes in for one shard. */
  BsonDocument versioned(Routing routing, ShardId shard, BsonDocument command) {
    BsonDocument versioned = Docs.copyOf(command);
    versioned.append("shardVersion", wireVersion(shard, routing.versionFor(shard)));
    if (!routing.isTracked()) {
      routing
          .databaseVersion()
          .ifPresent(version -> versioned.append("databaseVersion", version.toBson()));
    }
    return transactions.attach(shard, versioned);
  }

  /** Whether the command that runs now is a statement of a transaction. */
  boolean isInTransaction() {
    return transactions.isInTransaction();
  }

  private BsonDocument wireVersion(ShardId shard, ChunkVersion version) {
    BsonDocument sent = versions.get(shard);
    if (sent == null || !ChunkVersion.parse(sent).equals(version)) {
      sent = version.toBson();
      versions.put(shard, sent);
    }
    return sent;
  }

  /**
   * Sends the command, with versions, to one shard.
   *
   * @throws CommandException when the reply is not ok
   */
  BsonDocument callShard(Routing routing, ShardId shard, BsonDocument command) {
    BsonDocument reply =
        environment
            .network()
            .call(router, shard.node(), routing.ns().db(), versioned(routing, shard, command));
    return checked(routing.ns(), shard, transactions.received(shard, reply));
  }

  private BsonDocument checked(Namespace ns, ShardId shard, BsonDocument reply) {
    if (Replies.isOk(reply)) {
      return reply;
    }
    CommandException error = Replies.error(reply);
    record(ns, shard, error);
    throw error;
  }

  /**
   * Sends to several shards at once, each its own command; replies in the same order.
   *
   * @throws CommandException the first refusal for staleness if there is one, else the first error
   */
  List<BsonDocument> scatter(
      Routing routing, List<ShardId> shards, Function<ShardId, BsonDocument> command) {
    List<BsonDocument> replies = scatterEach(routing, shards, command);
    requireAll(replies);
    return replies;
  }

  /** Where a shard's members listen, as {@code s0/127.0.0.1:27102}. */
  String connectionString(ShardId shard) {
    return environment.nodes().connectionString(shard.node());
  }

  /** {@link #scatter} of what opens cursors, with the shard's host in an error. */
  List<BsonDocument> scatterCursors(Routing routing, List<ShardId> shards, BsonDocument command) {
    List<BsonDocument> replies = new ArrayList<>(scatterEach(routing, shards, shard -> command));
    for (int i = 0; i < shards.size(); i++) {
      if (!Replies.isOk(replies.get(i))) {
        CommandException error = Replies.error(replies.get(i));
        CommandException named = RemoteErrors.named(environment.nodes(), shards.get(i), error);
        replies.set(i, Replies.failure(named));
      }
    }
    requireAll(replies);
    return replies;
  }

  /**
   * Sends what must be done once on each shard: those in {@code done} have done it in an earlier
   * try and are not asked again, those that do it now are added.
   *
   * @throws CommandException the first refusal for staleness if there is one, else the first error
   */
  void scatterOnce(
      Routing routing,
      List<ShardId> shards,
      BsonDocument command,
      Map<ShardId, BsonDocument> done) {
    List<ShardId> left = new ArrayList<>(shards);
    left.removeAll(done.keySet());
    List<BsonDocument> replies = scatterEach(routing, left, shard -> command);
    for (int i = 0; i < left.size(); i++) {
      if (Replies.isOk(replies.get(i))) {
        done.put(left.get(i), replies.get(i));
      }
    }
    requireAll(replies);
  }

  /** {@link #scatter}, with the errors still among the replies. */
  List<BsonDocument> scatterEach(
      Routing routing, List<ShardId> shards, Function<ShardId, BsonDocument> command) {
    List<Network.Call> calls = new ArrayList<>(shards.size());
    for (ShardId shard : shards) {
      calls.add(
          new Network.Call(
              shard.node(), routing.ns().db(), versioned(routing, shard, command.apply(shard))));
    }
    List<BsonDocument> replies = received(shards, environment.network().scatter(router, calls));
    for (int i = 0; i < replies.size(); i++) {
      if (!Replies.isOk(replies.get(i))) {
        record(routing.ns(), shards.get(i), Replies.error(replies.get(i)));
      }
    }
    return replies;
  }

  /**
   * @throws CommandException the first refusal for staleness if there is one, else the first error
   */
  static void requireAll(List<BsonDocument> replies) {
    CommandException first = null;
    for (BsonDocument reply : replies) {
      if (!Replies.isOk(reply)) {
        CommandException error = Replies.error(reply);
        if (isStale(error)) {
          throw error;
        }
        first = first == null ? error : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * Sends to several shards at once whatever version they have; replies in the same order, errors
   * among them.
   */
  List<BsonDocument> broadcast(Namespace ns, List<ShardId> shards, BsonDocument command) {
    BsonDocument marked =
        Docs.copyOf(command).append("shardVersion", ChunkVersion.IGNORED.toBson());
    List<Network.Call> calls = new ArrayList<>();
    for (ShardId shard : shards) {
      calls.add(new Network.Call(shard.node(), ns.db(), transactions.attach(shard, marked)));
    }
    return received(shards, environment.network().scatter(router, calls));
  }

  private List<BsonDocument> received(List<ShardId> shards, List<BsonDocument> replies) {
    if (!transactions.isInTransaction()) {
      return replies;
    }
    List<BsonDocument> received = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      received.add(transactions.received(shards.get(i), replies.get(i)));
    }
    return received;
  }

  /** Sends a command without versions to a shard; the reply must be ok. */
  BsonDocument unversioned(ShardId shard, String db, BsonDocument command) {
    BsonDocument sent = transactions.attach(shard, command);
    return transactions.received(
        shard, environment.network().require(router, shard.node(), db, sent));
  }

  /** The router on whose behalf these calls are made. */
  NodeId router() {
    return router;
  }

  /** Asks the config servers; the reply must be ok. */
  BsonDocument config(BsonDocument command) {
    return environment.network().require(router, NodeId.CONFIG, "admin", command);
  }
}
