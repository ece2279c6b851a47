package shardsh.core.sharding;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.TreeSet;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPrefix;

/**
 * Chunks in key order, kept in blocks that successive tables share: a change copies the blocks it
 * touches and the list of blocks, nothing else. Knows per shard how many chunks it has and their
 * highest version.
 */
final class ChunkBlocks {
  private static final int TARGET = 256;

  /** What one shard owns: how many chunks, and the highest version among them. */
  record Owned(int chunks, ChunkVersion highest) {
    static final Owned NOTHING = new Owned(0, null);

    Owned plus(Owned other) {
      return new Owned(chunks + other.chunks, isAtLeast(other) ? highest : other.highest);
    }

    boolean isAtLeast(Owned other) {
      return other.chunks == 0 || (chunks > 0 && highest.compareWithin(other.highest) >= 0);
    }
  }

  /** Neighbouring chunks, the prefixes of their mins, and what each shard owns of them. */
  private static final class Block {
    private final Chunk[] chunks;
    private final long[] prefixes;
    private final Map<ShardId, Owned> owned;
    private final ChunkVersion highest;
    private Map<ShardId, List<Chunk>> byOwner;

    private Block(
        Chunk[] chunks, long[] prefixes, Map<ShardId, Owned> owned, ChunkVersion highest) {
      this.chunks = chunks;
      this.prefixes = prefixes;
      this.owned = owned;
      this.highest = highest;
    }

    static Block of(List<Chunk> chunks) {
      // Counted by hash and sorted once: one block may have chunks of a hundred shards.
      Map<ShardId, Owned> counted = new LinkedHashMap<>();
      long[] prefixes = new long[chunks.size()];
      for (int i = 0; i < prefixes.length; i++) {
        Chunk chunk = chunks.get(i);
        prefixes[i] = KeyPrefix.of(chunk.min());
        counted.merge(chunk.shard(), new Owned(1, chunk.version()), Owned::plus);
      }
      Map<ShardId, Owned> owned = new TreeMap<>(counted);
      return new Block(chunks.toArray(new Chunk[0]), prefixes, owned, highestOf(owned));
    }

    Chunk[] chunks() {
      return chunks;
    }

    long[] prefixes() {
      return prefixes;
    }

    Map<ShardId, Owned> owned() {
      return owned;
    }

    ChunkVersion highest() {
      return highest;
    }

    /**
     * The shard's chunks in key order; sorted out when first asked for, and shared from then on.
     */
    List<Chunk> ownedBy(ShardId shard) {
      if (byOwner == null) {
        Map<ShardId, List<Chunk>> sorted = new TreeMap<>();
        for (Chunk chunk : chunks) {
          sorted.computeIfAbsent(chunk.shard(), owner -> new ArrayList<>()).add(chunk);
        }
        byOwner = sorted;
      }
      return byOwner.getOrDefault(shard, List.of());
    }
  }

  private final Block[] blocks;
  private final long[] firstPrefixes;
  private final int[] firstIndex;
  private final int size;
  private final Map<ShardId, Owned> owned;

  private ChunkBlocks(List<Block> blocks, Map<ShardId, Owned> owned) {
    this.blocks = blocks.toArray(new Block[0]);
    this.firstPrefixes = new long[this.blocks.length];
    this.firstIndex = new int[this.blocks.length];
    this.owned = owned;
    int total = 0;
    for (int i = 0; i < this.blocks.length; i++) {
      firstPrefixes[i] = this.blocks[i].prefixes()[0];
      firstIndex[i] = total;
      total += this.blocks[i].chunks().length;
    }
    this.size = total;
  }

  static ChunkBlocks of(List<Chunk> chunks) {
    List<Block> blocks = new ArrayList<>();
    cut(chunks, blocks);
    return new ChunkBlocks(blocks, ownedIn(blocks));
  }

  private static void cut(List<Chunk> chunks, List<Block> into) {
    for (int i = 0; i < chunks.size(); i += TARGET) {
      into.add(Block.of(chunks.subList(i, Math.min(chunks.size(), i + TARGET))));
    }
  }

  int size() {
    return size;
  }

  Chunk get(int index) {
    int block = blockOf(index);
    return blocks[block].chunks()[index - firstIndex[block]];
  }

  private int blockOf(int index) {
    int low = 0;
    int high = blocks.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstIndex[middle] <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The position of the chunk that holds the key: the last one whose min is at or below it. */
  int indexFor(IndexKey key) {
    long prefix = KeyPrefix.of(key);
    int low = 0;
    int high = blocks.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (isAtOrBelow(firstPrefixes[middle], prefix, blocks[middle].chunks(), 0, key)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Block block = blocks[low];
    return firstIndex[low] + indexIn(block, prefix, key);
  }

  private static int indexIn(Block block, long prefix, IndexKey key) {
    int low = 0;
    int high = block.chunks().length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (isAtOrBelow(block.prefixes()[middle], prefix, block.chunks(), middle, key)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static boolean isAtOrBelow(
      long minPrefix, long prefix, Chunk[] chunks, int index, IndexKey key) {
    return minPrefix == prefix ? chunks[index].min().compareTo(key) <= 0 : minPrefix < prefix;
  }

  /** Chunks that stand in place of those at {@code [from, to)}. */
  record Run(int from, int to, List<Chunk> chunks) {}

  /**
   * The same chunks with some replaced; every block is copied once at most.
   *
   * @param runs in key order, apart from each other, at positions of these chunks
   */
  ChunkBlocks replace(List<Run> runs) {
    List<Block> all = Arrays.asList(blocks);
    List<Block> removed = new ArrayList<>();
    List<Block> inserted = new ArrayList<>();
    List<Block> next = new ArrayList<>(blocks.length + 1);
    int done = 0;
    int run = 0;
    while (run < runs.size()) {
      int firstBlock = blockOf(runs.get(run).from());
      next.addAll(all.subList(done, firstBlock));
      List<Chunk> touched = new ArrayList<>();
      int at = firstIndex[firstBlock];
      done = firstBlock;
      while (run < runs.size() && (done == firstBlock || runs.get(run).from() < startOf(done))) {
        at = addBetween(at, runs.get(run).from(), touched);
        touched.addAll(runs.get(run).chunks());
        at = runs.get(run).to();
        done = blockOf(at - 1) + 1;
        run++;
      }
      addBetween(at, startOf(done), touched);
      List<Block> fresh = new ArrayList<>();
      if (touched.size() <= 2 * TARGET) {
        fresh.add(Block.of(touched));
      } else {
        cut(touched, fresh);
      }
      removed.addAll(all.subList(firstBlock, done));
      inserted.addAll(fresh);
      next.addAll(fresh);
    }
    next.addAll(all.subList(done, blocks.length));
    return new ChunkBlocks(next, ownedAfter(removed, inserted, next));
  }

  /** The position of the first chunk of that block, or of the end. */
  private int startOf(int block) {
    return block == blocks.length ? size : firstIndex[block];
  }

  private int addBetween(int from, int to, List<Chunk> into) {
    for (int i = from; i < to; i++) {
      into.add(get(i));
    }
    return to;
  }

  /** Counts what changed; only a shard whose highest version is gone is looked up everywhere. */
  private Map<ShardId, Owned> ownedAfter(
      List<Block> removed, List<Block> inserted, List<Block> next) {
    Map<ShardId, Owned> lost = ownedIn(removed);
    Map<ShardId, Owned> gained = ownedIn(inserted);
    TreeSet<ShardId> touched = new TreeSet<>(lost.keySet());
    touched.addAll(gained.keySet());
    Map<ShardId, Owned> after = new TreeMap<>(owned);
    for (ShardId shard : touched) {
      Owned before = owned.getOrDefault(shard, Owned.NOTHING);
      Owned minus = lost.getOrDefault(shard, Owned.NOTHING);
      Owned plus = gained.getOrDefault(shard, Owned.NOTHING);
      if (minus.equals(plus)) {
        continue;
      }
      int count = before.chunks() - minus.chunks() + plus.chunks();
      if (count == 0) {
        after.remove(shard);
      } else if (plus.isAtLeast(before)) {
        after.put(shard, new Owned(count, plus.highest()));
      } else if (minus.isAtLeast(before)) {
        after.put(shard, new Owned(count, highestOf(next, shard)));
      } else {
        after.put(shard, new Owned(count, before.highest()));
      }
    }
    return after;
  }

  private static Map<ShardId, Owned> ownedIn(List<Block> blocks) {
    if (blocks.size() == 1) {
      return blocks.get(0).owned();
    }
    Map<ShardId, Owned> owned = new TreeMap<>();
    for (Block block : blocks) {
      block.owned().forEach((shard, part) -> owned.merge(shard, part, Owned::plus));
    }
    return owned;
  }

  private static ChunkVersion highestOf(List<Block> blocks, ShardId shard) {
    Owned total = Owned.NOTHING;
    for (Block block : blocks) {
      total = total.plus(block.owned().getOrDefault(shard, Owned.NOTHING));
    }
    return total.highest();
  }

  /** What each shard owns, by id; shards that own nothing are missing. */
  Map<ShardId, Owned> owned() {
    return owned;
  }

  ChunkVersion highest() {
    return highestOf(owned);
  }

  private static ChunkVersion highestOf(Map<ShardId, Owned> owned) {
    Owned total = Owned.NOTHING;
    for (Owned part : owned.values()) {
      total = total.plus(part);
    }
    return total.highest();
  }

  /** All chunks of version {@code since} or above, in key order; blocks below it are skipped. */
  List<Chunk> since(ChunkVersion since) {
    List<Chunk> found = new ArrayList<>();
    for (Block block : blocks) {
      if (block.highest().compareWithin(since) >= 0) {
        for (Chunk chunk : block.chunks()) {
          if (chunk.version().compareWithin(since) >= 0) {
            found.add(chunk);
          }
        }
      }
    }
    return found;
  }

  /** All chunks of the shard in key order; blocks without any are skipped. */
  List<Chunk> ownedBy(ShardId shard) {
    List<Chunk> found = new ArrayList<>();
    for (Block block : blocks) {
      if (block.owned().containsKey(shard)) {
        found.addAll(block.ownedBy(shard));
      }
    }
    return found;
  }

  /** The first chunk in key order that the shard owns outside of {@code [from, to)}, or -1. */
  int firstOwnedBy(ShardId shard, int from, int to) {
    for (int block = 0; block < blocks.length; block++) {
      if (blocks[block].owned().containsKey(shard)) {
        Chunk[] chunks = blocks[block].chunks();
        for (int i = 0; i < chunks.length; i++) {
          int index = firstIndex[block] + i;
          if (chunks[i].shard().equals(shard) && (index < from || index >= to)) {
            return index;
          }
        }
      }
    }
    return -1;
  }

  /** The shards that own the chunks at {@code [from, to)}, by id; whole blocks are not walked. */
  TreeSet<ShardId> ownersBetween(int from, int to) {
    TreeSet<ShardId> owners = new TreeSet<>();
    int index = from;
    while (index < to && owners.size() < owned.size()) {
      int block = blockOf(index);
      int end = firstIndex[block] + blocks[block].chunks().length;
      if (index == firstIndex[block] && end <= to) {
        owners.addAll(blocks[block].owned().keySet());
        index = end;
      } else {
        owners.add(get(index).shard());
        index++;
      }
    }
    return owners;
  }

  List<Chunk> asList() {
    return new AbstractList<>() {
      @Override
      public Chunk get(int index) {
        if (index < 0 || index >= size) {
          throw new IndexOutOfBoundsException(index);
        }
        return ChunkBlocks.this.get(index);
      }

      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<Chunk> iterator() {
        return new InOrder();
      }
    };
  }

  /** From the first chunk to the last, without searching for each. */
  private final class InOrder implements Iterator<Chunk> {
    private int block;
    private int index;

    @Override
    public boolean hasNext() {
      return block < blocks.length;
    }

    @Override
    public Chunk next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Chunk chunk = blocks[block].chunks()[index++];
      if (index == blocks[block].chunks().length) {
        block++;
        index = 0;
      }
      return chunk;
    }
  }
}
