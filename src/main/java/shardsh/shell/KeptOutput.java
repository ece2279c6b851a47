package shardsh.shell;

import shardsh.render.StyledLine;

/** Passes on what a text prints and keeps it, up to a bound. */
final class KeptOutput implements ShellOutput {
  private static final int KEPT_MAX = 200_000;

  private final ShellOutput to;
  private final StringBuilder text = new StringBuilder();

  KeptOutput(ShellOutput to) {
    this.to = to;
  }

  /** What was printed so far, one line each; may be added to. */
  StringBuilder text() {
    return text;
  }

  private void keep(StyledLine line) {
    if (text.length() < KEPT_MAX) {
      text.append(line.text()).append('\n');
    }
  }

  @Override
  public void print(StyledLine line) {
    keep(line);
    to.print(line);
  }

  @Override
  public void warn(StyledLine line) {
    keep(line);
    to.warn(line);
  }

  @Override
  public void clearScreen() {
    to.clearScreen();
  }
}
