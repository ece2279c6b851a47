package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.query.Collation;

/**
 * Other collections as the node that runs a pipeline reaches them: a router, and a shard that works
 * for a router, by routed commands; a shard that was asked directly, in its own data.
 */
public interface ForeignCollections {

  /** A place without any. */
  ForeignCollections NONE =
      new ForeignCollections() {
        @Override
        public Optional<BsonDocument> shardKey(Namespace ns) {
          return Optional.empty();
        }

        @Override
        public BsonValue newId() {
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED, "nothing can be written in this place");
        }

        @Override
        public BsonDocument run(String db, BsonDocument command) {
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED, "there are no other collections in this place");
        }
      };

  /** The collection's shard key, as far as this node knows; empty when it is not sharded. */
  Optional<BsonDocument> shardKey(Namespace ns);

  default boolean isSharded(Namespace ns) {
    return shardKey(ns).isPresent();
  }

  /** A new {@code _id} for a document that is written without one. */
  BsonValue newId();

  /**
   * Runs a command.
   *
   * @throws CommandException when the reply is not ok
   */
  BsonDocument run(String db, BsonDocument command);

  /** All documents of a command's cursor. */
  default List<BsonDocument> runAll(String db, BsonDocument command) {
    List<BsonDocument> documents = new ArrayList<>();
    BsonDocument cursor = run(db, command).getDocument("cursor");
    add(cursor.getArray("firstBatch"), documents);
    while (cursor.getInt64("id").getValue() != 0) {
      String ns = cursor.getString("ns").getValue();
      BsonDocument getMore =
          new BsonDocument("getMore", cursor.get("id"))
              .append("collection", new BsonString(ns.substring(ns.indexOf('.') + 1)));
      cursor = run(db, getMore).getDocument("cursor");
      add(cursor.getArray("nextBatch"), documents);
    }
    return documents;
  }

  private static void add(BsonArray batch, List<BsonDocument> documents) {
    for (BsonValue value : batch) {
      documents.add(value.asDocument());
    }
  }

  /**
   * What a pipeline gives over a collection or view.
   *
   * @param let variables, as expressions that read no document
   */
  default List<BsonDocument> aggregate(Namespace ns, BsonArray pipeline, BsonDocument let) {
    BsonDocument command =
        new BsonDocument("aggregate", new BsonString(ns.collection()))
            .append("pipeline", pipeline)
            .append("cursor", new BsonDocument("batchSize", new BsonInt64(BATCH)));
    if (!let.isEmpty()) {
      command.append("let", let);
    }
    return runAll(ns.db(), command);
  }

  /**
   * What cursors on shards give, merged.
   *
   * @param spec the {@code $mergeCursors} stage: {@code remotes}, and {@code sort} for sorted
   *     streams
   */
  default List<BsonDocument> mergeCursors(BsonDocument spec, Collation collation) {
    throw new CommandException(
        ErrorCode.COMMAND_NOT_SUPPORTED, "cursors of shards cannot be merged in this place");
  }

  /** The sessions that this process knows, each as {@code {_id, lastUse}}. */
  default List<BsonDocument> sessions() {
    return List.of();
  }

  /**
   * The migrations that run where this process can see them, each as {@code {ns, min, max,
   * fromShard, toShard, waitForDelete, forceJumbo, stepsDone, opid, sinceMillis, seenBy?}}, the
   * last when one shard sees its own part only.
   */
  default List<BsonDocument> migrations() {
    return List.of();
  }

  /**
   * The resharding operations that run, as rows of config.reshardingOperations, with {@code seenBy}
   * when a process sees its own part only: a shard, or "config".
   */
  default List<BsonDocument> reshardings() {
    return runAll("config", new BsonDocument("find", new BsonString("reshardingOperations")));
  }

  /**
   * The processes that are asked what they run, each as {@code {shard?, host, opid}}: its name when
   * a router asks a shard, where it listens, the number of the operation that is the question.
   *
   * @param localOps whether only this process is asked
   */
  default List<BsonDocument> processes(boolean localOps) {
    return List.of();
  }

  /** How many documents are asked for at a time. */
  int BATCH = 10_000;
}
