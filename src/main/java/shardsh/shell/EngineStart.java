package shardsh.shell;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import shardsh.core.base.InterruptFlag;
import shardsh.js.JsEngine;

/**
 * Starts the engine on a thread of its own, because that takes longer than everything else: when
 * told to, and at the latest when somebody asks for the engine.
 */
public final class EngineStart {
  private static final long STACK_BYTES = 16L << 20;
  private static final long PATIENCE_MILLIS = 20;

  private final FutureTask<JsEngine> task;
  private final AtomicBoolean begun = new AtomicBoolean();

  EngineStart(Supplier<JsEngine> start) {
    task = new FutureTask<>(start::get);
  }

  /** Begins with what the first engine will need, before anything is known of its session. */
  public static void ahead() {
    JsEngine.startAhead();
  }

  /** Begins, unless that was done before. */
  void begin() {
    if (begun.compareAndSet(false, true)) {
      thread(task);
    }
  }

  /**
   * Begins, unless that was done before, perhaps by a script that ran before the first prompt.
   *
   * @param after done on a thread of its own when the engine can be used already
   */
  void begin(Runnable after) {
    if (begun.compareAndSet(false, true)) {
      thread(
          () -> {
            task.run();
            after.run();
          });
    } else {
      thread(after);
    }
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(null, work, "shardsh-engine", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
  }

  /** The engine; waits for it. */
  JsEngine engine() {
    begin();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException("the JavaScript engine did not start", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for it, or until somebody asks for a stop.
   *
   * @return false if that came first
   */
  boolean await(InterruptFlag interrupts) {
    begin();
    while (!task.isDone()) {
      if (interrupts.isRaised()) {
        return false;
      }
      try {
        task.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } catch (TimeoutException | ExecutionException e) {
        // Whoever asks for the engine hears what was wrong with it.
      }
    }
    return true;
  }

  boolean isUp() {
    return task.isDone();
  }
}
