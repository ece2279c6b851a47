package shardsh.js.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.cluster.Connection;
import shardsh.js.ShellInputException;

/** A connection to one process, with the read and write settings that its commands carry. */
@NotModelled({"connect", "bulkWrite", "getClientEncryption", "getKeyVault"})
final class Mongo extends ApiObject {
  /** These belong to a command that has its own limit. */
  private static final List<String> UNLIMITED =
      List.of("getMore", "killCursors", "commitTransaction", "abortTransaction", "endSessions");

  private static final List<String> READS = List.of("find", "aggregate", "count", "distinct");
  private static final List<String> READ_MODES =
      List.of("primary", "primaryPreferred", "secondary", "secondaryPreferred", "nearest");
  private static final List<String> WRITES = List.of("insert", "update", "delete", "findAndModify");

  private final Connection connection;
  private final Map<String, Database> databases = new LinkedHashMap<>();
  private BsonDocument readPreference = new BsonDocument();

  private BsonDocument readConcern = new BsonDocument();
  private BsonDocument writeConcern = new BsonDocument();
  private String version;
  private BsonBinary ownSession;
  private long writes;

  Mongo(ShellApi api, Connection connection) {
    super(api);
    this.connection = connection;
  }

  @Override
  String apiName() {
    return "Mongo";
  }

  @Override
  String callPrefix() {
    return "mongo.";
  }

  @Override
  NodeId node() {
    return connection.node();
  }

  @Override
  public String display() {
    return connection.uri();
  }

  Connection connection() {
    return connection;
  }

  boolean isRouter() {
    return connection.isRouter();
  }

  /** The server's version, e.g. {@code 8.0.4}. */
  String version() {
    if (version == null) {
      BsonDocument info = connection.run("admin", new BsonDocument("buildInfo", new BsonInt32(1)));
      version = Fields.text(info, "version");
    }
    return version;
  }

  Database database(String name) {
    String checked = Database.checkedName(name);
    return databases.computeIfAbsent(checked, key -> new Database(this, key, null));
  }

  BsonDocument withDefaults(BsonDocument command) {
    String name = Docs.firstName(command);
    boolean reads = READS.contains(name);
    BsonDocument sent = command;
    if (reads && !readConcern.isEmpty()) {
      sent = with(sent, "readConcern", readConcern);
    }
    if (reads && !readPreference.isEmpty()) {
      sent = with(sent, "$readPreference", readPreference);
    }
    if (WRITES.contains(name) && !writeConcern.isEmpty()) {
      sent = with(sent, "writeConcern", writeConcern);
    }
    return sent;
  }

  /**
   * A write with a session of the driver's own and its number in it, by which a second request is
   * known. A real driver numbers all of them; here it matters only where messages can be lost.
   */
  BsonDocument numbered(BsonDocument write) {
    if (ownSession == null) {
      ownSession = api.host().newUuid();
    }
    return Docs.copyOf(write)
        .append("lsid", new BsonDocument("id", ownSession))
        .append("txnNumber", new BsonInt64(++writes));
  }

  /** Whether a command reads, so that a read concern has a meaning for it. */
  static boolean isRead(BsonDocument command) {
    return READS.contains(Docs.firstName(command));
  }

  /** With the setting {@code maxTimeMS}, which in mongosh holds for whatever a helper sends. */
  static BsonDocument withTimeLimit(BsonDocument command, Optional<BsonValue> limit) {
    boolean goesOn = UNLIMITED.contains(Docs.firstName(command));
    return goesOn || limit.filter(BsonValue::isNumber).isEmpty()
        ? command
        : with(command, "maxTimeMS", limit.get());
  }

  private static BsonDocument with(BsonDocument command, String name, BsonValue value) {
    if (command.containsKey(name)) {
      return command;
    }
    BsonDocument copy = new BsonDocument();
    copy.putAll(command);
    return copy.append(name, value);
  }

  /** From {@code (mode, tagSet?)}. */
  static BsonDocument readPreference(Args args) {
    String mode = args.text(0);
    if (!READ_MODES.contains(mode)) {
      throw new ShellInputException(
          "MongoInvalidArgumentError", "Invalid read preference mode \"" + mode + "\"", "");
    }
    BsonDocument preference = new BsonDocument("mode", new BsonString(mode));
    if (args.isArray(1)) {
      preference.put("tags", args.array(1));
    }
    return preference;
  }

  private Object undefined() {
    return api.engine().values().undefined();
  }

  @ShellMethod(
      usage = "db.getMongo().getURI()",
      help = "The address of the process.",
      counts = false)
  Object getURI(Args args) {
    return connection.uri();
  }

  @ShellMethod(
      usage = "db.getMongo().getDB(\"shop\")",
      help = "A database through this connection.",
      counts = false)
  Object getDB(Args args) {
    return database(args.text(0));
  }

  @ShellMethod(
      usage = "db.getMongo().getCollection(\"shop.orders\")",
      help = "A collection through this connection.",
      counts = false)
  Object getCollection(Args args) {
    String ns = args.text(0);
    int dot = ns.indexOf('.');
    if (dot <= 0 || dot == ns.length() - 1) {
      throw args.invalid("Collection must be of the format <db>.<collection>");
    }
    return database(ns.substring(0, dot)).collection(ns.substring(dot + 1));
  }

  @ShellMethod(
      usage = "db.getMongo().use(\"shop\")",
      help = "Makes it the current database.",
      counts = false)
  Object use(Args args) {
    return api.use(args.text(0));
  }

  @ShellMethod(
      usage = "db.getMongo().show(\"dbs\")",
      help = "The word show as a method.",
      counts = false)
  Object show(Args args) {
    List<String> rest = args.isText(1) ? List.of(args.text(1)) : List.of();
    return new ShownLines(api.show(args.text(0), rest));
  }

  private BsonDocument listDatabases(boolean nameOnly) {
    BsonDocument command = new BsonDocument("listDatabases", new BsonInt32(1));
    command.put("nameOnly", BsonBoolean.valueOf(nameOnly));
    return connection.run("admin", command);
  }

  @ShellMethod(usage = "db.getMongo().getDBs()", help = "All databases with their sizes.")
  Object getDBs(Args args) {
    return listDatabases(false);
  }

  @ShellMethod(usage = "db.getMongo().getDBNames()", help = "The names of all databases.")
  Object getDBNames(Args args) {
    return listDatabases(true).getArray("databases").stream()
        .map(entry -> entry.asDocument().getString("name").getValue())
        .sorted()
        .toList();
  }

  @ShellMethod(
      usage = "db.getMongo().close()",
      help = "Does nothing in this model.",
      counts = false)
  Object close(Args args) {
    return undefined();
  }

  @ShellMethod(
      usage = "db.getMongo().setReadPref(\"secondary\")",
      help = "Which members of a shard reads go to.",
      counts = false)
  Object setReadPref(Args args) {
    readPreference = readPreference(args);
    return undefined();
  }

  @ShellMethod(usage = "db.getMongo().getReadPref()", help = "Where reads go.", counts = false)
  Object getReadPref(Args args) {
    return readPreference.isEmpty()
        ? new BsonDocument("mode", new BsonString("primary"))
        : readPreference;
  }

  @ShellMethod(
      usage = "db.getMongo().getReadPrefMode()",
      help = "Where reads go, as a word.",
      counts = false)
  Object getReadPrefMode(Args args) {
    return readPreference.getString("mode", new BsonString("primary")).getValue();
  }

  @ShellMethod(
      usage = "db.getMongo().getReadPrefTagSet()",
      help = "The tags reads ask for.",
      counts = false)
  Object getReadPrefTagSet(Args args) {
    BsonValue tags = readPreference.get("tags");
    return tags == null ? undefined() : tags;
  }

  @ShellMethod(
      usage = "db.getMongo().setReadConcern(\"majority\")",
      help = "Which data reads may see.",
      counts = false)
  Object setReadConcern(Args args) {
    readConcern = new BsonDocument("level", new BsonString(args.text(0)));
    return undefined();
  }

  @ShellMethod(
      usage = "db.getMongo().getReadConcern()",
      help = "Which data reads may see.",
      counts = false)
  Object getReadConcern(Args args) {
    BsonValue level = readConcern.get("level");
    return level == null ? undefined() : level;
  }

  @ShellMethod(
      usage = "db.getMongo().setWriteConcern(\"majority\")",
      help = "Which members must have a write before it is acknowledged.",
      counts = false)
  Object setWriteConcern(Args args) {
    if (args.isText(0) || args.isNumber(0)) {
      writeConcern = new BsonDocument("w", args.any(0));
      if (args.has(1)) {
        writeConcern.put("wtimeout", args.any(1));
      }
      if (args.has(2)) {
        writeConcern.put("j", args.any(2));
      }
    } else {
      writeConcern = args.document(0);
    }
    return undefined();
  }

  @ShellMethod(
      usage = "db.getMongo().getWriteConcern()",
      help = "What writes wait for.",
      counts = false)
  Object getWriteConcern(Args args) {
    return writeConcern.isEmpty() ? undefined() : writeConcern;
  }

  @ShellMethod(
      usage = "const session = db.getMongo().startSession()",
      help = "A session, for transactions.",
      counts = false)
  Object startSession(Args args) {
    return new Session(this, args.documentOrEmpty(0));
  }

  @ShellMethod(usage = "db.getMongo().watch()", help = "A change stream over all databases.")
  Object watch(Args args) {
    return Aggregations.watch(
        database("admin"), "", args, new BsonDocument("allChangesForCluster", BsonBoolean.TRUE));
  }

  @ShellMethod(
      usage = "db.getMongo().convertShardKeyToHashed(42)",
      help = "The hash of a value under a hashed shard key.",
      counts = false)
  Object convertShardKeyToHashed(Args args) {
    return hashed(database("admin"), args.any(0));
  }

  /** Asks the server for the hash of a value; one without $documents by way of some collection. */
  static BsonValue hashed(Database admin, BsonValue value) {
    BsonDocument project =
        new BsonDocument(
            "key", new BsonDocument("$toHashedIndexKey", new BsonDocument("$literal", value)));
    BsonDocument stage = new BsonDocument("$project", project);
    BsonArray empty = new BsonArray(List.of(new BsonDocument()));
    BsonArray pipeline = new BsonArray(List.of(new BsonDocument("$documents", empty), stage));
    BsonValue answer;
    try {
      answer = AggregationCursor.of(admin, "", pipeline, new BsonDocument()).nextRaw();
    } catch (CommandException e) {
      BsonArray fromVersion =
          new BsonArray(List.of(new BsonDocument("$limit", new BsonInt32(1)), stage));
      answer =
          AggregationCursor.of(admin.sibling("config"), "version", fromVersion, new BsonDocument())
              .nextRaw();
    }
    return answer == null ? BsonNull.VALUE : answer.asDocument().get("key");
  }

  @ShellMethod(
      usage = "db.getMongo().setCausalConsistency()",
      help = "Must be set on a session.",
      deprecated = "Mongo.setCausalConsistency() is deprecated. Set it on a session.",
      counts = false,
      modelled = false)
  Object setCausalConsistency(Args args) {
    throw notModelled("Mongo.setCausalConsistency");
  }

  @ShellMethod(
      usage = "db.getMongo().isCausalConsistency()",
      help = "Must be asked of a session.",
      deprecated = "Mongo.isCausalConsistency() is deprecated. Ask the session.",
      counts = false,
      modelled = false)
  Object isCausalConsistency(Args args) {
    throw notModelled("Mongo.isCausalConsistency");
  }

  @ShellMethod(
      usage = "db.getMongo().setSlaveOk()",
      help = "The old name of setReadPref.",
      deprecated = "Mongo.setSlaveOk() is deprecated. Use setReadPref.",
      counts = false)
  Object setSlaveOk(Args args) {
    return setSecondaryOk(args);
  }

  @ShellMethod(
      usage = "db.getMongo().setSecondaryOk()",
      help = "Prefers primaries, but reads from secondaries when there is none.",
      deprecated =
          ".setSecondaryOk() is deprecated. Use .setReadPref(\"primaryPreferred\") instead",
      counts = false)
  Object setSecondaryOk(Args args) {
    readPreference = new BsonDocument("mode", new BsonString("primaryPreferred"));
    return undefined();
  }
}
