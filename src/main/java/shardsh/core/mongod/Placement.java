package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.StaleConfigInfo;

/**
 * What a routed write found when it began here: a write that had to wait looks again before it
 * changes anything. Meanwhile the balancer may have moved a chunk away, or resharding put another
 * collection in the place of this one, or either is just about to. Source: {@code
 * sharding-facts.md}, sections 4 and 14.4; real servers check again when they take their locks
 * back.
 *
 * <p>A write that goes to every shard whatever its version looks for the collection only. While a
 * chunk moves it may miss documents, or change them twice, as in real clusters.
 */
final class Placement {
  private final ShardServer server;
  private final Namespace ns;
  private final Optional<ChunkVersion> sent;
  private final Optional<ChunkVersion> version;
  private final Optional<BsonBinary> collection;

  Placement(ShardServer server, Namespace ns, BsonDocument command) {
    this.server = server;
    this.ns = ns;
    this.sent =
        command.isDocument("shardVersion")
            ? Optional.of(ChunkVersion.parse(command.getDocument("shardVersion")))
            : Optional.empty();
    this.version = version();
    this.collection = collection();
  }

  private Optional<ChunkVersion> version() {
    Optional<RoutingTable> table = server.sharding().table(ns);
    return table.map(known -> known.shardVersion(server.shardId()));
  }

  private Optional<BsonBinary> collection() {
    return server.data().find(ns).map(LocalCollection::uuid);
  }

  /**
   * @throws CommandException STALE_CONFIG when the router must find the owners again, or come again
   *     and wait
   */
  void requireUnchanged() {
    if (sent.isEmpty()) {
      return;
    }
    Optional<ChunkVersion> now = version();
    boolean moved =
        !sent.get().isIgnored()
            && !now.orElse(ChunkVersion.UNSHARDED)
                .isCompatibleWith(version.orElse(ChunkVersion.UNSHARDED));
    boolean replaced = collection.isPresent() && !collection().equals(collection);
    if (moved || replaced || server.blocksWrites(ns)) {
      throw new CommandException(
          ErrorCode.STALE_CONFIG,
          "version mismatch detected for " + ns,
          new StaleConfigInfo(ns, server.shardId(), sent.get(), now));
    }
  }
}
