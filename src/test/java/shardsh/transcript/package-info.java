/**
 * Sessions kept byte for byte: what is typed, what comes back. They leave out the terminal;
 * colours, keys and paging are tested elsewhere.
 */
package shardsh.transcript;
