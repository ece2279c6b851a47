package shardsh.terminal;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import shardsh.render.AnsiWriter;
import shardsh.render.DisplayWidth;
import shardsh.render.Prose;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.ShellOutput;

/** Shows lines on the terminal at once. */
final class ScreenOutput implements ShellOutput {
  private static final int RECENT_MAX = 200;

  private final Terminal terminal;
  private AnsiWriter ansi;
  private ScreenProfile screen;
  private final Runnable beforeWriting;
  private final Deque<StyledLine> recent = new ArrayDeque<>();
  private Optional<LiveArea> live = Optional.empty();

  /**
   * @param beforeWriting called before each line
   */
  ScreenOutput(Terminal terminal, ScreenProfile screen, Runnable beforeWriting) {
    this.terminal = terminal;
    this.beforeWriting = beforeWriting;
    resize(screen);
  }

  void resize(ScreenProfile newScreen) {
    ansi = AnsiWriter.terminal(newScreen);
    this.screen = newScreen;
  }

  /** Keeps an area above what is written from now on; empty: none. */
  void keepAbove(Optional<LiveArea> area) {
    live = area;
  }

  /** What was typed is a part of what was to be seen, too. */
  void typed(String prompt, String input) {
    String text = prompt + input.replace("\n", "\n" + PromptReader.CONTINUATION);
    for (String line : text.split("\n")) {
      keep(StyledLine.of(line));
    }
  }

  private void keep(StyledLine line) {
    if (recent.size() == RECENT_MAX) {
      recent.removeFirst();
    }
    recent.addLast(line);
  }

  /** The last lines that were written or typed, at most so many. */
  List<StyledLine> recent(int most) {
    List<StyledLine> lines = new ArrayList<>(recent);
    return lines.subList(Math.max(0, lines.size() - Math.max(0, most)), lines.size());
  }

  /** What the screen can do, in its present size. */
  ScreenProfile screen() {
    return screen;
  }

  /** Writes a line; where the screen is too narrow for it, it is broken at its spaces. */
  @Override
  public void print(StyledLine line) {
    if (screen.width() > 0 && DisplayWidth.of(line.text()) > screen.width()) {
      Prose.fold(List.of(line), screen.width()).forEach(this::write);
    } else {
      write(line);
    }
  }

  private void write(StyledLine line) {
    // The line about progress is written by another thread.
    synchronized (terminal) {
      beforeWriting.run();
      keep(line);
      PrintWriter writer = terminal.writer();
      writer.write(ansi.line(line));
      writer.write('\n');
      writer.flush();
    }
  }

  @Override
  public void warn(StyledLine line) {
    print(line);
  }

  @Override
  public void clearScreen() {
    beforeWriting.run();
    recent.clear();
    if (live.isPresent()) {
      live.get().lay(List.of());
      return;
    }
    if (terminal.puts(Capability.clear_screen)) {
      terminal.flush();
    }
  }
}
