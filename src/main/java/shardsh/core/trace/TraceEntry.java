package shardsh.core.trace;

/**
 * One event with its place in the trace.
 *
 * @param atMicros simulated instant, microseconds of the epoch
 * @param parentCall the call during which this happened, or -1: the trace is a forest of calls
 */
public record TraceEntry(long seq, long atMicros, long parentCall, ClusterEvent event) {}
