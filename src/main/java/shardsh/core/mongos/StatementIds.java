package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.rpc.SessionFields;

/** Numbers the statements of a retryable write, so that a shard knows them by their numbers. */
final class StatementIds {
  private StatementIds() {}

  /**
   * The part of a batch that goes to a shard, with the numbers of its statements in the batch;
   * unchanged if the batch is no retryable write.
   */
  static BsonDocument add(BsonDocument part, BsonDocument command, List<Integer> positions) {
    if (!command.containsKey("txnNumber")) {
      return part;
    }
    BsonArray ids = new BsonArray();
    for (int position : positions) {
      ids.add(new BsonInt32(SessionFields.statementId(command, position)));
    }
    part.remove("stmtId");
    return part.append("stmtIds", ids);
  }

  /**
   * Which statement of a retryable write that is, as {@code {lsid, txnNumber, stmtId}}; empty if
   * the command is none.
   */
  static Optional<BsonDocument> of(BsonDocument command, int position) {
    return command.containsKey("txnNumber") && command.containsKey("lsid")
        ? Optional.of(
            new BsonDocument("lsid", command.get("lsid"))
                .append("txnNumber", command.get("txnNumber"))
                .append("stmtId", new BsonInt32(SessionFields.statementId(command, position))))
        : Optional.empty();
  }
}
