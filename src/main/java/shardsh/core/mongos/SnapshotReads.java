package shardsh.core.mongos;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;

/**
 * Reads with read concern snapshot outside of transactions (5.0 and later): all shards give the
 * data of one cluster time, which is now unless the read names one. Source: the manual's page on
 * read concern snapshot.
 */
final class SnapshotReads {
  private static final List<String> COMMANDS = List.of("find", "aggregate", "distinct");

  private static final BsonString SNAPSHOT = new BsonString("snapshot");

  private SnapshotReads() {}

  /**
   * The command with the time that its shards shall read at, if it is such a read.
   *
   * @throws CommandException INVALID_OPTIONS before 5.0, or for another command
   */
  static BsonDocument withTime(Environment environment, BsonDocument command) {
    if (!command.isDocument("readConcern") || command.containsKey("autocommit")) {
      return command;
    }
    BsonDocument concern = command.getDocument("readConcern");
    if (!SNAPSHOT.equals(concern.get("level"))) {
      return command;
    }
    if (!environment.profile().isAtLeast("5.0") || !COMMANDS.contains(Docs.firstName(command))) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "readConcern level 'snapshot' is only valid in a transaction, or from 5.0 on for find,"
              + " aggregate and distinct");
    }
    if (concern.containsKey("atClusterTime")) {
      return command;
    }
    BsonDocument chosen = Docs.copyOf(concern);
    chosen.remove("afterClusterTime");
    chosen.append("atClusterTime", environment.snapshotTime());
    return Docs.copyOf(command).append("readConcern", chosen);
  }

  /** The reply, whose cursor tells the time that was read at. */
  static BsonDocument marked(BsonDocument command, BsonDocument reply) {
    return RequestFields.atClusterTime(command)
        .filter(time -> reply.isDocument("cursor"))
        .map(
            time -> {
              BsonDocument cursor =
                  Docs.copyOf(reply.getDocument("cursor")).append("atClusterTime", time);
              return Docs.copyOf(reply).append("cursor", cursor);
            })
        .orElse(reply);
  }
}
