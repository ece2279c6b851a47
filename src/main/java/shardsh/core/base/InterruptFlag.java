package shardsh.core.base;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a running operation and those who wait for it tell each other: the request to stop (Ctrl-C),
 * read by {@link OperationContext}, how far the operation has come, and what else it is to do for
 * them on its way.
 */
public final class InterruptFlag {
  private final BooleanSupplier outside;
  private volatile boolean raised;
  private volatile Optional<WorkDone> workDone = Optional.empty();

  private Optional<WorkDone> counted = Optional.empty();

  /** Null when there is none. */
  private volatile Runnable errand;

  /** One that is raised by {@link #raise} only. */
  public InterruptFlag() {
    this(() -> false);
  }

  /**
   * @param outside asked each time besides; for limits that somebody else watches
   */
  public InterruptFlag(BooleanSupplier outside) {
    this.outside = outside;
  }

  /** Asks the running operation to stop. May be called from another thread. */
  public void raise() {
    raised = true;
  }

  /** Forgets an earlier request and report; called before each new operation. */
  public void clear() {
    raised = false;
    workDone = Optional.empty();
    counted = Optional.empty();
  }

  /**
   * Has the running operation itself do something at the next place where it could be stopped: all
   * is consistent there. Takes the place of an errand that is not done yet. May be called from
   * another thread.
   *
   * @param work changes nothing of what the operation works on; does not throw
   */
  public void atNextStop(Runnable work) {
    errand = work;
  }

  /** Asked by the running operation wherever it could be stopped. */
  public boolean isRaised() {
    Runnable work = errand;
    if (work != null) {
      errand = null;
      work.run();
    }
    return raised || outside.getAsBoolean();
  }

  /**
   * Tells how far the operation has come; but within a counted work its count is all that is told.
   */
  public void report(WorkDone done) {
    if (counted.isEmpty()) {
      workDone = Optional.of(done);
    }
  }

  /**
   * Does a part of a work of which one count is told from its first part to its last, however the
   * work is divided on its way. A count within such a part goes on from where the part began. A
   * work that is short by itself is not counted.
   *
   * @param begun what was done of the work before this part
   */
  public <T> T counting(WorkDone begun, Supplier<T> part) {
    Optional<WorkDone> outer = counted;
    if (outer.isEmpty() && begun.isShort()) {
      return part.get();
    }
    WorkDone now =
        outer
            .map(whole -> new WorkDone(whole.what(), whole.done() + begun.done(), whole.total()))
            .orElse(begun);
    counted = Optional.of(now);
    if (now.isWorthTelling()) {
      workDone = counted;
    }
    try {
      return part.get();
    } finally {
      counted = outer;
    }
  }

  /** A further operation of the same text begins, which has not told yet. */
  public void forgetReport() {
    workDone = Optional.empty();
  }

  /** How far it has come, if it has told. May be called from another thread. */
  public Optional<WorkDone> workDone() {
    return workDone;
  }
}
