/**
 * Runs script files, {@code --eval} texts and piped input through a session and says with an exit
 * status how it went. No terminal.
 *
 * <p>Differs from mongosh on purpose: the first uncaught error ends the run also in a pipe, because
 * a run that goes on after an error cannot be checked.
 */
package shardsh.script;
