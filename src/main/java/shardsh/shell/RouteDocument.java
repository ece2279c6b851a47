package shardsh.shell;

import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RoutingEvent;

/**
 * A routing decision as {@code sim.lastRoute()} and lesson checks see it: {@code {op, ns,
 * targeting, path, shards, bounds, attempts, refreshed, merge, split, shipped, kept}}.
 */
final class RouteDocument {
  private RouteDocument() {}

  static BsonDocument of(RouteReport report) {
    RoutingEvent.Targeted targeted = report.targeted();
    return new BsonDocument("op", new BsonString(targeted.command()))
        .append("ns", new BsonString(targeted.ns().toString()))
        .append("targeting", lower(targeted.targeting()))
        .append("path", lower(targeted.path()))
        .append("shards", shards(targeted))
        .append("bounds", bounds(targeted))
        .append("attempts", attempts(report))
        .append(
            "refreshed",
            report.refreshed().<BsonValue>map(RouteDocument::refreshed).orElse(BsonNull.VALUE))
        .append("merge", new BsonString(where(report)))
        .append(
            "split",
            BsonBoolean.valueOf(report.plan().map(QueryEvent.MergePlanned::split).orElse(false)))
        .append("shipped", new BsonInt32(report.merged().map(m -> m.shipped()).orElse(0)))
        .append("kept", new BsonInt32(report.kept()));
  }

  /** Where results of several shards were put together. */
  private static String where(RouteReport report) {
    boolean several = report.targeted().shards().size() > 1;
    return report
        .plan()
        .map(QueryEvent.MergePlanned::where)
        .orElse(report.merged().isPresent() && several ? "mongos" : "none");
  }

  private static BsonString lower(Enum<?> value) {
    return new BsonString(value.name().toLowerCase(Locale.ROOT));
  }

  private static BsonArray shards(RoutingEvent.Targeted targeted) {
    return new BsonArray(
        targeted.shards().stream().map(ShardId::name).map(BsonString::new).toList());
  }

  private static BsonArray bounds(RoutingEvent.Targeted targeted) {
    BsonArray bounds = new BsonArray();
    for (RoutingEvent.KeySpan span : targeted.bounds()) {
      bounds.add(
          new BsonDocument("low", new BsonArray(span.low().values()))
              .append("high", new BsonArray(span.high().values())));
    }
    return bounds;
  }

  private static BsonArray attempts(RouteReport report) {
    BsonArray attempts = new BsonArray();
    for (RouteReport.Attempt attempt : report.attempts()) {
      BsonDocument row = new BsonDocument("shard", new BsonString(attempt.shard().name()));
      attempt.sent().ifPresent(sent -> row.append("sent", new BsonString(sent.toString())));
      attempt.has().ifPresent(has -> row.append("has", new BsonString(has.toString())));
      attempts.add(row.append("reply", new BsonString(attempt.reply())));
    }
    return attempts;
  }

  private static BsonDocument refreshed(RoutingEvent.RoutingRefreshed event) {
    return new BsonDocument(
            "since",
            event
                .since()
                .<BsonValue>map(since -> new BsonString(since.toString()))
                .orElse(BsonNull.VALUE))
        .append("rows", new BsonInt32(event.rows()));
  }
}
