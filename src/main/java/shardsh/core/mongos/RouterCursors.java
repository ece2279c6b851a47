package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CursorLife;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.SimClock;
import shardsh.core.trace.QueryEvent;

/** The open cursors of a router, and the commands getMore and killCursors. */
final class RouterCursors {
  private static final int FIRST_BATCH = 101;
  private static final int NEXT_BATCH_MAX = 100_000;

  private record Open(RouterCursor cursor, CursorLife life) {}

  private final Environment environment;
  private final NodeId router;
  private final RouterTransactions transactions;
  private final Map<Long, Open> open = new TreeMap<>();
  private long nextId = 1;

  RouterCursors(Environment environment, NodeId router, RouterTransactions transactions) {
    this.environment = environment;
    this.router = router;
    this.transactions = transactions;
  }

  RouterCursors copy(Environment otherEnvironment, RouterTransactions copied) {
    RouterCursors copy = new RouterCursors(otherEnvironment, router, copied);
    open.forEach(
        (id, one) ->
            copy.open.put(id, new Open(one.cursor().copy(otherEnvironment), one.life().copy())));
    copy.nextId = nextId;
    return copy;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("getMore", this::getMore);
    commands.put("killCursors", this::killCursors);
  }

  /** A number for a cursor that somebody else keeps. */
  long newId() {
    return nextId++;
  }

  /** The first batch of a new cursor; it stays open when there is more. */
  BsonDocument firstBatch(RouterCursor cursor, BsonDocument command) {
    int size = batchSize(command, FIRST_BATCH);
    cursor.askInBatchesOf(batchSize(command, 0));
    BsonArray batch = cursor.nextBatch(size, calls(cursor));
    merged(cursor);
    long id = 0;
    if (!cursor.isExhausted()) {
      if (isSingleBatch(command)) {
        killRemotes(cursor);
      } else {
        id = nextId++;
        boolean noTimeout = Docs.truthy(command, "noCursorTimeout");
        open.put(id, new Open(cursor, CursorLife.of(noTimeout, nowMillis())));
      }
    } else {
      killRemotes(cursor);
    }
    return cursor.marked(Replies.cursor("firstBatch", batch, id, cursor.ns().toString()));
  }

  /** All that is left of a cursor that nobody else will ask for. */
  List<BsonDocument> drained(RouterCursor cursor) {
    List<BsonDocument> all = new ArrayList<>();
    BsonArray batch;
    do {
      batch = cursor.nextBatch(NEXT_BATCH_MAX, calls(cursor));
      batch.forEach(value -> all.add(value.asDocument()));
    } while (!batch.isEmpty());
    merged(cursor);
    return all;
  }

  /** Notes what was merged since the last time, and charges time for it if it came from several. */
  private void merged(RouterCursor cursor) {
    QueryEvent.ResultsMerged report = cursor.report(router);
    environment.trace().record(report);
    if (report.shippedByShard().size() > 1) {
      environment
          .clock()
          .advanceMicros(
              report.shipped() * environment.parameters().shippedMicros()
                  + report.kept() * environment.parameters().mergedMicros());
    }
    cursor.resetCounts();
  }

  private static boolean isSingleBatch(BsonDocument command) {
    return command.isBoolean("singleBatch") && command.getBoolean("singleBatch").getValue();
  }

  private static int batchSize(BsonDocument command, int whenMissing) {
    BsonValue size =
        command.isDocument("cursor")
            ? command.getDocument("cursor").get("batchSize")
            : command.get("batchSize");
    if (size == null || !size.isNumber()) {
      return whenMissing;
    }
    long wanted = size.asNumber().longValue();
    if (wanted < 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "batchSize value must be non-negative, but received: " + wanted);
    }
    return (int) Math.min(wanted, NEXT_BATCH_MAX);
  }

  private RouterCursor.RemoteCalls calls(RouterCursor cursor) {
    return new RouterCursor.RemoteCalls() {
      @Override
      public BsonDocument getMore(ShardId shard, long cursorId) {
        return ask(cursor, shard, cursorId);
      }

      @Override
      public void together(List<Runnable> calls) {
        SimClock clock = environment.clock();
        long start = clock.nowMicros();
        long end = start;
        try {
          for (Runnable call : calls) {
            clock.setForParallelCall(start);
            call.run();
            end = Math.max(end, clock.nowMicros());
          }
        } finally {
          clock.setForParallelCall(Math.max(end, clock.nowMicros()));
        }
      }
    };
  }

  /**
   * The next batch of a shard's cursor, of the size that the client asked for when it opened the
   * cursor: the size in a later getMore is between the client and the router alone. What a merger
   * works on comes in full batches.
   */
  private BsonDocument ask(RouterCursor cursor, ShardId shard, long id) {
    BsonDocument request =
        new BsonDocument("getMore", new BsonInt64(id))
            .append("collection", new BsonString(cursor.ns().collection()));
    if (cursor.batchSize() > 0 && !cursor.hasMergerPart()) {
      request.append("batchSize", new BsonInt32(cursor.batchSize()));
    }
    try {
      return asked(cursor, shard, request);
    } catch (CommandException e) {
      if (!cursor.allowsPartialResults() || !e.errorCode().isUnreachable()) {
        throw e;
      }
      cursor.missShard();
      return Replies.cursor("nextBatch", new BsonArray(), 0, cursor.ns().toString());
    }
  }

  private BsonDocument asked(RouterCursor cursor, ShardId shard, BsonDocument request) {
    BsonDocument sent = transactions.attach(shard, request);
    BsonDocument reply =
        transactions.received(
            shard, environment.network().call(router, shard.node(), cursor.ns().db(), sent));
    if (Replies.isOk(reply)) {
      return reply;
    }
    throw RemoteErrors.named(environment.nodes(), shard, Replies.error(reply));
  }

  private BsonDocument getMore(String db, BsonDocument command) {
    long id = command.getNumber("getMore").longValue();
    RouterCursor cursor = used(id).cursor();
    checkNamespace(db, command, cursor);
    int size = batchSize(command, NEXT_BATCH_MAX);
    BsonArray batch;
    try {
      batch = cursor.nextBatch(size == 0 ? NEXT_BATCH_MAX : size, calls(cursor));
    } catch (CommandException e) {
      open.remove(id);
      killRemotes(cursor);
      throw e;
    }
    merged(cursor);
    long left = id;
    if (cursor.isExhausted()) {
      open.remove(id);
      killRemotes(cursor);
      left = 0;
    }
    return cursor.marked(Replies.cursor("nextBatch", batch, left, cursor.ns().toString()));
  }

  private Open used(long id) {
    Open one = open.get(id);
    if (one != null && one.life().isOver(nowMillis())) {
      open.remove(id);
      killRemotes(one.cursor());
      one = null;
    }
    if (one == null) {
      throw new CommandException(ErrorCode.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
    }
    one.life().use(nowMillis());
    return one;
  }

  private static void checkNamespace(String db, BsonDocument command, RouterCursor cursor) {
    Namespace asked = new Namespace(db, command.getString("collection").getValue());
    if (!asked.equals(cursor.ns())) {
      throw new CommandException(
          ErrorCode.UNAUTHORIZED,
          "Requested getMore on namespace '"
              + asked
              + "', but cursor belongs to a different namespace "
              + cursor.ns());
    }
  }

  private long nowMillis() {
    return environment.clock().nowMillis();
  }

  private void killRemotes(RouterCursor cursor) {
    for (RouterCursor.ClusterCursor remote : cursor.openCursors()) {
      kill(cursor.ns().db(), cursor.ns().collection(), remote.shard(), remote.id());
    }
  }

  private void kill(String db, String collection, ShardId shard, long id) {
    if (environment.network().isDown(shard.node())) {
      return;
    }
    environment
        .network()
        .call(
            router,
            shard.node(),
            db,
            new BsonDocument("killCursors", new BsonString(collection))
                .append("cursors", new BsonArray(List.of(new BsonInt64(id)))));
  }

  private BsonDocument killCursors(String db, BsonDocument command) {
    BsonArray killed = new BsonArray();
    BsonArray notFound = new BsonArray();
    for (BsonValue id : command.getArray("cursors", new BsonArray())) {
      Open one = open.remove(id.asNumber().longValue());
      if (one != null) {
        killRemotes(one.cursor());
      }
      (one == null || one.life().isOver(nowMillis()) ? notFound : killed).add(id);
    }
    return Replies.ok(
        new BsonDocument("cursorsKilled", killed)
            .append("cursorsNotFound", notFound)
            .append("cursorsAlive", new BsonArray())
            .append("cursorsUnknown", new BsonArray()));
  }
}
