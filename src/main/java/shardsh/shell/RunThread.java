package shardsh.shell;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Runs a session's texts on a thread of its own, which is left behind if one cannot be stopped. */
final class RunThread {
  /** Deep recursion in a user's JavaScript ends in an error there, not in one of ours. */
  private static final long STACK_BYTES = 16L << 20;

  private ExecutorService thread = fresh();

  /** Who runs a text at this moment; null when nobody does. */
  private volatile Thread running;

  private static ExecutorService fresh() {
    return Executors.newSingleThreadExecutor(
        work -> {
          Thread made = new Thread(null, work, "shardsh-run", STACK_BYTES);
          made.setDaemon(true);
          return made;
        });
  }

  /**
   * Waits for the work.
   *
   * @param givenUp asked once the work has begun; done when nobody is to wait for it any longer
   * @return what the work gives; empty when it was given up
   * @throws RuntimeException what the work throws
   */
  <T> Optional<T> call(Supplier<T> work, Supplier<CompletableFuture<?>> givenUp) {
    if (Thread.currentThread() == running) {
      // A text inside of another, as a word of a script is.
      return Optional.of(work.get());
    }
    CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> marked(work), thread);
    try {
      CompletableFuture.anyOf(result, givenUp.get()).join();
      if (result.isDone()) {
        return Optional.of(result.join());
      }
    } catch (CompletionException e) {
      throw unwrapped(e);
    }
    thread.shutdown();
    thread = fresh();
    return Optional.empty();
  }

  /** No more work comes. */
  void end() {
    thread.shutdown();
  }

  private <T> T marked(Supplier<T> work) {
    running = Thread.currentThread();
    return work.get();
  }

  private static RuntimeException unwrapped(CompletionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException cause ? cause : e;
  }
}
