package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Value;
import shardsh.js.JsEngine;
import shardsh.render.InspectOptions;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** What {@code console.table} prints. Source: Node's tables. */
final class ConsoleTable {
  private static final InspectOptions CELL = new InspectOptions(0, 3, 10_000, 3, Integer.MAX_VALUE);

  private final JsEngine engine;
  private final List<List<StyledLine>> rows = new ArrayList<>();

  private ConsoleTable(JsEngine engine) {
    this.engine = engine;
  }

  /**
   * The lines of a table.
   *
   * @param parts the names of the columns, then for each row its name and for each further column
   *     whether there is a value and the value
   */
  static List<StyledLine> lines(JsEngine engine, Value parts) {
    ConsoleTable table = new ConsoleTable(engine);
    table.read(parts);
    return table.drawn();
  }

  private void read(Value parts) {
    List<StyledLine> head = new ArrayList<>();
    Value names = parts.getArrayElement(0);
    for (long i = 0; i < names.getArraySize(); i++) {
      head.add(StyledLine.of(names.getArrayElement(i).asString()));
    }
    rows.add(head);
    Value list = parts.getArrayElement(1);
    for (long i = 0; i < list.getArraySize(); i++) {
      Value given = list.getArrayElement(i);
      List<StyledLine> row = new ArrayList<>();
      row.add(StyledLine.of(given.getArrayElement(0).asString()));
      for (long at = 1; at < given.getArraySize(); at += 2) {
        boolean isThere = given.getArrayElement(at).asBoolean();
        row.add(isThere ? cell(given.getArrayElement(at + 1)) : StyledLine.EMPTY);
      }
      rows.add(row);
    }
  }

  private StyledLine cell(Value value) {
    return ValueFormatter.format(engine.wrap(value).inspect(CELL), CELL).get(0);
  }

  private List<StyledLine> drawn() {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < rows.get(0).size(); column++) {
      int width = 0;
      for (List<StyledLine> row : rows) {
        width = Math.max(width, row.get(column).width());
      }
      widths.add(width);
    }
    List<StyledLine> lines = new ArrayList<>();
    lines.add(rule(widths, '┌', '┬', '┐'));
    for (int i = 0; i < rows.size(); i++) {
      lines.add(row(rows.get(i), widths));
      if (i == 0) {
        lines.add(rule(widths, '├', '┼', '┤'));
      }
    }
    lines.add(rule(widths, '└', '┴', '┘'));
    return lines;
  }

  private static StyledLine row(List<StyledLine> cells, List<Integer> widths) {
    StyledLine line = StyledLine.EMPTY;
    for (int column = 0; column < cells.size(); column++) {
      StyledLine cell = cells.get(column);
      String gap = " ".repeat(widths.get(column) - cell.width() + 1);
      line =
          line.plus(StyledLine.of(Span.plain("│ ")))
              .plus(cell)
              .plus(StyledLine.of(Span.plain(gap)));
    }
    return line.plus(StyledLine.of(Span.plain("│")));
  }

  private static StyledLine rule(List<Integer> widths, char left, char middle, char right) {
    StringBuilder text = new StringBuilder();
    for (int width : widths) {
      text.append(text.isEmpty() ? left : middle).append("─".repeat(width + 2));
    }
    return StyledLine.of(text.append(right).toString(), Role.PLAIN);
  }
}
