package shardsh.render;

import java.util.List;

/**
 * The edge: styled lines become text. On a terminal control characters in the text are made
 * visible, so that data cannot move the cursor or repaint the screen; in a file or pipe every byte
 * stays.
 */
public final class AnsiWriter {
  private static final String RESET = "\u001B[0m";

  private final ScreenProfile screen;
  private final boolean terminal;
  private final boolean exact;

  private AnsiWriter(ScreenProfile screen, boolean terminal, boolean exact) {
    this.screen = screen;
    this.terminal = terminal;
    this.exact = exact;
  }

  /** For a terminal: coloured if the profile says so, control characters made visible. */
  public static AnsiWriter terminal(ScreenProfile screen) {
    return new AnsiWriter(screen, true, false);
  }

  /** For a file or pipe: coloured only if asked for, and otherwise every character as it is. */
  public static AnsiWriter stream(ScreenProfile screen) {
    return new AnsiWriter(screen, false, true);
  }

  /** For words of our own in a file or pipe: as a stream, but in ASCII if the profile says so. */
  public static AnsiWriter words(ScreenProfile screen) {
    return new AnsiWriter(screen, false, false);
  }

  /** One line without its line end. */
  public String line(StyledLine line) {
    StringBuilder out = new StringBuilder();
    append(line, out);
    return out.toString();
  }

  /** All lines, each with a line feed at its end. */
  public String lines(List<StyledLine> lines) {
    StringBuilder out = new StringBuilder();
    for (StyledLine line : lines) {
      append(line, out);
      out.append('\n');
    }
    return out.toString();
  }

  private void append(StyledLine line, StringBuilder out) {
    StyledLine shown = exact ? line : Glyphs.plain(line, screen);
    for (Span span : shown.spans()) {
      String text = terminal ? DisplayWidth.visible(span.text(), true) : span.text();
      String attributes = screen.colour() ? screen.theme().attributes(span.role()) : "";
      if (attributes.isEmpty() || text.isEmpty()) {
        out.append(text);
      } else {
        out.append("\u001B[").append(attributes).append('m').append(text).append(RESET);
      }
    }
  }
}
