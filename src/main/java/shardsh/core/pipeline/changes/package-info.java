/**
 * Change streams as values: what is asked for, and the tokens by which a stream goes on.
 *
 * <p>Left out of the real server: pre- and post-images, expanded events, the split of large events,
 * the stream's own cursor on config.shards; tokens are readable hexadecimal text of our own.
 */
package shardsh.core.pipeline.changes;
