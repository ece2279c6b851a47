package shardsh.core.mongod;

import org.bson.BsonDocument;

/** One command of a shard: takes the database and the command document, gives the reply. */
@FunctionalInterface
interface ShardCommand {
  BsonDocument run(String db, BsonDocument command);
}
