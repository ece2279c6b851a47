package shardsh.js;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;

/**
 * Stops the evaluation that runs, because the user wants it or a limit is reached, and gives it up
 * if it does not end. The thread that evaluates calls {@link #begin} and {@link #end}; any thread
 * may call the rest.
 */
final class Stopper implements AutoCloseable {
  private static final Duration INTERRUPT_PATIENCE = Duration.ofMillis(200);
  private static final long INTERRUPT_PAUSE_MILLIS = 10;

  /** So long an evaluation has to end after it was told to. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(3);

  private final Context context;
  private final EnginePorts ports;
  private final Watchdog watchdog;
  private final Object lock = new Object();

  /** Done when an evaluation could not be stopped; nobody waits for it any more. */
  private final CompletableFuture<Evaluation> givenUp = new CompletableFuture<>();

  private boolean running;
  private long evaluations;
  private volatile Stop stop = Stop.NONE;

  /** Why a running evaluation was told to stop. */
  private enum Stop {
    NONE,
    USER,
    TIME,
    MEMORY
  }

  Stopper(Context context, EnginePorts ports, EngineLimits limits) {
    this.context = context;
    this.ports = ports;
    watchdog = new Watchdog(limits, this::limitReached);
  }

  /** From now on there is something to stop. */
  void begin() {
    synchronized (lock) {
      running = true;
      evaluations++;
      stop = Stop.NONE;
    }
    watchdog.begin(evaluations);
  }

  /** What is told to stop after this is no longer the evaluation that began. */
  void end() {
    watchdog.end();
    synchronized (lock) {
      running = false;
    }
    Thread.interrupted();
  }

  /** Whether the evaluation was told to stop. */
  boolean isAsked() {
    return stop != Stop.NONE;
  }

  /** How the evaluation ends that was told to stop; empty for one that was not. */
  Optional<Evaluation> stopped() {
    return switch (stop) {
      case NONE -> Optional.empty();
      case USER -> Optional.of(new Evaluation.Interrupted());
      case TIME -> Optional.of(new Evaluation.LimitReached(Evaluation.Limit.TIME));
      case MEMORY -> Optional.of(new Evaluation.LimitReached(Evaluation.Limit.MEMORY));
    };
  }

  /** Tells the evaluation that runs to stop; does nothing when nothing runs. */
  void interrupt() {
    long target;
    synchronized (lock) {
      target = evaluations;
    }
    stop(target, Stop.USER);
  }

  private void limitReached(long evaluation, Evaluation.Limit limit) {
    stop(evaluation, limit == Evaluation.Limit.TIME ? Stop.TIME : Stop.MEMORY);
  }

  private void stop(long target, Stop reason) {
    synchronized (lock) {
      if (!running || evaluations != target) {
        return;
      }
      if (stop == Stop.NONE) {
        stop = reason;
      }
    }
    Thread stopper = new Thread(() -> stopUntilEnded(target), "shardsh-interrupt");
    stopper.setDaemon(true);
    stopper.start();
  }

  /**
   * Deep in endless recursion that catches its own overflow there is no room for an interruption;
   * nothing ends such a program but the end of the process.
   */
  private void stopUntilEnded(long target) {
    long giveUpNanos = System.nanoTime() + STOP_PATIENCE.toNanos();
    while (System.nanoTime() - giveUpNanos < 0) {
      // Holding the lock keeps the next evaluation from being hit by this interruption.
      synchronized (lock) {
        if (!running || evaluations != target) {
          return;
        }
        ports.interruptModel();
        try {
          context.interrupt(INTERRUPT_PATIENCE);
        } catch (TimeoutException e) {
          // The program is inside a command of the model, which looks at its flag soon.
        } catch (RuntimeException | Error e) {
          // The engine is broken or closed: the thread that runs the program will say so.
          return;
        }
      }
      pause();
    }
    giveUp(target);
  }

  /**
   * Outside of JavaScript an interruption has no effect at once; the model looks at its flag soon.
   */
  private static void pause() {
    try {
      Thread.sleep(INTERRUPT_PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void giveUp(long target) {
    Evaluation outcome;
    synchronized (lock) {
      if (!running || evaluations != target) {
        return;
      }
      outcome = stopped().orElseGet(Evaluation.Interrupted::new);
    }
    givenUp.complete(outcome);
  }

  /** Done, with how it ended, when an evaluation goes on although it was told to stop. */
  CompletableFuture<Evaluation> givenUp() {
    return givenUp;
  }

  @Override
  public void close() {
    watchdog.close();
  }
}
