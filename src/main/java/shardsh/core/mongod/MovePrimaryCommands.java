package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonArray;
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
  private final ShardServer server;
  private final Environment environment;
  private final RemoteCollections remote;

  MovePrimaryCommands(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.remote = new RemoteCollections(server);
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
    new WriteConflicts(server).awaitUnused(new Namespace(db, ""));
    BsonDocument copied =
        environment.network().require(server.id(), to.node(), "admin", cloneCommand(db));
    List<Namespace> moved = namesIn(copied.getArray("collections"));
    environment.toTheEnd(() -> commit(db, to, moved));
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

  private void commit(String db, ShardId to, List<Namespace> moved) {
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
                      .append("to", new BsonString(to.name())));
    } catch (CommandException e) {
      moved.forEach(ns -> dropOn(to, ns));
      throw e;
    }
    server
        .sharding()
        .learnDatabase(
            db, DatabaseVersion.parse(committed.getDocument("database").getDocument("version")));
    for (Namespace ns : moved) {
      server.data().drop(ns);
      server.sharding().forget(ns);
    }
  }

  private void dropOn(ShardId shard, Namespace ns) {
    environment
        .network()
        .require(
            server.id(),
            shard.node(),
            "admin",
            new BsonDocument("_shardsvrDropCollectionParticipant", new BsonString(ns.toString())));
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
    List<Namespace> tracked = tracked(db);
    List<Namespace> there = remote.names(from, db);
    TreeSet<Namespace> names = new TreeSet<>();
    for (Namespace ns : there) {
      if (!tracked.contains(ns) && !isTemporary(ns)) {
        names.add(ns);
      }
    }
    for (Namespace ns : names) {
      if (server.data().find(ns).isPresent()) {
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
