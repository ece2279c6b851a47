package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.query.Collation;
import shardsh.core.rpc.CommandNamespace;
import shardsh.core.rpc.Replies;

/**
 * Other collections for a pipeline in a transaction: those of this shard, as the transaction sees
 * them. A sharded one is refused, as servers before 8.0 do; later ones join it from other shards,
 * which is left out here.
 *
 * @param outside what the pipeline would use without a transaction
 */
record TransactionCollections(ShardServer server, ForeignCollections outside)
    implements ForeignCollections {
  private static final ErrorCode SHARDED = ErrorCode.location(51069);

  @Override
  public Optional<BsonDocument> shardKey(Namespace ns) {
    return outside.shardKey(ns);
  }

  @Override
  public BsonValue newId() {
    return outside.newId();
  }

  @Override
  public BsonDocument run(String db, BsonDocument command) {
    Namespace ns = CommandNamespace.of(db, command);
    if (outside.isSharded(ns)) {
      throw new CommandException(
          SHARDED, "Cannot run $lookup with a sharded foreign collection in a transaction");
    }
    if (server.data().find(ns).isEmpty()) {
      throw CommandException.notModelled(
          "a transaction that reads " + ns + " from another shard for a pipeline");
    }
    return Replies.require(server.handle(server.id(), db, command));
  }

  @Override
  public List<BsonDocument> mergeCursors(BsonDocument spec, Collation collation) {
    return outside.mergeCursors(spec, collation);
  }
}
