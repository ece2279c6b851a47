package shardsh.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/** Times one piece of work in this process and prints it as a line of name, figure and result. */
final class Stopwatch {
  /** The optimising compiler works on another thread and is seconds behind a new kind of work. */
  private static final long WARM_UP_NANOS = 5_000_000_000L;

  private static final int RUNS = 7;

  private Stopwatch() {}

  /** Prints the median of some warm runs in milliseconds, and what the last one gave. */
  static void time(String name, Supplier<Object> work) {
    long warm = System.nanoTime() + WARM_UP_NANOS;
    do {
      work.get();
    } while (System.nanoTime() < warm);
    double[] millis = new double[RUNS];
    Object result = null;
    for (int i = 0; i < RUNS; i++) {
      long start = System.nanoTime();
      result = work.get();
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    print(name, millis[RUNS / 2], result);
  }

  /** Prints what is live on the heap, in megabytes. */
  static void heap(String name) {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    print(name, (runtime.totalMemory() - runtime.freeMemory()) / 1024.0 / 1024, "-");
  }

  static void print(String name, double figure, Object result) {
    System.out.printf(Locale.ROOT, "%s %.6f %s%n", name, figure, result);
  }
}
