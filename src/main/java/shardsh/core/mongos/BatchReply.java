package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.WriteConcerns;
import shardsh.core.sharding.ShardId;

/**
 * The answer to a batch of writes, put together from the shards': counts are summed, and positions
 * in {@code writeErrors} and {@code upserted} are those of the client's batch.
 */
final class BatchReply {
  private static final String SEVERAL = "multiple errors for op : ";

  private long n;
  private long modified;
  private boolean updates;

  /** What a write concern asked for in vain, by shard. */
  private final Map<ShardId, BsonDocument> concerns = new LinkedHashMap<>();

  private final List<BsonDocument> errors = new ArrayList<>();
  private final List<BsonDocument> upserted = new ArrayList<>();
  private final BsonArray retried = new BsonArray();

  /** Marks the batch as one of updates, whose answer has {@code nModified}. */
  BatchReply forUpdates() {
    updates = true;
    return this;
  }

  /**
   * Adds a shard's reply.
   *
   * @param shard whose it is
   * @param positions for each operation sent, its position in the client's batch
   */
  void add(ShardId shard, BsonDocument reply, List<Integer> positions) {
    n += reply.getNumber("n").longValue();
    if (reply.containsKey("nModified")) {
      modified += reply.getNumber("nModified").longValue();
    }
    retried.addAll(reply.getArray("retriedStmtIds", new BsonArray()));
    if (reply.containsKey("writeConcernError")) {
      concerns.putIfAbsent(shard, reply.getDocument("writeConcernError"));
    }
    for (BsonValue error : reply.getArray("writeErrors", new BsonArray())) {
      addError(moved(error.asDocument(), positions));
    }
    for (BsonValue one : reply.getArray("upserted", new BsonArray())) {
      upserted.add(moved(one.asDocument(), positions));
    }
  }

  private static BsonDocument moved(BsonDocument row, List<Integer> positions) {
    BsonDocument moved = new BsonDocument();
    row.forEach(
        (name, value) ->
            moved.append(
                name,
                name.equals("index")
                    ? new BsonInt32(positions.get(value.asNumber().intValue()))
                    : value));
    return moved;
  }

  /** Adds the failure of one operation. */
  void fail(int position, CommandException e) {
    addError(writeError(position, e));
  }

  /** One operation has one error: of several alike the first, of others all in one. */
  private void addError(BsonDocument error) {
    for (int i = 0; i < errors.size(); i++) {
      BsonDocument known = errors.get(i);
      if (known.get("index").equals(error.get("index"))) {
        if (!known.get("code").equals(error.get("code"))) {
          errors.set(i, combined(known, error));
        }
        return;
      }
    }
    errors.add(error);
  }

  private static BsonDocument combined(BsonDocument one, BsonDocument two) {
    String first = one.getString("errmsg").getValue();
    return new BsonDocument("index", one.get("index"))
        .append("code", new BsonInt32(ErrorCode.MULTIPLE_ERRORS_OCCURRED.code()))
        .append(
            "errmsg",
            new BsonString(
                (first.startsWith(SEVERAL) ? "" : SEVERAL)
                    + first
                    + " :: and :: "
                    + two.getString("errmsg").getValue()));
  }

  /** {@code {index, code, errmsg, …}}, as writeErrors holds it. */
  static BsonDocument writeError(int position, CommandException e) {
    BsonDocument error =
        new BsonDocument("index", new BsonInt32(position))
            .append("code", new BsonInt32(e.errorCode().code()))
            .append("errmsg", new BsonString(e.getMessage()));
    e.detail()
        .filter(BsonDocument.class::isInstance)
        .map(BsonDocument.class::cast)
        .ifPresent(error::putAll);
    return error;
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  /** Counts one document written by a route of its own. */
  void count(long matched, long changed) {
    n += matched;
    modified += changed;
  }

  void upserted(int position, BsonValue id) {
    n++;
    upserted.add(new BsonDocument("index", new BsonInt32(position)).append("_id", id));
  }

  /** The answer to a command, which has no counts if it wants no acknowledgement. */
  BsonDocument answerTo(BsonDocument command) {
    return WriteConcerns.isUnacknowledged(command) ? Replies.ok() : toBson(command);
  }

  private BsonDocument toBson(BsonDocument command) {
    BsonDocument reply = new BsonDocument("n", new BsonInt32((int) n));
    if (updates) {
      reply.append("nModified", new BsonInt32((int) modified));
    }
    if (!upserted.isEmpty()) {
      reply.append("upserted", sorted(upserted));
    }
    if (!errors.isEmpty()) {
      reply.append("writeErrors", sorted(errors));
    }
    if (!retried.isEmpty()) {
      reply.append("retriedStmtIds", retried);
    }
    if (!concerns.isEmpty() && tellsConcerns(command)) {
      reply.append("writeConcernError", concernError());
    }
    return Replies.ok(reply);
  }

  /** Whether all writes succeeded, or some of them in an unordered batch. */
  private boolean tellsConcerns(BsonDocument command) {
    boolean ordered = !command.containsKey("ordered") || Docs.truthy(command, "ordered");
    return errors.isEmpty() || !ordered && errors.size() < operations(command);
  }

  private static int operations(BsonDocument command) {
    for (String list : List.of("documents", "updates", "deletes")) {
      if (command.isArray(list)) {
        return command.getArray(list).size();
      }
    }
    return 0;
  }

  /** The error of one shard with its name, or those of several in one. */
  private BsonDocument concernError() {
    if (concerns.size() == 1) {
      Map.Entry<ShardId, BsonDocument> only = concerns.entrySet().iterator().next();
      return at(only.getKey(), only.getValue());
    }
    List<String> texts = new ArrayList<>();
    concerns.forEach(
        (shard, error) ->
            texts.add(
                error.getString("codeName").getValue()
                    + ": "
                    + at(shard, error).getString("errmsg").getValue()));
    ErrorCode code = ErrorCode.WRITE_CONCERN_FAILED;
    return new BsonDocument("code", new BsonInt32(code.code()))
        .append("codeName", new BsonString(code.codeName()))
        .append(
            "errmsg",
            new BsonString("multiple errors reported : " + String.join(" :: and :: ", texts)));
  }

  /** A {@code writeConcernError} with the shard it comes from. */
  static BsonDocument at(ShardId shard, BsonDocument error) {
    String text = error.getString("errmsg").getValue() + " at " + shard.name();
    return Docs.copyOf(error).append("errmsg", new BsonString(text));
  }

  private static BsonArray sorted(List<BsonDocument> rows) {
    List<BsonDocument> copy = new ArrayList<>(rows);
    copy.sort(Comparator.comparingInt(row -> row.getInt32("index").getValue()));
    return new BsonArray(copy);
  }
}
