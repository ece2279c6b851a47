package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.bson.ServerText;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.storage.DuplicateKeyInfo;
import shardsh.core.trace.CallEvent;

/** Why a unique index refuses a document, and how far its promise reaches in a sharded cluster. */
final class DuplicateRule {
  private DuplicateRule() {}

  /** Records the rule when it was a unique index that refused a write. */
  static void record(ShardServer server, Namespace ns, String command, CommandException e) {
    if (e.detail().orElse(null) instanceof DuplicateKeyInfo info) {
      String rule = text(server.shardId(), info, server.sharding().table(ns));
      server.environment().trace().record(new CallEvent.Refused(server.id(), ns, command, rule));
    }
  }

  /** The rule in whole sentences; {@code table} is empty for a collection that is not sharded. */
  private static String text(ShardId shard, DuplicateKeyInfo info, Optional<RoutingTable> table) {
    String start =
        shard
            + " has a document with "
            + ServerText.of(info.keyValue())
            + " already, and its index "
            + ServerText.of(info.keyPattern())
            + " is unique. ";
    if (table.isEmpty()) {
      return start + "The collection is not sharded: no other shard has documents of it.";
    }
    String key = table.get().shardKey().keyPattern().toString();
    List<String> fields = new ArrayList<>(info.keyPattern().keySet());
    List<String> paths = table.get().shardKey().paths();
    boolean holdsKey =
        fields.size() >= paths.size() && fields.subList(0, paths.size()).equals(paths);
    return start
        + (holdsKey
            ? "The index begins with the shard key "
                + key
                + ", so all documents that could be equal are on one shard: the values are unique"
                + " in the whole cluster."
            : "A shard compares with its own documents only, so the values are unique on each shard"
                + " and not in the cluster: another shard would have taken this document. Unique in"
                + " the cluster is only what an index enforces that begins with the shard key "
                + key
                + ".");
  }
}
