package shardsh.core.mongos;

import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.rpc.Nodes;
import shardsh.core.sharding.ShardId;

/**
 * What a router puts before an error that comes from a cursor on a shard. Source: the server's test
 * of errors in aggregations over several shards.
 */
final class RemoteErrors {
  private RemoteErrors() {}

  /** The error with the shard's host before it; what the router itself acts on stays as it is. */
  static CommandException named(Nodes nodes, ShardId shard, CommandException e) {
    boolean isSignal =
        ShardCalls.isStale(e)
            || e.errorCode().isUnreachable()
            || e.errorCode().equals(ErrorCode.COMMAND_NOT_SUPPORTED);
    return isSignal ? e : e.during("Error on remote shard " + nodes.hostOf(shard.node()));
  }
}
