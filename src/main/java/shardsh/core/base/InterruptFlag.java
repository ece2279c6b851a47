package shardsh.core.base;

/** Raised from outside (Ctrl-C) while an operation runs; read by {@link OperationContext}. */
public final class InterruptFlag {
  private volatile boolean raised;

  /** Asks the running operation to stop. May be called from another thread. */
  public void raise() {
    raised = true;
  }

  /** Forgets an earlier request; called before each new operation. */
  public void clear() {
    raised = false;
  }

  public boolean isRaised() {
    return raised;
  }
}
