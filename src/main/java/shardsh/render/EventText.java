package shardsh.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingState;
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

/** Each event as a short text with a role, and the node it belongs to. */
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
    String range = KeyText.of(event.range());
    boolean over = event.bytes() > event.limitBytes() && event.limitBytes() > 0;
    String size =
        over
            ? " has " + Amounts.size(event.bytes()) + ", limit " + Amounts.size(event.limitBytes())
            : " is to be cut";
    String at = event.at().map(key -> ": at " + KeyText.of(key)).orElse(": no key to cut at");
    return event.at().isPresent()
        ? note(event.owner().node(), range + size + at, Role.CHUNK)
        : note(event.owner().node(), "! " + range + size + at, Role.WARN);
  }

  @Override
  public Note chunkSplit(CatalogEvent.ChunkSplit event) {
    String points = String.join(", ", event.at().stream().map(KeyText::of).toList());
    String versions = String.join(", ", event.versions().stream().map(Object::toString).toList());
    return note(
        event.owner().node(),
        "splits " + KeyText.of(event.range()) + " at " + points + " · " + versions,
        Role.MOVED);
  }

  @Override
  public Note chunksMerged(CatalogEvent.ChunksMerged event) {
    return note(
        event.owner().node(),
        "joins "
            + Amounts.count(event.chunks(), "chunk")
            + " to "
            + KeyText.of(event.range())
            + " · "
            + event.version(),
        Role.MOVED);
  }

  @Override
  public Note jumboMarked(CatalogEvent.JumboMarked event) {
    return note(
        event.owner().node(),
        "! " + KeyText.of(event.range()) + " is jumbo: " + Amounts.size(event.bytes()),
        Role.JUMBO);
  }

  @Override
  public Note migrationMoved(MigrationEvent.MigrationMoved event) {
    MigrateInfo what = event.what();
    String version = event.version().map(v -> " · " + v).orElse("");
    String reason = event.reason().isEmpty() ? "" : ": " + event.reason();
    Role role =
        switch (event.after()) {
          case ABORTED -> Role.ERROR;
          case CRITICAL_SECTION, COMMITTING -> Role.BLOCKED;
          case CREATED, CLONING, CATCHING_UP, COMMITTED -> Role.MOVED;
        };
    String text =
        Facts.stepName(event.after())
            + " "
            + KeyText.of(what.range())
            + " "
            + what.donor()
            + " → "
            + what.recipient();
    boolean blocks = event.after() == MigrationState.CRITICAL_SECTION;
    String sign = role == Role.MOVED ? "" : "! ";
    String effect = blocks ? " · writes wait" : "";
    return note(what.donor().node(), sign + text + version + reason + effect, role);
  }

  @Override
  public Note migrationNoted(MigrationEvent.MigrationNoted event) {
    NodeId on = event.on().node();
    String range = KeyText.of(event.what().range()).toString();
    return switch (event.note()) {
      case STOPPED -> note(on, "stands before " + standing(event.detail()), Role.MOVED);
      case WRITE_NOTED ->
          note(
              on,
              "notes "
                  + Amounts.count(event.docs(), "write")
                  + " to "
                  + range
                  + " for "
                  + event.what().recipient(),
              Role.MOVED);
      case FORWARDED ->
          note(
              on,
              "sends "
                  + Amounts.count(event.docs(), "noted change")
                  + " to "
                  + event.what().recipient(),
              Role.MOVED);
      case WAITED ->
          note(
              on,
              "! "
                  + event.detail()
                  + " waited "
                  + Amounts.duration(event.micros() / 1000)
                  + " for the move of "
                  + range,
              Role.BLOCKED);
      case OUTCOME_ASKED ->
          note(on, "asks what became of its commit: " + event.detail(), Role.WARN);
    };
  }

  /** The step, and the fail point that holds the move before it. */
  private static String standing(String detail) {
    int colon = detail.indexOf(": ");
    String by = detail.substring(colon + 2);
    return detail.substring(0, colon) + (by.startsWith("sim.") ? "" : " (" + by + ")");
  }

  @Override
  public Note documentsCloned(MigrationEvent.DocumentsCloned event) {
    return note(
        event.what().recipient().node(),
        "receives "
            + Amounts.count(event.docs(), "doc")
            + ", "
            + Amounts.size(event.bytes())
            + " of "
            + event.what().donor(),
        Role.MOVED);
  }

  @Override
  public Note deletionScheduled(DeletionEvent.DeletionScheduled event) {
    return note(
        event.on().node(),
        KeyText.of(event.range()) + " will be deleted (" + event.whenToClean() + ")",
        Role.WARN);
  }

  @Override
  public Note deletionWaited(DeletionEvent.DeletionWaited event) {
    return note(
        event.on().node(),
        "! deletion of "
            + KeyText.of(event.range())
            + " waited "
            + Amounts.duration(event.micros() / 1000)
            + " for open cursors",
        Role.BLOCKED);
  }

  @Override
  public Note orphansDeleted(DeletionEvent.OrphansDeleted event) {
    return note(
        event.on().node(),
        "deletes " + Amounts.count(event.docs(), "orphan") + " of " + KeyText.of(event.range()),
        Role.WARN);
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
    String reason = event.reason().isEmpty() ? "" : ": " + event.reason();
    boolean blocks = event.state() == ReshardingState.BLOCKING_WRITES;
    Role role = blocks ? Role.BLOCKED : reason.isEmpty() ? Role.MOVED : Role.ERROR;
    return note(
        NodeId.CONFIG,
        (role == Role.MOVED ? "" : "! ")
            + event.command()
            + " "
            + event.ns()
            + ": "
            + event.state().text()
            + reason,
        role);
  }

  @Override
  public Note reshardingNoted(ReshardingEvent.ReshardingNoted event) {
    return switch (event.note()) {
      case STOPPED ->
          note(
              event.on(),
              event.command()
                  + " stands before "
                  + standing(event.next().text() + ": " + event.detail()),
              Role.MOVED);
      case WAITED ->
          note(
              event.on(),
              "! "
                  + event.detail()
                  + " waited "
                  + Amounts.duration(event.micros() / 1000)
                  + " for "
                  + event.command(),
              Role.BLOCKED);
    };
  }

  @Override
  public Note reshardingCopied(ReshardingEvent.ReshardingCopied event) {
    return note(
        NodeId.CONFIG,
        "all of "
            + event.ns()
            + " is copied: "
            + Amounts.count(event.docs(), "doc")
            + ", "
            + Amounts.size(event.bytes()),
        Role.MOVED);
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
