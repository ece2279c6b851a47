package shardsh.core.balancer;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.MigrateInfo;

/**
 * What a policy wants moved in one collection, and why that and no more.
 *
 * @param moves at most one for each pair of shards; they may run side by side
 * @param compared one entry for each zone that was looked at for imbalance, the keys outside of
 *     zones last
 * @param skipped what was not moved and why, also when something else was
 */
public record Decision(List<Move> moves, List<Comparison> compared, List<Skip> skipped) {

  /**
   * A move to make.
   *
   * @param what its range is the whole chunk
   * @param forced whether a chunk too large is moved all the same
   * @param donorChoosesEnd whether the move is a {@code moveRange} with only a min: the donor cuts
   *     off about one chunk size
   * @param why why this chunk, these shards, and not the others
   */
  public record Move(MigrateInfo what, boolean forced, boolean donorChoosesEnd, String why) {

    public IndexKey min() {
      return what.range().min();
    }

    /** Where the range ends; empty when the donor chooses. */
    public Optional<IndexKey> max() {
      return donorChoosesEnd ? Optional.empty() : Optional.of(what.range().max());
    }
  }

  /** Something that stayed where it is; {@code why} is a short fact. */
  public record Skip(Namespace ns, String why) {

    /** {@code {ns, why}}. */
    public BsonDocument toBson() {
      return new BsonDocument("ns", new BsonString(ns.toString()))
          .append("why", new BsonString(why));
    }
  }

  public Decision {
    moves = List.copyOf(moves);
    compared = List.copyOf(compared);
    skipped = List.copyOf(skipped);
  }

  /** Nothing moves in this collection, and nothing was compared. */
  public static Decision skipping(Namespace ns, String why) {
    return new Decision(List.of(), List.of(), List.of(new Skip(ns, why)));
  }

  /** The reason of the first move: what makes the collection not compliant. */
  public Optional<MigrateInfo.Reason> firstReason() {
    return moves.stream().map(move -> move.what().reason()).findFirst();
  }
}
