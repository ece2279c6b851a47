package shardsh.terminal;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Opens the user's terminal on a thread of its own, while the session is being made. */
public final class PromptStart {
  private final FutureTask<PromptEditor> task;

  private PromptStart(Optional<Recording> recording) {
    task = new FutureTask<>(() -> open(recording));
  }

  /**
   * Begins to open it. Nothing on the screen changes before the prompt runs.
   *
   * @param recording what all output goes into besides
   */
  public static PromptStart begin(Optional<Recording> recording) {
    PromptStart start = new PromptStart(recording);
    Thread thread = new Thread(start.task, "shardsh-terminal");
    thread.setDaemon(true);
    thread.start();
    return start;
  }

  private static PromptEditor open(Optional<Recording> recording) throws IOException {
    return new PromptEditor(Terminals.open(recording), "shardsh");
  }

  /** The editor on the terminal; waits for it. */
  PromptEditor reader() {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before the terminal was open", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the terminal cannot be opened", e.getCause());
    }
  }
}
