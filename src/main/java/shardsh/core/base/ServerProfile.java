package shardsh.core.base;

import java.util.List;

/**
 * What a server of some version does where versions differ, as named choices. Source: {@code
 * classic} is the teaching hybrid of the sharding page (splits on insert and a 128 MB limit as in
 * 6.0.0 to 6.0.2, balancing by the thresholds of before 3.4); the others follow the manual.
 *
 * @param name as on the command line
 * @param serverVersion what {@code db.version()} answers
 * @param imbalance how the balancer measures imbalance
 * @param splitsOnInsert whether inserts cut a chunk that outgrows the limit
 * @param chunkSizeMB the default chunk size
 * @param collectionsByUuid whether config.chunks names its collection by uuid (5.0+)
 * @param singleWritesWithoutKey whether updateOne, deleteOne and findAndModify work without the key
 *     (7.1+)
 * @param hashedChunksPerShard first chunks per shard of an empty collection with a hashed key
 * @param implicitSharding whether shardCollection works without enableSharding (6.0+)
 * @param autoMerge whether the automerger exists (7.0+)
 */
public record ServerProfile(
    String name,
    String serverVersion,
    Imbalance imbalance,
    boolean splitsOnInsert,
    int chunkSizeMB,
    boolean collectionsByUuid,
    boolean singleWritesWithoutKey,
    int hashedChunksPerShard,
    boolean implicitSharding,
    boolean autoMerge) {

  /** How the balancer measures imbalance. */
  public enum Imbalance {
    /** The 2/4/8 table of servers before 3.4, one move a round. */
    CLASSIC,
    /** The ideal number of chunks, 4.4 to 6.0.2. */
    CHUNK_COUNT,
    /** Data size with 3 times the chunk size, 6.0.3 and later. */
    DATA_SIZE
  }

  public static final ServerProfile CLASSIC =
      new ServerProfile(
          "classic", "6.0.2", Imbalance.CLASSIC, true, 128, true, false, 2, true, false);
  public static final ServerProfile V4_4 =
      new ServerProfile(
          "4.4", "4.4.29", Imbalance.CHUNK_COUNT, true, 64, false, false, 2, false, false);
  public static final ServerProfile V5_0 =
      new ServerProfile(
          "5.0", "5.0.31", Imbalance.CHUNK_COUNT, true, 64, true, false, 2, false, false);
  public static final ServerProfile V6_0 =
      new ServerProfile(
          "6.0", "6.0.19", Imbalance.DATA_SIZE, false, 128, true, false, 2, true, false);
  public static final ServerProfile V7_0 =
      new ServerProfile(
          "7.0", "7.0.16", Imbalance.DATA_SIZE, false, 128, true, false, 2, true, true);
  public static final ServerProfile V8_0 =
      new ServerProfile("8.0", "8.0.4", Imbalance.DATA_SIZE, false, 128, true, true, 1, true, true);

  /** All profiles, oldest behaviour first. */
  public static final List<ServerProfile> ALL = List.of(CLASSIC, V4_4, V5_0, V6_0, V7_0, V8_0);

  /**
   * @throws IllegalArgumentException when there is no profile of that name
   */
  public static ServerProfile named(String name) {
    for (ServerProfile profile : ALL) {
      if (profile.name().equals(name)) {
        return profile;
      }
    }
    throw new IllegalArgumentException(
        "unknown profile '" + name + "'; known: classic, 4.4, 5.0, 6.0, 7.0, 8.0");
  }

  /**
   * Whether inserts cut a chunk into pieces of half the chunk size, and an outermost chunk at its
   * last key (4.4 to 6.0.2); the teaching hybrid cuts at the middle.
   */
  public boolean splitsAtHalves() {
    return splitsOnInsert && imbalance == Imbalance.CHUNK_COUNT;
  }

  /** Whether reads from secondaries are unfiltered unless they say otherwise (before 5.0). */
  public boolean secondariesReadAvailable() {
    return majorVersion() < 5;
  }

  /** Whether a write without a write concern waits for a majority (5.0+). */
  public boolean writesToMajority() {
    return majorVersion() >= 5;
  }

  /** The first number of the server's version, e.g. 8. */
  public int majorVersion() {
    return Integer.parseInt(serverVersion, 0, serverVersion.indexOf('.'), 10);
  }

  /** Whether the server's version is this one or a later one, e.g. {@code 6.0.3}. */
  public boolean isAtLeast(String version) {
    int own = 0;
    int other = 0;
    while (own < serverVersion.length() && other < version.length()) {
      int ownEnd = partEnd(serverVersion, own);
      int otherEnd = partEnd(version, other);
      int compared =
          Integer.compare(
              Integer.parseInt(serverVersion, own, ownEnd, 10),
              Integer.parseInt(version, other, otherEnd, 10));
      if (compared != 0) {
        return compared > 0;
      }
      own = ownEnd + 1;
      other = otherEnd + 1;
    }
    return other >= version.length();
  }

  private static int partEnd(String version, int from) {
    int dot = version.indexOf('.', from);
    return dot < 0 ? version.length() : dot;
  }
}
