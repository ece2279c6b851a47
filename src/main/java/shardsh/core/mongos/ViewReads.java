package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.ViewCommands;
import shardsh.core.rpc.CommandNamespace;
import shardsh.core.rpc.Network;

/**
 * Reads of views through a router: the primary shard refuses and says what the view is; the router
 * runs the aggregation that this comes to.
 */
final class ViewReads {
  private static final List<String> READS =
      List.of("find", "count", "distinct", "aggregate", "explain");

  private final Network.Node router;

  ViewReads(Network.Node router) {
    this.router = router;
  }

  /** Puts itself around the reads among the commands. */
  void wrap(Map<String, RouterCommand> commands) {
    for (String name : READS) {
      RouterCommand plain = commands.get(name);
      commands.put(name, (db, command) -> run(plain, db, command));
    }
  }

  private BsonDocument run(RouterCommand plain, String db, BsonDocument command) {
    try {
      return plain.run(db, command);
    } catch (CommandException e) {
      Optional<BsonDocument> view = ViewCommands.viewIn(e);
      if (view.isEmpty()) {
        throw e;
      }
      Namespace ns = CommandNamespace.of(db, command);
      BsonDocument rewritten = ViewCommands.rewritten(view.get(), command);
      return ViewCommands.reply(
          ns, command, router.handle(router.id(), ViewCommands.on(view.get()).db(), rewritten));
    }
  }
}
