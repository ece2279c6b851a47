package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ErrorLabels;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.changes.ChangeStreamSpec;
import shardsh.core.pipeline.changes.ResumeToken;
import shardsh.core.query.Collation;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;

/**
 * Change streams through a router. Source: {@code sharding-facts.md}, section 19.3. A read waits,
 * in simulated time, until there is an event or its limit is over.
 */
final class RouterStreams {
  private static final int BATCH = 101;
  private static final long WAIT_MILLIS = 1000;
  private static final long HEARTBEAT_MILLIS = 10_000;

  private final Environment environment;
  private final NodeId router;
  private final RouterCursors cursors;
  private final Network.Node node;
  private final Map<Long, RouterStream> open = new TreeMap<>();

  RouterStreams(Environment environment, Network.Node node, RouterCursors cursors) {
    this.environment = environment;
    this.node = node;
    this.router = node.id();
    this.cursors = cursors;
  }

  void copyFrom(RouterStreams other) {
    other.open.forEach((id, stream) -> open.put(id, stream.copy()));
  }

  /** Puts itself before the commands that open, read and close cursors. */
  void wrap(Map<String, RouterCommand> commands) {
    RouterCommand aggregate = commands.get("aggregate");
    commands.put(
        "aggregate",
        (db, command) ->
            ChangeStreamSpec.opens(command) && !Docs.truthy(command, "explain")
                ? begin(db, command)
                : aggregate.run(db, command));
    RouterCommand getMore = commands.get("getMore");
    commands.put(
        "getMore",
        (db, command) -> {
          RouterStream stream = open.get(command.getNumber("getMore").longValue());
          return stream == null ? getMore.run(db, command) : more(stream, command);
        });
    RouterCommand kill = commands.get("killCursors");
    commands.put("killCursors", (db, command) -> close(db, command, kill));
  }

  private BsonDocument begin(String db, BsonDocument command) {
    ChangeStreamSpec spec = ChangeStreamSpec.parse(db, command);
    pipeline(spec);
    if (environment.clusterTime().getTime() == 0) {
      environment.nextClusterTime();
    }
    ResumeToken from = spec.begins().orElseGet(() -> ResumeToken.after(environment.clusterTime()));
    RouterStream stream = new RouterStream(spec, command, from);
    openOnNewShards(stream);
    long id = cursors.newId();
    open.put(id, stream);
    return reply("firstBatch", new BsonArray(), id, stream);
  }

  /** The stages after the first, with what stands around them now. */
  private Pipeline pipeline(ChangeStreamSpec spec) {
    return Pipeline.parse(spec.stages(), context());
  }

  private PipelineContext context() {
    EvaluationContext.Settings settings =
        new EvaluationContext.Settings(
            BsonOrder.SIMPLE,
            new BsonDateTime(environment.clock().nowMillis()),
            environment.clusterTime(),
            environment.random()::nextDouble,
            null,
            environment.profile());
    return new PipelineContext(
        QueryContext.of(Collation.simple(), settings), environment.operation());
  }

  /** Shards that came after the stream was opened are watched from where it is. */
  private void openOnNewShards(RouterStream stream) {
    List<ShardId> unknown = new ArrayList<>();
    for (ShardId shard : environment.shards()) {
      if (!stream.knows(shard)) {
        unknown.add(shard);
      }
    }
    if (unknown.isEmpty()) {
      return;
    }
    ChangeStreamSpec spec = stream.spec();
    BsonDocument stage = new BsonDocument("startAfter", stream.position().toBson());
    if (spec.ns().db().isEmpty()) {
      stage.append("allChangesForCluster", BsonBoolean.TRUE);
    }
    BsonDocument request =
        new BsonDocument("aggregate", stream.command().get("aggregate"))
            .append("pipeline", new BsonArray(List.of(new BsonDocument("$changeStream", stage))))
            .append("cursor", new BsonDocument())
            .append("fromMongos", BsonBoolean.TRUE);
    List<BsonDocument> replies = scatter(unknown, shard -> request, database(spec));
    for (int i = 0; i < unknown.size(); i++) {
      stream.add(unknown.get(i), Replies.cursorId(replies.get(i)), mark(replies.get(i)));
    }
  }

  private static String database(ChangeStreamSpec spec) {
    return spec.ns().db().isEmpty() ? "admin" : spec.ns().db();
  }

  private interface Request {
    BsonDocument to(ShardId shard);
  }

  private List<BsonDocument> scatter(List<ShardId> shards, Request request, String db) {
    List<Network.Call> calls = new ArrayList<>();
    for (ShardId shard : shards) {
      calls.add(new Network.Call(shard.node(), db, request.to(shard)));
    }
    List<BsonDocument> replies = environment.network().scatter(router, calls);
    ShardCalls.requireAll(replies);
    return replies;
  }

  private static ResumeToken mark(BsonDocument reply) {
    return ResumeToken.parse(reply.getDocument("cursor").getDocument("postBatchResumeToken"));
  }

  private BsonDocument more(RouterStream stream, BsonDocument command) {
    long id = command.getNumber("getMore").longValue();
    long limit =
        command.isNumber("maxTimeMS") ? command.getNumber("maxTimeMS").longValue() : WAIT_MILLIS;
    long end = environment.clock().nowMillis() + limit;
    int size =
        command.isNumber("batchSize") && command.getNumber("batchSize").intValue() > 0
            ? command.getNumber("batchSize").intValue()
            : BATCH;
    BsonArray batch = new BsonArray();
    boolean ended = take(stream, batch, size);
    while (batch.isEmpty() && !ended) {
      askAll(id, stream);
      ended = take(stream, batch, size);
      long now = environment.clock().nowMillis();
      if (now >= end) {
        break;
      }
      if (batch.isEmpty() && !ended) {
        long heartbeat = (now / HEARTBEAT_MILLIS + 1) * HEARTBEAT_MILLIS;
        environment.waitUntil(Math.min(end, heartbeat));
      }
    }
    if (ended) {
      open.remove(id);
      killRemotes(stream);
    }
    return reply("nextBatch", batch, ended ? 0 : id, stream);
  }

  /**
   * What other shards have answered is lost with the stream when one fails: it must be opened again
   * where it was.
   */
  private void askAll(long id, RouterStream stream) {
    try {
      openOnNewShards(stream);
      ask(stream);
    } catch (CommandException e) {
      open.remove(id);
      killRemotes(stream);
      throw e.errorCode().isUnreachable()
          ? ErrorLabels.with(ErrorLabels.RESUMABLE_CHANGE_STREAM, e)
          : e;
    }
  }

  private void ask(RouterStream stream) {
    Map<ShardId, Long> remotes = stream.cursors();
    List<ShardId> shards = new ArrayList<>(remotes.keySet());
    BsonString collection =
        new BsonString(
            stream.spec().ns().collection().isEmpty()
                ? "$cmd.aggregate"
                : stream.spec().ns().collection());
    List<BsonDocument> replies =
        scatter(
            shards,
            shard ->
                new BsonDocument("getMore", new BsonInt64(remotes.get(shard)))
                    .append("collection", collection),
            database(stream.spec()));
    for (int i = 0; i < shards.size(); i++) {
      List<BsonDocument> events = new ArrayList<>();
      for (BsonValue event : Replies.batchOf(replies.get(i))) {
        events.add(event.asDocument());
      }
      stream.received(shards.get(i), events, mark(replies.get(i)));
    }
  }

  /** Moves events that are in order into the batch; tells whether the stream has ended. */
  private boolean take(RouterStream stream, BsonArray batch, int size) {
    PipelineContext context = context();
    Pipeline stages = Pipeline.parse(stream.spec().stages(), context);
    while (batch.size() < size) {
      Optional<BsonDocument> event = stream.next();
      if (event.isEmpty()) {
        return false;
      }
      add(stages, context, complete(stream, event.get()), batch);
      if (stream.isEndedBy(event.get())) {
        add(stages, context, invalidation(event.get()), batch);
        return true;
      }
    }
    return false;
  }

  private static void add(
      Pipeline stages, PipelineContext context, BsonDocument event, BsonArray batch) {
    Iterator<BsonDocument> results = stages.run(List.of(event).iterator(), context);
    while (results.hasNext()) {
      BsonDocument result = results.next();
      requireToken(event.get("_id"), result.get("_id"));
      batch.add(result);
    }
  }

  private static void requireToken(BsonValue token, BsonValue found) {
    if (!token.equals(found)) {
      throw new CommandException(
          ErrorCode.CHANGE_STREAM_FATAL_ERROR,
          "Encountered an event whose _id field, which contains the resume token, was modified by"
              + " the pipeline. Modifying the _id field of an event makes it impossible to resume"
              + " the stream from that point. Only transformations that retain the unmodified _id"
              + " field are allowed. Expected: { _id: "
              + ServerText.of(token)
              + " } but found: "
              + (found == null ? "{}" : "{ _id: " + ServerText.of(found) + " }"));
    }
  }

  private static BsonDocument invalidation(BsonDocument event) {
    BsonDocument invalidation =
        new BsonDocument("_id", RouterStream.token(event).invalidation().toBson())
            .append("operationType", new BsonString("invalidate"))
            .append("clusterTime", event.get("clusterTime"));
    if (event.containsKey("wallTime")) {
      invalidation.append("wallTime", event.get("wallTime"));
    }
    return invalidation;
  }

  /** An update's event with the document as it is now, if the stream wants it. */
  private BsonDocument complete(RouterStream stream, BsonDocument event) {
    if (!stream.spec().lookUp() || !event.getString("operationType").getValue().equals("update")) {
      return event;
    }
    BsonDocument ns = event.getDocument("ns");
    BsonDocument find =
        new BsonDocument("find", ns.get("coll"))
            .append("filter", event.get("documentKey"))
            .append("limit", Docs.int32(1));
    BsonArray found =
        Replies.batchOf(Replies.require(node.handle(router, ns.getString("db").getValue(), find)));
    BsonDocument complete = new BsonDocument();
    event.forEach(
        (name, value) -> {
          if (name.equals("ns")) {
            complete.append("fullDocument", found.isEmpty() ? BsonNull.VALUE : found.get(0));
          }
          complete.append(name, value);
        });
    return complete;
  }

  private BsonDocument reply(String batchName, BsonArray batch, long id, RouterStream stream) {
    Namespace ns = stream.spec().ns();
    String name =
        database(stream.spec())
            + "."
            + (ns.collection().isEmpty() ? "$cmd.aggregate" : ns.collection());
    BsonDocument reply = Replies.cursor(batchName, batch, id, name);
    reply.getDocument("cursor").append("postBatchResumeToken", stream.position().toBson());
    return reply;
  }

  private void killRemotes(RouterStream stream) {
    stream
        .cursors()
        .forEach(
            (shard, id) -> {
              if (!environment.network().isDown(shard.node())) {
                kill(stream, shard, id);
              }
            });
  }

  private void kill(RouterStream stream, ShardId shard, long id) {
    BsonDocument request =
        new BsonDocument("killCursors", new BsonString("$cmd.aggregate"))
            .append("cursors", new BsonArray(List.of(new BsonInt64(id))));
    try {
      environment.network().call(router, shard.node(), database(stream.spec()), request);
    } catch (CommandException lost) {
      // A cursor that nobody reads costs nothing.
    }
  }

  private BsonDocument close(String db, BsonDocument command, RouterCommand others) {
    BsonArray closed = new BsonArray();
    BsonArray rest = new BsonArray();
    for (BsonValue id : command.getArray("cursors", new BsonArray())) {
      RouterStream stream = open.remove(id.asNumber().longValue());
      if (stream != null) {
        killRemotes(stream);
      }
      (stream == null ? rest : closed).add(id);
    }
    if (closed.isEmpty()) {
      return others.run(db, command);
    }
    BsonDocument reply = others.run(db, Docs.copyOf(command).append("cursors", rest));
    reply.getArray("cursorsKilled").addAll(closed);
    return reply;
  }
}
