package shardsh.core.pipeline;

import java.util.Optional;
import shardsh.core.base.Namespace;

/**
 * Where a stage of a merger part can run.
 *
 * @param owner the collection whose shard it must be, for {@link Kind#OWNER}
 */
public record MergePlace(Kind kind, Optional<Namespace> owner) {

  /** From the least to the most demanding. */
  public enum Kind {
    ANYWHERE,
    /** On the router only. */
    ROUTER,
    /** On some shard. */
    ANY_SHARD,
    /** On the shard that holds an unsharded collection. */
    OWNER
  }

  public static final MergePlace ANYWHERE = new MergePlace(Kind.ANYWHERE, Optional.empty());
  public static final MergePlace ROUTER = new MergePlace(Kind.ROUTER, Optional.empty());
  public static final MergePlace ANY_SHARD = new MergePlace(Kind.ANY_SHARD, Optional.empty());

  /** On the shard that holds the collection. */
  public static MergePlace ownerOf(Namespace ns) {
    return new MergePlace(Kind.OWNER, Optional.of(ns));
  }

  /** The more demanding of the two. */
  public MergePlace and(MergePlace other) {
    return other.kind.compareTo(kind) > 0 ? other : this;
  }
}
