/**
 * The vocabulary of sharding as immutable values: shard keys, chunks and their versions, routing
 * tables, zones, the whole catalog of the config servers.
 *
 * <p>Left out of the real server: time-series buckets as shard keys, and the history of a chunk is
 * kept only as far as the model reads it.
 */
package shardsh.core.sharding;
