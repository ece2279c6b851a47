package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.render.StyledLine;

class LessonTextTest {
  private static List<String> lines(String markdown) {
    return LessonText.lines(markdown, 80).stream().map(StyledLine::text).toList();
  }

  @Test
  void linesOfChineseAreJoinedWithoutASpaceAfterAnyPunctuation() {
    assertEquals(List.of("多读一次,配置服务器。会慢"), lines("多读一次,\n配置服务器。\n会慢"));
  }

  @Test
  void linesOfEnglishAreJoinedWithASpace() {
    assertEquals(List.of("read once, then kept"), lines("read once,\nthen kept"));
  }
}
