package shardsh.shell;

import java.util.SplittableRandom;
import org.bson.BsonDocument;

/** The chance that JavaScript sees: from the cluster's seed, on a stream of its own. */
final class SessionRandom {
  private static final long STREAM = 0x6A617661L;

  private final SplittableRandom random;

  /**
   * A cluster entered later has ids of its own: a session that it has seen commit would take a new
   * one of the same id for a retry.
   *
   * @param parameters with the field {@code seed}
   * @param age of the cluster when it was entered, in simulated ms
   */
  SessionRandom(BsonDocument parameters, long age) {
    random = new SplittableRandom(parameters.getNumber("seed").longValue() ^ STREAM ^ age);
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
