package shardsh.cli;

import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import shardsh.render.StyledLine;
import shardsh.shell.ShellSession;

/**
 * Says on standard error how far the scripts have come, where that is a terminal and nothing is
 * piped in: somebody waits there who has typed the command.
 */
final class ScriptProgress implements AutoCloseable {
  private static final long TICK_MILLIS = 200;

  private final PassingLine line;
  private final ScheduledExecutorService timer;

  private ScriptProgress(PassingLine line, ShellSession session) {
    this.line = line;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work, "shardsh-script-progress");
              made.setDaemon(true);
              return made;
            });
    timer.scheduleWithFixedDelay(
        () -> line.show(session.progress().orElse("")),
        TICK_MILLIS,
        TICK_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  /** Begins, where somebody can see it and it can be taken away again. */
  static Optional<ScriptProgress> begin(
      TextOutput err, Screen screen, boolean canErase, ShellSession session) {
    return screen.errorIsTerminal() && canErase
        ? Optional.of(new ScriptProgress(new PassingLine(err, screen, true), session))
        : Optional.empty();
  }

  /** Takes the line away before anything else is written. */
  Consumer<StyledLine> before(Consumer<StyledLine> writing) {
    return text -> {
      line.erase();
      writing.accept(text);
    };
  }

  @Override
  public void close() {
    timer.shutdownNow();
    line.close();
  }
}
