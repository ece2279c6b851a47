package shardsh.core.trace;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.ShardId;

/** What the config servers know about chunks, collections and databases changed, or was to. */
public sealed interface CatalogEvent extends ClusterEvent {

  /**
   * A chunk outgrew the limit, or a cut was asked for, and its owner looked for a key to cut at.
   *
   * @param bytes the chunk's size then
   * @param at the key found; empty when the chunk cannot be cut
   */
  record SplitAsked(
      ShardId owner,
      Namespace ns,
      ChunkRange range,
      long bytes,
      long limitBytes,
      Optional<IndexKey> at)
      implements CatalogEvent {
    @Override
    public String kind() {
      return "split.ask";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.splitAsked(this);
    }
  }

  /** A chunk was cut; {@code versions} are those of the pieces in key order. */
  record ChunkSplit(
      ShardId owner,
      Namespace ns,
      ChunkRange range,
      List<IndexKey> at,
      List<ChunkVersion> versions,
      boolean automatic)
      implements CatalogEvent {
    @Override
    public String kind() {
      return "split";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.chunkSplit(this);
    }
  }

  /** Neighbouring chunks became one. */
  record ChunksMerged(
      ShardId owner, Namespace ns, ChunkRange range, int chunks, ChunkVersion version)
      implements CatalogEvent {
    @Override
    public String kind() {
      return "merge";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.chunksMerged(this);
    }
  }

  /** A chunk over the limit cannot be cut. */
  record JumboMarked(ShardId owner, Namespace ns, ChunkRange range, long bytes, long limitBytes)
      implements CatalogEvent {
    @Override
    public String kind() {
      return "jumbo";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.jumboMarked(this);
    }
  }

  /** A collection has a new generation; {@code reason} is the command's name. */
  record GenerationChanged(Namespace ns, Generation generation, String reason)
      implements CatalogEvent {
    @Override
    public String kind() {
      return "epoch";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.generationChanged(this);
    }
  }

  /** A database has another primary shard, and these of its collections went there. */
  record PrimaryMoved(
      String db, ShardId from, ShardId to, int lastMod, int collections, long docs, long bytes)
      implements CatalogEvent {
    @Override
    public String kind() {
      return "database.primary";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.primaryMoved(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R splitAsked(SplitAsked event);

    R chunkSplit(ChunkSplit event);

    R chunksMerged(ChunksMerged event);

    R jumboMarked(JumboMarked event);

    R generationChanged(GenerationChanged event);

    R primaryMoved(PrimaryMoved event);
  }
}
