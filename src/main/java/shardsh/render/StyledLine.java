package shardsh.render;

import java.util.ArrayList;
import java.util.List;

/** One line of output as pieces with meanings. */
public record StyledLine(List<Span> spans) {
  public static final StyledLine EMPTY = new StyledLine(List.of());

  public StyledLine {
    spans = List.copyOf(spans);
  }

  public static StyledLine of(String text) {
    return of(text, Role.PLAIN);
  }

  public static StyledLine of(String text, Role role) {
    return text.isEmpty() ? EMPTY : new StyledLine(List.of(new Span(text, role)));
  }

  public static StyledLine of(Span... spans) {
    return new StyledLine(List.of(spans));
  }

  /** A text of any number of lines; a line end at the very end starts no further line. */
  public static List<StyledLine> lines(String text, Role role) {
    List<StyledLine> lines = new ArrayList<>();
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      lines.add(of(text.substring(from, end), role));
      from = end + 1;
    }
    if (from < text.length() || from == 0) {
      lines.add(of(text.substring(from), role));
    }
    return lines;
  }

  /** The line without its meanings. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Span span : spans) {
      text.append(span.text());
    }
    return text.toString();
  }

  /** Its width in terminal cells. */
  public int width() {
    int width = 0;
    for (Span span : spans) {
      width += DisplayWidth.of(span.text());
    }
    return width;
  }

  /** This line with another behind it. */
  public StyledLine plus(StyledLine other) {
    List<Span> all = new ArrayList<>(spans);
    all.addAll(other.spans);
    return new StyledLine(all);
  }
}
