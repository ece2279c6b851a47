/**
 * Queries as values: filters parsed to a tree that matches documents, sort patterns, projections,
 * collations, and the index bounds that a filter gives. The index scan, the shard targeting and the
 * matcher all read the same tree.
 *
 * <p>Left out of the real server: $text, $where, geospatial predicates and $meta, which are refused
 * by name; text collations follow the Java runtime's tables, not ICU's.
 */
package shardsh.core.query;
