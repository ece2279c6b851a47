package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;

/**
 * Which collections have their queries sampled, and what was sampled of them:
 * config.queryAnalyzers, config.sampledQueries and config.sampledQueriesDiff. Source: the manual's
 * page on configureQueryAnalyzer. Real samples lie on the shards that ran the queries and come
 * there with some delay; here they are with the config servers at once, where a router reads {@code
 * config}.
 */
public final class QuerySamples {
  private static final long KEPT_MILLIS = 7L * 24 * 3600 * 1000;
  private static final int SAMPLES_MAX = 10_000;

  /**
   * How one collection is sampled.
   *
   * @param tokens what may be sampled at once, at {@code sinceMillis}; grows by the rate
   */
  private record Analyzer(
      BsonValue uuid,
      Optional<Double> perSecond,
      long startMillis,
      Optional<Long> stopMillis,
      double tokens,
      long sinceMillis) {
    Analyzer withTokens(double left, long nowMillis) {
      return new Analyzer(uuid, perSecond, startMillis, stopMillis, left, nowMillis);
    }

    /** {@code {mode, samplesPerSecond?}}. */
    BsonDocument configuration() {
      BsonDocument configuration =
          new BsonDocument("mode", new BsonString(perSecond.isPresent() ? "full" : "off"));
      perSecond.ifPresent(rate -> configuration.append("samplesPerSecond", new BsonDouble(rate)));
      return configuration;
    }
  }

  private final Map<Namespace, Analyzer> analyzers = new TreeMap<>();
  private final List<BsonDocument> queries = new ArrayList<>();
  private final List<BsonDocument> diffs = new ArrayList<>();

  QuerySamples copy() {
    QuerySamples copy = new QuerySamples();
    copy.analyzers.putAll(analyzers);
    copy.queries.addAll(queries);
    copy.diffs.addAll(diffs);
    return copy;
  }

  /**
   * Switches sampling of a collection on, with a rate, or off.
   *
   * @return {@code {oldConfiguration?, newConfiguration}}
   */
  BsonDocument configure(Namespace ns, BsonValue uuid, Optional<Double> perSecond, long now) {
    Analyzer before = analyzers.get(ns);
    boolean goesOn = before != null && before.perSecond().isPresent() && perSecond.isPresent();
    Analyzer after =
        new Analyzer(
            uuid,
            perSecond,
            goesOn ? before.startMillis() : now,
            perSecond.isPresent() ? Optional.empty() : Optional.of(now),
            perSecond.map(rate -> Math.max(1, rate)).orElse(0.0),
            now);
    analyzers.put(ns, after);
    BsonDocument reply = new BsonDocument();
    if (before != null) {
      reply.append("oldConfiguration", before.configuration());
    }
    return reply.append("newConfiguration", after.configuration());
  }

  /** Whether a query of that collection is to be sampled now; counts it if so. */
  public boolean take(Namespace ns, long nowMillis) {
    Analyzer analyzer = analyzers.get(ns);
    if (analyzer == null || analyzer.perSecond().isEmpty()) {
      return false;
    }
    double rate = analyzer.perSecond().get();
    double grown = analyzer.tokens() + rate * (nowMillis - analyzer.sinceMillis()) / 1000.0;
    double tokens = Math.min(Math.max(1, rate), grown);
    boolean taken = tokens >= 1;
    analyzers.put(ns, analyzer.withTokens(taken ? tokens - 1 : tokens, nowMillis));
    return taken;
  }

  /** Keeps a sample {@code {_id, ns, cmdName, cmd}}, or a difference {@code {_id, ns, diff}}. */
  void add(BsonDocument sample, long nowMillis) {
    Analyzer analyzer = analyzers.get(Namespace.parse(sample.getString("ns").getValue()));
    if (analyzer == null) {
      return;
    }
    BsonDocument row = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : sample.entrySet()) {
      row.append(field.getKey(), field.getValue());
      if (field.getKey().equals("ns")) {
        row.append("collectionUuid", analyzer.uuid());
      }
    }
    row.append("expireAt", new BsonDateTime(nowMillis + KEPT_MILLIS));
    List<BsonDocument> kept = sample.containsKey("diff") ? diffs : queries;
    if (kept.size() == SAMPLES_MAX) {
      kept.remove(0);
    }
    kept.add(row);
  }

  /** The collection is gone: its queries are no longer sampled; samples stay until they expire. */
  void forget(Namespace ns) {
    analyzers.remove(ns);
  }

  /** The database is gone with all its collections. */
  void forgetDatabase(String db) {
    analyzers.keySet().removeIf(ns -> ns.db().equals(db));
  }

  /** Rows of config.queryAnalyzers. */
  List<BsonDocument> analyzers() {
    List<BsonDocument> rows = new ArrayList<>();
    analyzers.forEach(
        (ns, analyzer) -> {
          BsonDocument row =
              new BsonDocument("_id", new BsonString(ns.toString()))
                  .append("collUuid", analyzer.uuid());
          row.putAll(analyzer.configuration());
          row.append("startTime", new BsonDateTime(analyzer.startMillis()));
          analyzer.stopMillis().ifPresent(at -> row.append("stopTime", new BsonDateTime(at)));
          rows.add(row);
        });
    return rows;
  }

  /** Rows of config.sampledQueries, the oldest first. */
  List<BsonDocument> queries(long nowMillis) {
    return unexpired(queries, nowMillis);
  }

  /** Rows of config.sampledQueriesDiff, the oldest first. */
  List<BsonDocument> diffs(long nowMillis) {
    return unexpired(diffs, nowMillis);
  }

  private static List<BsonDocument> unexpired(List<BsonDocument> rows, long nowMillis) {
    return rows.stream()
        .filter(row -> row.getDateTime("expireAt").getValue() > nowMillis)
        .map(Docs::copyOf)
        .toList();
  }
}
