package shardsh.cli;

import java.io.FileDescriptor;
import java.util.function.Consumer;

/**
 * Reports what a thread died of in the words of {@link BugReport}: without it Java prints a bare
 * stack trace. The program goes on; the exit status is that of its main thread.
 */
final class ThreadFaults implements Thread.UncaughtExceptionHandler {
  private final String[] arguments;
  private final Consumer<String> lines;

  /**
   * @param lines takes what is to be shown
   */
  ThreadFaults(String[] arguments, Consumer<String> lines) {
    this.arguments = arguments;
    this.lines = lines;
  }

  static ThreadFaults toErrorOutput(String[] arguments) {
    return new ThreadFaults(arguments, new TextOutput(FileDescriptor.err, true)::line);
  }

  @Override
  public void uncaughtException(Thread thread, Throwable problem) {
    try {
      new BugReport(arguments).lines(problem).forEach(lines);
    } catch (RuntimeException | Error again) {
      // No room for the report; the exit status is left to tell.
      lines.accept("This is a bug in shardsh.");
    }
  }
}
