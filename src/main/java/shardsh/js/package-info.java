/**
 * The JavaScript engine behind the prompt: one context that evaluates what is typed, says when a
 * text is complete, can be stopped at any time, and converts between JavaScript and BSON values.
 *
 * <p>Left out of mongosh: Node's modules ({@code require}, {@code process}, timers, files). Calls
 * are synchronous, so nothing is rewritten or awaited. Time and chance are the cluster's: {@code
 * Date.now()}, {@code new Date()} and {@code Math.random()} follow the simulation. Regular
 * expressions with the flag {@code g} are stored with the option {@code s}, as mongosh does.
 */
package shardsh.js;
