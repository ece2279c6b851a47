package shardsh.shell;

import shardsh.render.StyledLine;

/** Where a running text prints: {@code print}, {@code console.log}, warnings of the shell. */
public interface ShellOutput {
  void print(StyledLine line);

  /** What mongosh writes to standard error: {@code console.error}, warnings of single helpers. */
  void warn(StyledLine line);

  /** The word {@code cls}. Nothing to do where there is no screen. */
  void clearScreen();
}
