package shardsh.core.snapshot;

import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkVersion;

/**
 * The few facts that fit on one line, taken without looking at any document.
 *
 * @param collection the sharded collection that the versions are about; empty when there is none,
 *     or when no router is asked
 * @param balancer {@code on} (by itself, as time goes), {@code manual} or {@code off}
 * @param nowMillis simulated instant, milliseconds of the epoch
 */
public record Glance(Optional<Versions> collection, String balancer, long nowMillis) {

  /**
   * @param cached what the router believes; empty when it has no table
   * @param needsRefresh whether the router knows already that it must ask again
   */
  public record Versions(
      Namespace ns, Optional<ChunkVersion> cached, boolean needsRefresh, ChunkVersion real) {}
}
