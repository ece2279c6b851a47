package shardsh.js.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyIterable;
import org.graalvm.polyglot.proxy.ProxyIterator;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.js.ShellInputException;
import shardsh.render.BsonInspect;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;

/**
 * Results that are fetched when they are needed: nothing is sent before the first document is asked
 * for, and the next batch only when the one before is used up.
 */
abstract class AbstractCursor extends ApiObject implements ProxyIterable, FirstBatch {
  private static final int CHUNK = 64;

  final Database db;
  private final Deque<BsonValue> batch = new ArrayDeque<>();
  private final List<Value> mappings = new ArrayList<>();
  private long id;
  private String collection = "";
  private BsonDocument reply = new BsonDocument();
  private BsonValue first = new BsonArray();
  private boolean started;
  private boolean closed;
  private int batchSize = -1;

  AbstractCursor(Database db) {
    super(db.api);
    this.db = db;
  }

  /** The command that opens it; without a batch size. */
  abstract BsonDocument command();

  /** Puts the batch size where this command has it. */
  abstract void addBatchSize(BsonDocument command, BsonInt32 size);

  /** Whether it never ends, so that it is not read out for being printed. */
  boolean awaitsMore() {
    return false;
  }

  /**
   * How often an empty batch is answered by asking again: for a cursor that never ends an empty
   * batch means that nothing has happened yet.
   */
  int asksMax() {
    return Integer.MAX_VALUE;
  }

  /** Adds what this kind of cursor says with every request for more. */
  void addToGetMore(BsonDocument command) {}

  @Override
  String apiName() {
    return "Cursor";
  }

  @Override
  String callPrefix() {
    return "cursor.";
  }

  @Override
  NodeId node() {
    return db.connection().node();
  }

  final void requireNotStarted() {
    if (started) {
      throw new ShellInputException("MongoCursorInUseError", "Cursor is already initialized", "");
    }
  }

  private void fill(int pageSize) {
    if (closed) {
      return;
    }
    if (!started) {
      start(pageSize);
    }
    for (int asked = 0; batch.isEmpty() && id != 0 && asked < asksMax(); asked++) {
      BsonDocument command =
          new BsonDocument("getMore", new BsonInt64(id))
              .append("collection", new BsonString(collection));
      int size = batchSize > 0 ? batchSize : pageSize;
      if (size > 0) {
        command.append("batchSize", new BsonInt32(size));
      }
      addToGetMore(command);
      api.host().cursorGoesOn(this);
      accept(more(command), "nextBatch");
      if (!awaitsMore()) {
        addToFirst(reply.getArray("nextBatch"));
      }
    }
  }

  /** So that small batches tell the same of a cursor as one large batch would. */
  private void addToFirst(BsonArray next) {
    if (first.isArray() && first.asArray().size() < SIZE) {
      BsonArray sum = new BsonArray(first.asArray());
      sum.addAll(next.subList(0, Math.min(next.size(), SIZE - sum.size())));
      first = sum;
    }
  }

  /**
   * Sends a request for more; gives the {@code cursor} of the reply. Where one gets no answer, the
   * cursor is closed: what the answer had would be missing.
   */
  BsonDocument more(BsonDocument command) {
    try {
      return db.run(command).getDocument("cursor");
    } catch (CommandException e) {
      id = 0;
      closed = true;
      throw e;
    }
  }

  private void start(int pageSize) {
    asks();
    started = true;
    BsonDocument command = command();
    int size = batchSize >= 0 ? batchSize : pageSize;
    if (size >= 0) {
      addBatchSize(command, new BsonInt32(size));
    }
    accept(db.run(command).getDocument("cursor"), "firstBatch");
    first = reply.getArray("firstBatch");
  }

  private void accept(BsonDocument cursor, String field) {
    reply = cursor;
    id = cursor.getNumber("id", new BsonInt32(0)).longValue();
    String ns = cursor.getString("ns", new BsonString("." + collection)).getValue();
    collection = ns.substring(ns.indexOf('.') + 1);
    batch.addAll(cursor.getArray(field));
  }

  /** Is about to send its command, or another in the place of it. */
  final void asks() {
    api.host().cursorAsks(this);
  }

  @Override
  public final BsonValue firstBatch() {
    return first;
  }

  @Override
  public final boolean hasAsked() {
    return started;
  }

  /** Takes what another command brought, a plan or a number, for what this cursor gave. */
  final BsonValue instead(BsonValue given) {
    first = given;
    return given;
  }

  /** Sends the command that opens it. */
  final void fetchFirst() {
    if (!started) {
      start(-1);
    }
  }

  /** The {@code cursor} field of the last reply. */
  final BsonDocument lastReply() {
    return reply;
  }

  /** The next document as the server gave it, or null at the end. */
  final BsonValue nextRaw() {
    fill(-1);
    return batch.poll();
  }

  /** All documents that are left. */
  final List<BsonValue> drain() {
    List<BsonValue> all = new ArrayList<>();
    for (fill(-1); !batch.isEmpty(); fill(-1)) {
      all.addAll(batch);
      batch.clear();
    }
    return all;
  }

  /** Whether it was closed here, and not only ended by the server. */
  final boolean wasClosed() {
    return closed;
  }

  final boolean isExhausted() {
    return closed || started && batch.isEmpty() && id == 0;
  }

  private Object mapped(BsonValue document) {
    if (mappings.isEmpty()) {
      return document;
    }
    Object value = api.engine().values().toGuest(document);
    for (Value mapping : mappings) {
      value = mapping.execute(value);
    }
    return value;
  }

  /** The next documents for the prompt. */
  final CursorPage page(int size) {
    List<BsonValue> values = new ArrayList<>();
    List<InspectNode> nodes = new ArrayList<>();
    while (values.size() < size) {
      fill(size);
      BsonValue document = batch.poll();
      if (document == null) {
        break;
      }
      Object mapped = mapped(document);
      if (mapped instanceof Value value) {
        nodes.add(api.engine().wrap(value).inspect(InspectOptions.DEEP));
        values.add(bsonOrUndefined(value));
      } else {
        nodes.add(BsonInspect.node(document));
        values.add(document);
      }
    }
    return new CursorPage(values, nodes, !isExhausted());
  }

  /** For {@code for (const doc of cursor)}. */
  @Override
  public final Object getIterator() {
    return new ProxyIterator() {
      @Override
      public boolean hasNext() {
        try {
          fill(-1);
          return !batch.isEmpty();
        } catch (RuntimeException e) {
          throw api.thrown(e);
        }
      }

      @Override
      public Object getNext() {
        return api.engine().values().toGuest(mapped(batch.poll()));
      }
    };
  }

  private BsonValue bsonOrUndefined(Value value) {
    try {
      return api.engine().values().toBson(value);
    } catch (ShellInputException e) {
      return new BsonUndefined();
    }
  }

  @ShellMethod(
      usage = "cursor.next()",
      help = "The next document, or null when there is none left.",
      counts = false)
  Object next(Args args) {
    BsonValue document = nextRaw();
    return document == null ? null : mapped(document);
  }

  @ShellMethod(
      usage = "cursor.tryNext()",
      help = "The next document if there is one now, else null.",
      counts = false)
  Object tryNext(Args args) {
    return next(args);
  }

  @ShellMethod(
      usage = "cursor.hasNext()",
      help = "Whether there is another document.",
      counts = false)
  Object hasNext(Args args) {
    fill(-1);
    return !batch.isEmpty();
  }

  @ShellMethod(
      usage = "cursor.forEach(doc => print(doc._id))",
      help = "Calls a function for each document until it returns false.",
      counts = false)
  Object forEach(Args args) {
    Value function = args.function(0);
    boolean goesOn = true;
    for (fill(-1); goesOn && !batch.isEmpty(); fill(-1)) {
      if (mappings.isEmpty()) {
        List<BsonValue> chunk = new ArrayList<>();
        while (chunk.size() < CHUNK && !batch.isEmpty()) {
          chunk.add(batch.poll());
        }
        goesOn = api.engine().values().forEach(chunk, function);
      } else {
        Value answer = function.execute(mapped(batch.poll()));
        goesOn = !answer.isBoolean() || answer.asBoolean();
      }
    }
    return api.engine().values().undefined();
  }

  @ShellMethod(
      usage = "cursor.map(doc => doc._id)",
      help = "The same cursor, giving what the function makes of each document.",
      counts = false)
  Object map(Args args) {
    mappings.add(args.function(0));
    return this;
  }

  @ShellMethod(
      usage = "cursor.toArray()",
      help = "All documents that are left, as an array.",
      counts = false)
  Object toArray(Args args) {
    List<BsonValue> all = drain();
    if (mappings.isEmpty()) {
      return new BsonArray(all);
    }
    Value result = (Value) api.engine().values().toGuest(new BsonArray());
    for (BsonValue document : all) {
      result.setArrayElement(result.getArraySize(), mapped(document));
    }
    return result;
  }

  @ShellMethod(
      usage = "cursor.itcount()",
      help = "The number of documents left, counted by reading them.",
      counts = false)
  Object itcount(Args args) {
    return drain().size();
  }

  @ShellMethod(usage = "cursor.close()", help = "Ends the cursor.", counts = false)
  Object close(Args args) {
    if (id != 0) {
      db.run(
          new BsonDocument("killCursors", new BsonString(collection))
              .append("cursors", new BsonArray(List.of(new BsonInt64(id)))));
    }
    id = 0;
    batch.clear();
    closed = true;
    return api.engine().values().undefined();
  }

  @ShellMethod(
      usage = "cursor.isClosed()",
      help = "Whether the cursor has ended on the server.",
      counts = false)
  Object isClosed(Args args) {
    return closed || started && id == 0;
  }

  @ShellMethod(
      usage = "cursor.isExhausted()",
      help = "Whether it has ended and no document is left.",
      counts = false)
  Object isExhausted(Args args) {
    return isExhausted();
  }

  @ShellMethod(
      usage = "cursor.objsLeftInBatch()",
      help = "The number of documents fetched and not yet read.",
      counts = false)
  Object objsLeftInBatch(Args args) {
    return batch.size();
  }

  @ShellMethod(
      usage = "cursor.pretty()",
      help = "Does nothing; kept for old scripts.",
      counts = false)
  Object pretty(Args args) {
    return this;
  }

  @ShellMethod(
      usage = "cursor.disableBlockWarnings()",
      help = "Does nothing; kept for old scripts.",
      counts = false)
  Object disableBlockWarnings(Args args) {
    return this;
  }

  @ShellMethod(
      usage = "cursor.batchSize(100)",
      help = "How many documents each reply carries.",
      counts = false)
  Object batchSize(Args args) {
    batchSize = (int) args.number(0);
    return this;
  }

  @ShellMethod(
      usage = "cursor.explain(\"executionStats\")",
      help = "How the query is run, instead of its result.",
      counts = false)
  Object explain(Args args) {
    BsonDocument command = command();
    asks();
    return instead(db.explain(command, Explainable.verbosity(args, 0)));
  }
}
