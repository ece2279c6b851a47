package shardsh.shell;

/** stub for compile order; replaced below. */
final class LearnMode {
  Submission submit(ScriptText text, ShellOutput output) {
    throw new IllegalStateException();
  }
}
