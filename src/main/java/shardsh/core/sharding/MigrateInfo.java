package shardsh.core.sharding;

import shardsh.core.base.Namespace;

/** What should move, or moves: a range of a collection from donor to recipient, and why. */
public record MigrateInfo(
    Namespace ns, ChunkRange range, ShardId donor, ShardId recipient, Reason reason) {

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
