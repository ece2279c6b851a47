package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.Cost;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.TraceEntry;
import shardsh.lesson.ModelDocument;

/** Calls of a text as checks see them: {@code c.last} and {@code c.step.commands}. */
final class CallDocuments {
  private CallDocuments() {}

  /**
   * @param trace what the text made happen
   * @param output what it printed, its value included
   * @param failed whether the text as a whole threw something
   */
  static List<BsonDocument> of(
      List<CallLog.Call> calls, List<TraceEntry> trace, String output, boolean failed) {
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      CallLog.Call call = calls.get(i);
      boolean isLast = i == calls.size() - 1;
      long end = isLast ? Long.MAX_VALUE : calls.get(i + 1).mark();
      List<TraceEntry> slice =
          trace.stream().filter(e -> e.seq() >= call.mark() && e.seq() < end).toList();
      Optional<BsonDocument> error =
          isLast && failed && call.error().isEmpty() ? refusalIn(slice) : call.error();
      documents.add(document(call, slice, isLast ? output : "", error));
    }
    return documents;
  }

  private static BsonDocument document(
      CallLog.Call call, List<TraceEntry> slice, String output, Optional<BsonDocument> error) {
    BsonDocument cost = CostDocument.of(Cost.of(slice));
    cost.put("commands", new BsonInt32(1));
    Inventions inventions = inventions(slice);
    cost.put("millis", CostDocument.millis(slice));
    return new BsonDocument("op", new BsonString(call.op()))
        .append("ns", new BsonString(call.ns()))
        .append("on", new BsonString(call.node().set().name()))
        .append("filter", call.filter().<BsonValue>map(filter -> filter).orElse(BsonNull.VALUE))
        .append("pipeline", ofAggregation(slice, "pipeline"))
        .append("allowDiskUse", ofAggregation(slice, "allowDiskUse"))
        .append("invented", BsonBoolean.valueOf(inventions.isAny()))
        .append(
            "route",
            RouteReport.lastOf(slice).map(RouteDocument::of).orElseGet(ModelDocument::noRoute))
        .append("result", inventions.takenFrom(call.result()))
        .append("error", error.<BsonValue>map(document -> document).orElse(BsonNull.VALUE))
        .append("output", new BsonString(output))
        .append("cost", cost);
  }

  /** Of a cursor that failed when it was shown; what a program throws itself is no refusal. */
  private static Optional<BsonDocument> refusalIn(List<TraceEntry> slice) {
    Optional<BsonDocument> last = Optional.empty();
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.StatementFailed refused) {
        last =
            Optional.of(
                new BsonDocument("name", new BsonString("MongoServerError"))
                    .append("message", new BsonString(refused.message()))
                    .append("code", new BsonInt32(refused.code()))
                    .append("codeName", new BsonString(refused.name())));
      }
    }
    return last;
  }

  private static Inventions inventions(List<TraceEntry> slice) {
    Inventions inventions = Inventions.none();
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        inventions.add(sent.body());
      }
    }
    return inventions;
  }

  /** A field of the last aggregation, run or explained, as the application sent it; else null. */
  private static BsonValue ofAggregation(List<TraceEntry> slice, String field) {
    BsonValue found = BsonNull.VALUE;
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        BsonDocument body = sent.body();
        BsonDocument command = body.isDocument("explain") ? body.getDocument("explain") : body;
        if (command.isArray("pipeline")) {
          found = command.getOrDefault(field, BsonNull.VALUE);
        }
      }
    }
    return found;
  }
}
