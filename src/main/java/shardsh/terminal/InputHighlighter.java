package shardsh.terminal;

import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import shardsh.render.AnsiWriter;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.InputColours;

/** Colours the input while it is typed. */
final class InputHighlighter implements Highlighter {
  private final AnsiWriter ansi;

  InputHighlighter(ScreenProfile screen) {
    this.ansi = AnsiWriter.stream(screen);
  }

  @Override
  public AttributedString highlight(LineReader reader, String buffer) {
    return AttributedString.fromAnsi(
        ansi.line(new StyledLine(InputColours.of(buffer, cursorIn(reader, buffer)))));
  }

  /** While something else than the input is shown, e.g. what a search found, there is none. */
  private static int cursorIn(LineReader reader, String buffer) {
    return reader.getBuffer().length() == buffer.length() ? reader.getBuffer().cursor() : -1;
  }
}
