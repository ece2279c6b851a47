package shardsh.render;

import java.util.ArrayList;
import java.util.List;

/** Text of several words broken into lines at its spaces. */
public final class Prose {
  private Prose() {}

  /** Lines for a screen of that width: what is wider is broken at spaces, below its first word. */
  public static List<StyledLine> fold(List<StyledLine> lines, int width) {
    List<StyledLine> folded = new ArrayList<>();
    for (StyledLine line : lines) {
      String text = line.text();
      if (DisplayWidth.of(text) <= width) {
        folded.add(line);
      } else {
        folded.addAll(wrap(line, width, text.length() - text.stripLeading().length()));
      }
    }
    return folded;
  }

  /**
   * Breaks a line so that none is wider than the width; further lines start so many cells in. What
   * reads as one stays together: a range in brackets, a number and its unit, a sign between words
   * and the word before it. Words that are too long are broken anywhere.
   */
  public static List<StyledLine> wrap(StyledLine text, int width, int indentation) {
    int indent = Math.min(indentation, Math.max(0, width - 10));
    List<StyledLine> lines = new ArrayList<>();
    LineBuilder line = new LineBuilder();
    boolean empty = true;
    for (StyledLine word : Words.of(text, Math.max(1, width - indent))) {
      int cells = DisplayWidth.of(word.text().stripTrailing());
      if (!empty && line.width() + cells > width) {
        lines.add(trimmed(line));
        // Less than that where it keeps a word whole; a word wider than the screen is broken
        // anyway.
        line = new LineBuilder().padTo(cells > width ? indent : Math.min(indent, width - cells));
        empty = true;
      }
      if (line.width() + cells <= width) {
        line.add(word);
      } else {
        line = broken(word, width, indent, line, lines);
      }
      empty = false;
    }
    if (!empty || lines.isEmpty()) {
      lines.add(trimmed(line));
    }
    return lines;
  }

  /** Adds a word that is wider than a line, and gives the line that holds its end. */
  private static LineBuilder broken(
      StyledLine word, int width, int indent, LineBuilder begun, List<StyledLine> lines) {
    LineBuilder line = begun;
    for (Span span : word.spans()) {
      String text = span.text();
      int seen = text.stripTrailing().length();
      int from = 0;
      while (from < seen) {
        int fits = line.width() < width ? prefix(text, from, seen, width - line.width()) : from;
        if (fits == seen) {
          break;
        }
        lines.add(line.add(text.substring(from, fits), span.role()).build());
        from = fits;
        line = new LineBuilder().padTo(indent);
      }
      line.add(text.substring(from), span.role());
    }
    return line;
  }

  /** Where the part of a text ends that fits into so many cells; it has at least one character. */
  private static int prefix(String text, int from, int to, int cells) {
    int width = 0;
    int i = from;
    while (i < to) {
      int codePoint = text.codePointAt(i);
      width += DisplayWidth.ofCodePoint(codePoint);
      if (width > cells && i > from) {
        break;
      }
      i += Character.charCount(codePoint);
    }
    return i;
  }

  private static StyledLine trimmed(LineBuilder line) {
    List<Span> spans = new ArrayList<>(line.build().spans());
    while (!spans.isEmpty()) {
      Span last = spans.remove(spans.size() - 1);
      String text = last.text().stripTrailing();
      if (!text.isEmpty()) {
        spans.add(new Span(text, last.role()));
        break;
      }
    }
    return new StyledLine(spans);
  }
}
