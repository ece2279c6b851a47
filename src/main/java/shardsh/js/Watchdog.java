package shardsh.js;

import java.time.Duration;

/**
 * Watches one evaluation at a time from a thread of its own and reports when it has used up its
 * time or memory. Memory is what the whole heap holds more than at the start, counted after a
 * collection, since the interpreter leaves much behind that is free again at once.
 */
final class Watchdog implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(20);
  private static final long MEGABYTE = 1L << 20;

  /** So many periods the heap must stay above the limit before a collection is asked for. */
  private static final int PATIENCE = 8;

  private final EngineLimits limits;
  private final Listener listener;
  private final Object lock = new Object();
  private Thread thread;
  private boolean closed;
  private boolean watching;

  /** Whether the thread waits for an evaluation to begin. */
  private boolean idle;

  private long evaluation;
  private long startNanos;
  private long heapAtStart;
  private int periodsAbove;

  /** Is told, on the watchdog's thread, which evaluation has used up what. */
  interface Listener {
    void limitReached(long evaluation, Evaluation.Limit limit);
  }

  Watchdog(EngineLimits limits, Listener listener) {
    this.limits = limits;
    this.listener = listener;
  }

  void begin(long number) {
    if (limits.time().isEmpty() && limits.memoryMegabytes().isEmpty()) {
      return;
    }
    synchronized (lock) {
      evaluation = number;
      startNanos = System.nanoTime();
      heapAtStart = heapUsed();
      periodsAbove = 0;
      watching = true;
      if (thread == null) {
        thread = new Thread(this::watch, "shardsh-limits");
        thread.setDaemon(true);
        thread.start();
      }
      // While it looks at times, it comes by without being woken, which costs a switch of threads.
      if (idle) {
        lock.notifyAll();
      }
    }
  }

  void end() {
    synchronized (lock) {
      watching = false;
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  private void watch() {
    try {
      while (true) {
        Evaluation.Limit reached = null;
        long number = 0;
        synchronized (lock) {
          while (!watching && !closed) {
            idle = true;
            lock.wait();
          }
          idle = false;
          if (closed) {
            return;
          }
          lock.wait(PERIOD.toMillis());
          if (watching && !closed) {
            reached = reachedOrNoRoom();
            number = evaluation;
            watching = reached == null;
          }
        }
        if (reached != null) {
          listener.limitReached(number, reached);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where there is no room even for looking, memory is what ran out. */
  private Evaluation.Limit reachedOrNoRoom() {
    try {
      return reached();
    } catch (OutOfMemoryError e) {
      return Evaluation.Limit.MEMORY;
    }
  }

  private Evaluation.Limit reached() {
    if (limits.time().isPresent()
        && System.nanoTime() - startNanos > limits.time().get().toNanos()) {
      return Evaluation.Limit.TIME;
    }
    if (limits.memoryMegabytes().isPresent() && isAboveForLong()) {
      System.gc();
      if (heapUsed() - heapAtStart > memoryMax()) {
        return Evaluation.Limit.MEMORY;
      }
    }
    return null;
  }

  /** Most of what is above the limit for a moment goes by itself with the next small collection. */
  private boolean isAboveForLong() {
    periodsAbove = heapUsed() - heapAtStart > memoryMax() ? periodsAbove + 1 : 0;
    if (periodsAbove < PATIENCE) {
      return false;
    }
    periodsAbove = 0;
    return true;
  }

  private long memoryMax() {
    return limits.memoryMegabytes().orElse(0) * MEGABYTE;
  }

  private static long heapUsed() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
