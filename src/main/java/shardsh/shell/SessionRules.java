package shardsh.shell;

import java.util.function.Predicate;
import shardsh.js.ShellInputException;

/**
 * What a session does not let its user do.
 *
 * @param helpers whether a helper, e.g. {@code sh.moveChunk}, may be called
 * @param scripts whether files may be read as programs
 * @param worlds whether the cluster may be replaced from a file and written to one
 */
record SessionRules(Predicate<String> helpers, boolean scripts, boolean worlds) {
  static final SessionRules FREE = new SessionRules(name -> true, true, true);

  void requireHelper(String name) {
    if (!helpers.test(name)) {
      throw new ShellInputException("ShardshError", name + " is not for this lesson", "");
    }
  }

  void requireFiles(String name) {
    if (!scripts) {
      throw new ShellInputException(
          "ShardshError", name + ": an answer that is graded reads and writes no files", "");
    }
  }

  void requireWorlds(String name) {
    if (!worlds) {
      throw new ShellInputException(
          "ShardshError", name + " is refused in a lesson: its cluster is the lesson's", "");
    }
  }
}
