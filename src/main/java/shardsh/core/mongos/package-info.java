/**
 * A router: cached routing tables, the choice of shards, command table, merging of results, and the
 * refresh and retry after a shard refused.
 *
 * <p>Left out of the real server: connection pools, hedged reads, and everything that depends on
 * requests overlapping in time.
 */
package shardsh.core.mongos;
