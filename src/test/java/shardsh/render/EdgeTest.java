package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cells, ASCII likenesses and escape sequences. */
class EdgeTest {

  @Test
  void widthCountsCellsNotCharacters() {
    assertEquals(4, DisplayWidth.of("中文"));
    assertEquals(1, DisplayWidth.of("e\u0301"));
    assertEquals(2, DisplayWidth.of("😀"));
    assertEquals(3, DisplayWidth.of("┌─┐"));
    assertEquals(0, DisplayWidth.of("\u200B\u001B"));
  }

  @Test
  void cutNeverHalvesAWideCharacter() {
    assertEquals("中…", DisplayWidth.cut("中文字", 4));
    assertEquals("中…", DisplayWidth.cut("中文字", 3));
    assertEquals("…", DisplayWidth.cut("中文字", 2));
    assertEquals("中文", DisplayWidth.cut("中文", 4));
    assertEquals("", DisplayWidth.cut("x", 0));
  }

  @Test
  void controlCharactersBecomeVisibleOnATerminalOnly() {
    StyledLine line = StyledLine.of("a\u001B[2Jb\u202E\tc");
    ScreenProfile screen = new ScreenProfile(80, 24, true, false);

    assertEquals("a\\x1B[2Jb\\u202E\tc", AnsiWriter.terminal(screen).line(line));
    assertEquals("a\u001B[2Jb\u202E\tc", AnsiWriter.stream(screen).line(line));
  }

  @Test
  void coloursWrapEachSpanAndNothingElse() {
    StyledLine line = StyledLine.of(Span.plain("a: "), new Span("1", Role.NUMBER));

    String coloured = AnsiWriter.terminal(new ScreenProfile(80, 0, true, true)).line(line);

    assertEquals("a: \u001B[33m1\u001B[0m", coloured);
  }

  @Test
  void drawingsBecomeAsciiCellByCell() {
    List<StyledLine> lines = List.of(StyledLine.of("┌─→ 中│…█"));

    String ascii = Glyphs.cells(lines, ScreenProfile.ascii(80)).get(0).text();

    assertEquals("+-> ??|~#", ascii);
    assertEquals(lines.get(0).width(), ascii.length());
  }

  @Test
  void ourSignsBecomeAsciiAtTheEdgeAndLettersStay() {
    StyledLine line = StyledLine.of(new Span("» “s0 → s1” ★☆ ", Role.OK), Span.plain("中文 é … ✓"));

    assertEquals(
        "> \"s0 -> s1\" *o 中文 é ... +", AnsiWriter.words(ScreenProfile.ascii(80)).line(line));
    assertEquals(
        "> \"s0 > s1\" *o 中文 é ~ +", AnsiWriter.terminal(ScreenProfile.ascii(25)).line(line));
    assertEquals(line.text(), AnsiWriter.stream(ScreenProfile.ascii(80)).line(line));
    assertEquals(line.text(), AnsiWriter.words(ScreenProfile.unicode(80)).line(line));
  }

  @Test
  void everyShardOfTheFirstEightHasItsOwnLook() {
    long looks =
        IntStream.range(0, 8)
            .mapToObj(i -> Theme.STANDARD.attributes(Role.shard(i)))
            .distinct()
            .count();

    assertEquals(8, looks);
    assertEquals(Role.shard(0), Role.shard(8));
    assertTrue(Theme.STANDARD.attributes(Role.PLAIN).isEmpty());
  }
}
