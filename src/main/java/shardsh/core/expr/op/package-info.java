/**
 * The operators of aggregation expressions, in families, and the table that names them.
 *
 * <p>Left out of the real server: what {@link shardsh.core.expr} leaves out.
 */
package shardsh.core.expr.op;
