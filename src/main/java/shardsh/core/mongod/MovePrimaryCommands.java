package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.TransactionErrors;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.storage.CollectionStore;
import shardsh.core.trace.CatalogEvent;

/**
 * A database gets another primary shard: its collections that are not sharded, and its views, are
 * copied there, then the config servers are told, then the old copies go. Chunks stay, and from 8.0
 * on collections that were moved do, too. Source: {@code sharding-facts.md}, section 7.9. What
 * sessions have done by retryable writes goes along, as it does with a chunk. Real servers copy
 * while writes go on and block them at the end; here it waits for the transactions that use the
 * database, and then nothing comes between.
 */
final class MovePrimaryCommands {

  /**
   * The end of a move that the config servers' answer did not tell.
   *
   * @param copied the collections that are on both shards
   */
  private record Undecided(ShardId to, Map<Namespace, BsonBinary> copied) {
    Undecided {
      copied = Collections.unmodifiableMap(new TreeMap<>(copied));
    }
  }

  private final ShardServer server;
  private final Environment environment;
  private final RemoteCollections remote;
  private final Map<String, Undecided> undecided = new TreeMap<>();

  MovePrimaryCommands(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.remote = new RemoteCollections(server);
  }

  void copyFrom(MovePrimaryCommands other) {
    undecided.putAll(other.undecided);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrMovePrimary", (db, command) -> movePrimary(command));
    commands.put("_shardsvrCloneCatalogData", (db, command) -> cloneCatalogData(command));
  }

  /**
   * {@code {_shardsvrMovePrimary: db, to}} on the present primary → {@code {collections: [ns],
   * documents, bytes}}, what was copied.
   */
  private BsonDocument movePrimary(BsonDocument command) {
    String db = command.getString("_shardsvrMovePrimary").getValue();
    ShardId to = new ShardId(command.getString("to").getValue());
    settle(db);
    new WriteConflicts(server).awaitUnused(new Namespace(db, ""));
    BsonDocument copied = cloneTo(to, db);
    List<Namespace> moved = namesIn(copied.getArray("collections"));
    environment.toTheEnd(() -> commit(db, new Undecided(to, uuids(moved))));
    environment
        .trace()
        .record(
            new CatalogEvent.PrimaryMoved(
                db,
                server.shardId(),
                to,
                server.sharding().databaseVersion(db).orElseThrow().lastMod(),
                moved.size(),
                copied.getInt64("documents").getValue(),
                copied.getInt64("bytes").getValue()));
    copied.remove("ok");
    return Replies.ok(copied);
  }

  private BsonDocument cloneTo(ShardId to, String db) {
    try {
      return environment.network().require(server.id(), to.node(), "admin", cloneCommand(db));
    } catch (CommandException e) {
      if (TransactionErrors.isOutcomeUnknown(e)) {
        environment.toTheEnd(() -> dropCopies(to, db));
      }
      throw e;
    }
  }

  /**
   * Collections that the config servers know are on both shards by right, also where this shard has
   * not heard of that; if those cannot be asked, the copies stay for the next try.
   */
  private void dropCopies(ShardId to, String db) {
    List<Namespace> tracked;
    try {
      tracked = tracked(db);
    } catch (CommandException unreachable) {
      return;
    }
    Map<Namespace, BsonBinary> copies = uuids(server.data().namesIn(db));
    copies.keySet().removeAll(tracked);
    copies.forEach((ns, uuid) -> remote.drop(to, ns, uuid));
  }

  private Map<Namespace, BsonBinary> uuids(List<Namespace> names) {
    Map<Namespace, BsonBinary> uuids = new TreeMap<>();
    names.forEach(
        ns -> server.data().find(ns).ifPresent(collection -> uuids.put(ns, collection.uuid())));
    return uuids;
  }

  private BsonDocument cloneCommand(String db) {
    BsonDocument command =
        new BsonDocument("_shardsvrCloneCatalogData", new BsonString(db))
            .append("from", new BsonString(server.shardId().name()));
    command.putAll(server.sessions().history().exported());
    return command;
  }

  private static List<Namespace> namesIn(BsonArray names) {
    return names.stream().map(name -> Namespace.parse(name.asString().getValue())).toList();
  }

  private void commit(String db, Undecided move) {
    BsonDocument committed;
    try {
      committed =
          environment
              .network()
              .require(
                  server.id(),
                  NodeId.CONFIG,
                  "admin",
                  new BsonDocument("_configsvrCommitMovePrimary", new BsonString(db))
                      .append("to", new BsonString(move.to().name())));
    } catch (CommandException e) {
      undecided.put(db, move);
      if (!isSettledWell(db)) {
        throw e;
      }
      return;
    }
    isOver(db, move, committed.getDocument("database"));
  }

  private boolean isSettledWell(String db) {
    try {
      return settle(db);
    } catch (CommandException unreachable) {
      return false;
    }
  }

  /**
   * Before anything else is done with a database, finds out how its last move ended, if that is not
   * known; gives whether it was well.
   *
   * @throws CommandException when the config servers cannot be asked
   */
  boolean settle(String db) {
    Undecided move = undecided.get(db);
    if (move == null) {
      return true;
    }
    Optional<BsonDocument> row = server.sharding().databaseRow(db);
    undecided.remove(db);
    boolean done =
        row.filter(found -> found.getString("primary").getValue().equals(move.to().name()))
            .isPresent();
    if (done) {
      isOver(db, move, row.get());
    } else {
      move.copied().forEach((ns, uuid) -> remote.drop(move.to(), ns, uuid));
    }
    return done;
  }

  private void isOver(String db, Undecided move, BsonDocument row) {
    server.sharding().learnDatabase(db, DatabaseVersion.parse(row.getDocument("version")));
    move.copied()
        .forEach(
            (ns, uuid) -> {
              if (server.data().find(ns).filter(one -> one.uuid().equals(uuid)).isPresent()) {
                server.data().drop(ns);
              }
              server.sharding().forget(ns);
            });
  }

  /**
   * {@code {_shardsvrCloneCatalogData: db, from, sessions?}} on the new primary → {@code
   * {collections: [ns], documents, bytes}}. {@code sessions}, if any, are the retryable writes done
   * on the old one.
   *
   * @throws CommandException NAMESPACE_EXISTS when something of one of the names is here
   */
  private BsonDocument cloneCatalogData(BsonDocument command) {
    String db = command.getString("_shardsvrCloneCatalogData").getValue();
    ShardId from = new ShardId(command.getString("from").getValue());
    settle(db);
    List<Namespace> tracked = tracked(db);
    List<Namespace> there = remote.names(from, db);
    TreeSet<Namespace> names = new TreeSet<>();
    for (Namespace ns : there) {
      if (!tracked.contains(ns) && !isTemporary(ns)) {
        names.add(ns);
      }
    }
    for (Namespace ns : names) {
      Optional<LocalCollection> present = server.data().find(ns);
      if (present.isPresent() && isLeftOver(from, ns, present.get())) {
        server.data().drop(ns);
      } else if (present.isPresent()) {
        throw new CommandException(
            ErrorCode.NAMESPACE_EXISTS,
            "Found collection "
                + ns
                + " on the shard that is to be the primary; drop it there before moving the"
                + " database");
      }
    }
    List<Namespace> done = new ArrayList<>();
    long documents = 0;
    long bytes = 0;
    try {
      for (Namespace ns : names) {
        done.add(ns);
        LocalCollection copy = copy(from, ns);
        documents += copy.isView() ? 0 : copy.store().count();
        bytes += copy.isView() ? 0 : DdlCommands.bytes(copy.store());
      }
    } catch (CommandException e) {
      done.forEach(server.data()::drop);
      throw e;
    }
    for (Namespace ns : tracked) {
      if (there.contains(ns) && server.data().find(ns).isEmpty()) {
        makeEmpty(from, ns);
      }
    }
    server.sessions().history().takeOver(command);
    BsonArray copied = new BsonArray();
    names.forEach(ns -> copied.add(new BsonString(ns.toString())));
    return Replies.ok(
        new BsonDocument("collections", copied)
            .append("documents", new BsonInt64(documents))
            .append("bytes", new BsonInt64(bytes)));
  }

  /** Whether it is a copy of the same collection, which a request that failed has left here. */
  private boolean isLeftOver(ShardId from, Namespace ns, LocalCollection present) {
    return present.uuid().equals(remote.info(from, ns).getBinary("uuid"));
  }

  /** What resharding fills stays where it is. */
  private static boolean isTemporary(Namespace ns) {
    return ns.collection().startsWith("system.resharding.");
  }

  /** Collections that the config servers know: chunks say where those are. */
  private List<Namespace> tracked(String db) {
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(),
                NodeId.CONFIG,
                "config",
                new BsonDocument("find", new BsonString("collections")));
    List<Namespace> names = new ArrayList<>();
    for (BsonValue row : Replies.batchOf(reply)) {
      Namespace ns = Namespace.parse(row.asDocument().getString("_id").getValue());
      if (ns.db().equals(db) && !isTemporary(ns)) {
        names.add(ns);
      }
    }
    return names;
  }

  /** A primary has every collection of the database in its catalog, if only empty. */
  private void makeEmpty(ShardId from, Namespace ns) {
    BsonDocument info = remote.info(from, ns);
    LocalCollection made =
        server.data().create(ns, info.getBinary("uuid"), info.getDocument("options"));
    RemoteCollections.createIndexes(made.store(), info.getArray("indexes"));
    server.sharding().forget(ns);
  }

  private LocalCollection copy(ShardId from, Namespace ns) {
    BsonDocument info = remote.info(from, ns);
    LocalCollection made =
        server.data().create(ns, info.getBinary("uuid"), info.getDocument("options"));
    server.sharding().learn(ns, Optional.empty());
    if (!made.isView()) {
      CollectionStore store = made.store();
      RemoteCollections.createIndexes(store, info.getArray("indexes"));
      store.weights().addAll(WeightDocuments.parse(info.getArray("weights", new BsonArray())));
      remote.forEach(from, ns, store::insert);
    }
    return made;
  }
}
