package shardsh.shell;

/**
 * What the user has chosen about the prompt, by {@code config.set}.
 *
 * @param statusLine whether a line below the prompt tells how things are
 * @param signatures whether one tells how the method is called whose arguments are typed
 * @param pager whether what is longer than the screen is shown page by page
 * @param historyLength how many inputs are kept
 * @param redactHistory {@code keep}, {@code remove} (what may hold a secret) or {@code
 *     remove-redact} (and mask addresses in the rest)
 * @param editor the program that {@code edit} starts; empty for the one of the environment
 */
public record PromptChoices(
    boolean statusLine,
    boolean signatures,
    boolean pager,
    int historyLength,
    String redactHistory,
    String editor) {}
