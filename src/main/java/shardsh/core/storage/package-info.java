/**
 * One node's data: documents by record id, ordered indexes over them that change together with
 * them, and declared weight, which counts as so many megabytes without holding documents. The only
 * mutable structures with documents; each has a {@code copy()} that costs nothing until the next
 * write.
 *
 * <p>Left out of the real server: files, caches and compression; text, geospatial, wildcard and
 * column-store indexes; clustered collections; the limits of capped ones, which the node keeps. An
 * index is built at once, never in the background.
 */
package shardsh.core.storage;
