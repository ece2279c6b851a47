/**
 * Updates: operator documents, replacements and pipelines, parsed to something that turns one
 * document into another, and the document that an upsert inserts.
 *
 * <p>Left out of the real server: the limit on how far an array is filled up with nulls is the
 * same, but its error has no name of its own; the sizes of results are checked by whoever stores
 * them.
 */
package shardsh.core.update;
