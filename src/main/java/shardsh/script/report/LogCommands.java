package shardsh.script.report;

import java.util.regex.Pattern;

/**
 * Keeps texts of an answer, an error's say, from being commands to the service in whose log a
 * report stands: GitHub Actions obeys {@code ::notice::…} at the start of a line, after blanks, and
 * with Azure Pipelines and TeamCity {@code ##[…]} and {@code ##name[…]} anywhere.
 */
final class LogCommands {
  private static final Pattern AT_START = Pattern.compile("(?m)^([\\s\\p{Z}]*)(?=::)");
  private static final Pattern ANYWHERE = Pattern.compile("##(?=\\w*\\[)");

  private LogCommands() {}

  /** The text with a bar before what would be a command, or a blank in it. */
  static String spoiled(String text) {
    if (!text.contains("::") && !text.contains("##")) {
      return text;
    }
    String unmarked = ANYWHERE.matcher(text).replaceAll("# #");
    return AT_START.matcher(unmarked).replaceAll("$1| ");
  }
}
