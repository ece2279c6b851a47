/**
 * Whole clusters under random actions from a seed: what must hold after each of them, and that the
 * same seed and commands always give the same bytes.
 */
package shardsh.simulation;
