package shardsh.core.trace;

import java.util.List;

/**
 * What a slice of the trace cost.
 *
 * @param commands commands of the application
 * @param messages requests and replies between nodes and from the application
 * @param refreshes how often a router or shard asked the config servers for rows
 * @param shardsAsked requests from routers to shards
 * @param rowsShipped documents in replies from shards to routers
 * @param movedBytes bytes cloned by migrations and by resharding
 * @param staleErrors refusals with StaleConfig
 */
public record Cost(
    long commands,
    long messages,
    long refreshes,
    long shardsAsked,
    long rowsShipped,
    long movedBytes,
    long staleErrors) {

  /** The cost of these entries. */
  public static Cost of(List<TraceEntry> slice) {
    CostCounter counter = new CostCounter();
    for (TraceEntry entry : slice) {
      entry.event().accept(counter);
    }
    return counter.total();
  }

  /** Both together. */
  public Cost plus(Cost other) {
    return new Cost(
        commands + other.commands,
        messages + other.messages,
        refreshes + other.refreshes,
        shardsAsked + other.shardsAsked,
        rowsShipped + other.rowsShipped,
        movedBytes + other.movedBytes,
        staleErrors + other.staleErrors);
  }

  /** What was spent between an earlier total and this one. */
  public Cost minus(Cost earlier) {
    return new Cost(
        commands - earlier.commands,
        messages - earlier.messages,
        refreshes - earlier.refreshes,
        shardsAsked - earlier.shardsAsked,
        rowsShipped - earlier.rowsShipped,
        movedBytes - earlier.movedBytes,
        staleErrors - earlier.staleErrors);
  }
}
