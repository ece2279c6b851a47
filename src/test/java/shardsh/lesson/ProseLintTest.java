package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProseLintTest {
  private static List<String> remarks(String prose) {
    String lesson =
        """
        format: 1
        id: mine
        track: mine
        title: Mine
        summary: Mine.
        difficulty: 1
        minutes: 1
        teaches: [S1-05]
        setup: {cluster: canvas}
        steps:
          - id: read
            kind: read
            say:
              en: %s
              zh: 读
        complete: Done.
        """
            .formatted(prose);
    return new LessonReader()
        .lint(lesson, "mine.lesson.yaml").stream().map(Fault::toString).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"one\\\\ntwo\"'; a backslash with a letter",
        "'\"Type `find.\"'; a ` is never closed",
        "'\"It is **bold.\"'; a ** is never closed",
        "'\"a\\n```\\ncode\"'; a code block is never closed"
      })
  void proseThatWouldNotPrintRightIsRemarkedOn(String prose, String remark) {
    List<String> remarks = remarks(prose);

    assertEquals(1, remarks.size(), remarks::toString);
    assertTrue(remarks.get(0).startsWith("mine.lesson.yaml:14: "), remarks.get(0));
    assertTrue(remarks.get(0).contains(remark), remarks.get(0));
  }

  @Test
  void newLinesCodeAndClosedMarksAreFine() {
    assertEquals(List.of(), remarks("\"one\\ntwo `a\\\\nb` **c**\\n\\n    x ** 2 `\\n\""));
  }
}
