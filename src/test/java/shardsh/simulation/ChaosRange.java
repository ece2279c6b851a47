package shardsh.simulation;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * {@link ChaosTest} for many seeds, as a program of its own: {@code java -cp … ChaosRange FROM TO}.
 * It goes on after a seed that fails, prints each with the first lines of its stack, and ends with
 * 1 when there was one. A seed that takes more than a minute is printed too, and ends it with 2.
 * {@code -Dshardsh.chaos.actions=N} changes the length of a run as there.
 */
final class ChaosRange {
  private static final int STACK_LINES = 12;
  private static final int PROGRESS = 1000;
  private static final long PATIENCE_MILLIS = 60_000;

  private ChaosRange() {}

  /**
   * Runs the seeds from the first number up to, and without, the second.
   *
   * @param args the two numbers
   */
  public static void main(String[] args) {
    long from = Long.parseLong(args[0]);
    long to = Long.parseLong(args[1]);
    long failed = 0;
    AtomicLong running = new AtomicLong(from);
    watch(Thread.currentThread(), running);
    for (long seed = from; seed < to; seed++) {
      running.set(seed);
      Optional<ChaosTest.Failure> failure = ChaosTest.failureOf(seed);
      if (failure.isPresent()) {
        failed++;
        print(seed, failure.get());
      }
      if ((seed + 1 - from) % PROGRESS == 0) {
        System.out.println("up to " + (seed + 1) + ": " + failed + " failed");
      }
    }
    System.out.println(from + " to " + to + ": " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }

  /** Ends the program when the number stays the same for too long. */
  private static void watch(Thread runner, AtomicLong running) {
    Thread watcher =
        new Thread(
            () -> {
              long before = -1;
              while (before != running.get()) {
                before = running.get();
                LockSupport.parkNanos(PATIENCE_MILLIS * 1_000_000);
              }
              StringBuilder text = new StringBuilder("seed " + before + " does not end");
              for (StackTraceElement element : runner.getStackTrace()) {
                text.append("\n    ").append(element);
              }
              System.out.println(text);
              Runtime.getRuntime().halt(2);
            });
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void print(long seed, ChaosTest.Failure failure) {
    StringBuilder text = new StringBuilder("seed " + seed + " action " + failure.action());
    for (Throwable cause = failure.cause(); cause != null; cause = cause.getCause()) {
      text.append("\n  ").append(cause.toString().lines().findFirst().orElse(""));
      StackTraceElement[] stack = cause.getStackTrace();
      for (int i = 0; i < Math.min(STACK_LINES, stack.length); i++) {
        text.append("\n    ").append(stack[i]);
      }
    }
    System.out.println(text);
  }
}
