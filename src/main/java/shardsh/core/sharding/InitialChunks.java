package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.List;

/** The arithmetic of presplitting a hashed key. Source: {@code sharding-facts.md}, section 6. */
public final class InitialChunks {
  private InitialChunks() {}

  /** The hash values at which the key space is cut into {@code chunks} pieces, ascending. */
  public static List<Long> hashSplitPoints(int chunks) {
    List<Long> points = new ArrayList<>();
    if (chunks < 2) {
      return points;
    }
    long step = Long.MAX_VALUE / chunks * 2;
    long current = 0;
    if (chunks % 2 == 0) {
      points.add(0L);
      current = step;
    } else {
      current = step / 2;
    }
    for (int i = 0; i < (chunks - 1) / 2; i++) {
      points.add(current);
      points.add(-current);
      current += step;
    }
    points.sort(Long::compare);
    return points;
  }

  /**
   * Which of {@code shards} the chunk at a position goes to: runs of neighbours, then round again.
   */
  public static int shardFor(int chunk, int chunks, int shards) {
    int contiguous = Math.max(chunks / shards, 1);
    return (chunk / contiguous) % shards;
  }
}
