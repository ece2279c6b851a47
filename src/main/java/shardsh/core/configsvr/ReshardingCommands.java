package shardsh.core.configsvr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.Zone;

/**
 * Requests to copy a collection by another key, or to one shard, and to end that early. Source:
 * {@code sharding-facts.md}, section 7.11, and the manual's pages on reshardCollection.
 */
final class ReshardingCommands {
  private static final long MINIMUM_MILLIS = 300_000;

  private final CatalogState state;
  private final Environment environment;
  private final ReshardingPlans plans;
  private final ReshardingCoordinator coordinator;

  ReshardingCommands(CatalogState state, ReshardingCoordinator coordinator) {
    this.state = state;
    this.environment = state.environment();
    this.plans = new ReshardingPlans(state);
    this.coordinator = coordinator;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrReshardCollection", (db, command) -> reshard(command));
    commands.put("_configsvrAbortReshardCollection", (db, command) -> abort(command));
    commands.put("_configsvrCommitReshardCollection", (db, command) -> commit(command));
    commands.put("_configsvrCleanupReshardCollection", (db, command) -> cleanup(command));
  }

  private static Namespace namespace(BsonDocument command) {
    return Namespace.parse(command.getString(command.getFirstKey()).getValue());
  }

  private static Resharding.Provenance provenance(BsonDocument command) {
    String name = command.getString("provenance").getValue();
    for (Resharding.Provenance known : Resharding.Provenance.values()) {
      if (known.command().equals(name)) {
        return known;
      }
    }
    throw new IllegalArgumentException("no provenance " + name);
  }

  /**
   * {@code {_configsvrReshardCollection: ns, provenance, key?, toShard?, numInitialChunks?, zones?,
   * forceRedistribution?, demoMode?}} → {@code {stoppedBefore?}}: begins, or joins what the same
   * request began, and waits for the end, or until it stands still. {@code toShard} goes with
   * moveCollection and unshardCollection.
   */
  private BsonDocument reshard(BsonDocument command) {
    Namespace ns = namespace(command);
    BsonDocument asked = Docs.copyOf(command);
    asked.remove("maxTimeMS");
    Optional<Resharding> running = coordinator.running();
    if (running.isPresent() && running.get().plan().command().equals(asked)) {
      return answer(coordinator.await(ns, running.get().plan()));
    }
    Optional<Resharding.Plan> plan = plan(ns, asked);
    if (plan.isEmpty()) {
      return Replies.ok();
    }
    if (running.isPresent()) {
      throw new CommandException(
          ErrorCode.RESHARD_COLLECTION_IN_PROGRESS,
          "Only one resharding operation is allowed to be active at a time, aborting resharding op"
              + " for "
              + ns);
    }
    Resharding begun = coordinator.begin(plan.get());
    return answer(coordinator.await(ns, begun.plan()));
  }

  private static BsonDocument answer(Optional<ReshardingState> stoppedBefore) {
    return stoppedBefore
        .map(next -> Replies.ok(new BsonDocument("stoppedBefore", new BsonString(next.text()))))
        .orElseGet(Replies::ok);
  }

  private Optional<Resharding.Plan> plan(Namespace ns, BsonDocument command) {
    Resharding.Provenance provenance = provenance(command);
    RoutingTable source = state.requireTable(ns);
    BsonBinary id = environment.ids().uuid();
    Namespace temporary = new Namespace(ns.db(), "system.resharding." + source.uuid().asUuid());
    if (provenance != Resharding.Provenance.RESHARD) {
      ShardId to = new ShardId(command.getString("toShard").getValue());
      if (state.requireShard(to).draining()) {
        throw new CommandException(
            ErrorCode.SHARD_NOT_FOUND, "Shard " + to + " is currently draining");
      }
      RoutingTable target = plans.onOneShard(source, temporary, to);
      return Optional.of(made(id, ns, provenance, command, source, target, List.of()));
    }
    KeyHash hash = environment.parameters().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("key"), hash);
    boolean force = Docs.truthy(command, "forceRedistribution");
    if (key.equals(source.shardKey()) && !force) {
      return Optional.empty();
    }
    List<Zone> zones = plans.zones(ns, key, command.getArray("zones", new BsonArray()));
    BsonValue wanted = command.get("numInitialChunks");
    RoutingTable target =
        plans.spread(
            source,
            temporary,
            key,
            zones,
            Optional.ofNullable(wanted).map(number -> number.asNumber().intValue()));
    return Optional.of(made(id, ns, provenance, command, source, target, zones));
  }

  private Resharding.Plan made(
      BsonBinary id,
      Namespace ns,
      Resharding.Provenance provenance,
      BsonDocument command,
      RoutingTable source,
      RoutingTable target,
      List<Zone> zones) {
    long minimum = Docs.truthy(command, "demoMode") ? 0 : MINIMUM_MILLIS;
    return new Resharding.Plan(
        id,
        ns,
        provenance,
        command,
        target,
        source.owners(),
        target.owners(),
        zones,
        environment.clock().nowMillis() + minimum);
  }

  /**
   * The operation of a collection that is running.
   *
   * @throws CommandException NO_SUCH_RESHARD_COLLECTION
   */
  private Resharding require(Namespace ns) {
    Resharding found = state.resharding().get(ns);
    if (found == null || found.isOver()) {
      throw new CommandException(
          ErrorCode.NO_SUCH_RESHARD_COLLECTION, "Could not find resharding metadata for " + ns);
    }
    return found;
  }

  /** {@code {_configsvrAbortReshardCollection: ns, provenance}}. */
  private BsonDocument abort(BsonDocument command) {
    Namespace ns = namespace(command);
    Resharding found = require(ns);
    Resharding.Provenance asked = provenance(command);
    if (found.plan().provenance() != asked) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "Resharding aborted by "
              + asked.command()
              + ", but what runs on "
              + ns
              + " is "
              + found.plan().provenance().command());
    }
    if (!found.state().isBeforeDecision() && found.state() != ReshardingState.ABORTING) {
      throw new CommandException(
          ErrorCode.RESHARD_COLLECTION_COMMITTED,
          "Can't abort resharding operation after the decision has been persisted");
    }
    coordinator.abort(found, aborted());
    return Replies.ok();
  }

  static Resharding.Failure aborted() {
    return new Resharding.Failure(ErrorCode.RESHARD_COLLECTION_ABORTED, "aborted");
  }

  /** {@code {_configsvrCommitReshardCollection: ns}}: what is copied need not wait any longer. */
  private BsonDocument commit(BsonDocument command) {
    coordinator.hurry(require(namespace(command)));
    return Replies.ok();
  }

  /**
   * {@code {_configsvrCleanupReshardCollection: ns}}: ends what runs; nothing is left over here.
   */
  private BsonDocument cleanup(BsonDocument command) {
    coordinator.dropping(namespace(command));
    return Replies.ok();
  }
}
