package shardsh.core.snapshot;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;

/**
 * What a cluster starts from: the {@code setup} block of a lesson or a cluster file, checked and
 * with its defaults filled in where they do not depend on the profile.
 *
 * @param profile name of the behaviour set; empty: the caller's default
 * @param seed of every random choice
 * @param databases name to primary shard (empty: the first shard), in the file's order
 * @param zones in the file's order
 * @param run JavaScript to run after the start, or empty; the core does not know the language
 */
public record ClusterSpec(
    Optional<String> profile,
    Topology topology,
    Params params,
    long seed,
    List<DatabaseSpec> databases,
    List<CollectionSpec> collections,
    List<ZoneSpec> zones,
    String run) {

  /**
   * @param ports node name to port, where the file says so
   * @param initiated false: processes run, no set is initiated and no shard added
   */
  public record Topology(
      List<String> shards,
      List<String> routers,
      int replicaSetSize,
      Map<String, Integer> ports,
      boolean configShard,
      boolean initiated) {}

  /** When the balancer runs. */
  public enum BalancerMode {
    ON,
    MANUAL,
    OFF
  }

  /**
   * @param chunkSizeMB empty: the profile's
   * @param autoSplit empty: the profile's
   * @param autoMerge empty: the profile's
   * @param toyHash whether hashed keys use the 0–999 hash
   * @param exactBoundary whether an excluded upper bound is excluded when chunks are chosen
   */
  public record Params(
      Optional<Integer> chunkSizeMB,
      Optional<Boolean> autoSplit,
      Optional<Boolean> autoMerge,
      BalancerMode balancer,
      int orphanCleanupDelaySecs,
      boolean toyHash,
      boolean exactBoundary,
      int latencyMs) {

    public static Params defaults() {
      return new Params(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          BalancerMode.ON,
          900,
          false,
          false,
          1);
    }
  }

  /** A database; without a primary shard the cluster chooses one. */
  public record DatabaseSpec(String name, Optional<String> primary) {}

  /**
   * @param shardKey empty: an unsharded collection
   * @param on the shard of an unsharded collection; empty: its primary
   * @param chunks in key order; empty: shardCollection's own rule applies
   * @param indexes {@code {key, …options}} each
   */
  public record CollectionSpec(
      Namespace ns,
      Optional<BsonDocument> shardKey,
      boolean unique,
      Optional<String> on,
      List<ChunkSpec> chunks,
      List<BsonDocument> indexes,
      List<BsonDocument> docs,
      List<FillSpec> fill) {}

  /**
   * @param max upper bound by field name; empty: MaxKey
   * @param version {@code "1|0"}; empty: the next one in order
   */
  public record ChunkSpec(
      Optional<BsonDocument> max,
      String shard,
      Optional<String> version,
      Optional<Double> sizeMB,
      boolean jumbo) {}

  /** {@code sim.fill}: {@code key} names one shard key value, or values by {@code {from, to}}. */
  public record FillSpec(BsonDocument key, double sizeMB, Optional<Long> docs) {}

  /** A zone, the shards in it and the ranges that belong there. */
  public record ZoneSpec(String name, List<String> shards, List<ZoneRangeSpec> ranges) {}

  /** Bounds by field name (possibly only the first fields), or MinKey/MaxKey for a whole end. */
  public record ZoneRangeSpec(Namespace ns, BsonValue min, BsonValue max) {}
}
