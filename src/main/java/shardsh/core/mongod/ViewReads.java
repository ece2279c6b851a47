package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.ViewCommands;
import shardsh.core.rpc.CommandNamespace;

/**
 * Reads of views on a shard that is asked directly: the aggregation that this comes to, on the
 * shard's own data. A router gets the refusal and does it itself.
 */
final class ViewReads {
  private static final List<String> READS =
      List.of("find", "count", "distinct", "aggregate", "explain");

  private final ShardServer server;

  ViewReads(ShardServer server) {
    this.server = server;
  }

  /** Puts itself around the reads among the commands. */
  void wrap(Map<String, ShardCommand> commands) {
    for (String name : READS) {
      ShardCommand plain = commands.get(name);
      commands.put(name, (db, command) -> run(plain, db, command));
    }
  }

  private BsonDocument run(ShardCommand plain, String db, BsonDocument command) {
    try {
      return plain.run(db, command);
    } catch (CommandException e) {
      Optional<BsonDocument> view = ViewCommands.viewIn(e);
      boolean forRouter =
          command.containsKey("shardVersion")
              || command.containsKey("databaseVersion")
              || command.containsKey("fromMongos");
      if (view.isEmpty() || forRouter) {
        throw e;
      }
      Namespace ns = CommandNamespace.of(db, command);
      BsonDocument rewritten = ViewCommands.rewritten(view.get(), command);
      return ViewCommands.reply(
          ns, command, server.handle(server.id(), ViewCommands.on(view.get()).db(), rewritten));
    }
  }
}
