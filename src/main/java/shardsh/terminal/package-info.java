/**
 * The prompt: reads keys with JLine and shows lines. Holds no decisions; without it every session
 * would still give the same text.
 *
 * <p>Left out of mongosh's prompt: the external editor and asking for passwords.
 */
package shardsh.terminal;
