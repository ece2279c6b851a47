package shardsh.core.base;

/**
 * How far a long operation has come.
 *
 * @param what a word or two, e.g. {@code insert}
 * @param total 0 when it is not known
 */
public record WorkDone(String what, long done, long total) {}
