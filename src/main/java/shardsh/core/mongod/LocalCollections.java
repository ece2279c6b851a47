package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RunningMigration;

/** The collections of one shard, for pipelines of those who ask it directly. */
record LocalCollections(ShardServer server) implements ForeignCollections {

  @Override
  public Optional<BsonDocument> shardKey(Namespace ns) {
    return Optional.empty();
  }

  @Override
  public List<BsonDocument> migrations() {
    return server.environment().migrations().stream()
        .filter(running -> running.involves(server.shardId()))
        .map(RunningMigration::progress)
        .map(running -> running.append("seenBy", new BsonString(server.shardId().name())))
        .toList();
  }

  @Override
  public List<BsonDocument> reshardings() {
    return server.environment().reshardings().rows().stream()
        .map(row -> row.append("seenBy", new BsonString(server.shardId().name())))
        .toList();
  }

  @Override
  public List<BsonDocument> processes(boolean localOps) {
    return List.of(
        new BsonDocument("host", new BsonString(server.host()))
            .append("opid", new BsonInt32((int) server.environment().trace().mark())));
  }

  @Override
  public BsonValue newId() {
    return new BsonObjectId(server.environment().ids().objectId());
  }

  @Override
  public BsonDocument run(String db, BsonDocument command) {
    return Replies.require(server.handle(server.id(), db, command));
  }
}
