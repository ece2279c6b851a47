package shardsh.shell;

/**
 * One offer of completion.
 *
 * @param line the whole text up to the cursor as it would be with this offer taken
 * @param shown what a list of offers shows, e.g. {@code getShardDistribution}
 * @param group a heading for offers of one kind, e.g. {@code collections}; empty for none
 */
public record Candidate(String line, String shown, String group) {}
