package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.CollectionRows;
import shardsh.core.query.DatabaseRows;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.WeightSegment;

/** Databases and collections on one shard: create, drop, rename, list. */
final class DdlCommands {
  private static final List<String> CREATE_OPTIONS =
      List.of(
          "capped",
          "size",
          "max",
          "validator",
          "validationLevel",
          "validationAction",
          "viewOn",
          "pipeline",
          "collation",
          "clusteredIndex",
          "expireAfterSeconds",
          "timeseries");

  private final ShardServer server;
  private final Environment environment;

  DdlCommands(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("create", this::create);
    commands.put("drop", this::drop);
    commands.put("dropDatabase", this::dropDatabase);
    commands.put("renameCollection", this::rename);
    commands.put("listCollections", this::listCollections);
    commands.put("listDatabases", (db, command) -> listDatabases(command));
    commands.put("cleanupOrphaned", (db, command) -> cleanupOrphaned(command));
  }

  private BsonDocument create(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("create").getValue());
    server.sharding().checkBoth(ns, command);
    BsonDocument options = new BsonDocument();
    for (String option : CREATE_OPTIONS) {
      if (command.containsKey(option)) {
        options.append(option, command.get(option));
      }
    }
    refuseUnmodelled(command);
    checkView(environment, ns, options);
    Optional<LocalCollection> present = server.data().find(ns);
    if (present.isPresent()) {
      if (present.get().options().equals(options)) {
        return Replies.ok();
      }
      throw new CommandException(
          ErrorCode.NAMESPACE_EXISTS,
          "namespace " + ns + " already exists, but with different options");
    }
    server.data().create(ns, environment.ids().uuid(), options);
    return Replies.ok();
  }

  /** Parses a view's pipeline for its errors. */
  static void checkView(Environment environment, Namespace ns, BsonDocument options) {
    if (!options.containsKey("viewOn")) {
      if (options.containsKey("pipeline")) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "'pipeline' requires 'viewOn' to also be specified");
      }
      return;
    }
    PipelineContext context =
        new PipelineContext(QueryContext.of(environment.profile()), environment.operation())
            .about(ns, environment.profile());
    Pipeline parsed = Pipeline.parse(options.getArray("pipeline", new BsonArray()), context);
    for (Stage stage : parsed.stages()) {
      if (stage.position() == Stage.Position.LAST) {
        throw new CommandException(
            new ErrorCode(167, "OptionNotSupportedOnView"),
            "The aggregation stage "
                + stage.name()
                + " in location 0 of the pipeline cannot be used"
                + " in the view definition of "
                + ns
                + " because it writes to disk");
      }
    }
  }

  private void refuseUnmodelled(BsonDocument options) {
    for (String option :
        List.of(
            "timeseries",
            "clusteredIndex",
            "expireAfterSeconds",
            "encryptedFields",
            "recordPreImages",
            "changeStreamPreAndPostImages")) {
      if (options.containsKey(option)) {
        throw new CommandException(
            ErrorCode.COMMAND_NOT_SUPPORTED,
            "collections with the option '" + option + "' are not modelled in shardsh");
      }
    }
    if (options.isDocument("validator")) {
      MatchParser.parse(options.getDocument("validator"), QueryContext.of(environment.profile()));
    }
    if (Docs.truthy(options, "capped") && !options.isNumber("size")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "the 'size' field is required when 'capped' is true");
    }
  }

  private BsonDocument drop(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("drop").getValue());
    server.sharding().checkBoth(ns, command);
    Optional<LocalCollection> dropped = server.data().drop(ns);
    dropped.filter(gone -> !gone.isView()).ifPresent(gone -> server.log().announce());
    server.rangeDeleter().forget(ns);
    server.destination().forget(ns);
    if (dropped.isEmpty()) {
      if (environment.profile().majorVersion() >= 7) {
        return Replies.ok();
      }
      throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found");
    }
    return Replies.ok(
        new BsonDocument(
                "nIndexesWas",
                new BsonInt32(
                    dropped.get().isView() ? 0 : dropped.get().store().indexes().all().size()))
            .append("ns", new BsonString(ns.toString())));
  }

  private BsonDocument dropDatabase(String db, BsonDocument command) {
    for (Namespace ns : server.data().namesIn(db)) {
      if (server.data().drop(ns).filter(gone -> !gone.isView()).isPresent()) {
        server.log().announce();
      }
      server.rangeDeleter().forget(ns);
      server.destination().forget(ns);
    }
    server.log().gone(ShardLog.Kind.DROP_DATABASE, new Namespace(db, ""), new BsonDocument());
    server.log().announce();
    server.sharding().databaseDropped(db);
    return Replies.ok(new BsonDocument("dropped", new BsonString(db)));
  }

  /** {@code {renameCollection: from, to, dropTarget?}} for collections that are not sharded. */
  private BsonDocument rename(String db, BsonDocument command) {
    Namespace from = Namespace.parse(command.getString("renameCollection").getValue());
    Namespace to = Namespace.parse(command.getString("to").getValue());
    LocalCollection collection =
        server
            .data()
            .find(from)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.NAMESPACE_NOT_FOUND,
                        "Source collection " + from + " does not exist"));
    if (collection.isView()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "cannot rename view: " + from);
    }
    if (server.data().find(to).isPresent()) {
      if (!Docs.truthy(command, "dropTarget")) {
        throw new CommandException(ErrorCode.NAMESPACE_EXISTS, "target namespace exists");
      }
      server.data().drop(to);
    }
    server
        .data()
        .drop(
            from,
            ShardLog.Kind.RENAME,
            new BsonDocument("db", new BsonString(to.db()))
                .append("coll", new BsonString(to.collection())));
    server.log().announce();
    server
        .data()
        .put(
            to,
            new LocalCollection(
                collection.uuid(), collection.options(), collection.store().renamedTo(to)));
    return Replies.ok();
  }

  private BsonDocument listCollections(String db, BsonDocument command) {
    List<BsonDocument> rows = new ArrayList<>();
    if (db.equals("config")) {
      LocalReads.CONFIG_COLLECTIONS.forEach(name -> rows.add(CollectionRows.ofConfig(name)));
    }
    for (Namespace ns : server.data().namesIn(db)) {
      rows.add(describe(ns, server.data().find(ns).orElseThrow()));
    }
    BsonArray shown = CollectionRows.shown(command, rows);
    return Replies.cursor("firstBatch", shown, 0, db + ".$cmd.listCollections");
  }

  private static BsonDocument describe(Namespace ns, LocalCollection collection) {
    boolean view = collection.isView();
    BsonDocument info = new BsonDocument("readOnly", BsonBoolean.valueOf(view));
    BsonDocument row =
        new BsonDocument("name", new BsonString(ns.collection()))
            .append("type", new BsonString(view ? "view" : "collection"))
            .append("options", collection.options())
            .append("info", info);
    if (!view) {
      info.append("uuid", collection.uuid());
      row.append("idIndex", collection.store().indexes().idIndex().spec().toDocument());
    }
    return row;
  }

  private BsonDocument listDatabases(BsonDocument command) {
    Map<String, Long> sizes = new TreeMap<>();
    for (Namespace ns : server.data().names()) {
      long bytes = server.data().store(ns).map(DdlCommands::bytes).orElse(0L);
      sizes.merge(ns.db(), bytes, Long::sum);
    }
    List<BsonDocument> rows = new ArrayList<>();
    sizes.forEach(
        (name, size) ->
            rows.add(
                new BsonDocument("name", new BsonString(name))
                    .append("sizeOnDisk", new BsonInt64(size))
                    .append("empty", BsonBoolean.valueOf(size == 0))));
    return Replies.ok(DatabaseRows.reply(command, rows));
  }

  /** Documents and declared weight of a store, in bytes. */
  static long bytes(CollectionStore store) {
    long bytes = store.dataBytes();
    for (WeightSegment segment : store.weights().segments()) {
      bytes += segment.bytes().rounded();
    }
    return bytes;
  }

  /**
   * {@code {cleanupOrphaned: ns}}: waits until no range of the collection waits for deletion, those
   * of a migration that still runs left aside.
   */
  private BsonDocument cleanupOrphaned(BsonDocument command) {
    BsonValue name = command.get("cleanupOrphaned");
    Namespace ns = Namespace.parse(name.asString().getValue());
    for (RangeDeleter.Waiting waiting : server.rangeDeleter().waiting()) {
      if (waiting.ns().equals(ns) && !waiting.pending()) {
        environment.waitUntil(waiting.dueMillis());
        if (server.rangeDeleter().waiting().contains(waiting)) {
          server.rangeDeleter().deleteAwaited(waiting);
        }
      }
    }
    return Replies.ok();
  }
}
