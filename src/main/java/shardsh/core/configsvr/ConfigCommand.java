package shardsh.core.configsvr;

import org.bson.BsonDocument;

/** One command of the config servers: takes the command document, gives the reply. */
@FunctionalInterface
interface ConfigCommand {
  BsonDocument run(String db, BsonDocument command);
}
