package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import shardsh.js.OpaqueObject;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;

/** A page of help as a value: printed when it is a line's value. The layout is mongosh's. */
public final class HelpText extends OpaqueObject {
  /** Where the text begins. */
  public static final int TEXT_COLUMN = 47;

  private final String title;
  private final List<MethodInfo> rows;

  HelpText(String title, List<MethodInfo> rows) {
    this.title = title;
    this.rows = List.copyOf(rows);
  }

  static HelpText of(ApiObject owner, MethodTable.Entry entry) {
    List<MethodInfo> row = new ArrayList<>();
    for (MethodInfo info : owner.methodInfos()) {
      if (info.name().equals(entry.name())) {
        row.add(info);
      }
    }
    return new HelpText(
        owner.apiName().isEmpty() ? entry.name() : owner.apiName() + "." + entry.name(), row);
  }

  /** The page's lines: an empty one, the title, an empty one, then a method a line. */
  public List<StyledLine> lines() {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.add(StyledLine.of(Span.plain("  "), new Span(title + ":", Role.TITLE)));
    lines.add(StyledLine.EMPTY);
    for (MethodInfo row : rows) {
      String text = row.modelled() ? row.help() : "Not modelled in shardsh.";
      int gap = Math.max(1, TEXT_COLUMN - 4 - row.name().length());
      lines.add(
          StyledLine.of(
              Span.plain("    "),
              new Span(row.name(), Role.KEYWORD),
              Span.plain(" ".repeat(gap) + text)));
      if (rows.size() == 1 && row.modelled()) {
        if (!row.before().isEmpty()) {
          lines.add(StyledLine.of("    " + row.before(), Role.HINT));
        }
        lines.add(StyledLine.of("    " + row.usage(), Role.HINT));
      }
    }
    return lines;
  }

  @Override
  public String display() {
    return "[Help: " + title + "]";
  }
}
