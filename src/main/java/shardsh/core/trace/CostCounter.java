package shardsh.core.trace;

import shardsh.core.base.NodeId;

/** Adds up {@link Cost} event by event. */
final class CostCounter implements ClusterEvent.Visitor<Void> {
  private long commands;
  private long messages;
  private long refreshes;
  private long shardsAsked;
  private long rowsShipped;
  private long movedBytes;
  private long staleErrors;

  CostCounter copy() {
    CostCounter copy = new CostCounter();
    copy.commands = commands;
    copy.messages = messages;
    copy.refreshes = refreshes;
    copy.shardsAsked = shardsAsked;
    copy.rowsShipped = rowsShipped;
    copy.movedBytes = movedBytes;
    copy.staleErrors = staleErrors;
    return copy;
  }

  void reset() {
    commands = 0;
    messages = 0;
    refreshes = 0;
    shardsAsked = 0;
    rowsShipped = 0;
    movedBytes = 0;
    staleErrors = 0;
  }

  Cost total() {
    return new Cost(
        commands, messages, refreshes, shardsAsked, rowsShipped, movedBytes, staleErrors);
  }

  @Override
  public Void requestSent(CallEvent.RequestSent event) {
    messages++;
    if (event.from().equals(NodeId.APP)) {
      commands++;
    } else if (event.version().isPresent()) {
      shardsAsked++;
    }
    return null;
  }

  @Override
  public Void replyReceived(CallEvent.ReplyReceived event) {
    messages++;
    return null;
  }

  @Override
  public Void callFailed(CallEvent.CallFailed event) {
    return null;
  }

  @Override
  public Void targeted(RoutingEvent.Targeted event) {
    return null;
  }

  @Override
  public Void staleConfigSeen(RoutingEvent.StaleConfigSeen event) {
    staleErrors++;
    return null;
  }

  @Override
  public Void routingRefreshed(RoutingEvent.RoutingRefreshed event) {
    refreshes++;
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
    rowsShipped += event.shipped();
    return null;
  }

  @Override
  public Void spilled(QueryEvent.Spilled event) {
    return null;
  }

  @Override
  public Void splitAsked(CatalogEvent.SplitAsked event) {
    return null;
  }

  @Override
  public Void chunkSplit(CatalogEvent.ChunkSplit event) {
    return null;
  }

  @Override
  public Void chunksMerged(CatalogEvent.ChunksMerged event) {
    return null;
  }

  @Override
  public Void jumboMarked(CatalogEvent.JumboMarked event) {
    return null;
  }

  @Override
  public Void migrationMoved(MigrationEvent.MigrationMoved event) {
    return null;
  }

  @Override
  public Void migrationNoted(MigrationEvent.MigrationNoted event) {
    return null;
  }

  @Override
  public Void documentsCloned(MigrationEvent.DocumentsCloned event) {
    movedBytes += event.bytes();
    return null;
  }

  @Override
  public Void deletionScheduled(DeletionEvent.DeletionScheduled event) {
    return null;
  }

  @Override
  public Void deletionWaited(DeletionEvent.DeletionWaited event) {
    return null;
  }

  @Override
  public Void orphansDeleted(DeletionEvent.OrphansDeleted event) {
    return null;
  }

  @Override
  public Void documentsExpired(DeletionEvent.DocumentsExpired event) {
    return null;
  }

  @Override
  public Void balancerRound(BalancerEvent.BalancerRound event) {
    return null;
  }

  @Override
  public Void zoneViolated(BalancerEvent.ZoneViolated event) {
    return null;
  }

  @Override
  public Void generationChanged(CatalogEvent.GenerationChanged event) {
    return null;
  }

  @Override
  public Void reshardingMoved(ReshardingEvent.ReshardingMoved event) {
    return null;
  }

  @Override
  public Void reshardingNoted(ReshardingEvent.ReshardingNoted event) {
    return null;
  }

  @Override
  public Void reshardingCopied(ReshardingEvent.ReshardingCopied event) {
    movedBytes += event.bytes();
    return null;
  }

  @Override
  public Void primaryMoved(CatalogEvent.PrimaryMoved event) {
    return null;
  }

  @Override
  public Void staleDatabaseSeen(RoutingEvent.StaleDatabaseSeen event) {
    return null;
  }

  @Override
  public Void nodeWentDown(ReplicationEvent.NodeWentDown event) {
    return null;
  }

  @Override
  public Void nodeCameUp(ReplicationEvent.NodeCameUp event) {
    return null;
  }

  @Override
  public Void secondaryRead(ReplicationEvent.SecondaryRead event) {
    return null;
  }

  @Override
  public Void writeReplicated(ReplicationEvent.WriteReplicated event) {
    return null;
  }

  @Override
  public Void primarySteppedDown(ReplicationEvent.PrimarySteppedDown event) {
    return null;
  }

  @Override
  public Void primaryElected(ReplicationEvent.PrimaryElected event) {
    return null;
  }

  @Override
  public Void refused(CallEvent.Refused event) {
    return null;
  }

  @Override
  public Void statementFailed(CallEvent.StatementFailed event) {
    return null;
  }

  @Override
  public Void transactionMoved(TransactionEvent.TransactionMoved event) {
    return null;
  }

  @Override
  public Void transactionEnded(TransactionEvent.TransactionEnded event) {
    return null;
  }

  @Override
  public Void writeWaited(TransactionEvent.WriteWaited event) {
    return null;
  }
}
