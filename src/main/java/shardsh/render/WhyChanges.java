package shardsh.render;

import java.util.function.BiConsumer;
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
 * Why something changed or stayed as it is: for each event that says so a sentence, or none. What
 * takes more than a sentence stands in a class of its own.
 */
final class WhyChanges implements ClusterEvent.Visitor<Void> {
  private final BiConsumer<String, Role> out;
  private final WhyChunks chunks;
  private final WhyMigration migration;
  private final WhyBalancer balancer;

  WhyChanges(Scene scene, BiConsumer<String, Role> out) {
    this.out = out;
    chunks = new WhyChunks(scene, out);
    migration = new WhyMigration(scene, out);
    balancer = new WhyBalancer(scene, out);
  }

  private Void say(String text, Role role) {
    out.accept(text, role);
    return null;
  }

  @Override
  public Void splitAsked(CatalogEvent.SplitAsked event) {
    chunks.asked(event);
    return null;
  }

  @Override
  public Void chunkSplit(CatalogEvent.ChunkSplit event) {
    chunks.split(event);
    return null;
  }

  @Override
  public Void chunksMerged(CatalogEvent.ChunksMerged event) {
    chunks.merged(event);
    return null;
  }

  @Override
  public Void jumboMarked(CatalogEvent.JumboMarked event) {
    chunks.markedJumbo(event);
    return null;
  }

  @Override
  public Void migrationMoved(MigrationEvent.MigrationMoved event) {
    migration.moved(event);
    return null;
  }

  @Override
  public Void migrationNoted(MigrationEvent.MigrationNoted event) {
    migration.noted(event);
    return null;
  }

  @Override
  public Void deletionScheduled(DeletionEvent.DeletionScheduled event) {
    migration.deletionScheduled(event);
    return null;
  }

  @Override
  public Void deletionWaited(DeletionEvent.DeletionWaited event) {
    migration.deletionWaited(event);
    return null;
  }

  @Override
  public Void orphansDeleted(DeletionEvent.OrphansDeleted event) {
    migration.orphansDeleted(event);
    return null;
  }

  @Override
  public Void documentsExpired(DeletionEvent.DocumentsExpired event) {
    return say(
        "The TTL monitor of "
            + event.on()
            + " removed "
            + Amounts.count(event.docs(), "document")
            + " of "
            + event.ns()
            + " whose time was over.",
        Role.PLAIN);
  }

  @Override
  public Void balancerRound(BalancerEvent.BalancerRound event) {
    balancer.round(event);
    return null;
  }

  @Override
  public Void zoneViolated(BalancerEvent.ZoneViolated event) {
    balancer.zoneViolated(event);
    return null;
  }

  @Override
  public Void generationChanged(CatalogEvent.GenerationChanged event) {
    return say(
        event.ns()
            + " has a new epoch ("
            + event.reason()
            + "): every table that routers have of it is void.",
        Role.PLAIN);
  }

  @Override
  public Void reshardingMoved(ReshardingEvent.ReshardingMoved event) {
    return say(WhyResharding.text(event), WhyResharding.role(event));
  }

  @Override
  public Void reshardingNoted(ReshardingEvent.ReshardingNoted event) {
    return say(WhyResharding.noted(event), Role.PLAIN);
  }

  @Override
  public Void reshardingCopied(ReshardingEvent.ReshardingCopied event) {
    return say(
        "The recipients have their first copy of "
            + event.ns()
            + ": "
            + Amounts.count(event.docs(), "document")
            + ", "
            + Amounts.size(event.bytes())
            + ". All of the collection is copied; a move copies one chunk.",
        Role.PLAIN);
  }

  @Override
  public Void primaryMoved(CatalogEvent.PrimaryMoved event) {
    return say(
        "The primary shard of "
            + event.db()
            + " is "
            + event.to()
            + " now: "
            + Amounts.count(event.collections(), "collection")
            + " that are not sharded (or views) went there, "
            + Amounts.count(event.docs(), "document")
            + ", "
            + Amounts.size(event.bytes())
            + ". Chunks stay. The database's version counts up to "
            + event.lastMod()
            + ", by which "
            + event.from()
            + " refuses routers that did not hear of it.",
        Role.PLAIN);
  }

  @Override
  public Void staleDatabaseSeen(RoutingEvent.StaleDatabaseSeen event) {
    return say(
        event.router()
            + " sent "
            + event.shard()
            + " version "
            + event.sent()
            + " of the database "
            + event.db()
            + event.has().map(has -> ", and the shard has " + has).orElse("")
            + ". The shard refuses with StaleDbVersion, error 249; the router asks the config"
            + " servers who the primary shard is, and tries again there.",
        Role.STALE);
  }

  @Override
  public Void spilled(QueryEvent.Spilled event) {
    return say(
        event.stage()
            + " on "
            + event.on()
            + " used up its memory and wrote "
            + Amounts.size(event.bytes())
            + " to disk.",
        Role.WARN);
  }

  @Override
  public Void callFailed(CallEvent.CallFailed event) {
    return say(
        event.to() + " did not answer " + event.from() + ": " + event.reason() + ".", Role.BLOCKED);
  }

  @Override
  public Void refused(CallEvent.Refused event) {
    return say(event.rule(), Role.PLAIN);
  }

  @Override
  public Void transactionMoved(TransactionEvent.TransactionMoved event) {
    return TransactionText.why(event).map(text -> say(text, Role.PLAIN)).orElse(null);
  }

  @Override
  public Void transactionEnded(TransactionEvent.TransactionEnded event) {
    return say(TransactionText.why(event), Role.PLAIN);
  }

  @Override
  public Void writeWaited(TransactionEvent.WriteWaited event) {
    return say(TransactionText.why(event), Role.BLOCKED);
  }

  @Override
  public Void statementFailed(CallEvent.StatementFailed event) {
    return say("The command failed: " + event.message(), Role.ERROR);
  }

  @Override
  public Void primaryElected(ReplicationEvent.PrimaryElected event) {
    return say(ReplicationText.why(event), event.undone() > 0 ? Role.WARN : Role.PLAIN);
  }

  @Override
  public Void requestSent(CallEvent.RequestSent event) {
    return null;
  }

  @Override
  public Void replyReceived(CallEvent.ReplyReceived event) {
    return null;
  }

  @Override
  public Void targeted(RoutingEvent.Targeted event) {
    return null;
  }

  @Override
  public Void staleConfigSeen(RoutingEvent.StaleConfigSeen event) {
    return null;
  }

  @Override
  public Void routingRefreshed(RoutingEvent.RoutingRefreshed event) {
    return null;
  }

  @Override
  public Void planChosen(QueryEvent.PlanChosen event) {
    return null;
  }

  @Override
  public Void mergePlanned(QueryEvent.MergePlanned event) {
    return null;
  }

  @Override
  public Void resultsMerged(QueryEvent.ResultsMerged event) {
    return null;
  }

  @Override
  public Void documentsCloned(MigrationEvent.DocumentsCloned event) {
    return null;
  }

  @Override
  public Void secondaryRead(ReplicationEvent.SecondaryRead event) {
    return say(ReplicationText.why(event), Role.WARN);
  }

  @Override
  public Void writeReplicated(ReplicationEvent.WriteReplicated event) {
    return say(ReplicationText.why(event), Role.PLAIN);
  }

  @Override
  public Void primarySteppedDown(ReplicationEvent.PrimarySteppedDown event) {
    return say(ReplicationText.why(event), Role.WARN);
  }

  @Override
  public Void nodeWentDown(ReplicationEvent.NodeWentDown event) {
    return null;
  }

  @Override
  public Void nodeCameUp(ReplicationEvent.NodeCameUp event) {
    return null;
  }
}
