package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;

/**
 * The sessions whose commands came through this router, for {@code $listLocalSessions}. A real
 * router gives implicit sessions to commands without one, forgets those that nobody used for half
 * an hour, and writes them to config.system.sessions every five minutes; none of this happens here.
 */
final class KnownSessions {
  private static final byte[] NOBODY = new byte[32];

  private final Environment environment;
  private final Map<String, BsonDocument> byId = new TreeMap<>();

  KnownSessions(Environment environment) {
    this.environment = environment;
  }

  KnownSessions copy(Environment otherEnvironment) {
    KnownSessions copy = new KnownSessions(otherEnvironment);
    copy.byId.putAll(byId);
    return copy;
  }

  /** A command came: it may belong to a session, or end some. */
  void note(BsonDocument command) {
    if (command.isDocument("lsid")) {
      BsonDocument id = command.getDocument("lsid");
      BsonDocument whole = Docs.copyOf(id).append("uid", new BsonBinary(NOBODY));
      byId.put(
          id.toString(),
          new BsonDocument("_id", whole)
              .append("lastUse", new BsonDateTime(environment.clock().nowMillis())));
    }
    if (command.isArray("endSessions")) {
      for (BsonValue id : command.getArray("endSessions", new BsonArray())) {
        byId.remove(String.valueOf(id));
      }
    }
  }

  /** Each as {@code {_id: {id, uid}, lastUse}}. */
  List<BsonDocument> documents() {
    return new ArrayList<>(byId.values());
  }

  /** The process was started again. */
  void forget() {
    byId.clear();
  }
}
