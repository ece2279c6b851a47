/**
 * The objects that users see at the prompt: {@code db}, collections, cursors, {@code sh}, {@code
 * rs}, {@code sim} and the global functions. A method checks its arguments, builds a command
 * document, sends it through the door to the cluster and wraps the reply, as mongosh does.
 *
 * <p>Left out of mongosh: users and roles, client-side encryption, search indexes, snippets,
 * telemetry, and tailable cursors. Their methods exist and say that they are not modelled.
 */
package shardsh.js.api;
