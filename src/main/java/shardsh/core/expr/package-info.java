/**
 * Aggregation expressions: read once into an immutable tree, evaluated against documents. One row
 * of {@link shardsh.core.expr.op.Operators} names each operator.
 *
 * <p>Left out of the real server: text scores ({@code $meta: "textScore"}), the optimizer's
 * rewriting of expressions, and operators that came after 8.0. Regular expressions run on Java's
 * engine after translation; constructs it does not have (recursion, conditionals) are refused by
 * name.
 */
package shardsh.core.expr;
