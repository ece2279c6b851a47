package shardsh.shell;

/** The exit statuses of the program; scripts of users rely on them. */
public final class ExitStatus {
  public static final int OK = 0;

  /** A script threw, an answer did not pass. */
  public static final int FAILED = 1;

  /** A limit was reached: nothing is decided. */
  public static final int UNDECIDED = 2;

  public static final int USAGE = 64;

  /** A broken lesson or cluster file. */
  public static final int BROKEN_FILE = 65;

  /** A file, lesson or cluster that is not there. */
  public static final int MISSING = 66;

  /** A bug in shardsh. */
  public static final int BUG = 70;

  public static final int INTERRUPTED = 130;

  private ExitStatus() {}
}
