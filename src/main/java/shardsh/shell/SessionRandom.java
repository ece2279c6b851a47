package shardsh.shell;

import java.util.SplittableRandom;
import org.bson.BsonDocument;

/** The chance that JavaScript sees: from the cluster's seed, on a stream of its own. */
final class SessionRandom {
  private static final long STREAM = 0x6A617661L;

  private final SplittableRandom random;

  /**
   * @param parameters with the field {@code seed}
   */
  SessionRandom(BsonDocument parameters) {
    random = new SplittableRandom(parameters.getNumber("seed").longValue() ^ STREAM);
  }

  double nextDouble() {
    return random.nextDouble();
  }

  long nextUuidHigh() {
    return (random.nextLong() & ~0xF000L) | 0x4000L;
  }

  long nextUuidLow() {
    return (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
  }
}
