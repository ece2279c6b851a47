/**
 * The one road between nodes: every call goes through {@code Network}, which charges latency,
 * applies faults and records both ends, so that the trace is complete by construction.
 *
 * <p>Left out of the real cluster: connections, pools, compression, partial failures of a message;
 * calls run one after the other, scattered ones from the same instant.
 */
package shardsh.core.rpc;
