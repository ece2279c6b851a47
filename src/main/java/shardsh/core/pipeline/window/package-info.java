/**
 * What {@code $setWindowFields} computes: windows over the sorted documents of one partition, and
 * the functions of them. Source: the manual's page on the stage.
 *
 * <p>Left out of the real server: functions that take documents out of a window again; each window
 * is computed from its documents.
 */
package shardsh.core.pipeline.window;
