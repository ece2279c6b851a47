package shardsh.core.mongod;

import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CursorLife;
import shardsh.core.rpc.Replies;

/**
 * The open cursors of a shard. A cursor keeps the data as it was when it was opened, and how many
 * results it has given; the computation under way only saves beginning again, and is not copied.
 */
final class ShardCursors {
  private static final int FIRST_BATCH = 101;
  private static final int BATCH_MAX = 10_000;

  private static final class Open {
    private final CursorResults results;
    private final int member;
    private final long sinceMillis;
    private CursorLife life;
    private long given;
    private CursorResults.Running running;
    private BsonDocument ahead;

    Open(CursorResults results, int member, long sinceMillis, CursorLife life, long given) {
      this.results = results;
      this.member = member;
      this.sinceMillis = sinceMillis;
      this.life = life;
      this.given = given;
    }

    Open copy(LocalReads reads) {
      return new Open(results.in(reads), member, sinceMillis, life.copy(), given);
    }
  }

  private final ShardServer server;
  private final Map<Long, Open> open = new TreeMap<>();
  private long nextId = 1;

  ShardCursors(ShardServer server) {
    this.server = server;
  }

  void copyFrom(ShardCursors other) {
    other.open.forEach((id, cursor) -> open.put(id, cursor.copy(server.reads())));
    nextId = other.nextId;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("getMore", (db, command) -> getMore(command));
    commands.put("killCursors", (db, command) -> kill(command));
  }

  /**
   * The first batch; the cursor stays open when there is more.
   *
   * @param batchSize empty for the default of 101; with 0 nothing is computed yet
   */
  BsonDocument firstBatch(CursorResults results, OptionalLong batchSize, boolean singleBatch) {
    Open cursor =
        new Open(
            results,
            server.set().members().serving(),
            nowMillis(),
            CursorLife.of(false, nowMillis()),
            0);
    int size = (int) Math.min(BATCH_MAX, batchSize.orElse(FIRST_BATCH));
    BsonArray batch = size == 0 ? new BsonArray() : fill(cursor, size);
    long id = 0;
    if ((size == 0 || cursor.ahead != null) && !singleBatch) {
      id = nextId++;
      open.put(id, cursor);
    }
    return Replies.cursor("firstBatch", batch, id, results.ns().toString());
  }

  /** A number for a cursor that somebody else keeps. */
  long newId() {
    return nextId++;
  }

  /** The member that holds the cursor of a getMore or killCursors. */
  OptionalInt memberFor(BsonDocument command) {
    BsonValue id =
        switch (Docs.firstName(command)) {
          case "getMore" -> command.get("getMore");
          case "killCursors" ->
              command.isArray("cursors") && !command.getArray("cursors").isEmpty()
                  ? command.getArray("cursors").get(0)
                  : null;
          default -> null;
        };
    Open cursor = id == null || !id.isNumber() ? null : open.get(id.asNumber().longValue());
    return cursor == null ? OptionalInt.empty() : OptionalInt.of(cursor.member);
  }

  /** A member stopped, and with it the cursors it held. */
  void closeOf(int member) {
    open.values().removeIf(cursor -> cursor.member == member);
  }

  /** The cursor of that id, if it is open, never times out. */
  void exempt(long id) {
    Open cursor = open.get(id);
    if (cursor != null) {
      cursor.life = CursorLife.of(true, nowMillis());
    }
  }

  /**
   * When the cursors on that collection that were opened by then are over if nobody uses them;
   * empty when none of them is open.
   */
  OptionalLong endOf(Namespace ns, long millis) {
    return open.values().stream()
        .filter(cursor -> cursor.sinceMillis <= millis && cursor.results.ns().equals(ns))
        .filter(cursor -> !cursor.life.isOver(nowMillis()))
        .mapToLong(cursor -> cursor.life.endMillis())
        .max();
  }

  private long nowMillis() {
    return server.environment().clock().nowMillis();
  }

  private static BsonArray fill(Open cursor, int size) {
    if (cursor.running == null) {
      restart(cursor);
    }
    BsonArray batch = new BsonArray(1);
    while (cursor.ahead != null && batch.size() < size) {
      batch.add(cursor.ahead);
      cursor.given++;
      cursor.ahead = cursor.running.next();
    }
    cursor.running.charge();
    return batch;
  }

  /** Begins anew and passes over what has been given. */
  private static void restart(Open cursor) {
    cursor.running = cursor.results.start();
    cursor.ahead = cursor.running.next();
    for (long i = 0; i < cursor.given && cursor.ahead != null; i++) {
      cursor.ahead = cursor.running.next();
    }
    if (cursor.given > 0) {
      cursor.running.passOver();
    }
  }

  private BsonDocument getMore(BsonDocument command) {
    long id = command.getNumber("getMore").longValue();
    Open cursor = open.get(id);
    if (cursor != null && cursor.life.isOver(nowMillis())) {
      open.remove(id);
      cursor = null;
    }
    if (cursor == null) {
      throw new CommandException(ErrorCode.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
    }
    cursor.life.use(nowMillis());
    int size =
        command.containsKey("batchSize")
            ? (int) Math.min(BATCH_MAX, Math.max(1, command.getNumber("batchSize").longValue()))
            : BATCH_MAX;
    BsonArray batch;
    try {
      batch = fill(cursor, size);
    } catch (CommandException e) {
      open.remove(id);
      throw ExecutorErrors.named(e, ExecutorErrors.GET_MORE);
    }
    Namespace ns = cursor.results.ns();
    if (cursor.ahead == null) {
      open.remove(id);
      return Replies.cursor("nextBatch", batch, 0, ns.toString());
    }
    return Replies.cursor("nextBatch", batch, id, ns.toString());
  }

  private BsonDocument kill(BsonDocument command) {
    BsonArray killed = new BsonArray();
    BsonArray notFound = new BsonArray();
    for (BsonValue id : command.getArray("cursors", new BsonArray())) {
      (open.remove(id.asNumber().longValue()) == null ? notFound : killed).add(id);
    }
    return Replies.ok(
        new BsonDocument("cursorsKilled", killed)
            .append("cursorsNotFound", notFound)
            .append("cursorsAlive", new BsonArray())
            .append("cursorsUnknown", new BsonArray()));
  }
}
