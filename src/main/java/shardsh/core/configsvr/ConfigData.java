package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.pipeline.AggregateRequest;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.PushedQuery;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.plan.PlannerInput;
import shardsh.core.plan.QueryPlanner;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.Collation;
import shardsh.core.query.CollectionRows;
import shardsh.core.query.DatabaseRows;
import shardsh.core.query.MatchExpression;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;
import shardsh.core.update.Update;
import shardsh.core.update.UpdateParser;

/**
 * Reads of {@code config.*}, written out from the catalog for each request, and the few writes that
 * people make there: {@code config.settings}, and the switches of {@code config.collections}.
 */
final class ConfigData {
  /** The databases that the config servers hold whether they are a shard or not. */
  static final List<String> INTERNAL = List.of("admin", "config", "local");

  private static final List<String> SWITCHES =
      List.of("noBalance", "enableAutoMerge", "permitMigrations", "noAutoSplit");

  /** From this major version on a drop of what is not there is no error. */
  private static final int DROPS_NOTHING_SINCE = 7;

  private final CatalogState state;
  private final String host;
  private final ConfigDocuments documents;
  private final RoutingReads routing;

  ConfigData(CatalogState state, String host, ConfigDocuments documents, RoutingReads routing) {
    this.state = state;
    this.host = host;
    this.documents = documents;
    this.routing = routing;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("find", this::find);
    commands.put("count", this::count);
    commands.put("distinct", this::distinct);
    commands.put("aggregate", this::aggregate);
    commands.put("listCollections", this::listCollections);
    commands.put("listDatabases", (db, command) -> listDatabases(command));
    commands.put("update", this::update);
    commands.put("insert", this::insert);
    commands.put("delete", this::delete);
    commands.put("drop", this::drop);
  }

  private OperationContext operation() {
    return state.environment().operation();
  }

  private CollectionStore store(String db, String collection) {
    CollectionStore store =
        new CollectionStore(new Namespace(db, collection), IndexFunctions.withoutFilters());
    if (db.equals("config")) {
      documents.of(collection).forEach(store::insert);
    }
    return store;
  }

  private PlanExecutor run(CollectionStore store, CanonicalQuery query) {
    PlannerInput input = PlannerInput.of(store, Optional.empty(), false, true);
    return new PlanExecutor(new QueryPlanner(input).plan(query).get(0), store, operation(), true);
  }

  private BsonDocument find(String db, BsonDocument command) {
    String collection = command.getString("find").getValue();
    if (command.containsKey("routingFor")) {
      return collection.equals("databases") ? routing.database(command) : routing.chunks(command);
    }
    CanonicalQuery query = query(command);
    PlanExecutor executor = run(store(db, collection), query);
    BsonArray batch = new BsonArray();
    while (executor.next()) {
      batch.add(executor.document());
    }
    return Replies.cursor("firstBatch", batch, 0, db + "." + collection);
  }

  /** A find with the operators of the cluster's servers. */
  private CanonicalQuery query(BsonDocument find) {
    return CanonicalQuery.parse(
        find,
        Collation.simple(),
        EvaluationContext.Settings.PLAIN.withProfile(state.environment().profile()));
  }

  private static BsonDocument asFind(BsonDocument command) {
    BsonDocument find =
        new BsonDocument("find", command.get(command.getFirstKey()))
            .append("filter", command.getDocument("query", new BsonDocument()));
    for (String field : List.of("skip", "limit", "collation", "hint")) {
      if (command.containsKey(field)) {
        find.append(field, command.get(field));
      }
    }
    return find;
  }

  private BsonDocument count(String db, BsonDocument command) {
    CanonicalQuery query = query(asFind(command));
    PlanExecutor executor = run(store(db, command.getString("count").getValue()), query);
    int n = 0;
    while (executor.next()) {
      n++;
    }
    return Replies.ok(new BsonDocument("n", new BsonInt32(n)));
  }

  private BsonDocument distinct(String db, BsonDocument command) {
    CanonicalQuery query = query(asFind(command));
    PlanExecutor executor = run(store(db, command.getString("distinct").getValue()), query);
    TreeSet<BsonValue> values = new TreeSet<>(query.collation().order());
    BsonPath path = BsonPath.of(command.getString("key").getValue());
    while (executor.next()) {
      path.visit(
          executor.stored(),
          value -> {
            if (value.isArray()) {
              values.addAll(value.asArray());
            } else {
              values.add(value);
            }
          });
    }
    return Replies.ok(new BsonDocument("values", new BsonArray(new ArrayList<>(values))));
  }

  private BsonDocument aggregate(String db, BsonDocument command) {
    AggregateRequest request = AggregateRequest.parse(db, command);
    EvaluationContext.Settings settings =
        EvaluationContext.Settings.PLAIN
            .withNowMillis(state.environment().clock().nowMillis())
            .withClusterTime(state.environment().clusterTime())
            .withRandom(state.environment().random()::nextDouble)
            .withProfile(state.environment().profile());
    PipelineContext context =
        new PipelineContext(request.query(Collation.simple(), settings), operation())
            .about(request.ns(), state.environment().profile())
            .withForeign(new OperationCommands.Operations(state, host));
    Pipeline pipeline = Pipeline.of(request, context);
    PushedQuery pushed = PushedQuery.of(pipeline);
    PlanExecutor executor =
        run(store(db, request.ns().collection()), pushed.query(request.hint(), context));
    BsonArray results =
        new BsonArray(new Pipeline(pushed.rest()).runAll(executor.drain(), context));
    return Replies.cursor("firstBatch", results, 0, request.ns().toString());
  }

  private BsonDocument listCollections(String db, BsonDocument command) {
    List<BsonDocument> rows = new ArrayList<>();
    if (db.equals("config")) {
      ConfigDocuments.names(state.environment().profile())
          .forEach(name -> rows.add(CollectionRows.ofConfig(name)));
    }
    BsonArray shown = CollectionRows.shown(command, rows);
    return Replies.cursor("firstBatch", shown, 0, db + ".$cmd.listCollections");
  }

  private static BsonDocument listDatabases(BsonDocument command) {
    List<BsonDocument> rows = new ArrayList<>();
    for (String name : INTERNAL) {
      rows.add(
          new BsonDocument("name", new BsonString(name))
              .append("sizeOnDisk", Docs.int64(0))
              .append("empty", BsonBoolean.FALSE));
    }
    return Replies.ok(DatabaseRows.reply(command, rows));
  }

  private static CommandException notWritable(String collection) {
    return new CommandException(
        ErrorCode.ILLEGAL_OPERATION,
        "writing to config."
            + collection
            + " by hand is not modelled in shardsh; use the sh.*"
            + " helpers, or config.settings");
  }

  private BsonDocument update(String db, BsonDocument command) {
    String collection = command.getString("update").getValue();
    int matched = 0;
    int modified = 0;
    BsonArray upserted = new BsonArray();
    BsonArray updates = command.getArray("updates");
    for (int i = 0; i < updates.size(); i++) {
      BsonDocument one = updates.get(i).asDocument();
      CanonicalQuery query =
          query(
              new BsonDocument("find", new BsonString(collection)).append("filter", one.get("q")));
      Update update = UpdateParser.parse(one.get("u"), query.context());
      List<BsonDocument> found = matching(collection, query.tree(), Docs.truthy(one, "multi"));
      for (BsonDocument document : found) {
        BsonDocument after =
            update
                .apply(document, query.tree(), state.environment().clock().nowMillis())
                .document();
        matched++;
        modified += after.equals(document) ? 0 : 1;
        put(collection, document, after);
      }
      if (found.isEmpty() && Docs.truthy(one, "upsert")) {
        BsonDocument made =
            update.upsertDocument(query.tree(), state.environment().clock().nowMillis());
        put(collection, new BsonDocument(), made);
        upserted.add(new BsonDocument("index", new BsonInt32(i)).append("_id", made.get("_id")));
      }
    }
    BsonDocument reply =
        new BsonDocument("n", new BsonInt32(matched + upserted.size()))
            .append("nModified", new BsonInt32(modified));
    if (!upserted.isEmpty()) {
      reply.append("upserted", upserted);
    }
    return Replies.ok(reply);
  }

  private List<BsonDocument> matching(String collection, MatchExpression filter, boolean multi) {
    List<BsonDocument> found = new ArrayList<>();
    for (BsonDocument document : documents.of(collection)) {
      if (filter.matches(document) && (multi || found.isEmpty())) {
        found.add(document);
      }
    }
    return found;
  }

  private void put(String collection, BsonDocument before, BsonDocument after) {
    switch (collection) {
      case "settings" -> putSetting(after);
      case "collections" -> putSwitches(before, after);
      default -> throw notWritable(collection);
    }
  }

  private void putSetting(BsonDocument setting) {
    BsonValue id = setting.get("_id");
    if (id == null || !id.isString()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "a setting needs a string as _id");
    }
    SettingRules.check(id.asString().getValue(), setting);
    state.settings().put(id.asString().getValue(), setting);
  }

  private void putSwitches(BsonDocument before, BsonDocument after) {
    if (before.isEmpty()) {
      throw notWritable("collections");
    }
    Namespace ns = Namespace.parse(before.getString("_id").getValue());
    ConfigCatalog.CollectionEntry entry = state.catalog().collections().get(ns);
    BsonDocument options = Docs.copyOf(entry.options());
    for (String name : after.keySet()) {
      if (!SWITCHES.contains(name) && !after.get(name).equals(before.get(name))) {
        throw notWritable("collections");
      }
    }
    for (String name : SWITCHES) {
      if (after.containsKey(name)) {
        options.append(name, after.get(name));
      } else {
        options.remove(name);
      }
    }
    state.replace(
        state
            .catalog()
            .withCollection(
                ns, new ConfigCatalog.CollectionEntry(entry.table(), entry.updated(), options)));
  }

  private BsonDocument insert(String db, BsonDocument command) {
    String collection = command.getString("insert").getValue();
    if (!collection.equals("settings")) {
      throw notWritable(collection);
    }
    BsonArray given = command.getArray("documents");
    for (BsonValue document : given) {
      BsonValue id = document.asDocument().get("_id");
      if (id != null && id.isString() && state.settings().containsKey(id.asString().getValue())) {
        throw new CommandException(
            ErrorCode.DUPLICATE_KEY,
            "E11000 duplicate key error collection: config.settings index: _id_ dup key: { _id: "
                + ServerText.of(id)
                + " }");
      }
      putSetting(document.asDocument());
    }
    return Replies.ok(new BsonDocument("n", new BsonInt32(given.size())));
  }

  /**
   * Drops {@code config.settings}; the other collections of {@code config} are the catalog written
   * out, and stay. Source of the answer where there is none: the manual's page on drop.
   *
   * @throws CommandException NAMESPACE_NOT_FOUND before 7.0 when there is no such collection;
   *     ILLEGAL_OPERATION for one of the catalog's own
   */
  private BsonDocument drop(String db, BsonDocument command) {
    String collection = command.getString("drop").getValue();
    ServerProfile profile = state.environment().profile();
    if (!db.equals("config") || !ConfigDocuments.names(profile).contains(collection)) {
      if (profile.majorVersion() >= DROPS_NOTHING_SINCE) {
        return Replies.ok();
      }
      throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found");
    }
    if (!collection.equals("settings")) {
      throw notWritable(collection);
    }
    state.settings().clear();
    return Replies.ok(
        new BsonDocument("nIndexesWas", new BsonInt32(1))
            .append("ns", new BsonString("config.settings")));
  }

  private BsonDocument delete(String db, BsonDocument command) {
    String collection = command.getString("delete").getValue();
    if (!collection.equals("settings")) {
      throw notWritable(collection);
    }
    int deleted = 0;
    for (BsonValue value : command.getArray("deletes")) {
      BsonDocument one = value.asDocument();
      CanonicalQuery query =
          query(
              new BsonDocument("find", new BsonString(collection)).append("filter", one.get("q")));
      boolean multi = one.getNumber("limit").longValue() == 0;
      for (BsonDocument found : matching(collection, query.tree(), multi)) {
        state.settings().remove(found.getString("_id").getValue());
        deleted++;
      }
    }
    return Replies.ok(new BsonDocument("n", new BsonInt32(deleted)));
  }
}
