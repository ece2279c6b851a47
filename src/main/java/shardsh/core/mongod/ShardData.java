package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.KeyHash;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.rpc.Environment;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;

/** The collections on one shard. */
final class ShardData {
  private final Environment environment;
  private final Map<Namespace, LocalCollection> collections = new TreeMap<>();
  private ShardLog log;

  ShardData(Environment environment) {
    this.environment = environment;
  }

  ShardData copy(Environment otherEnvironment) {
    ShardData copy = new ShardData(otherEnvironment);
    collections.forEach((ns, collection) -> copy.collections.put(ns, collection.copy()));
    return copy;
  }

  /** Notes every change in a log from now on. A copy has none. */
  void noteIn(ShardLog newLog) {
    log = newLog;
    collections.values().forEach(collection -> collection.store().reportTo(log));
  }

  /** A copy that notes nothing. */
  ShardData copy() {
    return copy(environment);
  }

  /**
   * Takes over the collections of another; what both hold is shared until it changes. The log is
   * not told of it, but of every change from then on.
   */
  void become(ShardData other) {
    collections.clear();
    other.collections.forEach((ns, collection) -> put(ns, collection.copy()));
  }

  Optional<LocalCollection> find(Namespace ns) {
    return Optional.ofNullable(collections.get(ns));
  }

  /** The store of a collection that exists and is not a view. */
  Optional<CollectionStore> store(Namespace ns) {
    return find(ns).filter(collection -> !collection.isView()).map(LocalCollection::store);
  }

  /** The store, made with default options if there is none. */
  CollectionStore storeOrCreate(Namespace ns) {
    LocalCollection present = collections.get(ns);
    return present != null
        ? present.store()
        : create(ns, environment.ids().uuid(), new BsonDocument()).store();
  }

  /**
   * The collection with that uuid, made if there is none of that name.
   *
   * @throws CommandException INVALID_UUID when one of that name is another collection
   */
  LocalCollection requireSame(Namespace ns, BsonBinary uuid, BsonDocument options) {
    LocalCollection present = collections.get(ns);
    if (present == null) {
      return create(ns, uuid, options);
    }
    if (!present.uuid().equals(uuid)) {
      throw new CommandException(
          ErrorCode.INVALID_UUID,
          "Cannot create collection "
              + ns
              + " because we already have an identically named"
              + " collection with UUID "
              + present.uuid().asUuid()
              + ", which differs from the donor's UUID "
              + uuid.asUuid()
              + ". Manually drop the collection on this shard if it contains data from a previous"
              + " incarnation of "
              + ns);
    }
    return present;
  }

  /** A collection with default options that belongs to nobody yet. */
  CollectionStore emptyStore(Namespace ns) {
    return new CollectionStore(ns, functions());
  }

  LocalCollection create(Namespace ns, BsonBinary uuid, BsonDocument options) {
    LocalCollection created = created(ns, uuid, options, functions());
    put(ns, created);
    return created;
  }

  private IndexFunctions functions() {
    KeyHash hash = environment.parameters().toyHash() ? KeyHash.TOY : KeyHash.REAL;
    return new IndexFunctions(
        hash::of,
        filter -> {
          MatchExpression tree = MatchParser.parse(filter, Collation.simple());
          return tree::matches;
        });
  }

  /** A collation is kept with all its fields, and not at all if it is simple. */
  private static LocalCollection created(
      Namespace ns, BsonBinary uuid, BsonDocument options, IndexFunctions functions) {
    if (!options.isDocument("collation")) {
      return new LocalCollection(uuid, options, new CollectionStore(ns, functions));
    }
    Collation collation = Collation.parse(options.getDocument("collation"));
    BsonDocument kept = Docs.copyOf(options);
    if (collation.isSimple()) {
      kept.remove("collation");
      return new LocalCollection(uuid, kept, new CollectionStore(ns, functions));
    }
    kept.put("collation", collation.toBson());
    CollectionStore store = new CollectionStore(ns, functions, collation.toBson());
    return new LocalCollection(uuid, kept, store);
  }

  void put(Namespace ns, LocalCollection collection) {
    collections.put(ns, collection);
    collection.store().reportTo(log);
  }

  Optional<LocalCollection> drop(Namespace ns) {
    return drop(ns, ShardLog.Kind.DROP, new BsonDocument());
  }

  /** Takes a collection away; the log says what became of it. */
  Optional<LocalCollection> drop(Namespace ns, ShardLog.Kind kind, BsonDocument became) {
    LocalCollection dropped = collections.remove(ns);
    if (dropped != null && log != null) {
      log.gone(kind, ns, became);
    }
    return Optional.ofNullable(dropped);
  }

  /** Names of the collections of one database, sorted. */
  List<Namespace> namesIn(String db) {
    List<Namespace> names = new ArrayList<>();
    for (Namespace ns : collections.keySet()) {
      if (ns.db().equals(db)) {
        names.add(ns);
      }
    }
    return names;
  }

  /** All names, sorted. */
  List<Namespace> names() {
    return List.copyOf(collections.keySet());
  }
}
