/**
 * The few words everyone in the core needs: names, errors, the running operation and the server's
 * profile.
 *
 * <p>Left out of the real server: users, roles and authentication. Every connection may do
 * everything.
 */
package shardsh.core.base;
