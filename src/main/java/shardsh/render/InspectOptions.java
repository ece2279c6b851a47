package shardsh.render;

/**
 * The limits of printing a value. Source: the options of Node's {@code util.inspect} and the values
 * mongosh gives them.
 *
 * @param depth levels of structures shown below the first; {@link #NONE} for all
 * @param arrayMax elements shown of an array, set or map; {@link #NONE} for all
 * @param stringMax characters shown of a string; {@link #NONE} for all
 * @param compact how many inner levels may share a line; 0 puts every entry on its own
 * @param breakLength the column a line should not pass; {@link #NONE} for no bound
 */
public record InspectOptions(int depth, int arrayMax, int stringMax, int compact, int breakLength) {
  /** No limit. */
  public static final int NONE = Integer.MAX_VALUE;

  /** A value typed at the prompt. */
  public static final InspectOptions PROMPT = new InspectOptions(6, 100, 10_000, 3, 80);

  /** Cursors, explain results and what {@code --eval} prints: nothing is cut. */
  public static final InspectOptions DEEP = new InspectOptions(NONE, NONE, NONE, 3, 80);

  /** {@code printjson}: every entry on its own line. */
  public static final InspectOptions PRINTJSON = new InspectOptions(NONE, NONE, NONE, 0, 80);

  /** Everything on one line if it is at most three levels deep, as the chunks of sh.status(). */
  public static final InspectOptions ONE_LINE = new InspectOptions(NONE, NONE, NONE, 3, NONE);

  /** The same lines, but nothing is cut. */
  public InspectOptions unlimited() {
    return new InspectOptions(NONE, NONE, NONE, compact, breakLength);
  }

  /** With the user's settings {@code inspectDepth} and {@code inspectCompact}. */
  public InspectOptions with(int newDepth, int newCompact) {
    return new InspectOptions(newDepth, arrayMax, stringMax, newCompact, breakLength);
  }
}
