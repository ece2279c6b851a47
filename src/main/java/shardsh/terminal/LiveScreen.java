package shardsh.terminal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.jline.terminal.Terminal;
import shardsh.render.ScreenProfile;
import shardsh.shell.ShellSession;

/** Whether the live view is on, and what that means for all else that is on the screen. */
final class LiveScreen {
  private final Terminal terminal;
  private final ShellSession session;
  private final ScreenOutput output;
  private final LiveFollower follower;
  private Optional<LiveArea> area = Optional.empty();

  /**
   * @param measure tells all others that the screen has another size
   */
  LiveScreen(
      Terminal terminal,
      ShellSession session,
      ScreenOutput output,
      Runnable measure,
      ScheduledExecutorService timer) {
    this.terminal = terminal;
    this.session = session;
    this.output = output;
    this.follower = new LiveFollower(terminal, session, measure, timer);
  }

  boolean isOn() {
    return area.isPresent();
  }

  /**
   * Begins to follow the cluster above the prompt, or leaves that.
   *
   * @return false where the terminal cannot have it
   */
  boolean toggle() {
    if (area.isPresent()) {
      leave();
      return true;
    }
    if (!LiveArea.isPossible(terminal)) {
      return false;
    }
    LiveArea shown =
        new LiveArea(
            terminal,
            output::screen,
            () -> session.scene().orElseThrow(),
            output::recent,
            session::inLanguage);
    area = Optional.of(shown);
    output.keepAbove(area);
    shown.enter();
    return true;
  }

  /** Back to the screen as it was, if the view is on. */
  void leave() {
    area.ifPresent(LiveArea::leave);
    area = Optional.empty();
    output.keepAbove(area);
  }

  /** Leaves the screen to others for as long as something takes. */
  void lend(Runnable something) {
    area.ifPresentOrElse(shown -> shown.lend(something), something);
  }

  /** How many rows there are for what is answered. */
  int rows() {
    return area.map(LiveArea::below).orElseGet(terminal::getRows);
  }

  /** A line begins to run. */
  void follow() {
    area.ifPresent(follower::begin);
  }

  /** The line has ended. */
  void rest() {
    follower.end();
  }

  /** Draws all anew if the terminal has another size than when that was done. */
  void adapt() {
    area.ifPresent(LiveArea::adapt);
  }

  /** Shows the cluster as it is now. */
  void refresh() {
    area.ifPresent(LiveArea::refresh);
  }

  /** The window has another size: the whole screen is drawn anew, with the last lines below. */
  void layAgain() {
    area.ifPresent(LiveArea::layAgain);
  }

  /** Nothing is below the view any more. */
  void clear() {
    area.ifPresent(shown -> shown.lay(List.of()));
  }

  /** Where motions are played. */
  MotionScreen stage(ScreenProfile screen) {
    return area.map(shown -> new MotionScreen(terminal, screen, shown))
        .orElseGet(() -> new MotionScreen(terminal, screen));
  }
}
