package shardsh.core.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;

/**
 * Drives a load: one command after the other through a router, each as an application sends it, so
 * that what is due happens between them and stale tables are found out.
 *
 * <p>A read asks for one page of {@link #PAGE} documents. Since operations never overlap, no queue
 * forms at a busy shard: latencies tell what requests cost, not how long they wait for each other.
 */
final class LoadRun {
  /** The documents of a read's one page. */
  static final int PAGE = 20;

  private final Cluster cluster;
  private final Environment environment;
  private final NodeId router;
  private final Namespace ns;
  private final LoadSpec spec;
  private final LoadValues values;
  private final String what;
  private final LoadTally tally;
  private final Map<Long, Long> sentMicros = new LinkedHashMap<>();

  LoadRun(Cluster cluster, NodeId router, Namespace ns, LoadSpec spec, LoadValues values) {
    this(cluster, router, ns, spec, values, "load");
  }

  /**
   * @param what how the load is called to those who wait for it
   */
  LoadRun(
      Cluster cluster, NodeId router, Namespace ns, LoadSpec spec, LoadValues values, String what) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    this.router = router;
    this.ns = ns;
    this.spec = spec;
    this.values = values;
    this.what = what;
    this.tally =
        new LoadTally(ns, cluster.config().state().catalog().shards().keySet().stream().toList());
  }

  /**
   * All operations of the description.
   *
   * @throws CommandException INTERRUPTED when it is stopped; what was done stays done
   */
  LoadTally run() {
    for (int i = 0; i < spec.operations(); i++) {
      environment.operation().checkForInterrupt();
      environment.report(what, i, spec.operations());
      boolean insert = spec.insertsAmong(i + 1) > spec.insertsAmong(i);
      one(insert);
    }
    return tally;
  }

  /** Only the inserts of the description. */
  LoadTally runInserts() {
    long inserts = spec.insertsAmong(spec.operations());
    for (long i = 0; i < inserts; i++) {
      environment.operation().checkForInterrupt();
      environment.report(what, i, inserts);
      one(true);
    }
    return tally;
  }

  private void one(boolean insert) {
    BsonObjectId id = new BsonObjectId(environment.ids().objectId());
    BsonDocument command = insert ? insert(values.document(id)) : find(values.filter(id));
    long mark = environment.trace().mark();
    String error = "";
    try {
      BsonDocument reply = cluster.run(router, ns.db(), command);
      if (reply.containsKey("writeErrors")) {
        BsonDocument first = reply.getArray("writeErrors").get(0).asDocument();
        error = first.getString("errmsg").getValue();
      }
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.INTERRUPTED)) {
        throw e;
      }
      error = e.getMessage();
    }
    List<TraceEntry> slice = environment.trace().since(mark);
    tally.operation(insert, error);
    count(slice, insert);
  }

  private BsonDocument insert(BsonDocument document) {
    return new BsonDocument("insert", new BsonString(ns.collection()))
        .append("documents", new BsonArray(List.of(document)));
  }

  private BsonDocument find(BsonDocument filter) {
    return new BsonDocument("find", new BsonString(ns.collection()))
        .append("filter", filter)
        .append("limit", new BsonInt32(PAGE))
        .append("singleBatch", BsonBoolean.TRUE);
  }

  private void count(List<TraceEntry> slice, boolean insert) {
    Optional<RoutingEvent.Targeted> last = Optional.empty();
    for (TraceEntry entry : slice) {
      ClusterEvent event = entry.event();
      if (event instanceof CallEvent.RequestSent sent) {
        tally.message();
        if (sent.from().equals(router) && tally.knows(sent.to())) {
          sentMicros.put(sent.callId(), entry.atMicros());
        }
      } else if (event instanceof CallEvent.ReplyReceived reply) {
        tally.message();
        Long began = sentMicros.remove(reply.callId());
        if (began != null) {
          tally.answered(new ShardId(reply.from().name()), insert, reply, entry.atMicros() - began);
        }
      } else if (event instanceof RoutingEvent.Targeted targeted) {
        // A router that was refused chooses again; the last choice is the one that counts.
        last = Optional.of(targeted);
      }
    }
    last.ifPresent(targeted -> tally.targeted(insert, targeted));
    sentMicros.clear();
  }
}
