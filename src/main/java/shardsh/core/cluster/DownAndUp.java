package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.mongos.Router;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Members;
import shardsh.core.trace.ReplicationEvent;

/** Processes that go away and come back, in replies {@code {down | up: [node], primary}}. */
final class DownAndUp {
  private final Cluster cluster;
  private final Environment environment;

  DownAndUp(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
  }

  BsonDocument down(NodeId node) {
    Optional<Members> set = environment.nodes().membersOf(node);
    if (set.isEmpty()) {
      environment.network().takeDown(node);
      environment.trace().record(new ReplicationEvent.NodeWentDown(node));
      return reply("down", node, List.of(node), Optional.empty());
    }
    int member =
        node.memberIndex() >= 0
            ? node.memberIndex()
            : set.get()
                .first()
                .orElseThrow(
                    () ->
                        new CommandException(
                            ErrorCode.BAD_VALUE, "every member of " + node + " is down already"));
    set.get().takeDown(member);
    return reply("down", node, List.of(node.set().member(member)), set);
  }

  BsonDocument up(NodeId node) {
    Optional<Members> set = environment.nodes().membersOf(node);
    if (set.isEmpty()) {
      environment.network().bringUp(node);
      cluster.routers().stream()
          .filter(router -> router.id().equals(node))
          .forEach(Router::restart);
      environment.trace().record(new ReplicationEvent.NodeCameUp(node));
      return reply("up", node, List.of(node), Optional.empty());
    }
    List<Integer> members =
        node.memberIndex() >= 0 ? List.of(node.memberIndex()) : set.get().down();
    members.forEach(set.get()::bringUp);
    List<NodeId> names = new ArrayList<>();
    members.forEach(member -> names.add(node.set().member(member)));
    return reply("up", node, names, set);
  }

  /** Members by their own names, {@code s1:0} also where the set has only one. */
  private static BsonDocument reply(
      String what, NodeId asked, List<NodeId> nodes, Optional<Members> set) {
    BsonArray names = new BsonArray();
    nodes.forEach(node -> names.add(new BsonString(node.name())));
    BsonValue primary =
        set.filter(Members::hasPrimary)
            .<BsonValue>map(members -> new BsonString(asked.set().member(members.primary()).name()))
            .orElse(BsonNull.VALUE);
    return new BsonDocument(what, names).append("primary", primary);
  }
}
