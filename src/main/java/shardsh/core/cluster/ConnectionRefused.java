package shardsh.core.cluster;

/**
 * Belongs to the error of a command that did not reach the process it was sent to: no server said
 * it, the driver did.
 *
 * @param host e.g. {@code 127.0.0.1:27100}
 */
public record ConnectionRefused(String host) {}
