package shardsh.core.sharding;

import shardsh.core.base.Namespace;

/** What should move, or moves: a range of a collection from donor to recipient, and why. */
public record MigrateInfo(
    Namespace ns, ChunkRange range, ShardId donor, ShardId recipient, Reason reason) {

  /**
   * The scheduler's word for what a shard asks of the balancer, {@code {ns, min}}: to move the
   * chunk that it cut off at an end of all keys.
   */
  public static final String OUTERMOST_TASK = "moveOutermostChunk";

  /** Why; the balancer's words, as in balancerCollectionStatus, and a person's request. */
  public enum Reason {
    DRAIN("drain"),
    ZONE_VIOLATION("zoneViolation"),
    CHUNKS_IMBALANCE("chunksImbalance"),
    DEFRAGMENTATION("defragmentation"),
    MANUAL("manual");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
