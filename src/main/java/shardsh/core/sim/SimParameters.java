package shardsh.core.sim;

/**
 * The dials of the model that no real cluster has.
 *
 * @param toyHash whether collections sharded from now on hash to 0–999
 * @param exactBoundary whether an excluded upper bound is excluded when chunks are chosen; a real
 *     router includes it
 * @param balancerRuns {@code on}: rounds as time goes; {@code manual}: only when asked
 * @param autoSplit whether inserts cut a chunk that outgrows the limit
 * @param autoMerge whether the automerger runs
 * @param orphanCleanupDelaySecs how long a range waits for its deletion
 * @param latencyMicros of one message
 * @param examinedMicros to examine a document, on each shard at the same time
 * @param shippedMicros to ship a document to the merger
 * @param mergedMicros to merge a document
 */
public record SimParameters(
    boolean toyHash,
    boolean exactBoundary,
    String balancerRuns,
    boolean autoSplit,
    boolean autoMerge,
    int orphanCleanupDelaySecs,
    long latencyMicros,
    long examinedMicros,
    long shippedMicros,
    long mergedMicros) {

  /** The same, but for what happens by itself: cuts of chunks that grow, and merges. */
  public SimParameters withAutomatisms(boolean newAutoSplit, boolean newAutoMerge) {
    return new SimParameters(
        toyHash,
        exactBoundary,
        balancerRuns,
        newAutoSplit,
        newAutoMerge,
        orphanCleanupDelaySecs,
        latencyMicros,
        examinedMicros,
        shippedMicros,
        mergedMicros);
  }
}
