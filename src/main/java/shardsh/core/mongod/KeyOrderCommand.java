package shardsh.core.mongod;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import shardsh.core.base.Namespace;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexCursor;
import shardsh.core.storage.OrderedIndex;

/**
 * How far the order of a key is the order in which documents were inserted: the correlation of
 * record ids with their places in the index. Source: the manual's page on analyzeShardKey, {@code
 * monotonicity}.
 */
final class KeyOrderCommand {
  private final ShardServer server;

  KeyOrderCommand(ShardServer server) {
    this.server = server;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrKeyOrder", (db, command) -> order(command));
  }

  /**
   * {@code {_shardsvrKeyOrder: ns, key}} → {@code {coefficient?}}, from -1 to 1; left out when
   * there is no index, or less than two documents.
   */
  private BsonDocument order(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_shardsvrKeyOrder").getValue());
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("key"), KeyHash.REAL);
    BsonDocument reply = new BsonDocument();
    server
        .data()
        .store(ns)
        .map(CollectionStore::indexes)
        .flatMap(indexes -> indexes.supporting(key.keyPattern()))
        .filter(index -> index.entries() > 1)
        .ifPresent(index -> reply.append("coefficient", new BsonDouble(correlation(index))));
    return Replies.ok(reply);
  }

  private static double correlation(OrderedIndex index) {
    IndexCursor cursor = index.cursor(true);
    double n = 0;
    double sumIds = 0;
    double sumIdSquares = 0;
    double sumPlaces = 0;
    double sumPlaceSquares = 0;
    double sumProducts = 0;
    long first = 0;
    for (boolean found = cursor.seekFirst(); found; found = cursor.next()) {
      first = n == 0 ? cursor.recordId() : first;
      double id = cursor.recordId() - first;
      sumIds += id;
      sumIdSquares += id * id;
      sumPlaces += n;
      sumPlaceSquares += n * n;
      sumProducts += id * n;
      n++;
    }
    double spread =
        Math.sqrt(
            (n * sumIdSquares - sumIds * sumIds) * (n * sumPlaceSquares - sumPlaces * sumPlaces));
    return spread == 0 ? 0 : (n * sumProducts - sumIds * sumPlaces) / spread;
  }
}
