package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.render.Canvas.Panel;
import shardsh.render.Table.Column;

class CanvasTest {

  @Test
  void boxHoldsItsTitleAndCutsWhatIsTooLong() {
    Canvas canvas = new Canvas(20);

    int height =
        canvas.box(
            0,
            0,
            14,
            new Panel(
                StyledLine.of("s0"),
                List.of(StyledLine.of("short"), StyledLine.of("much too long a line")),
                Role.PLAIN));

    assertEquals(4, height);
    assertEquals("╭─ s0 ───────╮\n│ short      │\n│ much too … │\n╰────────────╯", text(canvas));
  }

  @Test
  void linesThatMeetJoin() {
    Canvas canvas = new Canvas(7);

    canvas.horizontal(0, 6, 1, Role.PLAIN);
    canvas.vertical(3, 0, 2, Role.PLAIN);
    canvas.vertical(0, 1, 2, Role.PLAIN);
    canvas.vertical(6, 1, 2, Role.PLAIN);

    assertEquals("   │\n┌──┼──┐\n│  │  │", text(canvas));
  }

  @Test
  void nothingIsDrawnBeyondTheEdges() {
    Canvas canvas = new Canvas(4);

    canvas.put(-2, 0, "abcdefghij", Role.PLAIN);
    canvas.put(3, 1, "中", Role.PLAIN);
    canvas.horizontal(-3, 9, 2, Role.PLAIN);

    assertEquals("cdef\n\n────", text(canvas));
  }

  @Test
  void overwritingHalfAWideCharacterBlanksTheOtherHalf() {
    Canvas canvas = new Canvas(6);

    canvas.put(0, 0, "中文", Role.PLAIN);
    canvas.put(1, 0, "x", Role.PLAIN);
    canvas.put(2, 0, "y", Role.PLAIN);
    canvas.put(4, 0, "|", Role.PLAIN);

    assertEquals(" xy |", text(canvas));
  }

  @Test
  void tableGivesWayInItsWidestColumnFirst() {
    Table table = table();

    assertEquals(
        "range       shard  docs\n──────────  ─────  ────\n[Min, 100)  s0        9",
        text(table.lines(80)));
    assertEquals(
        "range    shard  docs\n───────  ─────  ────\n[Min, …  s0        9", text(table.lines(20)));
  }

  @Test
  void tableLeavesOutItsLeastImportantColumn() {
    assertEquals("range       shard\n──────────  ─────\n[Min, 100)  s0", text(table().lines(17)));
  }

  @Test
  void numbersOfATableAreNeverCutAndBlanksGoBefore() {
    Table table =
        new Table(
                Column.left("shard", 3, 0),
                Column.right("orphans", 3, 0),
                Column.left("deleted", 14, 0))
            .row(StyledLine.of("s0"), StyledLine.of("156,322"), StyledLine.of("in 14 min 59 s"));

    assertEquals(
        "shard orphans deleted\n───── ─────── ──────────────\ns0    156,322 in 14 min 59 s",
        text(table.lines(28)));
    assertEquals("s0    156,322 in 14 m…", text(table.lines(22)).lines().toList().get(2));
  }

  @Test
  void databasesAreListedAsTheRealShellDoes() {
    List<StyledLine> lines =
        Tables.databases(
            List.of(
                new Tables.DatabaseSize("admin", 81920),
                new Tables.DatabaseSize("config", 900),
                new Tables.DatabaseSize("shop", 2180000)));

    assertEquals("admin   80.00 KiB\nconfig      900 B\nshop     2.08 MiB", text(lines));
  }

  @Test
  void systemCollectionsComeLast() {
    List<StyledLine> lines =
        Tables.collections(
            List.of(
                new Tables.CollectionName("system.views", ""),
                new Tables.CollectionName("orders", ""),
                new Tables.CollectionName("v", "[view]")));

    assertEquals("orders\nv             [view]\nsystem.views", text(lines));
  }

  private static Table table() {
    return new Table(
            Column.left("range", 6, 0), Column.left("shard", 5, 0), Column.right("docs", 4, 1))
        .row(StyledLine.of("[Min, 100)"), StyledLine.of("s0"), StyledLine.of("9"));
  }

  private static String text(Canvas canvas) {
    return text(canvas.lines());
  }

  private static String text(List<StyledLine> lines) {
    return String.join("\n", lines.stream().map(StyledLine::text).toList());
  }
}
