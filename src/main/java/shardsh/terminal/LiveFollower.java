package shardsh.terminal;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;
import shardsh.render.Scene;
import shardsh.shell.ShellSession;

/**
 * Keeps the live view up to date while a line runs: at most ten times a second, and less often
 * where a picture takes long, so that the line itself is hardly slower.
 */
final class LiveFollower {
  private static final long FRAME_MILLIS = 100;

  /** A picture is followed by so many times its own cost without one. */
  private static final int REST = 5;

  private final Terminal terminal;
  private final ShellSession session;
  private final Runnable measure;
  private final ScheduledExecutorService timer;

  /** Guarded by the terminal, as those below; null while no line runs. */
  private LiveArea area;

  private ScheduledFuture<?> ticks;
  private boolean asked;
  private long notBefore;

  /**
   * @param measure tells all others that the screen has another size
   * @param timer draws the pictures; a line that runs only looks at the cluster for them
   */
  LiveFollower(
      Terminal terminal, ShellSession session, Runnable measure, ScheduledExecutorService timer) {
    this.terminal = terminal;
    this.session = session;
    this.measure = measure;
    this.timer = timer;
  }

  /** A line begins to run. */
  void begin(LiveArea shown) {
    synchronized (terminal) {
      area = shown;
      asked = false;
      notBefore = System.nanoTime();
      ticks =
          timer.scheduleWithFixedDelay(
              this::tick, FRAME_MILLIS, FRAME_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** The line has ended; nothing is drawn from now on. */
  void end() {
    synchronized (terminal) {
      if (ticks != null) {
        ticks.cancel(false);
      }
      ticks = null;
      area = null;
    }
  }

  private void tick() {
    synchronized (terminal) {
      if (area == null) {
        return;
      }
      if (area.isResized()) {
        measure.run();
        area.layAgain();
      }
      if (!asked && System.nanoTime() >= notBefore) {
        asked = true;
        LiveArea asking = area;
        session.look(scene -> timer.execute(() -> draw(asking, scene)));
      }
    }
  }

  private void draw(LiveArea asking, Scene scene) {
    synchronized (terminal) {
      if (area != asking || ticks == null) {
        return;
      }
      long began = System.nanoTime();
      area.show(scene);
      asked = false;
      long now = System.nanoTime();
      notBefore = now + REST * (now - began);
    }
  }
}
