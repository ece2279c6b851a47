package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.OrderedIndex;

/**
 * Indexes on one shard, with the rules of sharded collections. Source: {@code sharding-facts.md},
 * section 5, and the manual's pages on the index commands.
 */
final class IndexCommands {
  private static final List<String> VIEW_OPTIONS = List.of("viewOn", "pipeline");

  private static final ErrorCode CANNOT_DROP_SHARD_KEY_INDEX =
      new ErrorCode(370, "CannotDropShardKeyIndex");

  private final ShardServer server;

  IndexCommands(ShardServer server) {
    this.server = server;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("createIndexes", this::createIndexes);
    commands.put("dropIndexes", this::dropIndexes);
    commands.put("listIndexes", this::listIndexes);
    commands.put("collMod", this::collMod);
  }

  private BsonDocument createIndexes(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("createIndexes").getValue());
    server.sharding().checkBoth(ns, command);
    server.reads().refuseView(ns);
    List<IndexSpec> specs = parsed(ns, command.getArray("indexes", new BsonArray()));
    boolean created = server.data().find(ns).isEmpty();
    CollectionStore store = server.data().storeOrCreate(ns);
    int before = store.indexes().all().size();
    try {
      createAll(store, specs);
    } catch (CommandException e) {
      throw buildFailed(ns, created, e);
    }
    int after = store.indexes().all().size();
    BsonDocument reply =
        new BsonDocument("numIndexesBefore", new BsonInt32(before))
            .append("numIndexesAfter", new BsonInt32(after))
            .append("createdCollectionAutomatically", BsonBoolean.valueOf(created));
    if (before == after) {
      reply.append("note", new BsonString("all indexes already exist"));
    }
    return Replies.ok(reply);
  }

  /**
   * The error of an index that cannot be built; documents that share a unique key are found by the
   * build, which has a name of its own. A collection made for the indexes goes with them.
   */
  private CommandException buildFailed(Namespace ns, boolean created, CommandException e) {
    LocalCollection collection = server.data().find(ns).orElseThrow();
    if (created) {
      server.data().drop(ns);
    }
    return e.errorCode().code() == ErrorCode.DUPLICATE_KEY.code()
        ? e.during(
            "Index build failed: "
                + server.environment().ids().uuid().asUuid()
                + ": Collection "
                + ns
                + " ( "
                + collection.uuid().asUuid()
                + " )")
        : e;
  }

  /** Builds all of them, or none when one of them cannot be built. */
  private static void createAll(CollectionStore store, List<IndexSpec> specs) {
    List<String> built = new ArrayList<>();
    try {
      for (IndexSpec spec : specs) {
        if (store.createIndex(spec)) {
          built.add(spec.name());
        }
      }
    } catch (CommandException e) {
      built.forEach(store::dropIndex);
      throw e;
    }
  }

  private List<IndexSpec> parsed(Namespace ns, BsonArray values) {
    if (values.isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "Must specify at least one index to create");
    }
    Optional<RoutingTable> table = server.sharding().table(ns);
    List<IndexSpec> specs = new ArrayList<>();
    for (BsonValue value : values) {
      IndexSpec spec = IndexSpec.parse(withCollation(ns, value.asDocument()));
      if (!value.asDocument().containsKey("name")) {
        throw new CommandException(
            ErrorCode.FAILED_TO_PARSE,
            "The 'name' field is a required property of an index specification");
      }
      table.ifPresent(known -> checkUnique(known.shardKey(), spec));
      specs.add(spec);
    }
    return specs;
  }

  /** An index that names no collation has that of its collection. */
  private BsonDocument withCollation(Namespace ns, BsonDocument spec) {
    Collation standard = server.reads().standardCollation(ns);
    return standard.isSimple() || spec.containsKey("collation")
        ? spec
        : Docs.copyOf(spec).append("collation", standard.toBson());
  }

  private static void checkUnique(ShardKeyPattern key, IndexSpec spec) {
    BsonDocument pattern = spec.keyPattern().toDocument();
    if (spec.unique() && !spec.isIdIndex() && !key.isUniqueIndexCompatible(pattern)) {
      throw new CommandException(
          ErrorCode.CANNOT_CREATE_INDEX,
          "cannot create unique index over "
              + ServerText.of(pattern)
              + " with shard key pattern "
              + key);
    }
  }

  private BsonDocument dropIndexes(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("dropIndexes").getValue());
    server.sharding().checkBoth(ns, command);
    server.reads().refuseView(ns);
    CollectionStore store = requireStore(ns);
    int before = store.indexes().all().size();
    BsonValue which = command.get("index");
    if (which != null && which.isArray()) {
      dropNamed(ns, store, which.asArray());
    } else {
      dropOne(ns, store, which);
    }
    return Replies.ok(new BsonDocument("nIndexesWas", new BsonInt32(before)));
  }

  /** Drops all of them, or none when one of the names is not known or may not be dropped. */
  private void dropNamed(Namespace ns, CollectionStore store, BsonArray names) {
    for (BsonValue name : names) {
      if (!name.isString()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH, "Expected 'index' to be a string, an object or an array");
      }
      OrderedIndex index =
          store
              .indexes()
              .named(name.asString().getValue())
              .orElseThrow(() -> notFound(name.asString().getValue()));
      if (index.spec().isIdIndex()) {
        throw new CommandException(ErrorCode.INVALID_OPTIONS, "cannot drop _id index");
      }
      checkDroppable(ns, store, index);
    }
    names.forEach(name -> store.dropIndex(name.asString().getValue()));
  }

  private static CommandException notFound(String name) {
    return new CommandException(
        ErrorCode.INDEX_NOT_FOUND, "index not found with name [" + name + "]");
  }

  private void dropOne(Namespace ns, CollectionStore store, BsonValue which) {
    if (which != null && which.isString() && which.asString().getValue().equals("*")) {
      dropAllButTheNeeded(ns, store);
      return;
    }
    if (which != null && which.isString()) {
      String name = which.asString().getValue();
      store.indexes().named(name).ifPresent(index -> checkDroppable(ns, store, index));
      store.dropIndex(name);
    } else if (which != null && which.isDocument()) {
      store
          .indexes()
          .withKey(which.asDocument())
          .forEach(index -> checkDroppable(ns, store, index));
      store.dropIndex(which.asDocument());
    } else {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "Expected 'index' to be a string, an object or an array");
    }
  }

  private void dropAllButTheNeeded(Namespace ns, CollectionStore store) {
    Optional<OrderedIndex> needed =
        server
            .sharding()
            .table(ns)
            .flatMap(table -> store.indexes().supporting(table.shardKey().keyPattern()));
    for (OrderedIndex index : List.copyOf(store.indexes().all())) {
      boolean keep =
          index.spec().isIdIndex()
              || needed.map(found -> found.name().equals(index.name())).orElse(false);
      if (!keep) {
        store.dropIndex(index.name());
      }
    }
  }

  private void checkDroppable(Namespace ns, CollectionStore store, OrderedIndex index) {
    Optional<RoutingTable> table = server.sharding().table(ns);
    if (table.isEmpty() || !table.get().shardKey().isSupportedBy(index.keyPattern().toDocument())) {
      return;
    }
    long others =
        store.indexes().all().stream()
            .filter(other -> !other.name().equals(index.name()))
            .filter(other -> table.get().shardKey().isSupportedBy(other.keyPattern().toDocument()))
            .count();
    if (others == 0) {
      throw new CommandException(
          CANNOT_DROP_SHARD_KEY_INDEX,
          "Cannot drop the only compatible index for this collection's shard key");
    }
  }

  private BsonDocument listIndexes(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("listIndexes").getValue());
    server.sharding().checkBoth(ns, command);
    server.reads().refuseView(ns);
    CollectionStore store = requireStore(ns);
    BsonArray rows = new BsonArray();
    store.indexes().all().forEach(index -> rows.add(index.spec().toDocument()));
    return Replies.cursor("firstBatch", rows, 0, ns.toString());
  }

  private CollectionStore requireStore(Namespace ns) {
    return server
        .data()
        .store(ns)
        .orElseThrow(
            () -> new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns does not exist: " + ns));
  }

  /** {@code {collMod: coll, index: {name | keyPattern, hidden?, expireAfterSeconds?}}}. */
  private BsonDocument collMod(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("collMod").getValue());
    server.sharding().checkBoth(ns, command);
    Optional<LocalCollection> view = server.data().find(ns).filter(LocalCollection::isView);
    if (view.isPresent()) {
      return collModOfView(ns, view.get(), command);
    }
    CollectionStore store = requireStore(ns);
    for (String option : VIEW_OPTIONS) {
      if (command.containsKey(option)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "'" + option + "' option only supported on a view");
      }
    }
    refuseUnmodelled(command);
    BsonDocument reply = new BsonDocument();
    if (command.isDocument("index")) {
      BsonDocument change = command.getDocument("index");
      if (change.containsKey("name") == change.containsKey("keyPattern")) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            change.containsKey("name")
                ? "Cannot specify both key pattern and name."
                : "Must specify either index name or key pattern.");
      }
      OrderedIndex index = indexOf(ns, store, change);
      checkChange(index, change);
      for (String option : List.of("hidden", "expireAfterSeconds")) {
        if (change.containsKey(option)) {
          BsonValue old = index.spec().toDocument().get(option);
          boolean off = option.equals("hidden") && !Docs.truthy(change, option);
          store.setIndexOption(
              index.name(), option, off ? Optional.empty() : Optional.of(change.get(option)));
          if (old != null || option.equals("hidden")) {
            reply.append(option + "_old", old == null ? BsonBoolean.FALSE : old);
          }
          reply.append(option + "_new", change.get(option));
        }
      }
    }
    for (String option : List.of("validator", "validationLevel", "validationAction")) {
      if (command.containsKey(option)) {
        LocalCollection collection = server.data().find(ns).orElseThrow();
        BsonDocument options = Docs.copyOf(collection.options());
        options.append(option, command.get(option));
        server.data().put(ns, new LocalCollection(collection.uuid(), options, collection.store()));
      }
    }
    return Replies.ok(reply);
  }

  /** {@code {collMod: view, viewOn, pipeline}}: another definition. */
  private BsonDocument collModOfView(Namespace ns, LocalCollection view, BsonDocument command) {
    BsonDocument options = Docs.copyOf(view.options());
    for (String option : List.of("index", "validator", "validationLevel", "validationAction")) {
      if (command.containsKey(option)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "option not supported on a view: " + option);
      }
    }
    refuseUnmodelled(command);
    for (String option : VIEW_OPTIONS) {
      if (command.containsKey(option)) {
        options.append(option, command.get(option));
      }
    }
    DdlCommands.checkView(server.environment(), ns, options);
    server.data().put(ns, new LocalCollection(view.uuid(), options, view.store()));
    return Replies.ok();
  }

  private static void checkChange(OrderedIndex index, BsonDocument change) {
    if (!change.containsKey("hidden") && !change.containsKey("expireAfterSeconds")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "no expireAfterSeconds, hidden, or unique field");
    }
    if (index.spec().isIdIndex() && change.containsKey("hidden")) {
      throw new CommandException(ErrorCode.BAD_VALUE, "can't hide _id index");
    }
    if (change.containsKey("expireAfterSeconds")) {
      checkTtl(index);
      double seconds = change.getNumber("expireAfterSeconds").doubleValue();
      if (!(seconds >= 0 && seconds <= Integer.MAX_VALUE)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "TTL index 'expireAfterSeconds' option must be within an acceptable range, try a"
                + " different number than "
                + ServerText.of(change.get("expireAfterSeconds")));
      }
    }
  }

  private static void checkTtl(OrderedIndex index) {
    if (index.spec().toDocument().containsKey("expireAfterSeconds")) {
      return;
    }
    if (index.spec().isIdIndex()) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "the _id field does not support TTL indexes");
    }
    if (index.keyPattern().size() != 1) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "TTL indexes are single-field indexes, compound indexes do not support TTL");
    }
  }

  private static void refuseUnmodelled(BsonDocument command) {
    refuseUnmodelled(
        command,
        List.of(
            "cappedMax",
            "cappedSize",
            "changeStreamPreAndPostImages",
            "dryRun",
            "expireAfterSeconds",
            "recordPreImages",
            "timeseries"));
    if (command.isDocument("index")) {
      refuseUnmodelled(command.getDocument("index"), List.of("unique", "prepareUnique"));
    }
  }

  private static void refuseUnmodelled(BsonDocument document, List<String> options) {
    for (String option : options) {
      if (document.containsKey(option)) {
        throw CommandException.notModelled("collMod with '" + option + "'");
      }
    }
  }

  private static OrderedIndex indexOf(Namespace ns, CollectionStore store, BsonDocument change) {
    Optional<OrderedIndex> found =
        change.isString("name")
            ? store.indexes().named(change.getString("name").getValue())
            : store.indexes().withKey(change.getDocument("keyPattern", new BsonDocument())).stream()
                .findFirst();
    return found.orElseThrow(
        () ->
            new CommandException(
                ErrorCode.INDEX_NOT_FOUND,
                "cannot find index "
                    + (change.isString("name")
                        ? change.getString("name").getValue()
                        : ServerText.of(change.get("keyPattern", new BsonDocument())))
                    + " for ns "
                    + ns));
  }
}
