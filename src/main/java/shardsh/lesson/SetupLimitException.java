package shardsh.lesson;

/**
 * A limit was reached while a lesson or cluster was set up. That is nobody's answer and need not be
 * the file's fault: a busy machine does it too. The program ends with status 2 on it.
 */
public final class SetupLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String origin;
  private final boolean isTime;

  /**
   * @param kind {@code lesson} or {@code cluster}
   * @param name of the lesson or cluster
   * @param isTime whether it was the limit of time, else one of memory or statements
   */
  public SetupLimitException(String kind, String name, boolean isTime) {
    super(
        "the limit of "
            + (isTime ? "time" : "memory or statements")
            + " was reached while the "
            + kind
            + " "
            + name
            + " was set up, before anything of yours ran; is the machine busy? try again");
    this.origin = (kind.equals("lesson") ? "课程 " : "集群 ") + name;
    this.isTime = isTime;
  }

  /** The message in Chinese. */
  public String inChinese() {
    return "布置 " + origin + " 时达到了" + (isTime ? "时间" : "内存或语句数") + "限制，你的内容还没有开始运行；机器是不是很忙？请再试一次";
  }
}
