package shardsh.core.mongos;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.query.Collation;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * What a router believes of one collection.
 *
 * @param primary the shard of the collection if it is not sharded: the database's primary shard, or
 *     the one it was moved to; empty when the database does not exist
 * @param table the chunk map; empty when the collection is not tracked, which from 8.0 on also
 *     collections can be that are not sharded
 */
record Routing(
    Namespace ns,
    Optional<ShardId> primary,
    Optional<DatabaseVersion> databaseVersion,
    Optional<RoutingTable> table) {

  boolean databaseExists() {
    return primary.isPresent();
  }

  boolean isSharded() {
    return table.isPresent() && !table.get().isUnsplittable();
  }

  /** Whether the config servers have a row for the collection. */
  boolean isTracked() {
    return table.isPresent();
  }

  /**
   * The collation of a request: what it names, else the collection's own. For a collection that is
   * not sharded the router need not know, and says simple.
   */
  Collation collation(BsonDocument request) {
    return request.isDocument("collation")
        ? Collation.parse(request.getDocument("collation"))
        : standardCollation();
  }

  /** The collection's own collation. */
  Collation standardCollation() {
    return table
        .flatMap(RoutingTable::defaultCollation)
        .map(Collation::parse)
        .orElse(Collation.simple());
  }

  /** The version to send to a shard. */
  ChunkVersion versionFor(ShardId shard) {
    return table.map(known -> known.shardVersion(shard)).orElse(ChunkVersion.UNSHARDED);
  }
}
