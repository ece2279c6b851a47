package shardsh.shell;

import shardsh.render.StyledLine;

/** Where the preparation of a cluster prints: nowhere. */
final class NoOutput implements ShellOutput {
  @Override
  public void print(StyledLine line) {}

  @Override
  public void warn(StyledLine line) {}

  @Override
  public void clearScreen() {}
}
