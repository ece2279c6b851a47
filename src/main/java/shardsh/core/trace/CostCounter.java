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
  public Void requestSent(ClusterEvent.RequestSent event) {
    messages++;
    if (event.from().equals(NodeId.APP)) {
      commands++;
    } else if (event.version().isPresent()) {
      shardsAsked++;
    }
    return null;
  }

  @Override
  public Void replyReceived(ClusterEvent.ReplyReceived event) {
    messages++;
    return null;
  }

  @Override
  public Void callFailed(ClusterEvent.CallFailed event) {
    return null;
  }

  @Override
  public Void targeted(ClusterEvent.Targeted event) {
    return null;
  }

  @Override
  public Void staleConfigSeen(ClusterEvent.StaleConfigSeen event) {
    staleErrors++;
    return null;
  }

  @Override
  public Void routingRefreshed(ClusterEvent.RoutingRefreshed event) {
    refreshes++;
    return null;
  }

  @Override
  public Void planChosen(ClusterEvent.PlanChosen event) {
    return null;
  }

  @Override
  public Void mergePlanned(ClusterEvent.MergePlanned event) {
    return null;
  }

  @Override
  public Void resultsMerged(ClusterEvent.ResultsMerged event) {
    rowsShipped += event.shipped();
    return null;
  }

  @Override
  public Void spilled(ClusterEvent.Spilled event) {
    return null;
  }

  @Override
  public Void splitAsked(ClusterEvent.SplitAsked event) {
    return null;
  }

  @Override
  public Void chunkSplit(ClusterEvent.ChunkSplit event) {
    return null;
  }

  @Override
  public Void chunksMerged(ClusterEvent.ChunksMerged event) {
    return null;
  }

  @Override
  public Void jumboMarked(ClusterEvent.JumboMarked event) {
    return null;
  }

  @Override
  public Void migrationMoved(ClusterEvent.MigrationMoved event) {
    return null;
  }

  @Override
  public Void migrationNoted(ClusterEvent.MigrationNoted event) {
    return null;
  }

  @Override
  public Void documentsCloned(ClusterEvent.DocumentsCloned event) {
    movedBytes += event.bytes();
    return null;
  }

  @Override
  public Void deletionScheduled(ClusterEvent.DeletionScheduled event) {
    return null;
  }

  @Override
  public Void deletionWaited(ClusterEvent.DeletionWaited event) {
    return null;
  }

  @Override
  public Void orphansDeleted(ClusterEvent.OrphansDeleted event) {
    return null;
  }

  @Override
  public Void documentsExpired(ClusterEvent.DocumentsExpired event) {
    return null;
  }

  @Override
  public Void balancerRound(ClusterEvent.BalancerRound event) {
    return null;
  }

  @Override
  public Void zoneViolated(ClusterEvent.ZoneViolated event) {
    return null;
  }

  @Override
  public Void generationChanged(ClusterEvent.GenerationChanged event) {
    return null;
  }

  @Override
  public Void reshardingMoved(ClusterEvent.ReshardingMoved event) {
    return null;
  }

  @Override
  public Void reshardingNoted(ClusterEvent.ReshardingNoted event) {
    return null;
  }

  @Override
  public Void reshardingCopied(ClusterEvent.ReshardingCopied event) {
    movedBytes += event.bytes();
    return null;
  }

  @Override
  public Void primaryMoved(ClusterEvent.PrimaryMoved event) {
    return null;
  }

  @Override
  public Void staleDatabaseSeen(ClusterEvent.StaleDatabaseSeen event) {
    return null;
  }

  @Override
  public Void nodeWentDown(ClusterEvent.NodeWentDown event) {
    return null;
  }

  @Override
  public Void nodeCameUp(ClusterEvent.NodeCameUp event) {
    return null;
  }

  @Override
  public Void secondaryRead(ClusterEvent.SecondaryRead event) {
    return null;
  }

  @Override
  public Void writeReplicated(ClusterEvent.WriteReplicated event) {
    return null;
  }

  @Override
  public Void primarySteppedDown(ClusterEvent.PrimarySteppedDown event) {
    return null;
  }

  @Override
  public Void primaryElected(ClusterEvent.PrimaryElected event) {
    return null;
  }

  @Override
  public Void refused(ClusterEvent.Refused event) {
    return null;
  }

  @Override
  public Void statementFailed(ClusterEvent.StatementFailed event) {
    return null;
  }

  @Override
  public Void transactionMoved(ClusterEvent.TransactionMoved event) {
    return null;
  }

  @Override
  public Void transactionEnded(ClusterEvent.TransactionEnded event) {
    return null;
  }

  @Override
  public Void writeWaited(ClusterEvent.WriteWaited event) {
    return null;
  }
}
