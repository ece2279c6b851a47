package shardsh.core.mongos;

import org.bson.BsonDocument;

/** One command of a router: takes the database and the command document, gives the reply. */
@FunctionalInterface
interface RouterCommand {
  BsonDocument run(String db, BsonDocument command);
}
