package shardsh.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.render.Table.Column;

/**
 * One script under several server versions, a column each: the reply of {@code compareProfiles}.
 * What the script gave where that differs, then per collection its version and chunks, then the
 * cost. Rows that differ are marked; neighbouring chunks that are the same everywhere are one row.
 */
public final class ProfileTable {
  private static final int ROWS_MAX = 40;
  private static final int RESULTS_MAX = 8;
  private static final int LABEL_MIN = 11;
  private static final int LABEL_CELLS_MIN = 18;
  private static final int LABEL_SHARE = 5;
  private static final int CELLS_MIN = 10;
  private static final String RESULT = "result";

  private ProfileTable() {}

  /** One row: equal cells mean that the versions agree. A title has empty cells. */
  record Row(String label, List<String> cells, boolean isTitle) {
    Row {
      cells = List.copyOf(cells);
    }

    Row(String label, List<String> cells) {
      this(label, cells, false);
    }

    static Row title(String label, int runs) {
      return new Row(label, Collections.nCopies(runs, ""), true);
    }

    boolean isSame() {
      return new LinkedHashSet<>(cells).size() == 1;
    }
  }

  /**
   * Results, versions, owners of chunks and costs side by side, with as much of each chunk as the
   * screen has room for.
   *
   * @param comparison {@code {runs: [{profile, result or error, chunks, versions, cost, output}],
   *     differs: [path]}}
   */
  public static List<StyledLine> lines(BsonDocument comparison, ScreenProfile screen) {
    Table table = null;
    for (ProfileChunks.Detail detail : ProfileChunks.Detail.values()) {
      table = table(comparison, detail, screen.width());
      if (table.naturalWidth() <= screen.width()) {
        break;
      }
    }
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line : table.lines(screen.width())) {
      lines.add(LineBuilder.cut(line, screen.width()));
    }
    lines.addAll(errors(comparison.getArray("runs"), screen.width()));
    return Glyphs.cells(lines, screen);
  }

  /** Each error in full, once, after the versions that gave it. */
  private static List<StyledLine> errors(BsonArray runs, int width) {
    Map<String, List<String>> versions = new LinkedHashMap<>();
    for (BsonValue value : runs) {
      BsonDocument run = value.asDocument();
      if (run.isDocument("error")) {
        String message = run.getDocument("error").getString("message").getValue();
        versions
            .computeIfAbsent(message, none -> new ArrayList<>())
            .add(run.getString("profile").getValue());
      }
    }
    List<StyledLine> lines = new ArrayList<>();
    versions.forEach(
        (message, names) -> {
          String text = String.join(", ", names) + ": " + DisplayWidth.visible(message);
          lines.addAll(Prose.wrap(StyledLine.of(text, Role.ERROR), width, 2));
        });
    return lines;
  }

  private static Table table(BsonDocument comparison, ProfileChunks.Detail detail, int width) {
    BsonArray runs = comparison.getArray("runs");
    List<Column> columns = new ArrayList<>();
    columns.add(Column.left("", 1, 0));
    columns.add(Column.left("", LABEL_MIN, 0));
    runs.forEach(
        run -> columns.add(Column.left(run.asDocument().getString("profile").getValue(), 6, 0)));
    Table table = new Table(columns);
    int label = Math.max(LABEL_CELLS_MIN, width / LABEL_SHARE);
    int cells = Math.max(CELLS_MIN, (width - label - 3) / runs.size() - 2);
    List<Row> rows = rows(comparison, detail, label, cells);
    for (Row row : rows.subList(0, Math.min(ROWS_MAX, rows.size()))) {
      table.row(styled(row));
    }
    if (rows.size() > ROWS_MAX) {
      table.note(
          StyledLine.of("… and " + Amounts.count(rows.size() - ROWS_MAX, "more row"), Role.DIM));
    }
    return table;
  }

  private static List<StyledLine> styled(Row row) {
    Role role = row.isTitle() ? Role.TITLE : row.isSame() ? Role.DIM : Role.PLAIN;
    List<StyledLine> cells = new ArrayList<>();
    cells.add(StyledLine.of(row.isSame() ? "" : "≠", Role.WARN));
    cells.add(StyledLine.of(DisplayWidth.visible(row.label()), role));
    row.cells().forEach(cell -> cells.add(StyledLine.of(DisplayWidth.visible(cell), role)));
    return cells;
  }

  private static List<Row> rows(
      BsonDocument comparison, ProfileChunks.Detail detail, int labelCells, int cells) {
    BsonArray runs = comparison.getArray("runs");
    List<Row> rows = new ArrayList<>(results(comparison, labelCells, cells));
    if (runs.stream().anyMatch(run -> run.asDocument().containsKey("error"))) {
      rows.add(row("error", runs, run -> cut(error(run), cells)));
    }
    Row output = row("output", runs, run -> cut(firstLine(run.getString("output")), cells));
    if (!output.isSame()) {
      rows.add(output);
    }
    Set<String> collections = new LinkedHashSet<>();
    runs.forEach(run -> collections.addAll(run.asDocument().getDocument("versions").keySet()));
    for (String ns : collections) {
      rows.add(Row.title(ns, runs.size()));
      rows.add(row("version", runs, run -> version(run, ns)));
      rows.addAll(ProfileChunks.rows(ns, runs, detail));
    }
    List<Row> costs = costs(runs);
    if (!costs.isEmpty()) {
      rows.add(Row.title("cost", runs.size()));
      rows.addAll(costs);
    }
    return rows;
  }

  /** What cost nothing under any version is not told. */
  private static List<Row> costs(BsonArray runs) {
    List<Row> costs = new ArrayList<>();
    for (String part : runs.get(0).asDocument().getDocument("cost").keySet()) {
      Row cost = row(part, runs, run -> text(run.getDocument("cost").get(part)));
      if (!cost.isSame() || !cost.cells().get(0).equals("0")) {
        costs.add(cost);
      }
    }
    return costs;
  }

  /** The parts of the result that differ, by their paths; the whole of one on which all agree. */
  private static List<Row> results(BsonDocument comparison, int labelCells, int cells) {
    BsonArray runs = comparison.getArray("runs");
    List<Row> rows = new ArrayList<>();
    for (BsonValue value : comparison.getArray("differs")) {
      String path = value.asString().getValue();
      boolean isPart = path.equals(RESULT) || path.startsWith(RESULT + ".");
      if (isPart && !isClock(path) && rows.size() < RESULTS_MAX) {
        String label = path.equals(RESULT) ? RESULT : path.substring(RESULT.length() + 1);
        rows.add(row(cut(label, labelCells), runs, run -> cut(text(at(run, path)), cells)));
      }
    }
    Row whole = row(RESULT, runs, run -> cut(text(at(run, RESULT)), cells));
    return rows.isEmpty() && !whole.cells().get(0).equals("-") ? List.of(whole) : rows;
  }

  private static String cut(String text, int cells) {
    return DisplayWidth.cut(DisplayWidth.visible(text), cells);
  }

  private static boolean isClock(String path) {
    return path.startsWith(RESULT + ".$clusterTime") || path.startsWith(RESULT + ".operationTime");
  }

  private static BsonValue at(BsonValue value, String path) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    BsonValue found = BsonNull.VALUE;
    if (value.isDocument()) {
      found = value.asDocument().get(name, BsonNull.VALUE);
    } else if (value.isArray() && Integer.parseInt(name) < value.asArray().size()) {
      found = value.asArray().get(Integer.parseInt(name));
    }
    return dot < 0 ? found : at(found, path.substring(dot + 1));
  }

  private static String text(BsonValue value) {
    if (value.isNull()) {
      return "-";
    }
    if (value.isArray()) {
      int size = value.asArray().size();
      return size == 0 ? "none" : Amounts.count(size, "item");
    }
    if (value.isNumber()) {
      return JsNumber.text(value.asNumber().doubleValue());
    }
    if (value.isString()) {
      return firstLine(value.asString());
    }
    return ServerText.of(value);
  }

  private interface Cell {
    String of(BsonDocument run);
  }

  private static Row row(String label, BsonArray runs, Cell cell) {
    return new Row(label, runs.stream().map(run -> cell.of(run.asDocument())).toList());
  }

  private static String error(BsonDocument run) {
    BsonDocument error = run.getDocument("error", new BsonDocument());
    BsonValue name = error.get("codeName", error.get("name"));
    return name == null ? "-" : name.asString().getValue();
  }

  private static String firstLine(BsonString text) {
    return text.getValue().lines().findFirst().orElse("");
  }

  private static String version(BsonDocument run, String ns) {
    BsonDocument versions = run.getDocument("versions");
    return versions.isDocument(ns)
        ? versions.getDocument(ns).getString("collection").getValue()
        : "-";
  }
}
