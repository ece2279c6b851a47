package shardsh.core.sharding;

import shardsh.core.keys.IndexKey;

/** A run of shard key values, lower bound included, upper bound excluded. */
public record ChunkRange(IndexKey min, IndexKey max) {

  public ChunkRange {
    if (min.compareTo(max) >= 0) {
      throw new IllegalArgumentException("empty range: min " + min + " is not below max " + max);
    }
  }

  /** Whether the key lies inside; the key MaxKey belongs to the range that ends there. */
  public boolean contains(IndexKey key) {
    return min.compareTo(key) <= 0
        && (key.compareTo(max) < 0 || (max.isAllMax() && key.compareTo(max) == 0));
  }

  public boolean overlaps(ChunkRange other) {
    return min.compareTo(other.max) < 0 && other.min.compareTo(max) < 0;
  }

  public boolean covers(ChunkRange other) {
    return min.compareTo(other.min) <= 0 && other.max.compareTo(max) <= 0;
  }
}
