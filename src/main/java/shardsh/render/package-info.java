/**
 * What is shown, as functions to styled lines: values as mongosh prints them, tables, diagrams and
 * sentences about a trace. Roles say what a text means; colours and plain ASCII are applied at the
 * edge.
 *
 * <p>Left out of the real thing: a real shell draws no pictures of the cluster, so those are ours;
 * of mongosh's printing the link to its log file and stack traces are left out.
 */
package shardsh.render;
