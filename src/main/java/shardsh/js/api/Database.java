package shardsh.js.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorLabels;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Connection;
import shardsh.js.ShellInputException;

/** {@code db}: one database as seen through one connection. Unknown members are collections. */
final class Database extends ApiObject {
  private static final String NAME_FORBIDDEN = "/\\. \"\0";

  private final Mongo mongo;
  private final Session session;
  private final String name;
  private final Map<String, Collection> collections = new LinkedHashMap<>();

  Database(Mongo mongo, String name, Session session) {
    super(mongo.api);
    this.mongo = mongo;
    this.name = name;
    this.session = session;
  }

  @Override
  List<Object> parts() {
    return List.of(new DatabaseBasics(this), new DatabaseAdmin(this), new DatabaseServer(this));
  }

  @Override
  String apiName() {
    return "Database";
  }

  @Override
  String callPrefix() {
    return "db.";
  }

  @Override
  NodeId node() {
    return mongo.connection().node();
  }

  Mongo mongo() {
    return mongo;
  }

  Connection connection() {
    return mongo.connection();
  }

  String name() {
    return name;
  }

  /** Runs a command on this database, with the session's and connection's own fields. */
  BsonDocument run(BsonDocument command) {
    return runOn(name, DriverOptions.taken(command), true);
  }

  BsonDocument admin(BsonDocument command) {
    return runOn("admin", DriverOptions.taken(command), true);
  }

  /** Runs a command that the user wrote out: nothing is taken from it. */
  BsonDocument runAsWritten(BsonDocument command) {
    return runOn(name, command, false);
  }

  private BsonDocument runOn(String database, BsonDocument command, boolean byHelper) {
    BsonDocument sent = mongo.withDefaults(command);
    if (byHelper) {
      sent = Mongo.withTimeLimit(sent, api.host().settings().get("maxTimeMS"));
    }
    try {
      if (session != null) {
        BsonDocument inSession = session.with(sent, byHelper);
        boolean again = byHelper && !session.isInTransaction() && isRepeatable(inSession);
        return session.received(again ? sendTwice(database, inSession) : once(database, inSession));
      }
      boolean numbered = byHelper && RetryableCommands.includes(sent);
      if (byHelper && mongo.connection().losesMessages()) {
        BsonDocument careful = numbered ? mongo.numbered(sent) : sent;
        return isRepeatable(careful) ? sendTwice(database, careful) : once(database, careful);
      }
      return numbered ? mongo.connection().run(database, sent) : once(database, sent);
    } catch (CommandException e) {
      // A driver's own: no answer to a statement says that the transaction is over.
      boolean ends = session != null && session.isInTransaction() && LostMessages.isLost(e);
      throw Replication.reworded(ends ? ErrorLabels.with(ErrorLabels.TRANSIENT_TRANSACTION, e) : e);
    }
  }

  private static boolean isRepeatable(BsonDocument command) {
    return command.containsKey("txnNumber") || LostMessages.isRepeatableRead(command);
  }

  private BsonDocument sendTwice(String database, BsonDocument command) {
    return LostMessages.sendTwice(() -> once(database, command), () -> once(database, command));
  }

  private BsonDocument once(String database, BsonDocument command) {
    return mongo.connection().runOnce(database, command);
  }

  /** How a command would be run; {@code verbosity} as the server takes it. */
  BsonDocument explain(BsonDocument command, String verbosity) {
    return run(new BsonDocument("explain", command).append("verbosity", new BsonString(verbosity)));
  }

  /** Another database over the same connection and session. */
  Database sibling(String other) {
    if (session != null) {
      return new Database(mongo, checkedName(other), session);
    }
    return mongo.database(other);
  }

  static String checkedName(String name) {
    boolean bad = name.isEmpty();
    for (int i = 0; i < name.length() && !bad; i++) {
      bad = NAME_FORBIDDEN.indexOf(name.charAt(i)) >= 0;
    }
    if (bad) {
      throw ShellInputException.invalid("Invalid database name: " + name);
    }
    return name;
  }

  Collection collection(String collectionName) {
    if (collectionName.isEmpty()
        || collectionName.indexOf('\0') >= 0
        || collectionName.indexOf('$') >= 0) {
      throw ShellInputException.invalid("Invalid collection name: " + collectionName);
    }
    return collections.computeIfAbsent(collectionName, key -> new Collection(this, key));
  }

  /** The names of the collections, sorted. */
  List<String> collectionNames() {
    List<String> names = new ArrayList<>();
    BsonDocument command =
        ShellApi.command("listCollections", ShellApi.number(1))
            .append("nameOnly", BsonBoolean.TRUE);
    for (BsonValue info : AggregationCursor.ofCommand(this, command).drain()) {
      names.add(info.asDocument().getString("name").getValue());
    }
    names.sort(null);
    return names;
  }

  @Override
  Object otherMember(String key) {
    if (key.startsWith("_") || key.isEmpty() || key.indexOf('$') >= 0) {
      return null;
    }
    return collection(key);
  }

  @Override
  public String display() {
    return name;
  }

  static RuntimeException removed(String what) {
    return removed(what, "4.0");
  }

  static RuntimeException removed(String what, String version) {
    return new ShellInputException(
        "MongoshDeprecatedError",
        "[COMMON-10003] `" + what + "` was removed because it was deprecated in MongoDB " + version,
        "");
  }
}
