package shardsh.shell;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import shardsh.js.api.ShellApi;

/**
 * Direct words in a script file: a line at the top level that is one becomes a call of the function
 * of that name, so that the file stays one program with its own line numbers.
 */
final class FileWords {
  private static final Pattern MAY_BE_WORD =
      Pattern.compile(
          "^\\s*(use|show|it|why|undo|reset|cls|help|exit|quit|\\$\\s+mongo[ds]|mongo[ds])\\b.*$");

  private FileWords() {}

  static String replaced(String text) {
    OpenBrackets open = new OpenBrackets();
    StringBuilder result = new StringBuilder(text.length() + 64);
    String separator = "";
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      result.append(separator);
      separator = "\n";
      if (!open.areOpen() && MongoshLine.isOne(line)) {
        int last = lastOfMongosh(lines, i);
        String whole = String.join("\n", Arrays.asList(lines).subList(i, last + 1));
        result.append(call(whole)).append("\n".repeat(last - i));
        i = last;
      } else {
        boolean atTop = !open.areOpen();
        open.read(line);
        result.append(atTop ? replacedLine(line) : line);
      }
    }
    return result.toString();
  }

  /** The line that closes the quotes of a {@code mongosh} line; the same line if none does. */
  private static int lastOfMongosh(String[] lines, int first) {
    StringBuilder read = new StringBuilder();
    for (int i = first; i < lines.length; i++) {
      read.append(i == first ? "" : "\n").append(lines[i]);
      if (MongoshLine.completeness(read.toString()) == Completeness.COMPLETE) {
        return i;
      }
    }
    return first;
  }

  private static String replacedLine(String line) {
    if (!MAY_BE_WORD.matcher(line).matches()) {
      return line;
    }
    Optional<DirectWords.Line> word = DirectWords.match(MongoshLine.withoutShellPrompt(line));
    return word.map(found -> call(line)).orElse(line);
  }

  private static String call(String line) {
    return ";" + ShellApi.WORD_FUNCTION + "(" + quoted(line.trim()) + ");";
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }
}
