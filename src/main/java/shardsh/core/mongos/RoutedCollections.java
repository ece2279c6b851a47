package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.Trace;

/** The collections of the cluster, read and written by commands of a router. */
final class RoutedCollections implements ForeignCollections {
  private final Environment environment;
  private final Network.Node router;
  private final CatalogCache cache;
  private final RouterCursors cursors;

  RoutedCollections(
      Environment environment, Network.Node router, CatalogCache cache, RouterCursors cursors) {
    this.environment = environment;
    this.router = router;
    this.cache = cache;
    this.cursors = cursors;
  }

  @Override
  public Optional<BsonDocument> shardKey(Namespace ns) {
    return cache
        .routing(ns)
        .table()
        .filter(table -> !table.isUnsplittable())
        .map(table -> table.shardKey().toDocument());
  }

  @Override
  public List<BsonDocument> sessions() {
    return router instanceof Router here ? here.sessions() : List.of();
  }

  @Override
  public List<BsonDocument> migrations() {
    return environment.migrations().stream().map(RunningMigration::progress).toList();
  }

  @Override
  public List<BsonDocument> processes(boolean localOps) {
    int opid = (int) environment.trace().mark();
    if (localOps) {
      return List.of(
          new BsonDocument("host", new BsonString(router.host()))
              .append("opid", new BsonInt32(opid)));
    }
    List<BsonDocument> rows = new ArrayList<>();
    for (ShardId shard : environment.shards()) {
      rows.add(
          new BsonDocument("shard", new BsonString(shard.name()))
              .append("host", new BsonString(environment.nodes().hostOf(shard.node())))
              .append("opid", new BsonString(shard + ":" + opid)));
    }
    return rows;
  }

  @Override
  public BsonValue newId() {
    return new BsonObjectId(environment.ids().objectId());
  }

  /** In the trace it is a call of its own, though no message goes to this node. */
  @Override
  public BsonDocument run(String db, BsonDocument command) {
    Trace trace = environment.trace();
    trace.openCall(trace.newCallId());
    try {
      return Replies.require(router.handle(router.id(), db, command));
    } finally {
      trace.closeCall();
    }
  }

  @Override
  public List<BsonDocument> mergeCursors(BsonDocument spec, Collation collation) {
    Namespace ns = Namespace.parse(spec.getString("nss").getValue());
    RouterCursor cursor =
        spec.isDocument("sort")
            ? RouterCursor.sorted(ns, spec.getDocument("sort"), collation)
            : RouterCursor.unsorted(ns);
    cursor.measured();
    for (BsonValue value : spec.getArray("remotes")) {
      BsonDocument remote = value.asDocument();
      cursor.add(
          new ShardId(remote.getString("shardId").getValue()),
          remote.getDocument("cursorResponse"));
    }
    return cursors.drained(cursor);
  }
}
