package shardsh.core.plan;

import java.util.function.Predicate;
import org.bson.BsonDocument;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/**
 * What a shard owns of a collection, for the stage SHARDING_FILTER.
 *
 * @param shardKey the pattern of the shard key
 * @param ownsDocument whether the document's shard key is in a chunk of this shard
 * @param ownsKey the same about a full shard key taken from an index
 */
public record ShardFilter(
    KeyPattern shardKey, Predicate<BsonDocument> ownsDocument, Predicate<IndexKey> ownsKey) {}
