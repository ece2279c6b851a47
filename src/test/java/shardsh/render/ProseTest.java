package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProseTest {
  @Test
  void lineThatFitsStaysAndAWiderOneBreaksAtSpacesBelowItsFirstWord() {
    assertEquals(
        List.of("  fits", "  one two", "  three"),
        Prose.fold(List.of(StyledLine.of("  fits"), StyledLine.of("  one two three")), 12).stream()
            .map(StyledLine::text)
            .toList());
  }

  @Test
  void rangeStaysTogetherAndSoDoesANumberWithItsUnit() {
    assertEquals(
        List.of("it bounds", "[150, 440) and", "takes", "14 min 59 s"),
        wrapped("it bounds [150, 440) and takes 14 min 59 s", 14));
  }

  @Test
  void rangeOfAKeyOfSeveralFieldsStaysTogether() {
    assertEquals(
        List.of("commits", "[{\"south\", Min}, Max)"),
        wrapped("commits [{\"south\", Min}, Max)", 24));
    assertEquals(
        List.of("commits", "[Min, {\"south\", Min})"),
        wrapped("commits [Min, {\"south\", Min})", 24));
  }

  @Test
  void bracketThatClosesInAnotherSpanStaysWithItsWord() {
    StyledLine line =
        StyledLine.of(
            Span.plain("two shipped ("), new Span("s0", Role.SHARD_0), Span.plain(" 12), ok"));

    assertEquals(
        List.of("two shipped", "(s0 12), ok"),
        Prose.wrap(line, 13, 0).stream().map(StyledLine::text).toList());
  }

  @Test
  void signBetweenTwoNamesStandsNeitherAtAnEndNorAtABeginning() {
    assertEquals(
        List.of("committed as", "s2 → s1 · 2|0"), wrapped("committed as s2 → s1 · 2|0", 15));
    assertEquals(List.of("chooses ·", "! refused"), wrapped("chooses · ! refused", 11));
  }

  @Test
  void wordThatIsTooLongForTheIndentationStartsFurtherLeft() {
    assertEquals(
        List.of("s0", "  createCollection"),
        Prose.wrap(StyledLine.of("s0 createCollection"), 18, 6).stream()
            .map(StyledLine::text)
            .toList());
  }

  @Test
  void wordThatIsWiderThanTheScreenIsBrokenAtTheIndentation() {
    assertEquals(
        List.of("$set", "    abcdefghijkl", "    mnopq ok"),
        Prose.wrap(StyledLine.of("$set abcdefghijklmnopq ok"), 16, 4).stream()
            .map(StyledLine::text)
            .toList());
  }

  @Test
  void wordOfAMegabyteIsBrokenInOneWalk() {
    String word = "x".repeat(1_000_000);

    List<String> lines = wrapped(word, 10);

    assertEquals(100_000, lines.size());
    assertEquals(word, String.join("", lines));
  }

  @Test
  void chineseBreaksBetweenIdeographsButNotWithinAForeignWordNorBeforeAMark() {
    assertEquals(List.of("先用", "splitAt", "切开,好"), wrapped("先用splitAt切开,好", 8));
    assertEquals(List.of("切成两", "半。好"), wrapped("切成两半。好", 7));
    assertEquals(List.of("一共留下", "3 行。"), wrapped("一共留下 3 行。", 10));
  }

  private static List<String> wrapped(String text, int width) {
    return Prose.wrap(StyledLine.of(text), width, 0).stream().map(StyledLine::text).toList();
  }
}
