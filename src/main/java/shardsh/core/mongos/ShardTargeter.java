package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.Interval;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.Collation;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.IndexBoundsBuilder;
import shardsh.core.query.IntervalList;
import shardsh.core.query.MatchExpression;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.trace.RoutingEvent;

/**
 * Chooses the shards for a filter: equality on the whole shard key names one chunk; otherwise
 * bounds per key field are turned into key ranges, and the owners of the chunks they meet are
 * asked. Source: {@code sharding-facts.md}, section 13.
 */
public final class ShardTargeter {
  private static final int RANGES_MAX = 4_000_000;

  private final RoutingTable table;
  private final ShardKeyPattern shardKey;
  private final boolean exactBoundary;
  private final Optional<BsonTimestamp> at;
  private final String equality;

  /** The path of a key of one field; else empty text. */
  private final String onlyPath;

  /**
   * @param exactBoundary whether an excluded upper bound keeps the chunk that starts there out; a
   *     real router includes it
   */
  public ShardTargeter(RoutingTable table, boolean exactBoundary) {
    this(table, exactBoundary, Optional.empty());
  }

  /**
   * @param at the cluster time whose owners are asked, by the chunks' history; empty for those of
   *     now
   */
  public ShardTargeter(RoutingTable table, boolean exactBoundary, Optional<BsonTimestamp> at) {
    this.table = table;
    this.shardKey = table.shardKey();
    this.exactBoundary = exactBoundary;
    this.at = at;
    this.equality = "equality on " + String.join(", ", shardKey.paths());
    this.onlyPath = shardKey.paths().size() == 1 ? shardKey.paths().get(0) : "";
  }

  /** Whether this targets by that table as the dial of the cluster is now, for the present. */
  boolean isFor(RoutingTable other, boolean exact) {
    return table == other && exactBoundary == exact && at.isEmpty();
  }

  /** One key range with its ends; {@code highIncluded} matters only for exact boundaries. */
  public record Range(IndexKey low, IndexKey high, boolean highIncluded) {}

  /** The key that a filter fixes by equality on every key field, hashed where the key is. */
  public Optional<IndexKey> keyOf(MatchExpression filter, Collation collation) {
    Optional<BsonDocument> found = EqualityExtractor.equalities(filter, shardKey.paths());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    List<BsonValue> values = new ArrayList<>();
    for (KeyPattern.Field field : shardKey.keyPattern().fields()) {
      BsonValue value = found.get().get(field.path().text());
      if (!collation.isSimple() && Collation.dependsOnCollation(value)) {
        return Optional.empty();
      }
      values.add(field.hashed() ? shardKey.hash().of(value) : value);
    }
    return Optional.of(IndexKey.of(values));
  }

  /**
   * What {@link #target} says of the commonest filter, one plain value for a shard key of one
   * field, before it is parsed; empty for any other.
   */
  Optional<Target> targetOfKey(BsonDocument filter, Collation collation) {
    if (filter.size() != 1 || onlyPath.isEmpty()) {
      return Optional.empty();
    }
    BsonValue value = filter.get(onlyPath);
    if (value == null || !collation.isSimple() || !isPlain(value)) {
      return Optional.empty();
    }
    boolean hashed = shardKey.keyPattern().fields().get(0).hashed();
    IndexKey key = IndexKey.of(hashed ? shardKey.hash().of(value) : value);
    return Optional.of(forKey(key, equality));
  }

  private static boolean isPlain(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32, INT64, DOUBLE, STRING, OBJECT_ID, DATE_TIME, BOOLEAN -> true;
      default -> false;
    };
  }

  Target target(MatchExpression filter, Collation collation) {
    Optional<IndexKey> key = keyOf(filter, collation);
    if (key.isPresent()) {
      return forKey(key.get(), equality);
    }
    if (hasText(filter)) {
      return forAll("$text asks every shard that owns chunks");
    }
    IndexBounds bounds = bounds(filter);
    List<Range> ranges = flatten(bounds);
    if (ranges.isEmpty()) {
      ShardId first = ownerOf(table.chunks().get(0));
      return new Target(
          List.of(first),
          targeting(1),
          RoutingEvent.Path.RANGE,
          List.of(),
          0,
          table.owners().size(),
          "the filter cannot match; any shard can say so");
    }
    return forRanges(ranges, pathOf(bounds), reason(bounds, filter, collation));
  }

  /** The one chunk that holds a key. */
  Target forKey(IndexKey key, String reason) {
    Chunk chunk = table.chunkFor(key);
    return new Target(
        List.of(ownerOf(chunk)),
        targeting(1),
        RoutingEvent.Path.FAST,
        List.of(new RoutingEvent.KeySpan(key, key)),
        1,
        table.owners().size(),
        reason);
  }

  /** Every shard that owns chunks. */
  Target forAll(String reason) {
    List<ShardId> shards =
        at.isEmpty() ? table.owners() : List.copyOf(ownersOf(table.chunks(), Integer.MAX_VALUE));
    return new Target(
        shards,
        targeting(shards.size()),
        RoutingEvent.Path.ALL,
        List.of(),
        table.size(),
        table.owners().size(),
        reason);
  }

  private Target forRanges(List<Range> ranges, RoutingEvent.Path path, String reason) {
    TreeSet<ShardId> shards = new TreeSet<>();
    List<RoutingEvent.KeySpan> spans = new ArrayList<>();
    TreeSet<IndexKey> chunks = new TreeSet<>();
    int owners = table.owners().size();
    for (Range range : ranges) {
      spans.add(
          new RoutingEvent.KeySpan(
              range.low(), range.high(), range.highIncluded() || !exactBoundary));
      List<Chunk> met = chunksMeeting(range);
      met.forEach(chunk -> chunks.add(chunk.min()));
      if (at.isPresent() || shards.size() < owners) {
        shards.addAll(ownersOf(met, at.isPresent() ? Integer.MAX_VALUE : owners));
      }
    }
    boolean everything = path == RoutingEvent.Path.ALL;
    return new Target(
        List.copyOf(shards),
        targeting(shards.size()),
        path,
        everything && isWholeKeySpace(ranges) ? List.of() : spans,
        chunks.size(),
        owners,
        reason);
  }

  private ShardId ownerOf(Chunk chunk) {
    return at.map(chunk::shardAt).orElse(chunk.shard());
  }

  /** The owners of the chunks; looks no further when it has found that many. */
  private TreeSet<ShardId> ownersOf(List<Chunk> chunks, int most) {
    TreeSet<ShardId> owners = new TreeSet<>();
    for (Chunk chunk : chunks) {
      owners.add(ownerOf(chunk));
      if (owners.size() == most) {
        break;
      }
    }
    return owners;
  }

  private static boolean hasText(MatchExpression filter) {
    if (filter instanceof MatchExpression.And) {
      return ((MatchExpression.And) filter).terms().stream().anyMatch(ShardTargeter::hasText);
    }
    return filter instanceof MatchExpression.Unmodelled
        && ((MatchExpression.Unmodelled) filter).operator().equals("$text");
  }

  private List<Chunk> chunksMeeting(Range range) {
    List<Chunk> met = table.chunksOverlapping(range.low(), range.high());
    boolean excludeLast =
        exactBoundary
            && !range.highIncluded()
            && met.size() > 1
            && met.get(met.size() - 1).min().equals(range.high());
    return excludeLast ? met.subList(0, met.size() - 1) : met;
  }

  /** The shards whose chunks meet a range, both ends included. */
  public List<ShardId> shardsFor(IndexKey low, IndexKey high) {
    return List.copyOf(new TreeSet<>(table.shardsOverlapping(low, high)));
  }

  private RoutingEvent.Targeting targeting(int asked) {
    int owners = table.owners().size();
    if (asked == 1 && owners > 1) {
      return RoutingEvent.Targeting.SINGLE;
    }
    if (asked >= owners) {
      return owners == 1 && asked == 1 ? RoutingEvent.Targeting.SINGLE : RoutingEvent.Targeting.ALL;
    }
    return RoutingEvent.Targeting.SUBSET;
  }

  /** The bounds a filter gives over the shard key; hashed fields contribute points only. */
  public IndexBounds bounds(MatchExpression filter) {
    if (shardKey.hash() == KeyHash.REAL || !shardKey.isHashed()) {
      return IndexBoundsBuilder.forShardKey(filter, shardKey.keyPattern());
    }
    IndexBounds plain = IndexBoundsBuilder.forShardKey(filter, plainPattern());
    List<IndexBounds.Field> fields = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      IndexBounds.Field field = plain.field(i);
      boolean hashed = shardKey.keyPattern().fields().get(i).hashed();
      fields.add(
          hashed
              ? new IndexBounds.Field(field.path(), false, hashedValues(field.values()))
              : field);
    }
    return new IndexBounds(fields);
  }

  private KeyPattern plainPattern() {
    BsonDocument plain = new BsonDocument();
    shardKey.paths().forEach(path -> plain.append(path, new BsonInt32(1)));
    return KeyPattern.of(plain);
  }

  private IntervalList hashedValues(IntervalList values) {
    if (!values.isPoints()) {
      return values.isEmpty() ? IntervalList.none() : IntervalList.all();
    }
    IntervalList hashed = IntervalList.none();
    for (Interval interval : values.intervals()) {
      hashed = hashed.union(IntervalList.point(shardKey.hash().of(interval.low())));
    }
    return hashed;
  }

  /**
   * Key ranges from bounds: fields that are one point extend every range; the first other field
   * gives one range per interval; all later fields only their lowest start and highest end.
   *
   * @throws CommandException 17439 when there are too many
   */
  public static List<Range> flatten(IndexBounds bounds) {
    if (bounds.isEmpty()) {
      return List.of();
    }
    List<BsonValue> prefix = new ArrayList<>();
    int field = 0;
    while (field < bounds.size() && bounds.field(field).values().isPoint()) {
      prefix.add(bounds.field(field).intervals().get(0).low());
      field++;
    }
    if (field == bounds.size()) {
      IndexKey point = IndexKey.of(prefix);
      return List.of(new Range(point, point, true));
    }
    List<Interval> expanded = bounds.field(field).intervals();
    if (expanded.size() > RANGES_MAX) {
      throw new CommandException(
          ErrorCode.location(17439), "too many key ranges: " + expanded.size());
    }
    List<Range> ranges = new ArrayList<>();
    for (Interval interval : expanded) {
      ranges.add(extended(bounds, field, prefix, interval));
    }
    return ranges;
  }

  private static Range extended(
      IndexBounds bounds, int field, List<BsonValue> prefix, Interval interval) {
    List<BsonValue> low = new ArrayList<>(prefix);
    List<BsonValue> high = new ArrayList<>(prefix);
    low.add(interval.low());
    high.add(interval.high());
    boolean highIncluded = interval.highIncluded();
    for (int later = field + 1; later < bounds.size(); later++) {
      List<Interval> intervals = bounds.field(later).intervals();
      low.add(intervals.get(0).low());
      high.add(intervals.get(intervals.size() - 1).high());
    }
    return new Range(IndexKey.of(low), IndexKey.of(high), highIncluded);
  }

  private static RoutingEvent.Path pathOf(IndexBounds bounds) {
    return bounds.field(0).values().isAll() ? RoutingEvent.Path.ALL : RoutingEvent.Path.RANGE;
  }

  /** Whether the ranges are exactly the whole key space. */
  public static boolean isWholeKeySpace(List<Range> ranges) {
    return ranges.size() == 1
        && ranges.get(0).low().values().stream().allMatch(BsonMinKey.class::isInstance)
        && ranges.get(0).high().values().stream().allMatch(BsonMaxKey.class::isInstance);
  }

  private String reason(IndexBounds bounds, MatchExpression filter, Collation collation) {
    List<String> bounded = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < bounds.size(); i++) {
      IndexBounds.Field field = bounds.field(i);
      (field.values().isAll() ? missing : bounded).add(field.path());
    }
    boolean first = !bounds.field(0).values().isAll();
    if (bounded.isEmpty()) {
      return filter.toBson().isEmpty()
          ? "no filter"
          : "no usable condition on " + String.join(", ", missing) + why(filter, collation);
    }
    if (!first) {
      return "no usable condition on "
          + bounds.field(0).path()
          + ", the first key field"
          + why(filter, collation);
    }
    String text = "bounds on " + String.join(", ", bounded);
    return missing.isEmpty() ? text : text + "; any " + String.join(", ", missing);
  }

  private String why(MatchExpression filter, Collation collation) {
    KeyPattern.Field first = shardKey.keyPattern().fields().get(0);
    return new NoBounds(first.path().text(), first.hashed(), collation)
        .reason(filter)
        .map(reason -> ": " + reason)
        .orElse("");
  }
}
