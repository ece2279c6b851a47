package shardsh.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.BalancerEvent;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.ReplicationEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TransactionEvent;

/**
 * Each event as a short text with a role, and the node it belongs to. The texts of a longer story
 * (chunks, migrations, resharding, transactions, replication) stand together in classes of their
 * own.
 */
final class EventText implements ClusterEvent.Visitor<EventText.Note> {
  private static final EventText INSTANCE = new EventText();

  /** Where something happened, and what. */
  record Note(NodeId on, StyledLine text) {}

  private EventText() {}

  static Note of(ClusterEvent event) {
    return event.accept(INSTANCE);
  }

  static Note note(NodeId on, String text, Role role) {
    return new Note(on, StyledLine.of(DisplayWidth.visible(text), role));
  }

  static String names(List<ShardId> shards) {
    return String.join(", ", shards.stream().map(ShardId::name).toList());
  }

  private static String from(Optional<ChunkVersion> since) {
    return since.map(version -> version + " → ").orElse("");
  }

  @Override
  public Note requestSent(CallEvent.RequestSent event) {
    String version = event.version().map(v -> " " + v).orElse("");
    return note(event.from(), Facts.commandName(event.command()) + version, Role.PLAIN);
  }

  @Override
  public Note replyReceived(CallEvent.ReplyReceived event) {
    if (!event.ok()) {
      String name = event.codeName().isEmpty() ? "error " + event.code() : event.codeName();
      boolean stale = event.codeName().equals("StaleConfig");
      return note(event.from(), "! " + name, stale ? Role.STALE : Role.ERROR);
    }
    boolean explains = event.command().equals("explain");
    String text = Amounts.count(event.docs(), explains ? "row" : "doc");
    String answer = event.docs() == 0 ? "ok" : explains ? "would give " + text : text;
    return note(event.from(), answer, Role.OK);
  }

  @Override
  public Note callFailed(CallEvent.CallFailed event) {
    return note(event.from(), "! no answer: " + event.reason(), Role.BLOCKED);
  }

  @Override
  public Note targeted(RoutingEvent.Targeted event) {
    String all = event.targeting() == RoutingEvent.Targeting.ALL ? "all: " : "";
    return note(
        event.router(),
        "chooses " + all + names(event.shards()) + " · " + event.reason(),
        Role.KEYWORD);
  }

  @Override
  public Note staleConfigSeen(RoutingEvent.StaleConfigSeen event) {
    String has = event.has().map(version -> ", it has " + version).orElse("");
    return note(
        event.router(), "! " + event.shard() + " refuses " + event.sent() + has, Role.STALE);
  }

  @Override
  public Note routingRefreshed(RoutingEvent.RoutingRefreshed event) {
    return note(
        event.node(),
        "learns " + Amounts.count(event.rows(), "row") + ", " + from(event.since()) + event.now(),
        Role.HINT);
  }

  @Override
  public Note planChosen(QueryEvent.PlanChosen event) {
    String text =
        plan(event.stage())
            + " · keys "
            + Amounts.count(event.keysExamined())
            + ", docs "
            + Amounts.count(event.docsExamined())
            + ", gives "
            + Amounts.count(event.returned());
    return note(event.on(), text, Role.DIM);
  }

  /** {@code IXSCAN → FETCH}: the stages of a plan in the order in which rows pass them. */
  static String plan(String stages) {
    List<String> order = new ArrayList<>(List.of(stages.split("<")));
    Collections.reverse(order);
    return String.join(" → ", order);
  }

  @Override
  public Note mergePlanned(QueryEvent.MergePlanned event) {
    String where =
        event.merger().map(shard -> event.where() + ", on " + shard).orElse(event.where());
    return note(
        event.router(),
        event.split()
            ? "splits the pipeline, merger: " + where
            : "one shard runs the whole pipeline",
        Role.KEYWORD);
  }

  @Override
  public Note resultsMerged(QueryEvent.ResultsMerged event) {
    return note(
        event.on(),
        "merges "
            + Amounts.count(event.shipped())
            + ", keeps "
            + Amounts.count(event.kept())
            + (event.sorted() ? ", in sort order" : ""),
        Role.KEYWORD);
  }

  @Override
  public Note spilled(QueryEvent.Spilled event) {
    return note(
        event.on(),
        "! " + event.stage() + " writes " + Amounts.size(event.bytes()) + " to disk",
        Role.WARN);
  }

  @Override
  public Note splitAsked(CatalogEvent.SplitAsked event) {
    return ChunkText.asked(event);
  }

  @Override
  public Note chunkSplit(CatalogEvent.ChunkSplit event) {
    return ChunkText.split(event);
  }

  @Override
  public Note chunksMerged(CatalogEvent.ChunksMerged event) {
    return ChunkText.merged(event);
  }

  @Override
  public Note jumboMarked(CatalogEvent.JumboMarked event) {
    return ChunkText.markedJumbo(event);
  }

  @Override
  public Note migrationMoved(MigrationEvent.MigrationMoved event) {
    return MigrationText.moved(event);
  }

  @Override
  public Note migrationNoted(MigrationEvent.MigrationNoted event) {
    return MigrationText.noted(event);
  }

  @Override
  public Note documentsCloned(MigrationEvent.DocumentsCloned event) {
    return MigrationText.cloned(event);
  }

  @Override
  public Note deletionScheduled(DeletionEvent.DeletionScheduled event) {
    return MigrationText.deletionScheduled(event);
  }

  @Override
  public Note deletionWaited(DeletionEvent.DeletionWaited event) {
    return MigrationText.deletionWaited(event);
  }

  @Override
  public Note orphansDeleted(DeletionEvent.OrphansDeleted event) {
    return MigrationText.orphansDeleted(event);
  }

  @Override
  public Note documentsExpired(DeletionEvent.DocumentsExpired event) {
    return note(
        event.on().node(),
        "deletes " + Amounts.count(event.docs(), "expired document") + " of " + event.ns(),
        Role.WARN);
  }

  @Override
  public Note balancerRound(BalancerEvent.BalancerRound event) {
    return note(
        NodeId.CONFIG,
        "balancer round " + event.round() + ": " + Amounts.count(event.moves(), "move"),
        Role.CONFIG);
  }

  @Override
  public Note zoneViolated(BalancerEvent.ZoneViolated event) {
    return note(
        event.on().node(),
        "! " + KeyText.of(event.range()) + " lies here and belongs to zone " + event.zone(),
        Role.WARN);
  }

  @Override
  public Note generationChanged(CatalogEvent.GenerationChanged event) {
    return note(
        NodeId.CONFIG, event.ns() + " has a new epoch (" + event.reason() + ")", Role.CONFIG);
  }

  @Override
  public Note reshardingMoved(ReshardingEvent.ReshardingMoved event) {
    return ReshardingText.moved(event);
  }

  @Override
  public Note reshardingNoted(ReshardingEvent.ReshardingNoted event) {
    return ReshardingText.noted(event);
  }

  @Override
  public Note reshardingCopied(ReshardingEvent.ReshardingCopied event) {
    return ReshardingText.copied(event);
  }

  @Override
  public Note primaryMoved(CatalogEvent.PrimaryMoved event) {
    return note(
        NodeId.CONFIG,
        "primary of " + event.db() + ": " + event.from() + " → " + event.to(),
        Role.MOVED);
  }

  @Override
  public Note staleDatabaseSeen(RoutingEvent.StaleDatabaseSeen event) {
    String has = event.has().map(version -> ", it has " + version).orElse("");
    return note(
        event.router(),
        "! " + event.shard() + " refuses version " + event.sent() + " of " + event.db() + has,
        Role.STALE);
  }

  @Override
  public Note nodeWentDown(ReplicationEvent.NodeWentDown event) {
    return note(event.on(), "! goes down", Role.BLOCKED);
  }

  @Override
  public Note nodeCameUp(ReplicationEvent.NodeCameUp event) {
    return note(event.on(), "comes up", Role.OK);
  }

  @Override
  public Note secondaryRead(ReplicationEvent.SecondaryRead event) {
    return note(event.on(), ReplicationText.read(event), Role.WARN);
  }

  @Override
  public Note writeReplicated(ReplicationEvent.WriteReplicated event) {
    return note(event.on(), ReplicationText.waited(event), Role.PLAIN);
  }

  @Override
  public Note primarySteppedDown(ReplicationEvent.PrimarySteppedDown event) {
    return note(event.on(), "! " + event.primary() + " steps down", Role.WARN);
  }

  @Override
  public Note primaryElected(ReplicationEvent.PrimaryElected event) {
    String elected = ReplicationText.elected(event);
    return event.undone() == 0
        ? note(event.on(), elected, Role.KEYWORD)
        : note(event.on(), "! " + elected, Role.STALE);
  }

  @Override
  public Note refused(CallEvent.Refused event) {
    return note(event.on(), "! refuses " + event.command() + " on " + event.ns(), Role.ERROR);
  }

  @Override
  public Note transactionMoved(TransactionEvent.TransactionMoved event) {
    return TransactionText.moved(event);
  }

  @Override
  public Note transactionEnded(TransactionEvent.TransactionEnded event) {
    return note(event.router(), TransactionText.ending(event), Role.KEYWORD);
  }

  @Override
  public Note writeWaited(TransactionEvent.WriteWaited event) {
    return note(event.on().node(), "! " + TransactionText.waited(event), Role.BLOCKED);
  }

  @Override
  public Note statementFailed(CallEvent.StatementFailed event) {
    return note(NodeId.APP, "! " + event.name() + ": " + event.message(), Role.ERROR);
  }
}
