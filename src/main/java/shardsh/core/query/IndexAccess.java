package shardsh.core.query;

import java.util.Optional;

/**
 * How a filter uses an index.
 *
 * @param bounds the keys to scan
 * @param tightness the worst of the predicates that gave the bounds; EXACT when there were none
 * @param keyFilter what can be asked about the index key before fetching
 * @param documentFilter what must be asked about the document; empty when the scan answers all
 * @param restrictedFields the fields of the pattern to which a predicate was assigned, as bits, 0
 *     the first; an index whose first field has none is not worth scanning for the filter's sake
 */
public record IndexAccess(
    IndexBounds bounds,
    Tightness tightness,
    Optional<MatchExpression> keyFilter,
    Optional<MatchExpression> documentFilter,
    long restrictedFields) {

  /** Whether a predicate was assigned to that field of the pattern. */
  public boolean restricts(int field) {
    return (restrictedFields >> field & 1) != 0;
  }
}
