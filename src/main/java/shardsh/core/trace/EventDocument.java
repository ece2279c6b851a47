package shardsh.core.trace;

import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;

/**
 * A trace entry as a document {@code {seq, t, kind, …}}, for {@code sim.trace()}, checks and
 * export. {@code t} is in simulated milliseconds since the start. Chunk bounds are arrays of the
 * key's values in order of the key.
 */
public final class EventDocument implements ClusterEvent.Visitor<Void> {
  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private final BsonDocument document;

  private EventDocument(BsonDocument document) {
    this.document = document;
  }

  /**
   * @param startMicros the instant at which the cluster started, microseconds of the epoch
   */
  public static BsonDocument of(TraceEntry entry, long startMicros) {
    BsonDocument document =
        new BsonDocument("seq", new BsonInt64(entry.seq()))
            .append("t", new BsonDouble((entry.atMicros() - startMicros) / 1000.0))
            .append("kind", new BsonString(entry.event().kind()));
    entry.event().accept(new EventDocument(document));
    return document;
  }

  private EventDocument text(String name, Object value) {
    document.append(name, new BsonString(value.toString()));
    return this;
  }

  private EventDocument number(String name, long value) {
    boolean small = value == (int) value;
    BsonValue number = small ? new BsonInt32((int) value) : new BsonInt64(value);
    document.append(name, number);
    return this;
  }

  private EventDocument ns(Namespace ns) {
    return text("ns", ns.collection().isEmpty() ? ns.db() : ns);
  }

  private EventDocument range(ChunkRange range) {
    document.append("min", new BsonArray(range.min().values()));
    document.append("max", new BsonArray(range.max().values()));
    return this;
  }

  private EventDocument shards(String name, List<ShardId> shards) {
    document.append(
        name, new BsonArray(shards.stream().map(shard -> new BsonString(shard.name())).toList()));
    return this;
  }

  private EventDocument sizeMB(long bytes) {
    document.append("sizeMB", new BsonDouble(Math.round(bytes / MEBIBYTE * 10) / 10.0));
    return this;
  }

  @Override
  public Void requestSent(CallEvent.RequestSent event) {
    text("from", event.from()).text("to", event.to()).text("op", event.command()).ns(event.ns());
    event.version().ifPresent(version -> text("version", version));
    return null;
  }

  @Override
  public Void replyReceived(CallEvent.ReplyReceived event) {
    text("from", event.from()).text("to", event.to()).text("op", event.command()).ns(event.ns());
    document.append("ok", BsonBoolean.valueOf(event.ok()));
    if (!event.ok()) {
      number("code", event.code());
    }
    number("docs", event.docs());
    return null;
  }

  @Override
  public Void callFailed(CallEvent.CallFailed event) {
    text("from", event.from()).text("to", event.to()).text("op", event.command()).ns(event.ns());
    return null;
  }

  @Override
  public Void targeted(RoutingEvent.Targeted event) {
    text("on", event.router())
        .ns(event.ns())
        .shards("shards", event.shards())
        .text("targeting", lower(event.targeting()))
        .text("path", lower(event.path()))
        .text("reason", event.reason());
    return null;
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Void staleConfigSeen(RoutingEvent.StaleConfigSeen event) {
    text("from", event.shard())
        .text("to", event.router())
        .ns(event.ns())
        .text("sent", event.sent());
    event.has().ifPresent(version -> text("has", version));
    return null;
  }

  @Override
  public Void routingRefreshed(RoutingEvent.RoutingRefreshed event) {
    text("from", "cfgrs").text("to", event.node()).ns(event.ns());
    event.since().ifPresent(version -> text("since", version));
    number("rows", event.rows()).text("version", event.now());
    return null;
  }

  @Override
  public Void planChosen(QueryEvent.PlanChosen event) {
    text("on", event.on()).ns(event.ns()).text("stage", event.stage());
    return null;
  }

  private void cut(QueryEvent.Cut cut) {
    text("cut", cut.stage());
    document.append("halved", BsonBoolean.valueOf(cut.halved()));
  }

  @Override
  public Void mergePlanned(QueryEvent.MergePlanned event) {
    text("on", event.router()).ns(event.ns()).text("where", event.where());
    document.append("split", BsonBoolean.valueOf(event.split()));
    event.merger().ifPresent(shard -> text("shard", shard));
    event.cut().ifPresent(this::cut);
    List<BsonString> names =
        event.mergerPart().stream().map(stage -> new BsonString(stage.getFirstKey())).toList();
    document.append("mergerPart", new BsonArray(names));
    return null;
  }

  @Override
  public Void resultsMerged(QueryEvent.ResultsMerged event) {
    text("on", event.on())
        .ns(event.ns())
        .number("shipped", event.shipped())
        .number("kept", event.kept());
    return null;
  }

  @Override
  public Void spilled(QueryEvent.Spilled event) {
    text("on", event.on())
        .ns(event.ns())
        .text("stage", event.stage())
        .number("bytes", event.bytes());
    return null;
  }

  @Override
  public Void splitAsked(CatalogEvent.SplitAsked event) {
    ns(event.ns()).text("on", event.owner()).range(event.range());
    return null;
  }

  @Override
  public Void chunkSplit(CatalogEvent.ChunkSplit event) {
    ns(event.ns()).text("on", event.owner()).range(event.range());
    document.append(
        "at", new BsonArray(event.at().stream().map(key -> new BsonArray(key.values())).toList()));
    document.append(
        "versions",
        new BsonArray(event.versions().stream().map(v -> new BsonString(v.toString())).toList()));
    return null;
  }

  @Override
  public Void chunksMerged(CatalogEvent.ChunksMerged event) {
    ns(event.ns()).text("on", event.owner()).range(event.range()).text("version", event.version());
    return null;
  }

  @Override
  public Void jumboMarked(CatalogEvent.JumboMarked event) {
    ns(event.ns()).text("on", event.owner()).range(event.range());
    return null;
  }

  @Override
  public Void migrationMoved(MigrationEvent.MigrationMoved event) {
    text("from", event.what().donor())
        .text("to", event.what().recipient())
        .ns(event.what().ns())
        .range(event.what().range());
    if (event.after() == MigrationState.COMMITTED) {
      event.version().ifPresent(version -> text("version", version));
    }
    if (event.after() == MigrationState.ABORTED) {
      text("reason", event.reason());
    }
    return null;
  }

  @Override
  public Void migrationNoted(MigrationEvent.MigrationNoted event) {
    text("on", event.on())
        .text("from", event.what().donor())
        .text("to", event.what().recipient())
        .ns(event.what().ns())
        .range(event.what().range());
    switch (event.note()) {
      case STOPPED, OUTCOME_ASKED -> text("detail", event.detail());
      case WRITE_NOTED, FORWARDED -> number("docs", event.docs());
      case WAITED -> text("op", event.detail()).number("micros", event.micros());
    }
    return null;
  }

  @Override
  public Void documentsCloned(MigrationEvent.DocumentsCloned event) {
    text("from", event.what().donor())
        .text("to", event.what().recipient())
        .ns(event.what().ns())
        .number("docs", event.docs())
        .sizeMB(event.bytes());
    return null;
  }

  @Override
  public Void deletionScheduled(DeletionEvent.DeletionScheduled event) {
    text("on", event.on())
        .ns(event.ns())
        .range(event.range())
        .text("whenToClean", event.whenToClean());
    return null;
  }

  @Override
  public Void deletionWaited(DeletionEvent.DeletionWaited event) {
    text("on", event.on()).ns(event.ns()).range(event.range()).number("micros", event.micros());
    return null;
  }

  @Override
  public Void orphansDeleted(DeletionEvent.OrphansDeleted event) {
    text("on", event.on()).ns(event.ns()).range(event.range()).number("docs", event.docs());
    return null;
  }

  @Override
  public Void documentsExpired(DeletionEvent.DocumentsExpired event) {
    text("on", event.on()).ns(event.ns()).number("docs", event.docs());
    return null;
  }

  @Override
  public Void balancerRound(BalancerEvent.BalancerRound event) {
    number("round", event.round()).number("moves", event.moves());
    return null;
  }

  @Override
  public Void zoneViolated(BalancerEvent.ZoneViolated event) {
    ns(event.ns()).text("zone", event.zone()).text("on", event.on()).range(event.range());
    return null;
  }

  @Override
  public Void generationChanged(CatalogEvent.GenerationChanged event) {
    ns(event.ns()).text("epoch", event.generation().epoch()).text("reason", event.reason());
    return null;
  }

  @Override
  public Void reshardingMoved(ReshardingEvent.ReshardingMoved event) {
    ns(event.ns()).text("op", event.command());
    if (event.bytes() > 0 || event.docs() > 0) {
      number("docs", event.docs()).sizeMB(event.bytes());
    }
    number("elapsedMillis", event.elapsedMillis());
    if (!event.reason().isEmpty()) {
      text("reason", event.reason());
    }
    return null;
  }

  @Override
  public Void reshardingNoted(ReshardingEvent.ReshardingNoted event) {
    text("on", event.on()).ns(event.ns());
    switch (event.note()) {
      case STOPPED ->
          text("op", event.command()).text("detail", event.next().text() + ": " + event.detail());
      case WAITED -> text("op", event.detail()).number("micros", event.micros());
    }
    return null;
  }

  @Override
  public Void reshardingCopied(ReshardingEvent.ReshardingCopied event) {
    ns(event.ns()).number("docs", event.docs()).sizeMB(event.bytes());
    return null;
  }

  @Override
  public Void primaryMoved(CatalogEvent.PrimaryMoved event) {
    text("ns", event.db())
        .text("from", event.from())
        .text("to", event.to())
        .number("lastMod", event.lastMod())
        .number("docs", event.docs())
        .sizeMB(event.bytes());
    return null;
  }

  @Override
  public Void staleDatabaseSeen(RoutingEvent.StaleDatabaseSeen event) {
    text("on", event.router())
        .text("ns", event.db())
        .text("shard", event.shard())
        .number("sent", event.sent());
    event.has().ifPresent(has -> number("has", has));
    return null;
  }

  @Override
  public Void nodeWentDown(ReplicationEvent.NodeWentDown event) {
    text("on", event.on());
    return null;
  }

  @Override
  public Void nodeCameUp(ReplicationEvent.NodeCameUp event) {
    text("on", event.on());
    return null;
  }

  @Override
  public Void secondaryRead(ReplicationEvent.SecondaryRead event) {
    text("on", event.on()).ns(event.ns());
    number("lagMillis", event.lagMillis()).number("writesBehind", event.writesBehind());
    return null;
  }

  @Override
  public Void writeReplicated(ReplicationEvent.WriteReplicated event) {
    text("on", event.on()).ns(event.ns());
    number("members", event.members()).number("waitedMillis", event.waitedMillis());
    return null;
  }

  @Override
  public Void primarySteppedDown(ReplicationEvent.PrimarySteppedDown event) {
    text("on", event.on()).text("primary", event.primary()).text("reason", event.reason());
    return null;
  }

  @Override
  public Void primaryElected(ReplicationEvent.PrimaryElected event) {
    text("on", event.on()).text("primary", event.primary());
    if (event.undone() > 0) {
      number("undone", event.undone());
    }
    return null;
  }

  @Override
  public Void refused(CallEvent.Refused event) {
    text("on", event.on()).ns(event.ns()).text("op", event.command()).text("rule", event.rule());
    return null;
  }

  @Override
  public Void statementFailed(CallEvent.StatementFailed event) {
    text("name", event.name()).number("code", event.code()).text("message", event.message());
    return null;
  }

  @Override
  public Void transactionMoved(TransactionEvent.TransactionMoved event) {
    text("on", event.on()).number("txn", event.number());
    if (!event.detail().isEmpty()) {
      text("detail", event.detail());
    }
    return null;
  }

  @Override
  public Void transactionEnded(TransactionEvent.TransactionEnded event) {
    text("on", event.router())
        .number("txn", event.number())
        .text("how", lower(event.ending()))
        .shards("shards", event.participants())
        .shards("wrote", event.wrote());
    return null;
  }

  @Override
  public Void writeWaited(TransactionEvent.WriteWaited event) {
    text("on", event.on()).ns(event.ns()).number("txn", event.number());
    document.append("ms", new BsonDouble(event.micros() / 1000.0));
    return null;
  }
}
