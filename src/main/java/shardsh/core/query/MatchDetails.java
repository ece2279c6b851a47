package shardsh.core.query;

import java.util.OptionalInt;

/**
 * Which array element made a filter match: what the positional {@code $} of updates and projections
 * stands for. As in the server, the last predicate that went through an array decides, and what
 * matches inside {@code $or}, {@code $nor} and {@code $not} does not count.
 */
public final class MatchDetails {
  private int position = -1;

  static void record(MatchDetails details, int position) {
    if (details != null) {
      details.position = position;
    }
  }

  void clear() {
    position = -1;
  }

  /** The position in the outermost array, or empty when no array took part. */
  public OptionalInt position() {
    return position < 0 ? OptionalInt.empty() : OptionalInt.of(position);
  }
}
