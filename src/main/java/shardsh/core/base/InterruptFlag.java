package shardsh.core.base;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What a running operation and those who wait for it tell each other: the request to stop (Ctrl-C),
 * read by {@link OperationContext}, and how far the operation has come.
 */
public final class InterruptFlag {
  private final BooleanSupplier outside;
  private volatile boolean raised;
  private volatile Optional<WorkDone> workDone = Optional.empty();

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
  }

  public boolean isRaised() {
    return raised || outside.getAsBoolean();
  }

  /** Tells how far the operation has come. */
  public void report(WorkDone done) {
    workDone = Optional.of(done);
  }

  /** How far it has come, if it has told. May be called from another thread. */
  public Optional<WorkDone> workDone() {
    return workDone;
  }
}
