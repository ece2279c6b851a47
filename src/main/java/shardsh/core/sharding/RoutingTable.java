package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;

/**
 * One collection's chunk map at one version (the server's ChunkManager): immutable, free of gaps
 * and overlaps, from MinKey to MaxKey. A router's cache is simply an older one. Tables made from
 * another share what did not change, and only the seams of a change are checked.
 */
public final class RoutingTable {
  private final Namespace ns;
  private final BsonBinary uuid;
  private final ShardKeyPattern shardKey;
  private final boolean unique;
  private final Generation generation;
  private final ChunkBlocks blocks;
  private final Optional<BsonDocument> defaultCollation;
  private final boolean unsplittable;
  private final Map<ShardId, ChunkBlocks.Owned> owned;
  private final List<ShardId> owners;
  private final ChunkVersion version;

  private RoutingTable(
      Namespace ns,
      BsonBinary uuid,
      ShardKeyPattern shardKey,
      boolean unique,
      Generation generation,
      ChunkBlocks blocks,
      Optional<BsonDocument> defaultCollation,
      boolean unsplittable) {
    this.ns = ns;
    this.uuid = uuid;
    this.shardKey = shardKey;
    this.unique = unique;
    this.generation = generation;
    this.blocks = blocks;
    this.defaultCollation = defaultCollation;
    this.unsplittable = unsplittable;
    this.owned = blocks.owned();
    this.owners = List.copyOf(owned.keySet());
    this.version = blocks.highest();
  }

  /**
   * A table from all its rows, in any order.
   *
   * @throws IllegalStateException when they leave a gap, overlap, or miss an end of the key space
   */
  public static RoutingTable of(
      Namespace ns, BsonBinary uuid, ShardKeyPattern shardKey, boolean unique, List<Chunk> rows) {
    if (rows.isEmpty()) {
      throw new IllegalStateException("a routing table needs at least one chunk");
    }
    List<Chunk> sorted = new ArrayList<>(rows);
    sorted.sort((one, other) -> one.min().compareTo(other.min()));
    checkSeams(sorted);
    if (!sorted.get(0).min().isAllMin() || !sorted.get(sorted.size() - 1).max().isAllMax()) {
      throw new IllegalStateException("chunks of " + ns + " do not reach from MinKey to MaxKey");
    }
    return new RoutingTable(
        ns,
        uuid,
        shardKey,
        unique,
        sorted.get(0).version().generation(),
        ChunkBlocks.of(sorted),
        Optional.empty(),
        false);
  }

  /** The same table of a collection whose requests have that collation when they name none. */
  public RoutingTable withDefaultCollation(Optional<BsonDocument> collation) {
    return new RoutingTable(
        ns, uuid, shardKey, unique, generation, blocks, collation, unsplittable);
  }

  /** The same table of a collection that is not sharded, and only tracked by its one chunk. */
  public RoutingTable asUnsplittable() {
    return new RoutingTable(ns, uuid, shardKey, unique, generation, blocks, defaultCollation, true);
  }

  /** Whether the collection is not sharded: its one chunk only says where it is. */
  public boolean isUnsplittable() {
    return unsplittable;
  }

  /** The collection's own collation; empty when it is simple. */
  public Optional<BsonDocument> defaultCollation() {
    return defaultCollation;
  }

  private static void checkSeams(List<Chunk> run) {
    for (int i = 1; i < run.size(); i++) {
      int seam = run.get(i - 1).max().compareTo(run.get(i).min());
      if (seam != 0) {
        throw new IllegalStateException(
            "chunk "
                + run.get(i).range()
                + " follows "
                + run.get(i - 1).range()
                + ": "
                + (seam < 0 ? "gap" : "overlap"));
      }
    }
  }

  public Namespace ns() {
    return ns;
  }

  public BsonBinary uuid() {
    return uuid;
  }

  public ShardKeyPattern shardKey() {
    return shardKey;
  }

  public boolean unique() {
    return unique;
  }

  public Generation generation() {
    return generation;
  }

  /** The collection version: the highest among all chunks. */
  public ChunkVersion version() {
    return version;
  }

  /** The highest version among the shard's chunks; {@code 0|0} when it owns none. */
  public ChunkVersion shardVersion(ShardId shard) {
    ChunkBlocks.Owned own = owned.get(shard);
    return own == null ? ChunkVersion.none(generation) : own.highest();
  }

  public int chunkCount(ShardId shard) {
    ChunkBlocks.Owned own = owned.get(shard);
    return own == null ? 0 : own.chunks();
  }

  /** Every shard that owns a chunk, by id. */
  public List<ShardId> owners() {
    return owners;
  }

  /** All chunks in key order; a view, not a copy. */
  public List<Chunk> chunks() {
    return blocks.asList();
  }

  /** The shard's chunks in key order. */
  public List<Chunk> chunksOf(ShardId shard) {
    return blocks.ownedBy(shard);
  }

  public int size() {
    return blocks.size();
  }

  /** The chunk that holds the key. */
  public Chunk chunkFor(IndexKey key) {
    return blocks.get(blocks.indexFor(key));
  }

  /** The chunk with exactly these bounds. */
  public Optional<Chunk> chunkWithBounds(IndexKey min, IndexKey max) {
    Chunk chunk = chunkFor(min);
    return chunk.min().equals(min) && chunk.max().equals(max)
        ? Optional.of(chunk)
        : Optional.empty();
  }

  /** Every chunk with {@code min <= high} and {@code low < max}: both ends count as included. */
  public List<Chunk> chunksOverlapping(IndexKey low, IndexKey high) {
    int from = blocks.indexFor(low);
    int to = blocks.indexFor(high);
    return to < from ? List.of() : blocks.asList().subList(from, to + 1);
  }

  /** The shards of the chunks in a range, both ends included, by id. */
  public Set<ShardId> shardsOverlapping(IndexKey low, IndexKey high) {
    return blocks.ownersBetween(blocks.indexFor(low), blocks.indexFor(high) + 1);
  }

  /** The rows a router at {@code since} is missing: every chunk of at least that version. */
  public List<Chunk> chunksSince(ChunkVersion since) {
    return blocks.since(since);
  }

  /** The first chunk in key order that the shard owns, other than the one given. */
  public Optional<Chunk> firstOtherChunkOf(ShardId shard, Chunk except) {
    int index = blocks.indexFor(except.min());
    int found = blocks.firstOwnedBy(shard, index, index + 1);
    return found < 0 ? Optional.empty() : Optional.of(blocks.get(found));
  }

  /** The first chunk in key order that the shard owns. */
  public Optional<Chunk> firstChunkOf(ShardId shard) {
    int found = blocks.firstOwnedBy(shard, 0, 0);
    return found < 0 ? Optional.empty() : Optional.of(blocks.get(found));
  }

  /**
   * The successor in which these rows, in key order without gaps, stand in place of the chunks they
   * cover.
   *
   * @throws IllegalStateException when the rows do not begin and end on present chunk bounds
   */
  public RoutingTable replacing(List<Chunk> run) {
    return replacingAll(List.of(run));
  }

  private RoutingTable replacingAll(List<List<Chunk>> runs) {
    List<ChunkBlocks.Run> placed = new ArrayList<>(runs.size());
    for (List<Chunk> run : runs) {
      placed.add(placed(run));
    }
    return new RoutingTable(
        ns,
        uuid,
        shardKey,
        unique,
        generation,
        blocks.replace(placed),
        defaultCollation,
        unsplittable);
  }

  private ChunkBlocks.Run placed(List<Chunk> run) {
    checkSeams(run);
    IndexKey min = run.get(0).min();
    IndexKey max = run.get(run.size() - 1).max();
    int from = blocks.indexFor(min);
    int to = max.isAllMax() ? blocks.size() : blocks.indexFor(max);
    boolean endsOnBound = max.isAllMax() || blocks.get(to).min().equals(max);
    if (!blocks.get(from).min().equals(min) || !endsOnBound) {
      throw new IllegalStateException(
          "rows [" + min + ", " + max + ") do not fit the chunk bounds of " + ns);
    }
    return new ChunkBlocks.Run(from, to, run);
  }

  /**
   * The successor after an incremental refresh: each row replaces the chunks it overlaps.
   *
   * @param rows in any order, all of this generation
   * @throws IllegalStateException when the rows and this table do not fit together
   */
  public RoutingTable refreshedWith(List<Chunk> rows) {
    List<Chunk> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(Chunk::min));
    List<List<Chunk>> runs = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      boolean runEnds = i == sorted.size() || !sorted.get(i - 1).max().equals(sorted.get(i).min());
      if (runEnds) {
        runs.add(sorted.subList(start, i));
        start = i;
      }
    }
    return runs.isEmpty() ? this : replacingAll(runs);
  }
}
