package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.render.Table.Column;

/**
 * One script under several server versions, a column each: the reply of {@code compareProfiles}.
 * Rows that differ are marked.
 */
public final class ProfileTable {
  private static final int ROWS_MAX = 40;

  private ProfileTable() {}

  /**
   * Versions, owners of chunks and costs side by side.
   *
   * @param comparison {@code {runs: [{profile, result or error, chunks, versions, cost}], differs}}
   */
  public static List<StyledLine> lines(BsonDocument comparison, ScreenProfile screen) {
    BsonArray runs = comparison.getArray("runs");
    List<Column> columns = new ArrayList<>();
    columns.add(Column.left("", 1, 0));
    columns.add(Column.left("", 6, 0));
    runs.forEach(
        run -> columns.add(Column.left(run.asDocument().getString("profile").getValue(), 6, 0)));
    Table table = new Table(columns);
    List<String> names = names(runs);
    int shown = 0;
    for (String name : names) {
      if (shown++ < ROWS_MAX) {
        table.row(row(name, runs));
      }
    }
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : table.lines(screen.width())) {
      lines.add(LineBuilder.cut(line, screen.width()));
    }
    if (names.size() > ROWS_MAX) {
      lines.add(StyledLine.of("… and more", Role.DIM));
    }
    return Glyphs.cells(lines, screen);
  }

  private static List<String> names(BsonArray runs) {
    Set<String> names = new LinkedHashSet<>();
    for (BsonValue value : runs) {
      BsonDocument run = value.asDocument();
      if (run.containsKey("error")) {
        names.add("error");
      }
      run.getDocument("versions").keySet().forEach(ns -> names.add("version " + ns));
    }
    for (BsonValue value : runs) {
      value
          .asDocument()
          .getDocument("chunks")
          .forEach(
              (ns, rows) ->
                  rows.asArray()
                      .forEach(row -> names.add("chunk " + ns + " " + range(row.asDocument()))));
    }
    runs.get(0).asDocument().getDocument("cost").keySet().forEach(part -> names.add(part));
    return List.copyOf(names);
  }

  private static String range(BsonDocument chunk) {
    return "[" + values(chunk.getDocument("min")) + ", " + values(chunk.getDocument("max")) + ")";
  }

  private static String values(BsonDocument bound) {
    List<String> texts = new ArrayList<>();
    bound.values().forEach(value -> texts.add(KeyText.value(value)));
    return texts.size() == 1 ? texts.get(0) : "{" + String.join(", ", texts) + "}";
  }

  private static StyledLine[] row(String name, BsonArray runs) {
    List<String> cells = new ArrayList<>();
    runs.forEach(run -> cells.add(cell(name, run.asDocument())));
    boolean same = new LinkedHashSet<>(cells).size() == 1;
    List<StyledLine> row = new ArrayList<>();
    row.add(StyledLine.of(same ? "" : "≠", Role.WARN));
    row.add(StyledLine.of(DisplayWidth.visible(name), same ? Role.DIM : Role.PLAIN));
    cells.forEach(
        cell -> row.add(StyledLine.of(DisplayWidth.visible(cell), same ? Role.DIM : Role.PLAIN)));
    return row.toArray(new StyledLine[0]);
  }

  private static String cell(String name, BsonDocument run) {
    if (name.equals("error")) {
      return run.isDocument("error")
          ? run.getDocument("error").getString("message").getValue()
          : "";
    }
    if (name.startsWith("version ")) {
      BsonDocument versions = run.getDocument("versions");
      String ns = name.substring("version ".length());
      return versions.isDocument(ns)
          ? versions.getDocument(ns).getString("collection").getValue()
          : "";
    }
    if (name.startsWith("chunk ")) {
      return chunk(name, run.getDocument("chunks"));
    }
    BsonValue part = run.getDocument("cost").get(name, new BsonString(""));
    return part.isNumber() ? JsNumber.text(part.asNumber().doubleValue()) : "";
  }

  private static String chunk(String name, BsonDocument chunks) {
    for (String ns : chunks.keySet()) {
      for (BsonValue value : chunks.getArray(ns)) {
        BsonDocument chunk = value.asDocument();
        if (name.equals("chunk " + ns + " " + range(chunk))) {
          return chunk.getString("shard").getValue()
              + "  "
              + chunk.getString("version").getValue()
              + "  "
              + JsNumber.text(chunk.getNumber("sizeMB").doubleValue())
              + " MB"
              + (chunk.containsKey("jumbo") ? " jumbo" : "");
        }
      }
    }
    return "-";
  }
}
