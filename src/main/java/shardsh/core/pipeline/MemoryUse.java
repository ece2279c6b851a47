package shardsh.core.pipeline;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonSize;

/** What one blocking stage keeps while it runs, against its {@link MemoryRule}. */
public final class MemoryUse {
  private static final int GROUP_OVERHEAD = 64;
  private static final int ELEMENT_OVERHEAD = 8;

  private final MemoryRule rule;
  private final String stage;
  private final boolean counts;
  private long bytes;

  public MemoryUse(MemoryRule rule, String stage) {
    this.rule = rule;
    this.stage = stage;
    this.counts = rule.limitBytes() != Long.MAX_VALUE;
  }

  /**
   * A document is kept.
   *
   * @throws CommandException QUERY_EXCEEDED_MEMORY_LIMIT beyond the limit without disk
   */
  public void add(BsonDocument document) {
    if (counts) {
      add(BsonSize.of(document));
    }
  }

  /** A new group with that key is kept. */
  public void add(BsonValue key) {
    if (counts) {
      add(BsonSize.ofValue(key) + GROUP_OVERHEAD);
    }
  }

  /** The value stays in the state, if that keeps all it is given. */
  public void addIfKept(Accumulator state, BsonValue value) {
    if (counts && value != null && state.keepsAll()) {
      add(BsonSize.ofValue(value) + ELEMENT_OVERHEAD);
    }
  }

  private void add(long more) {
    bytes += more;
    if (bytes <= rule.limitBytes()) {
      return;
    }
    if (!rule.allowDiskUse()) {
      throw new CommandException(ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT, message());
    }
    rule.spills().spilled(stage, bytes);
    bytes = 0;
  }

  private String message() {
    return stage.equals("$sort")
        ? "Sort exceeded memory limit of "
            + rule.limitBytes()
            + " bytes, but did not opt in to external sorting."
        : "Exceeded memory limit for "
            + stage
            + ", but didn't allow external spilling; pass"
            + " allowDiskUse:true to opt in";
  }
}
