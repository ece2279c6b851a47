package shardsh.terminal;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.Signals;

/**
 * Ctrl+Z: the program stands still and the shell that started it has the terminal, until {@code
 * fg}. Where there is no such shell, the system lets the program go on at once; where there is no
 * such signal, as on Windows, the key means nothing.
 */
final class JobControl {
  /**
   * Stops every process of the job, this one and itself included: a shell takes a job for stopped
   * only if all of it is. So it ends when the job goes on, or at once where nothing can be stopped.
   */
  private static final String[] STOP = {"/bin/sh", "-c", "kill -TSTP 0"};

  private final Terminal terminal;
  private final Consumer<Runnable> screen;

  private JobControl(Terminal terminal, Consumer<Runnable> screen) {
    this.terminal = terminal;
    this.screen = screen;
  }

  /**
   * Lets the key stop the program from now on.
   *
   * @param screen takes what is on the screen away, runs what it is given, and draws all anew
   */
  static void install(Terminal terminal, Consumer<Runnable> screen) {
    boolean isKnown = Signals.registerDefault(Signal.TSTP.name()) != null;
    if (isKnown && !Terminals.isDumb(terminal)) {
      JobControl control = new JobControl(terminal, screen);
      terminal.handle(Signal.TSTP, signal -> screen.accept(control::stop));
    }
  }

  /**
   * Does something before and after the program stands still, for as long as a screen of its own is
   * shown.
   *
   * @param inner takes away what is on the screen, runs what it is given, and draws it anew
   * @return what is to be put back afterwards
   */
  static SignalHandler within(Terminal terminal, Consumer<Runnable> inner) {
    SignalHandler outer = terminal.handle(Signal.TSTP, SignalHandler.SIG_DFL);
    if (outer != SignalHandler.SIG_DFL) {
      terminal.handle(Signal.TSTP, signal -> inner.accept(() -> outer.handle(signal)));
    }
    return outer;
  }

  private void stop() {
    Attributes ours = terminal.getAttributes();
    // With handlers of ours the system would neither stop the program nor leave going on to it.
    SignalHandler stopping = terminal.handle(Signal.TSTP, SignalHandler.SIG_DFL);
    SignalHandler going = terminal.handle(Signal.CONT, SignalHandler.SIG_DFL);
    terminal.setAttributes(Terminals.forOthers(ours));
    try {
      new ProcessBuilder(STOP)
          .redirectInput(Redirect.INHERIT)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      // There is no such shell; the program goes on.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      terminal.setAttributes(ours);
      terminal.handle(Signal.CONT, going);
      terminal.handle(Signal.TSTP, stopping);
    }
  }
}
