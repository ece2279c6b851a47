package shardsh.core.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/**
 * Where a range of the shard key can be cut, from the documents and the declared weight in it.
 * Documents alone are counted, as a server does; with weight in the range everything is measured in
 * bytes. Source: the behaviour of the split and splitVector commands; the weight is ours.
 */
public final class SplitPoints {
  private static final long DOCUMENTS_PER_PIECE_MAX = 250_000;

  private final CollectionStore store;
  private final IndexKey max;
  private final KeyDistribution counted;
  private final KeyDistribution inBytes;
  private final boolean weighted;

  /**
   * @throws CommandException IndexNotFound when no index begins with the shard key
   */
  public SplitPoints(CollectionStore store, KeyPattern shardKey, IndexKey min, IndexKey max) {
    this.store = store;
    this.max = max;
    this.weighted = !store.weights().clip(min, max).isEmpty();
    KeyTree tree = store.shardKeyIndex(shardKey).tree();
    this.inBytes = new KeyDistribution(tree, shardKey.size(), true, store.weights(), min, max);
    this.counted =
        weighted
            ? inBytes
            : new KeyDistribution(tree, shardKey.size(), false, store.weights(), min, max);
  }

  /** The lowest key present in the range. */
  public Optional<IndexKey> lowest() {
    return inBytes.first();
  }

  /** The highest key present in the range. */
  public Optional<IndexKey> highest() {
    return inBytes.last();
  }

  /**
   * The key in which the middle of the range lies: of n documents number {@code floor(n / 2)} from
   * 0. If that is the first key of the range, the next different one; empty when there is none, so
   * that the range is indivisible.
   */
  public Optional<IndexKey> median() {
    Optional<IndexKey> first = counted.first();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    Fraction total = counted.total();
    Fraction middle = weighted ? total.half() : Fraction.of(total.rounded() / 2);
    IndexKey key = counted.passing(middle).orElseThrow();
    return key.equals(first.get()) ? counted.after(key) : Optional.of(key);
  }

  /**
   * The median for a split command by find or bounds.
   *
   * @throws CommandException CannotSplit when the range is indivisible; OperationFailed when it is
   *     empty and the collection is not
   */
  public IndexKey requireMedian() {
    boolean collectionEmpty = store.count() == 0 && store.weights().isEmpty();
    if (counted.first().isEmpty() && !collectionEmpty) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "can't open a cursor to scan the range (desired range is possibly empty)");
    }
    return median()
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.CANNOT_SPLIT,
                    "Unable to find median in chunk because chunk is indivisible."));
  }

  /**
   * All points that cut the range into pieces of about half of {@code chunkBytesMax}; none while
   * the collection here is smaller than that. A key is never cut, however heavy.
   */
  public List<IndexKey> vector(long chunkBytesMax) {
    List<IndexKey> points = new ArrayList<>();
    Optional<IndexKey> first = counted.first();
    if (first.isEmpty() || collectionBytes().compareTo(Fraction.of(chunkBytesMax)) < 0) {
      return points;
    }
    Fraction piece = pieceSize(chunkBytesMax);
    // A server starts a new count at the entry after the one that was too much.
    Fraction step = weighted ? piece : piece.plus(Fraction.of(1));
    IndexKey last = first.get();
    Fraction counted0 = Fraction.ZERO;
    while (true) {
      Optional<IndexKey> next = counted.passing(counted0.plus(piece));
      if (next.isEmpty()) {
        return points;
      }
      if (next.get().equals(last)) {
        Fraction before = counted.through(last);
        next = counted.after(last);
        if (next.isEmpty()) {
          return points;
        }
        counted0 = weighted ? before : before.plus(Fraction.of(1));
      } else {
        counted0 = counted0.plus(step);
      }
      last = next.get();
      points.add(last);
    }
  }

  private Fraction collectionBytes() {
    Fraction bytes = Fraction.of(store.dataBytes());
    for (WeightSegment segment : store.weights().segments()) {
      bytes = bytes.plus(segment.bytes());
    }
    return bytes;
  }

  private Fraction pieceSize(long chunkBytesMax) {
    if (weighted) {
      return Fraction.of(chunkBytesMax).half();
    }
    long averageBytes = Math.max(1, store.dataBytes() / Math.max(1, store.count()));
    return Fraction.of(
        Math.max(1, Math.min(DOCUMENTS_PER_PIECE_MAX, chunkBytesMax / (2 * averageBytes))));
  }

  /**
   * The upper end of the largest piece from the beginning of the range with at most {@code
   * bytesMax} bytes; at least one key, so that the piece of a heavier key is larger. The end of the
   * range when everything fits, or when one key is all there is.
   */
  public IndexKey pieceEnd(long bytesMax) {
    Optional<IndexKey> first = inBytes.first();
    Optional<IndexKey> beyond = inBytes.passing(Fraction.of(bytesMax));
    if (first.isPresent() && beyond.isPresent() && beyond.get().equals(first.get())) {
      beyond = inBytes.after(first.get());
    }
    return beyond.orElse(max);
  }
}
