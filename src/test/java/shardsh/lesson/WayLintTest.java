package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lessons that a lesson names as the next or as what comes before it. */
class WayLintTest {
  @TempDir Path folder;

  private List<String> lint(String way) throws IOException {
    Path file = folder.resolve("mine.lesson.yaml");
    String text =
        """
        format: 1
        id: mine
        track: t
        title: {en: Mine, zh: 我的}
        summary: {en: Short., zh: 短。}
        difficulty: 1
        minutes: 1
        %s
        teaches: [S1-05]
        setup: {cluster: canvas}
        steps:
          - {id: first, kind: read, say: {en: Read., zh: 读。}}
        complete: {en: Over., zh: 完了。}
        """
            .formatted(way);
    return new LessonReader()
        .lint(text, file.toString()).stream()
            .map(fault -> fault.line() + " " + fault.problem() + "; " + fault.repair())
            .toList();
  }

  @Test
  void lessonThatIsNotThereIsNamedWithItsLineAndTheNearest() throws IOException {
    assertEquals(
        List.of(
            "8 'next' names 'stale-mongoss', and there is no such lesson; did you mean"
                + " 'stale-mongos'?"),
        lint("next: stale-mongoss"));
    assertEquals(
        List.of(
            "8 'prerequisites' names 'nothing-like-it', and there is no such lesson; name one that"
                + " `shardsh lessons` lists, or one beside the file"),
        lint("prerequisites: [stale-mongos, nothing-like-it]"));
  }

  @Test
  void lessonBesideTheFileIsThere() throws IOException {
    Files.writeString(folder.resolve("sequel.lesson.yaml"), "");

    assertEquals(List.of(), lint("next: [sequel, stale-mongos]"));
  }

  @Test
  void lessonDoesNotLeadToItself() throws IOException {
    assertEquals(List.of("8 'next' names the lesson itself; take it out"), lint("next: [mine]"));
  }
}
