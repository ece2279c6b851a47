package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.render.DisplayWidth;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** Prose of lessons on the screen: Markdown's {@code **words**} and code, folded to the width. */
final class LessonText {
  private static final Pattern MARK = Pattern.compile("\\*\\*(.+?)\\*\\*|`(.+?)`");

  private static final Pattern RULE = Pattern.compile("\\|[-:| ]+\\|");

  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

  /** Stands for a space at which a line is not to be broken. */
  private static final char KEPT_SPACE = '\u00a0';

  private LessonText() {}

  /** Paragraphs and lists, each folded; code blocks and tables stay as they are. */
  static List<StyledLine> lines(String markdown, int width) {
    List<StyledLine> lines = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    List<String> table = new ArrayList<>();
    boolean inCode = false;
    for (String line : markdown.strip().split("\n", -1)) {
      boolean fence = line.strip().startsWith("```");
      boolean row = !inCode && line.startsWith("|");
      boolean stands = inCode || line.startsWith("    ");
      if (!row) {
        flush(table, lines);
      }
      if (fence || row || stands || line.isBlank() || line.stripLeading().startsWith("- ")) {
        flush(paragraph, width, lines);
      }
      if (fence) {
        inCode = !inCode;
      } else if (row) {
        table.add(line);
      } else if (stands) {
        lines.add(StyledLine.of(line, Role.KEYWORD));
      } else if (line.isBlank()) {
        lines.add(StyledLine.EMPTY);
      } else {
        append(paragraph, line.strip());
      }
    }
    flush(table, lines);
    flush(paragraph, width, lines);
    return lines;
  }

  /**
   * A short text on as many lines as it means: the lines of a paragraph are one, nothing lies
   * between paragraphs, lists, code blocks and tables stay as they are.
   */
  static List<StyledLine> lines(String text, Role role, int width) {
    List<StyledLine> lines = new ArrayList<>();
    List<String> table = new ArrayList<>();
    for (String part : paragraphs(text)) {
      if (part.startsWith("|")) {
        table.add(part);
        continue;
      }
      flush(table, lines);
      lines.addAll(
          part.startsWith("    ")
              ? List.of(StyledLine.of(part, Role.KEYWORD))
              : wrapped(part, role, width, 2));
    }
    flush(table, lines);
    return lines;
  }

  /** The paragraphs, items, rows, and lines of code of a short text; those of code indented. */
  static List<String> paragraphs(String text) {
    List<String> paragraphs = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    boolean inCode = false;
    for (String line : text.stripTrailing().split("\n", -1)) {
      boolean fence = line.strip().startsWith("```");
      boolean stands =
          inCode
              || line.startsWith("    ")
              || line.startsWith("|")
              || line.stripLeading().startsWith("- ");
      if (fence || stands || line.isBlank()) {
        end(paragraph, paragraphs);
      }
      if (fence) {
        inCode = !inCode;
      } else if (stands) {
        paragraphs.add(inCode ? "    " + line : line);
      } else if (paragraph.length() == 0) {
        // The first line may be indented under what it belongs to.
        paragraph.append(line.isBlank() ? "" : line);
      } else if (!line.isBlank()) {
        append(paragraph, line.strip());
      }
    }
    end(paragraph, paragraphs);
    return paragraphs;
  }

  private static void end(StringBuilder paragraph, List<String> paragraphs) {
    if (paragraph.length() > 0) {
      paragraphs.add(paragraph.toString());
      paragraph.setLength(0);
    }
  }

  /** Lines of a script without spaces are joined without one, but a foreign word keeps its own. */
  private static void append(StringBuilder paragraph, String line) {
    if (paragraph.length() > 0) {
      String before = bare(paragraph.toString());
      String after = bare(line);
      int last = before.isEmpty() ? ' ' : before.codePointBefore(before.length());
      int first = after.isEmpty() ? ' ' : after.codePointAt(0);
      boolean ideographs = Character.isIdeographic(last) && Character.isIdeographic(first);
      boolean marked =
          isWideMark(last)
              || isWideMark(first)
              || ",:;?!".indexOf(last) >= 0 && Character.isIdeographic(first);
      paragraph.append(ideographs || marked ? "" : " ");
    }
    paragraph.append(line);
  }

  private static String bare(String text) {
    return text.replace("*", "").replace("`", "");
  }

  private static boolean isWideMark(int codePoint) {
    return codePoint > 0x2fff && !Character.isLetterOrDigit(codePoint);
  }

  private static void flush(StringBuilder paragraph, int width, List<StyledLine> lines) {
    if (paragraph.length() > 0) {
      String text = paragraph.toString();
      lines.addAll(wrapped(text, Role.PLAIN, width, text.startsWith("- ") ? 2 : 0));
      paragraph.setLength(0);
    }
  }

  /** The rows of a table in columns, below each other whatever was between them in the text. */
  private static void flush(List<String> table, List<StyledLine> lines) {
    List<List<StyledLine>> rows = new ArrayList<>();
    List<Integer> widths = new ArrayList<>();
    for (String line : table) {
      if (!RULE.matcher(line.strip()).matches()) {
        List<StyledLine> cells = cells(line, rows.isEmpty() ? Role.TITLE : Role.PLAIN);
        for (int i = 0; i < cells.size(); i++) {
          if (i == widths.size()) {
            widths.add(0);
          }
          widths.set(i, Math.max(widths.get(i), cells.get(i).width()));
        }
        rows.add(cells);
      }
    }
    for (List<StyledLine> cells : rows) {
      List<Span> spans = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        spans.addAll(cells.get(i).spans());
        int gap = i == cells.size() - 1 ? 0 : widths.get(i) - cells.get(i).width() + 2;
        spans.add(Span.plain(" ".repeat(gap)));
      }
      lines.add(new StyledLine(spans));
    }
    table.clear();
  }

  private static List<StyledLine> cells(String row, Role plain) {
    List<StyledLine> cells = new ArrayList<>();
    String inner = row.strip();
    inner =
        inner.substring(
            1, inner.endsWith("|") && inner.length() > 1 ? inner.length() - 1 : inner.length());
    for (String cell : BAR.split(inner, -1)) {
      cells.add(styled(cell.strip().replace("\\|", "|"), plain));
    }
    return cells;
  }

  /** Folded, but not within code that has room on a line of its own. */
  private static List<StyledLine> wrapped(String text, Role plain, int width, int indentation) {
    List<Span> spans = new ArrayList<>();
    for (Span span : styled(text, plain).spans()) {
      boolean stays = span.role() == Role.KEYWORD && DisplayWidth.of(span.text()) <= width - 4;
      spans.add(stays ? new Span(span.text().replace(' ', KEPT_SPACE), span.role()) : span);
    }
    return Prose.wrap(new StyledLine(spans), width, indentation).stream()
        .map(LessonText::withPlainSpaces)
        .toList();
  }

  private static StyledLine withPlainSpaces(StyledLine line) {
    return new StyledLine(
        line.spans().stream()
            .map(span -> new Span(span.text().replace(KEPT_SPACE, ' '), span.role()))
            .toList());
  }

  /** One line with its marks turned into meanings. */
  static StyledLine styled(String text, Role plain) {
    List<Span> spans = new ArrayList<>();
    Matcher matcher = MARK.matcher(text);
    int from = 0;
    while (matcher.find()) {
      if (matcher.start() > from) {
        spans.add(new Span(text.substring(from, matcher.start()), plain));
      }
      boolean bold = matcher.group(1) != null;
      spans.add(
          new Span(bold ? matcher.group(1) : matcher.group(2), bold ? Role.TITLE : Role.KEYWORD));
      from = matcher.end();
    }
    if (from < text.length()) {
      spans.add(new Span(text.substring(from), plain));
    }
    return new StyledLine(spans);
  }
}
