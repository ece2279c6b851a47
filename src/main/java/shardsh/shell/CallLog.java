package shardsh.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;
import shardsh.core.trace.TraceEntry;
import shardsh.js.GuestValues;
import shardsh.js.ShellInputException;
import shardsh.js.api.FirstBatch;

/** The helpers that a text called, in order, with what came of each. */
final class CallLog {
  private static final int KEPT_MAX = 2_000;
  private static final int WAITING_MAX = 100;

  private final List<Call> calls = new ArrayList<>();
  private final Deque<Call> open = new ArrayDeque<>();

  /** Calls of earlier texts that gave a cursor which had not asked for anything yet. */
  private final List<Call> waiting = new ArrayList<>();

  private final CallTurns turns = new CallTurns();
  private int resumed;
  private int forgotten;

  /** One call, e.g. of {@code sh.splitAt}. */
  static final class Call {
    private final String op;
    private final NodeId node;
    private final String ns;
    private final Optional<BsonDocument> filter;
    private Object result;
    private boolean asked;
    private Optional<BsonDocument> error = Optional.empty();

    private Call(String op, NodeId node, String ns, Optional<BsonDocument> filter) {
      this.op = op;
      this.node = node;
      this.ns = ns;
      this.filter = filter;
    }

    private Call asked() {
      asked = true;
      return this;
    }

    /** The same called anew, which has made nothing happen so far. */
    private Call again() {
      Call again = new Call(op, node, ns, filter);
      again.result = result;
      return again.asked();
    }

    String op() {
      return op;
    }

    NodeId node() {
      return node;
    }

    String ns() {
      return ns;
    }

    Optional<BsonDocument> filter() {
      return filter;
    }

    /** Whether it has sent anything; not so a cursor that nobody has asked for a document. */
    boolean hasAsked() {
      return asked || !(result instanceof FirstBatch cursor) || cursor.hasAsked();
    }

    /** What it gave, of a cursor the first batch or the plan; null for what is no data. */
    BsonValue result() {
      if (result instanceof FirstBatch cursor) {
        return cursor.firstBatch();
      }
      if (result instanceof BsonValue value) {
        return value;
      }
      if (result instanceof String text) {
        return new BsonString(text);
      }
      if (result instanceof Number number) {
        return GuestValues.number(number.doubleValue());
      }
      return result instanceof Boolean truth ? BsonBoolean.valueOf(truth) : BsonNull.VALUE;
    }

    /** {@code {name, message, code}} of what it threw. */
    Optional<BsonDocument> error() {
      return error;
    }
  }

  /** A text begins. */
  void clear() {
    for (Call call : calls) {
      if (call.result instanceof FirstBatch cursor && !cursor.hasAsked()) {
        waiting.add(call);
      }
    }
    while (waiting.size() > WAITING_MAX) {
      waiting.remove(0);
    }
    calls.clear();
    turns.clear();
    open.clear();
    resumed = 0;
    forgotten = 0;
  }

  /** A cursor asks; its helper counts as called here, though it may have been called before. */
  void resume(FirstBatch cursor, long mark) {
    int last = calls.size() - 1;
    for (int i = last; i >= 0; i--) {
      if (calls.get(i).result == cursor) {
        Call call = calls.remove(i);
        add(i == last ? call.asked() : call.again(), mark);
        return;
      }
    }
    for (Call call : waiting) {
      if (call.result == cursor) {
        waiting.remove(call);
        keep(call.again(), mark);
        resumed++;
        return;
      }
    }
  }

  /** A cursor asks for more: that is its own helper's doing, whatever was called meanwhile. */
  void goOn(FirstBatch cursor, long mark) {
    if (open.isEmpty()) {
      turns.give(calls.stream().filter(call -> call.result == cursor).findFirst(), mark);
    }
  }

  /** How many of the calls were begun in an earlier text, where they have been paid for. */
  int resumed() {
    return resumed;
  }

  void begin(String op, NodeId node, String ns, Optional<BsonDocument> filter, long mark) {
    Call call = new Call(op, node, ns, filter);
    open.push(call);
    keep(call, mark);
  }

  private void keep(Call call, long mark) {
    if (calls.size() == KEPT_MAX) {
      calls.remove(0);
      forgotten++;
    }
    add(call, mark);
  }

  private void add(Call call, long mark) {
    calls.add(call);
    turns.give(Optional.of(call), mark);
  }

  void returned(Object result) {
    if (!open.isEmpty()) {
      open.pop().result = result;
    }
  }

  void failed(RuntimeException problem) {
    if (!open.isEmpty()) {
      open.pop().error = Optional.of(document(problem));
    }
  }

  private static BsonDocument document(RuntimeException problem) {
    BsonDocument error = new BsonDocument();
    if (problem instanceof CommandException command) {
      return error
          .append("name", new BsonString("MongoServerError"))
          .append("message", new BsonString(command.getMessage()))
          .append("code", new BsonInt32(command.errorCode().code()))
          .append("codeName", new BsonString(command.errorCode().codeName()));
    }
    String name = problem instanceof ShellInputException input ? input.name() : "Error";
    return error
        .append("name", new BsonString(name))
        .append("message", new BsonString(String.valueOf(problem.getMessage())));
  }

  /** The helper of a text that called one alone, which gave something: {@code db.orders.stats}. */
  Optional<String> onlyOne() {
    boolean isOne = calls.size() == 1 && forgotten == 0 && open.isEmpty();
    if (!isOne || calls.get(0).error.isPresent()) {
      return Optional.empty();
    }
    Call call = calls.get(0);
    int dot = call.ns().indexOf('.');
    return Optional.of(
        call.op().contains(".") || dot < 0
            ? call.op()
            : "db" + call.ns().substring(dot) + "." + call.op());
  }

  /** How many there were before those that are kept. */
  int forgotten() {
    return forgotten;
  }

  /** What each call has made happen, of all that has happened since the text began. */
  Map<Call, List<TraceEntry>> parts(List<TraceEntry> trace) {
    return turns.parts(trace);
  }

  /** All, in order of their beginning; of very many only the last. */
  List<Call> all() {
    return List.copyOf(calls);
  }
}
