package shardsh.core.configsvr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.rpc.CurrentOpCommand;
import shardsh.core.rpc.KillOpCommand;

/**
 * {@code currentOp} and {@code killOp} of the config servers. What runs there in the background is
 * the coordinator of a resharding operation, which cannot be killed, only aborted.
 */
final class OperationCommands {

  /** For pipelines: what {@code $currentOp} asks for, and no other collections. */
  record Operations(CatalogState state, String host) implements ForeignCollections {
    @Override
    public List<BsonDocument> processes(boolean localOps) {
      return List.of(
          new BsonDocument("host", new BsonString(host))
              .append("opid", new BsonInt32((int) state.environment().trace().mark())));
    }

    @Override
    public List<BsonDocument> reshardings() {
      return new ReshardingDocuments(state)
          .all().stream().map(row -> row.append("seenBy", new BsonString("config"))).toList();
    }

    @Override
    public Optional<BsonDocument> shardKey(Namespace ns) {
      return NONE.shardKey(ns);
    }

    @Override
    public BsonValue newId() {
      return NONE.newId();
    }

    @Override
    public BsonDocument run(String db, BsonDocument command) {
      return NONE.run(db, command);
    }
  }

  private OperationCommands() {}

  static void addTo(Map<String, ConfigCommand> commands) {
    ConfigCommand aggregate = commands.get("aggregate");
    commands.put("currentOp", (db, command) -> CurrentOpCommand.run(db, command, aggregate::run));
    commands.put("killOp", OperationCommands::kill);
  }

  private static BsonDocument kill(String db, BsonDocument command) {
    KillOpCommand.opid(db, command);
    return KillOpCommand.reply();
  }
}
