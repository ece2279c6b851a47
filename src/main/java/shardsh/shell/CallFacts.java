package shardsh.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/**
 * What a call was about. A read or a write that was written out as a command is told of as the call
 * of its helper would be: {@code db.runCommand({find: "orders", filter: {a: 1}})} as {@code
 * db.orders.find({a: 1})}. Ours, so that a lesson need not know both.
 *
 * @param call the helper that was called
 * @param slice what the call made happen
 * @param op e.g. {@code find}, {@code explain.aggregate}, {@code sh.splitAt}
 * @param filter of an aggregation the $match that it begins with
 * @param result its value, of a reply with a cursor the first batch; null for what is no data
 */
record CallFacts(
    CallLog.Call call,
    List<TraceEntry> slice,
    String op,
    String ns,
    Optional<BsonDocument> filter,
    BsonValue result) {
  private static final Pattern ANY_COMMAND = Pattern.compile("(db\\.)?(run|admin)Command");
  private static final List<String> READS = List.of("find", "aggregate", "count", "distinct");
  private static final List<String> WRITES = List.of("insert", "update", "delete", "findAndModify");

  /** Those of all calls of a text, in order. */
  static List<CallFacts> all(CallLog log, List<TraceEntry> trace) {
    Map<CallLog.Call, List<TraceEntry>> parts = log.parts(trace);
    return log.all().stream().map(call -> of(call, parts.getOrDefault(call, List.of()))).toList();
  }

  private static CallFacts of(CallLog.Call call, List<TraceEntry> slice) {
    Optional<CallEvent.RequestSent> sent = firstSent(slice);
    if (call.op().endsWith("aggregate")) {
      Optional<BsonDocument> match = sent.flatMap(request -> leadingMatch(inner(request.body())));
      return new CallFacts(call, slice, call.op(), call.ns(), match, call.result());
    }
    return sent.filter(request -> ANY_COMMAND.matcher(call.op()).matches())
        .flatMap(request -> ofCommand(call, slice, request))
        .orElseGet(
            () -> new CallFacts(call, slice, call.op(), call.ns(), call.filter(), call.result()));
  }

  /** The command that an explain is about, else the command itself. */
  private static BsonDocument inner(BsonDocument body) {
    return body.isDocument("explain") ? body.getDocument("explain") : body;
  }

  /** The condition of a pipeline that begins with one. */
  private static Optional<BsonDocument> leadingMatch(BsonDocument command) {
    if (!command.isArray("pipeline") || command.getArray("pipeline").isEmpty()) {
      return Optional.empty();
    }
    BsonValue first = command.getArray("pipeline").get(0);
    return first.isDocument() && first.asDocument().isDocument("$match")
        ? Optional.of(first.asDocument().getDocument("$match"))
        : Optional.empty();
  }

  private static Optional<CallEvent.RequestSent> firstSent(List<TraceEntry> slice) {
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        return Optional.of(sent);
      }
    }
    return Optional.empty();
  }

  /** Empty when it neither reads nor writes documents of a collection. */
  private static Optional<CallFacts> ofCommand(
      CallLog.Call call, List<TraceEntry> slice, CallEvent.RequestSent sent) {
    boolean explains = sent.body().isDocument("explain");
    BsonDocument command = inner(sent.body());
    String name = command.isEmpty() ? "" : command.getFirstKey();
    if (!READS.contains(name) && !WRITES.contains(name) || !command.isString(name)) {
      return Optional.empty();
    }
    String ns = new Namespace(sent.ns().db(), command.getString(name).getValue()).toString();
    String field = name.equals("find") ? "filter" : "query";
    Optional<BsonDocument> filter =
        command.isDocument(field) ? Optional.of(command.getDocument(field)) : leadingMatch(command);
    BsonValue reply = call.result();
    BsonValue result =
        reply.isDocument() && !explains && READS.contains(name)
            ? DataRead.data(reply.asDocument())
            : reply;
    String op = explains ? "explain." + name : name;
    return Optional.of(new CallFacts(call, slice, op, ns, filter, result));
  }
}
