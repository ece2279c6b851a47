/**
 * Index and shard keys as values: patterns, keys and their order, which keys a document has, the
 * hash of hashed keys, and intervals of one field.
 *
 * <p>Left out of the real server: text, geospatial, wildcard and column-store keys.
 */
package shardsh.core.keys;
