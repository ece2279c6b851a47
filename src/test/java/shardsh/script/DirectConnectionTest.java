package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonReader;
import shardsh.script.report.Grade;

/** Checks name the shard of a command that did not go through a router, not its member. */
class DirectConnectionTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"s0,s0", "127.0.0.1:27102,s0", "s1:1,s1", "127.0.0.1:29103,s1", "cfgrs:2,cfgrs"})
  void commandIsOnTheShardWhoeverOfItsMembersIsAsked(String address, String on) throws IOException {
    Path file = folder.resolve("direct.lesson.yaml");
    Files.writeString(
        file,
        """
        format: 1
        id: direct
        revision: 1
        track: canvas
        title: Direct
        summary: Ask a shard.
        difficulty: 1
        minutes: 1
        teaches: [S1-01]
        setup: {cluster: canvas}
        steps:
          - id: ask
            kind: do
            ask: Ask it.
            checks:
              - {id: on, kind: state, js: c.last.on, equals: %s}
            hints: [Ask., Ask it.]
            solution: "1"
        complete: Done.
        """
            .formatted(on));
    Lesson lesson = new LessonReader().read(file);

    Grade grade =
        Grader.grade(
            lesson,
            "new Mongo(\"" + address + "\").getDB(\"admin\").runCommand({hello: 1}).me",
            GraderFixture.options(Optional.empty(), "en", Duration.ofSeconds(60)));

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict());
  }
}
