package shardsh.core.pipeline;

/**
 * How much memory a blocking stage may take.
 *
 * @param limitBytes 100 MB on a server
 * @param allowDiskUse whether it may write to disk beyond that; otherwise it fails
 * @param spills told what was written
 */
public record MemoryRule(long limitBytes, boolean allowDiskUse, Spills spills) {

  /** A server's limit for one stage. */
  public static final long STAGE_BYTES = 100L * 1024 * 1024;

  /** No limit. */
  public static final MemoryRule NONE = new MemoryRule(Long.MAX_VALUE, false, (stage, bytes) -> {});

  /** Who notes that a stage wrote to disk. */
  @FunctionalInterface
  public interface Spills {
    void spilled(String stage, long bytes);
  }
}
