/**
 * Wiring: builds the nodes of a cluster from its description and a seed, and gives the outside its
 * doors: connections, the trace, snapshots, copies, what a real cluster does by itself or by
 * accident, loads, and descriptions to save.
 *
 * <p>Left out of the real cluster: client operations never overlap each other; what overlaps them
 * is background work in steps and the stale caches of other routers.
 */
package shardsh.core.cluster;
