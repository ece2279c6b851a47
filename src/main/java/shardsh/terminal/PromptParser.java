package shardsh.terminal;

import java.util.List;
import java.util.function.Function;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import shardsh.shell.Completeness;
import shardsh.shell.DotCommand;

/**
 * Tells the reader whether Enter ends the input or starts one more line; words do not matter here.
 */
final class PromptParser implements Parser {
  private final Function<String, Completeness> completeness;
  private boolean wholeText;

  PromptParser(Function<String, Completeness> completeness) {
    this.completeness = completeness;
  }

  /** While on, every line is an input of its own. */
  void takeLinesAsTheyAre(boolean on) {
    wholeText = on;
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !wholeText && needsMore(line)) {
      throw new EOFError(-1, -1, "unfinished input");
    }
    return new Whole(line, cursor);
  }

  /** Whether the input goes on; a dot command on its last line ends it. */
  boolean needsMore(String text) {
    String lastLine = text.substring(text.lastIndexOf('\n') + 1);
    return !DotCommand.isOne(lastLine) && completeness.apply(text) == Completeness.INCOMPLETE;
  }

  @Override
  public boolean isEscapeChar(char c) {
    return false;
  }

  private record Whole(String line, int cursor) implements ParsedLine {
    @Override
    public String word() {
      return line.substring(0, cursor);
    }

    @Override
    public int wordCursor() {
      return cursor;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(line);
    }
  }
}
