/**
 * The program's entrance: options, what kind of run it is, what the screen can do, exit statuses.
 *
 * <p>Left out of mongosh: everything about reaching a real server (hosts, users, TLS, encryption),
 * as the cluster lives inside this program.
 */
package shardsh.cli;
