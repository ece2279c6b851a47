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
   * Breaks a line so that none is wider than the width; further lines start so many cells in. Words
   * that are too long are broken anywhere.
   */
  public static List<StyledLine> wrap(StyledLine text, int width, int indentation) {
    int indent = Math.min(indentation, Math.max(0, width - 10));
    List<StyledLine> lines = new ArrayList<>();
    LineBuilder line = new LineBuilder();
    boolean empty = true;
    for (Span word : words(text)) {
      int cells = DisplayWidth.of(word.text().stripTrailing());
      if (!empty && line.width() + cells > width) {
        lines.add(trimmed(line));
        line = new LineBuilder().padTo(indent);
        empty = true;
      }
      String rest = word.text();
      while (line.width() + DisplayWidth.of(rest.stripTrailing()) > width) {
        int fits = prefix(rest, width - line.width());
        lines.add(line.add(rest.substring(0, fits), word.role()).build());
        rest = rest.substring(fits);
        line = new LineBuilder().padTo(indent);
      }
      line.add(rest, word.role());
      empty = false;
    }
    if (!empty || lines.isEmpty()) {
      lines.add(trimmed(line));
    }
    return lines;
  }

  /** How many characters fit into so many cells; at least one. */
  private static int prefix(String text, int cells) {
    int width = 0;
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      width += DisplayWidth.ofCodePoint(codePoint);
      if (width > cells && i > 0) {
        break;
      }
      i += Character.charCount(codePoint);
    }
    return i;
  }

  /** The words, each with the spaces behind it; a word over several spans gives several. */
  private static List<Span> words(StyledLine text) {
    List<Span> words = new ArrayList<>();
    for (Span span : text.spans()) {
      String rest = span.text();
      int from = 0;
      for (int i = 1; i < rest.length(); i++) {
        if (rest.charAt(i) != ' ' && rest.charAt(i - 1) == ' ') {
          words.add(new Span(rest.substring(from, i), span.role()));
          from = i;
        }
      }
      if (from < rest.length()) {
        words.add(new Span(rest.substring(from), span.role()));
      }
    }
    return words;
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
