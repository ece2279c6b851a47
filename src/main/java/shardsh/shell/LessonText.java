package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** Prose of lessons on the screen: Markdown's {@code **words**} and code, folded to the width. */
final class LessonText {
  private static final Pattern MARK = Pattern.compile("\\*\\*(.+?)\\*\\*|`(.+?)`");

  private LessonText() {}

  /** Paragraphs and lists, each folded; code blocks and tables stay as they are. */
  static List<StyledLine> lines(String markdown, int width) {
    List<StyledLine> lines = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    boolean inCode = false;
    for (String line : markdown.strip().split("\n", -1)) {
      boolean fence = line.strip().startsWith("```");
      boolean stands = inCode || line.startsWith("    ") || line.startsWith("|");
      if (fence || stands || line.isBlank() || line.stripLeading().startsWith("- ")) {
        flush(paragraph, width, lines);
      }
      if (fence) {
        inCode = !inCode;
      } else if (stands) {
        lines.add(StyledLine.of(line, Role.KEYWORD));
      } else if (line.isBlank()) {
        lines.add(StyledLine.EMPTY);
      } else {
        append(paragraph, line.strip());
      }
    }
    flush(paragraph, width, lines);
    return lines;
  }

  /** Words in scripts without spaces are joined without one. */
  private static void append(StringBuilder paragraph, String line) {
    if (paragraph.length() > 0) {
      char last = paragraph.charAt(paragraph.length() - 1);
      boolean wide =
          Character.isIdeographic(paragraph.codePointBefore(paragraph.length()))
              || last > 0x2fff
              || ",:;?!".indexOf(last) >= 0 && Character.isIdeographic(line.codePointAt(0));
      paragraph.append(wide ? "" : " ");
    }
    paragraph.append(line);
  }

  private static void flush(StringBuilder paragraph, int width, List<StyledLine> lines) {
    if (paragraph.length() > 0) {
      lines.addAll(Prose.wrap(styled(paragraph.toString(), Role.PLAIN), width, 0));
      paragraph.setLength(0);
    }
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
