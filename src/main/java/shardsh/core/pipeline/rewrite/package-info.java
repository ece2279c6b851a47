/**
 * The rewrites of a pipeline: each looks at one place and gives an equivalent pipeline, or nothing.
 * Source: the manual's page on pipeline optimization and the server's optimizer tests.
 *
 * <p>Left out of the real server: rewrites of time series, of {@code $search}, and those that group
 * by the first documents of a sort.
 */
package shardsh.core.pipeline.rewrite;
