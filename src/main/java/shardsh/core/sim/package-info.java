/**
 * The only time, chance, order and ids of the model. Everything here has {@code copy()}, and
 * depends on the seed and the commands alone.
 *
 * <p>Left out of the real cluster: time moves only when something in the model takes time; clocks
 * of different processes never differ.
 */
package shardsh.core.sim;
