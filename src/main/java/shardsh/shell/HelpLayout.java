package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/**
 * Pages of help, broken to fit the screen: paragraphs no wider than one reads well, and lists in
 * two columns.
 */
final class HelpLayout {
  private static final int TEXT_WIDTH_MAX = 80;
  private static final int LIST_WIDTH_MAX = 120;
  private static final int INDENT = 2;
  private static final int ROW_INDENT = 4;
  private static final int GAP = 2;

  /** Heads wider than this do not push the column of explanations to the right. */
  private static final int HEAD_MAX = 28;

  private final int width;
  private final List<StyledLine> lines = new ArrayList<>();

  HelpLayout(int screenWidth) {
    this.width = screenWidth;
  }

  List<StyledLine> lines() {
    return List.copyOf(lines);
  }

  HelpLayout empty() {
    lines.add(StyledLine.EMPTY);
    return this;
  }

  HelpLayout title(String text) {
    lines.addAll(wrapped(StyledLine.of(Span.plain("  "), new Span(text, Role.TITLE)), INDENT));
    return this;
  }

  HelpLayout paragraph(String text) {
    int textWidth = Math.min(TEXT_WIDTH_MAX, width);
    lines.addAll(Prose.wrap(StyledLine.of("  " + text), textWidth, INDENT));
    return this;
  }

  /** A topic's rows, with an empty line wherever the file has one. */
  HelpLayout rows(List<HelpTopics.Row> rows) {
    int at = 0;
    while (at < rows.size()) {
      HelpTopics.Row first = rows.get(at);
      if (at > 0 && !first.follows()) {
        empty();
      }
      if (first.kind() == HelpTopics.Kind.TEXT) {
        paragraph(first.head());
        at++;
        continue;
      }
      int end = at + 1;
      while (end < rows.size() && rows.get(end).follows() && rows.get(end).kind() == first.kind()) {
        end++;
      }
      list(rows.subList(at, end));
      at = end;
    }
    return this;
  }

  /** Rows of one list, the explanations below each other. */
  HelpLayout list(List<HelpTopics.Row> rows) {
    int widest = 0;
    for (HelpTopics.Row row : rows) {
      if (!row.text().isEmpty() && row.head().length() <= HEAD_MAX) {
        widest = Math.max(widest, row.head().length());
      }
    }
    int column = ROW_INDENT + widest + GAP;
    for (HelpTopics.Row row : rows) {
      row(row, column);
    }
    return this;
  }

  private void row(HelpTopics.Row row, int column) {
    Role role = row.kind() == HelpTopics.Kind.COMMAND ? Role.KEYWORD : Role.PLAIN;
    Span indent = Span.plain(" ".repeat(ROW_INDENT));
    Span head = new Span(row.head(), role);
    if (row.text().isEmpty()) {
      lines.addAll(wrapped(StyledLine.of(indent, head), ROW_INDENT + GAP));
      return;
    }
    int gap = column - ROW_INDENT - row.head().length();
    if (gap >= GAP) {
      lines.addAll(
          wrapped(StyledLine.of(indent, head, Span.plain(" ".repeat(gap) + row.text())), column));
      return;
    }
    lines.addAll(wrapped(StyledLine.of(indent, head), ROW_INDENT + GAP));
    lines.addAll(wrapped(StyledLine.of(" ".repeat(column) + row.text()), column));
  }

  private List<StyledLine> wrapped(StyledLine line, int indentation) {
    return Prose.wrap(line, Math.min(LIST_WIDTH_MAX, width), indentation);
  }
}
