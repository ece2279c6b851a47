package shardsh.script;

import shardsh.render.StyledLine;
import shardsh.shell.ShellOutput;

/** Keeps what is printed. */
final class CollectedOutput implements ShellOutput {
  private final StringBuilder text = new StringBuilder();

  /** What was printed so far, one line each. */
  String text() {
    return text.toString();
  }

  @Override
  public void print(StyledLine line) {
    text.append(line.text()).append('\n');
  }

  @Override
  public void warn(StyledLine line) {
    text.append(line.text()).append('\n');
  }

  @Override
  public void clearScreen() {}
}
