/**
 * Pictures in and out: what a cluster starts from, and everything about it at one instant, for
 * drawing, checking, saving and comparing. A snapshot sees what no node sees.
 *
 * <p>Left out: the documents themselves; a snapshot counts them.
 */
package shardsh.core.snapshot;
