package shardsh.core.sim;

/**
 * A small generator of our own (SplitMix64), so that its numbers never change with the Java
 * version. A consumer asks for a stream by name; a stream depends on the seed and its name, never
 * on how much others have drawn.
 */
public final class SimRandom {
  private final long seed;
  private long state;

  public SimRandom(long seed) {
    this(seed, seed);
  }

  private SimRandom(long seed, long state) {
    this.seed = seed;
    this.state = state;
  }

  public SimRandom copy() {
    return new SimRandom(seed, state);
  }

  public long seed() {
    return seed;
  }

  /** The stream of that name, at its start. */
  public SimRandom fork(String name) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return new SimRandom(mix(seed ^ hash));
  }

  public long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    return mix(state);
  }

  /** A whole number from 0 (included) to {@code bound} (excluded). */
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive: " + bound);
    }
    return (int) Long.remainderUnsigned(nextLong() >>> 1, bound);
  }

  /** A number from 0 (included) to 1 (excluded). */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
