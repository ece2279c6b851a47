/**
 * How a query is answered from one collection's indexes: the planner's solutions, their ranking,
 * the stages that carry one out and count what they touch, and explain, which prints those same
 * stages. Names of stages are the server's.
 *
 * <p>Left out of the real server: plan trials and the plan cache (candidates are ranked by rules
 * and by the number of keys their bounds hold), intersection of indexes, text and geospatial
 * stages, and the slot-based engine.
 */
package shardsh.core.plan;
