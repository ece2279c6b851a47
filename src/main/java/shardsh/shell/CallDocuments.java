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
   * One call.
   *
   * @param document as checks see it
   * @param reads the commands on data that its result comes from; none when there is nothing to be
   *     said against it
   * @param text that it was a part of
   * @param isWithdrawn whether its result was taken out since it was come by dishonestly
   */
  record Done(BsonDocument document, List<DataRead> reads, String text, boolean isWithdrawn) {
    /** The same, known to have been come by honestly. */
    Done trusted() {
      return new Done(document, List.of(), text, isWithdrawn);
    }

    /** The same without its result. */
    Done withoutResult() {
      BsonDocument rest = document.clone();
      rest.put("invented", BsonBoolean.TRUE);
      rest.put("result", BsonNull.VALUE);
      return new Done(rest, List.of(), text, true);
    }
  }

  /**
   * The calls that have sent anything, each with what it made happen itself.
   *
   * @param text that was typed
   * @param all what it called
   * @param output what it printed, its value included
   * @param failed whether the text as a whole threw something
   */
  static List<Done> of(String text, List<CallFacts> all, String output, boolean failed) {
    List<CallFacts> calls = all.stream().filter(call -> call.call().hasAsked()).toList();
    List<Done> done = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      CallFacts call = calls.get(i);
      boolean isLast = i == calls.size() - 1;
      Optional<BsonDocument> threw = call.call().error();
      Optional<BsonDocument> error =
          isLast && failed && threw.isEmpty() ? refusalIn(call.slice()) : threw;
      BsonDocument document = document(call, isLast ? output : "", error);
      List<DataRead> reads = error.isPresent() ? List.of() : DataRead.in(call.slice());
      done.add(new Done(document, reads, text, false));
    }
    return done;
  }

  private static BsonDocument document(
      CallFacts call, String output, Optional<BsonDocument> error) {
    List<TraceEntry> slice = call.slice();
    BsonDocument cost = CostDocument.of(Cost.of(slice));
    cost.put("commands", new BsonInt32(1));
    Inventions inventions = inventions(slice);
    cost.put("millis", CostDocument.millis(slice));
    return new BsonDocument("op", new BsonString(call.op()))
        .append("ns", new BsonString(call.ns()))
        .append("on", new BsonString(call.call().node().set().name()))
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
