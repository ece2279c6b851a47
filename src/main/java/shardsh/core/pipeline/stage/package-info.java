/**
 * The stages of pipelines, one class each.
 *
 * <p>Left out of the real server: what {@link shardsh.core.pipeline} leaves out.
 */
package shardsh.core.pipeline.stage;
