/**
 * What the balancer decides: draining shards first, then chunks in the wrong zone, then imbalance,
 * measured in one of three ways. A decision carries everything that explains it. Beside it runs
 * what keeps chunks few: the automerger of 7.0, and defragmentation.
 *
 * <p>Left out of the real server: limits on a shard's total size (4.4 and earlier could set one),
 * throttling of defragmentation, and the random order of shards and collections; here both go by
 * name.
 */
package shardsh.core.balancer;
