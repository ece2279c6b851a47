/**
 * A session: text in, styled lines out. Direct words, evaluation, result printing, undo. Knows no
 * terminal, so that the product without a keyboard is a function that tests can call.
 *
 * <p>Left out of mongosh: the settings that only make sense with a real server (telemetry, OIDC,
 * client-side encryption) and snippets.
 */
package shardsh.shell;
