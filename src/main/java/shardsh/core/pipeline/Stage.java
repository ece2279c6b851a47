package shardsh.core.pipeline;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.query.ChangedPaths;

/** One parsed stage of a pipeline. Immutable; {@link #apply} may be called any number of times. */
public interface Stage {

  /** With its dollar sign, e.g. {@code $match}. */
  String name();

  /**
   * The stage's output, computed as it is pulled. The iterator's methods throw CommandException
   * with the server's code, and INTERRUPTED when the operation was asked to stop.
   */
  Iterator<BsonDocument> apply(Iterator<BsonDocument> input);

  /** The stage as explain prints it, e.g. {@code {$sort: {sortKey: {a: 1}, limit: 5}}}. */
  BsonDocument toBson();

  /** The stage as it is written in a command: what another node parses. */
  default List<BsonDocument> toCommand() {
    return List.of(toBson());
  }

  /** How this stage runs over several shards; unless it says otherwise, only after merging. */
  default DistributedPlan distributed() {
    return DistributedPlan.mergeOnly(this);
  }

  /**
   * Whether the same input gives the same output whenever it is asked for: not so for stages that
   * draw random numbers or read or write other collections.
   */
  default boolean isRepeatable() {
    return true;
  }

  /** What the stage reads of its input; unless it says otherwise, whole documents. */
  default Needs needs() {
    return Needs.wholeDocuments();
  }

  /** What it changes, if a filter on anything else may as well run before it. */
  default Optional<ChangedPaths> changes() {
    return Optional.empty();
  }

  /** Whether it gives one document for each, in order, so that counting can be done before it. */
  default boolean isOneToOne() {
    return false;
  }

  /** Where it can run when it does not run on the shards. */
  default MergePlace mergePlace() {
    return MergePlace.ANYWHERE;
  }

  /** Whether it may write to disk, when that is allowed. */
  default boolean mayUseDisk() {
    return false;
  }

  /** Where in a pipeline it may stand. */
  default Position position() {
    return Position.ANYWHERE;
  }

  /** False for a stage that makes documents without a collection, in {@code {aggregate: 1}}. */
  default boolean needsCollection() {
    return true;
  }

  /** Where in a pipeline a stage may stand. */
  enum Position {
    ANYWHERE,
    /** It makes documents itself. */
    FIRST,
    /** It writes. */
    LAST
  }
}
