package shardsh.cli;

import java.util.ArrayList;
import java.util.List;

/** What is said when a promise of the program itself was broken. */
final class BugReport {
  private static final int FRAMES_SHOWN = 6;

  private final String[] arguments;

  BugReport(String[] arguments) {
    this.arguments = arguments;
  }

  /** What happened, where, and how to see it again: the program has no other source of chance. */
  List<String> lines(Throwable problem) {
    List<String> lines = new ArrayList<>();
    lines.add("This is a bug in shardsh " + Version.text() + ": " + problem);
    StackTraceElement[] trace = problem.getStackTrace();
    for (int i = 0; i < Math.min(trace.length, FRAMES_SHOWN); i++) {
      lines.add("    at " + trace[i]);
    }
    if (problem.getCause() != null) {
      lines.add("Caused by: " + problem.getCause());
    }
    StringBuilder command = new StringBuilder("shardsh");
    for (String argument : arguments) {
      command.append(' ').append(quoted(argument));
    }
    lines.add("To see it again, with the same input: " + command);
    return lines;
  }

  private static String quoted(String argument) {
    return argument.matches("[\\w./:=,@%+-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
