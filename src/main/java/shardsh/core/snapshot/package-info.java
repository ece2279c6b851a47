/**
 * Pictures in and out: what a cluster starts from, and everything about it at one instant, for
 * drawing, checking, saving and comparing. A snapshot sees what no node sees. Here too: what can be
 * read of a real cluster from the text of its tools.
 *
 * <p>Left out: the documents themselves; a snapshot counts them, and a text of a real cluster has
 * none. Of an imported cluster collations, unsharded collections and real ids are left out.
 */
package shardsh.core.snapshot;
