package shardsh.core.sharding;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;

/**
 * What a shard tells a router whose routing information does not fit.
 *
 * @param received the version that came with the request
 * @param wanted the shard's own version; empty when the shard does not know it
 */
public record StaleConfigInfo(
    Namespace ns, ShardId shard, ChunkVersion received, Optional<ChunkVersion> wanted) {

  /** {@code {ns, vReceived, vWanted?, shardId}}. */
  public BsonDocument toBson() {
    BsonDocument document =
        new BsonDocument("ns", new BsonString(ns.toString()))
            .append("vReceived", received.toBson());
    wanted.ifPresent(version -> document.append("vWanted", version.toBson()));
    return document.append("shardId", new BsonString(shard.name()));
  }

  public static StaleConfigInfo parse(BsonDocument document) {
    return new StaleConfigInfo(
        Namespace.parse(document.getString("ns").getValue()),
        new ShardId(document.getString("shardId").getValue()),
        ChunkVersion.parse(document.getDocument("vReceived")),
        document.containsKey("vWanted")
            ? Optional.of(ChunkVersion.parse(document.getDocument("vWanted")))
            : Optional.empty());
  }
}
