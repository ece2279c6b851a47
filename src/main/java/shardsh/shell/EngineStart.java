package shardsh.shell;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import shardsh.js.JsEngine;

/**
 * Starts the engine on a thread of its own, because that takes longer than everything else: when
 * told to, and at the latest when somebody asks for the engine.
 */
public final class EngineStart {
  private static final long STACK_BYTES = 16L << 20;

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
      Thread thread = new Thread(null, task, "shardsh-engine", STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
    }
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

  boolean isUp() {
    return task.isDone();
  }
}
