/**
 * Aggregation pipelines: stages that turn one stream of documents into another, the accumulators of
 * {@code $group} in partial and combining form, the optimizer and its rewrites, and the splitter
 * that divides a pipeline between shards and a merger. A parsed stage keeps no state between two
 * streams. Other collections are reached through {@link shardsh.core.pipeline.ForeignCollections}.
 *
 * <p>Left out of the real server: change streams, {@code $geoNear}, {@code $search} and its
 * relatives, {@code $planCacheStats}, sessions and query statistics, which are refused by name;
 * {@code $exchange}; the slot-based engine. Beyond its 100 MB a blocking stage fails or notes that
 * it spilled, but nothing is written anywhere. Groups come out in the order in which their keys
 * were first seen, {@code $graphLookup} in the order of finding, and percentiles are exact where
 * the server's may be approximations.
 */
package shardsh.core.pipeline;
