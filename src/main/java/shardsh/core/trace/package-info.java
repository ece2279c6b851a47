/**
 * What happened: events as values, the trace they form, and what can be computed from a slice of it
 * alone. Pictures and checks are made from events; the core never draws.
 *
 * <p>Left out of the real server: its log lines and profiler; a trace is kept up to a bound, after
 * which the oldest entries are forgotten.
 */
package shardsh.core.trace;
