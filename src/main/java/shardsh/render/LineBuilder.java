package shardsh.render;

import java.util.ArrayList;
import java.util.List;

/** One line under construction, measured in cells. */
final class LineBuilder {
  private final List<Span> spans = new ArrayList<>();
  private int width;

  LineBuilder add(String text, Role role) {
    if (!text.isEmpty()) {
      spans.add(new Span(text, role));
      width += DisplayWidth.of(text);
    }
    return this;
  }

  LineBuilder add(String text) {
    return add(text, Role.PLAIN);
  }

  LineBuilder add(StyledLine line) {
    for (Span span : line.spans()) {
      add(span.text(), span.role());
    }
    return this;
  }

  /** Adds spaces up to that column; nothing when the line is there already. */
  LineBuilder padTo(int column) {
    return column > width ? add(" ".repeat(column - width)) : this;
  }

  /** Adds the separator unless the line is empty. */
  LineBuilder separate(String separator) {
    return width == 0 ? this : add(separator, Role.DIM);
  }

  int width() {
    return width;
  }

  StyledLine build() {
    return new StyledLine(spans);
  }

  /**
   * The line if it fits, else its beginning with {@code …} as the last cell. A shard's name at its
   * beginning gives way first, in its middle, until two thirds of the line are left to it.
   */
  static StyledLine cut(StyledLine given, int cells) {
    if (given.width() <= Math.max(0, cells)) {
      return given;
    }
    StyledLine line = withShortName(given, cells);
    if (line.width() <= cells) {
      return line;
    }
    LineBuilder out = new LineBuilder();
    for (Span span : line.spans()) {
      int left = cells - out.width();
      int wide = DisplayWidth.of(span.text());
      if (wide < left) {
        out.add(span.text(), span.role());
        continue;
      }
      String beginning = DisplayWidth.cut(span.text() + " ".repeat(2), left);
      out.add(beginning, span.role());
      break;
    }
    return out.build();
  }

  private static StyledLine withShortName(StyledLine line, int cells) {
    Span first = line.spans().get(0);
    if (!first.role().isShard()) {
      return line;
    }
    int rest = line.width() - DisplayWidth.of(first.text());
    String name = DisplayWidth.cutName(first.text(), Math.max(cells * 2 / 3, cells - rest));
    LineBuilder out = new LineBuilder().add(name, first.role());
    line.spans().subList(1, line.spans().size()).forEach(span -> out.add(span.text(), span.role()));
    return out.build();
  }
}
