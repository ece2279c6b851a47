package shardsh.terminal;

import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import shardsh.render.AnsiWriter;
import shardsh.render.Prose;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.ShellOutput;

/** Shows lines on the terminal at once. */
final class ScreenOutput implements ShellOutput {
  private final Terminal terminal;
  private AnsiWriter ansi;
  private int width;

  ScreenOutput(Terminal terminal, ScreenProfile screen) {
    this.terminal = terminal;
    resize(screen);
  }

  void resize(ScreenProfile screen) {
    ansi = AnsiWriter.terminal(screen);
    width = screen.width();
  }

  @Override
  public void print(StyledLine line) {
    PrintWriter writer = terminal.writer();
    writer.write(ansi.line(line));
    writer.write('\n');
    writer.flush();
  }

  /** Sentences, broken at spaces where the screen is too narrow for them. */
  void printFolded(List<StyledLine> lines) {
    Prose.fold(lines, width).forEach(this::print);
  }

  @Override
  public void warn(StyledLine line) {
    printFolded(List.of(line));
  }

  @Override
  public void clearScreen() {
    if (terminal.puts(Capability.clear_screen)) {
      terminal.flush();
    }
  }
}
