package shardsh.core.configsvr;

import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ShardId;

/**
 * The shards of a resharding operation as its coordinator reaches them: what it sends to donors, to
 * recipients, and in the end to all.
 */
final class ReshardingShards {
  private final CatalogState state;
  private final Environment environment;

  ReshardingShards(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
  }

  boolean isAnyDown() {
    return state.catalog().shards().keySet().stream()
        .anyMatch(shard -> environment.network().isDown(shard.node()));
  }

  /**
   * Every shard takes part in the end: its copy of the old collection goes.
   *
   * @throws CommandException HOST_UNREACHABLE when one is down
   */
  void requireReachable() {
    for (ShardId shard : state.catalog().shards().keySet()) {
      if (environment.network().isDown(shard.node())) {
        throw new CommandException(
            ErrorCode.HOST_UNREACHABLE,
            "Error connecting to " + shard + " :: caused by :: connection refused");
      }
    }
  }

  /** A donor learns the operation's state; {@code more} goes with it. Gives its reply. */
  BsonDocument tell(ShardId donor, Resharding current, BsonDocument more) {
    BsonDocument request =
        request("_flushReshardingStateChange", current.plan())
            .append("state", new BsonString(current.state().text()));
    request.putAll(more);
    return send(donor, request);
  }

  /** A recipient copies, or catches up: {@code {documents, bytes?}}. */
  BsonDocument sync(ShardId recipient, Resharding current, String command) {
    BsonArray donors =
        new BsonArray(
            current.plan().donors().stream().map(donor -> new BsonString(donor.name())).toList());
    return send(recipient, request(command, current.plan()).append("donors", donors));
  }

  /** Every shard hears that the collection has its new chunks. */
  void tellCommitted(Resharding.Plan plan) {
    for (ShardId shard : state.catalog().shards().keySet()) {
      boolean primary = state.catalog().databases().get(plan.ns().db()).primary().equals(shard);
      send(
          shard,
          request("_shardsvrCommitReshardCollection", plan)
              .append("uuid", plan.target().uuid())
              .append("primary", BsonBoolean.valueOf(primary))
              .append("recipient", BsonBoolean.valueOf(plan.recipients().contains(shard))));
    }
  }

  /**
   * The shards that can be reached hear that the operation is given up.
   *
   * @throws CommandException HOST_UNREACHABLE afterwards, when one is down
   */
  void tellAborted(Resharding.Plan plan) {
    for (ShardId shard : state.catalog().shards().keySet()) {
      if (!environment.network().isDown(shard.node())) {
        send(shard, request("_shardsvrAbortReshardCollection", plan));
      }
    }
    requireReachable();
  }

  private static BsonDocument request(String command, Resharding.Plan plan) {
    return new BsonDocument(command, new BsonString(plan.ns().toString()))
        .append("reshardingUUID", plan.id())
        .append("temporary", new BsonString(plan.temporary().toString()));
  }

  private BsonDocument send(ShardId shard, BsonDocument request) {
    return environment.network().require(NodeId.CONFIG, shard.node(), "admin", request);
  }
}
