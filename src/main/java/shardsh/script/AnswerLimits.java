package shardsh.script;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import shardsh.lesson.Lesson;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.LessonSessions;
import shardsh.shell.LiveSession;
import shardsh.shell.SessionSettings;
import shardsh.shell.ShellOutput;

/**
 * The limits of one answer: of each statement by the session that it is typed into, of the whole
 * run by a clock, of what it prints by counting.
 */
final class AnswerLimits implements AutoCloseable {
  private static final int MILLIS = 10_000;
  private static final int MEGABYTES = 512;
  private static final int STATEMENTS = 50_000_000;
  private static final int OUTPUT_KILOBYTES = 4_096;
  private static final int SCREEN_WIDTH = 100;

  private final Lesson lesson;
  private final Grader.Options options;
  private final Optional<LessonSessions> sessions;
  private final LiveSession session;
  private final AtomicReference<String> reached = new AtomicReference<>();
  private final Thread clock = new Thread(this::watch, "shardsh-deadline");

  /**
   * Opens the session; the clock starts with {@link #start}.
   *
   * @param sessions that several answers share; empty: the only one of the process
   */
  AnswerLimits(Lesson lesson, Grader.Options options, Optional<LessonSessions> sessions) {
    this.lesson = lesson;
    this.options = options;
    this.sessions = sessions;
    clock.setDaemon(true);
    session =
        sessions
            .map(shared -> shared.open(settings()))
            .orElseGet(() -> LiveSession.forTexts(settings(), List.of()));
  }

  LiveSession session() {
    return session;
  }

  /** From here on time counts. */
  void start() {
    clock.start();
  }

  /** Why the run was stopped; empty while it may go on. */
  Optional<String> reached() {
    return Optional.ofNullable(reached.get());
  }

  /** Where an answer prints to: what it prints is shown to nobody, and there is a limit to it. */
  ShellOutput output() {
    return new CountedOutput();
  }

  /** Stops the clock and gives back the session. */
  @Override
  public void close() {
    clock.interrupt();
    sessions.ifPresent(shared -> shared.end(session));
  }

  private void watch() {
    try {
      Thread.sleep(options.timeout().toMillis());
      stop(say("the run took longer than " + seconds() + " s", "运行超过了 " + seconds() + " 秒"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String seconds() {
    return BigDecimal.valueOf(options.timeout().toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  private void stop(String why) {
    if (reached.compareAndSet(null, why)) {
      session.interrupt();
    }
  }

  private SessionSettings settings() {
    Lesson.Limits limits = lesson.limits();
    int millis = limits.millis().orElse(MILLIS);
    return SessionSettings.forLesson(
        SessionSettings.TraceLevel.NONE,
        new ScreenProfile(SCREEN_WIDTH, 0, true, false),
        Optional.of(Duration.ofMillis(millis)),
        OptionalLong.of(limits.heapMB().orElse(MEGABYTES)),
        OptionalLong.of(limits.statements().orElse(STATEMENTS)));
  }

  /** What the session says when a statement reaches a limit, as a grade says it. */
  String words(String why) {
    String plain = why.replaceFirst("^LimitReached: ", "").replaceFirst("; --max-.*", "");
    return options.locale().equals("zh") ? inChinese(plain) : plain;
  }

  /** What stopped a statement; an error's text stays English. */
  private static String inChinese(String why) {
    return why.replaceFirst("^stopped after (\\d+) ms$", "运行 $1 毫秒后被停止")
        .replaceFirst("^stopped at (\\d+) MB of memory$", "占用内存达到 $1 MB 后被停止")
        .replaceFirst("^stopped after (\\d+) statements$", "执行 $1 条语句后被停止");
  }

  private String say(String en, String zh) {
    return options.locale().equals("zh") ? zh : en;
  }

  private final class CountedOutput implements ShellOutput {
    private final long max = 1024L * lesson.limits().outputKB().orElse(OUTPUT_KILOBYTES);
    private long printed;

    private void count(StyledLine printedLine) {
      printed += printedLine.text().length() + 1L;
      if (printed > max) {
        stop(say("it printed more than " + max / 1024 + " KB", "输出超过了 " + max / 1024 + " KB"));
      }
    }

    @Override
    public void print(StyledLine printedLine) {
      count(printedLine);
    }

    @Override
    public void warn(StyledLine printedLine) {
      count(printedLine);
    }

    @Override
    public void clearScreen() {}
  }
}
