package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.render.Role;
import shardsh.render.StyledLine;

class LessonTextTest {
  private static List<String> lines(String markdown) {
    return LessonText.lines(markdown, 80).stream().map(StyledLine::text).toList();
  }

  @Test
  void furtherLinesOfAnItemStandBelowItsFirstWord() {
    String text = "- Near line 535: if a whole key was found, find its chunk.";

    List<String> lines = LessonText.lines(text, 30).stream().map(StyledLine::text).toList();

    assertEquals(
        List.of("- Near line 535: if a whole", "  key was found, find its", "  chunk."), lines);
  }

  @Test
  void linesOfChineseAreJoinedWithoutASpaceAfterAnyPunctuation() {
    assertEquals(List.of("多读一次,配置服务器。会慢"), lines("多读一次,\n配置服务器。\n会慢"));
  }

  @Test
  void linesOfEnglishAreJoinedWithASpace() {
    assertEquals(List.of("read once, then kept"), lines("read once,\nthen kept"));
  }

  @Test
  void foreignWordAtTheBeginningOfAChineseLineKeepsItsSpace() {
    assertEquals(List.of("在副本集 s0 上"), lines("在副本集\n**s0**\n上"));
    assertEquals(List.of("路由器 m0\uff08一个"), lines("路由器 `m0`\n\uff08一个"));
    assertEquals(List.of("路由器 m0 (一个"), lines("路由器 `m0`\n(一个"));
  }

  @Test
  void tableStandsInColumnsWithoutItsRuleAndBars() {
    assertEquals(
        List.of("        range  hashed", "一个值  1      1"),
        lines("| | range | hashed |\n|---|---|---|\n| 一个值 | 1 | `1` |"));
  }

  @Test
  void hintOnSeveralLinesKeepsItsCodeItsListAndItsTable() {
    String hint =
        """
        1/2 First
        this:

        ```
        find({a: 1,
          b: 2})
        ```
        - one
        | a | b |
        |---|---|
        | 1 | 2 |
        then `that`.\
        """;

    assertEquals(
        List.of(
            "1/2 First this:",
            "    find({a: 1,",
            "      b: 2})",
            "- one",
            "a  b",
            "1  2",
            "then that."),
        LessonText.lines(hint, Role.HINT, 80).stream().map(StyledLine::text).toList());
  }

  @Test
  void lineIsNotBrokenWithinCodeThatHasRoomOnALineOfItsOwn() {
    String find = "db.orders.find({status: \"open\"}).sort({orderDate: -1}).limit(3)";

    assertEquals(
        List.of("2/2 " + find + ", then", "  show pipeline"),
        LessonText.lines("2/2 `" + find + "`, then `show pipeline`", Role.HINT, 80).stream()
            .map(StyledLine::text)
            .toList());
  }
}
