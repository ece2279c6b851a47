package shardsh.shell;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.trace.Cost;
import shardsh.core.trace.TraceEntry;

/** A cost as {@code sim.cost()} shows it. */
final class CostDocument {
  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private CostDocument() {}

  static BsonDocument of(Cost cost) {
    return new BsonDocument("commands", number(cost.commands()))
        .append("messages", number(cost.messages()))
        .append("refreshes", number(cost.refreshes()))
        .append("shardsAsked", number(cost.shardsAsked()))
        .append("rowsShipped", number(cost.rowsShipped()))
        .append("movedMB", new BsonDouble(Math.round(cost.movedBytes() / MEBIBYTE * 10) / 10.0))
        .append("staleErrors", number(cost.staleErrors()));
  }

  /** Simulated time from the first entry to the last, with fractions. */
  static BsonValue millis(List<TraceEntry> entries) {
    return new BsonDouble(
        entries.isEmpty()
            ? 0
            : (entries.get(entries.size() - 1).atMicros() - entries.get(0).atMicros()) / 1000.0);
  }

  private static BsonValue number(long value) {
    return new BsonInt32((int) Math.min(Integer.MAX_VALUE, value));
  }
}
