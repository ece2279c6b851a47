package shardsh.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.reader.Buffer;
import org.jline.reader.LineReader;
import org.jline.reader.Widget;
import shardsh.render.DisplayWidth;
import shardsh.shell.Candidate;
import shardsh.shell.ShellSession;

/**
 * The Tab key: completes what all offers have in common; if that adds nothing, it lists the offers
 * in columns. mongosh does so at the second Tab only; here that is so for a blank input alone, as
 * Tab there may be meant to indent. The cursor may stand inside the line.
 */
final class TabCompletion implements Widget {
  private static final int LISTED_MAX = 400;

  private final ShellSession session;
  private final LineReader reader;

  /** The blank input at which Tab was pressed once. */
  private Optional<String> waiting = Optional.empty();

  TabCompletion(ShellSession session, LineReader reader) {
    this.session = session;
    this.reader = reader;
  }

  @Override
  public boolean apply() {
    Buffer buffer = reader.getBuffer();
    String before = buffer.upToCursor();
    PromptReader.await(session, reader);
    List<Candidate> candidates = session.complete(buffer.toString(), buffer.cursor());
    if (candidates.isEmpty()) {
      return false;
    }
    String common = commonPrefix(candidates);
    if (common.length() > before.length()) {
      // Offers may write the word in another way (quotes, case), so all of it is replaced.
      buffer.backspace(before.length());
      buffer.write(common);
      return true;
    }
    boolean waits = before.isBlank() && !waiting.equals(Optional.of(before));
    waiting = waits ? Optional.of(before) : Optional.empty();
    if (!waits) {
      reader.printAbove(listing(candidates, reader.getTerminal().getColumns()));
    }
    return true;
  }

  private static String commonPrefix(List<Candidate> candidates) {
    String common = candidates.get(0).line();
    for (Candidate candidate : candidates) {
      String line = candidate.line();
      int length = 0;
      int max = Math.min(common.length(), line.length());
      while (length < max && common.charAt(length) == line.charAt(length)) {
        length++;
      }
      common = common.substring(0, length);
    }
    return common;
  }

  /** The prompt and the line so far, then the offers by columns under their headings. */
  private String listing(List<Candidate> candidates, int terminalWidth) {
    StringBuilder text = new StringBuilder();
    String input = reader.getBuffer().toString().replace("\n", "\n" + PromptReader.CONTINUATION);
    text.append(session.prompt()).append(input).append('\n');
    String group = null;
    List<String> shown = new ArrayList<>();
    int count = 0;
    for (Candidate candidate : candidates) {
      if (group != null && !candidate.group().equals(group)) {
        appendColumns(group, shown, terminalWidth, text);
        shown.clear();
      }
      if (count++ == LISTED_MAX) {
        break;
      }
      group = candidate.group();
      shown.add(DisplayWidth.visible(candidate.shown()));
    }
    appendColumns(group, shown, terminalWidth, text);
    if (candidates.size() > LISTED_MAX) {
      text.append("... ").append(candidates.size() - LISTED_MAX).append(" more\n");
    }
    text.setLength(text.length() - 1);
    return text.toString();
  }

  private static void appendColumns(
      String group, List<String> shown, int terminalWidth, StringBuilder text) {
    if (shown.isEmpty()) {
      return;
    }
    if (!group.isEmpty()) {
      text.append(group).append(":\n");
    }
    int widest = 0;
    for (String name : shown) {
      widest = Math.max(widest, DisplayWidth.of(name));
    }
    int columns = Math.max(1, terminalWidth / (widest + 2));
    int rows = (shown.size() + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
      StringBuilder line = new StringBuilder();
      for (int at = row; at < shown.size(); at += rows) {
        line.append(DisplayWidth.padRight(shown.get(at), widest + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
