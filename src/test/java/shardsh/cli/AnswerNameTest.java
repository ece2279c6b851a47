package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of answers are whatever their writers call them; in a report they are one line of text. */
class AnswerNameTest {
  @TempDir Path folder;

  @Test
  void nameOfAnAnswerBeginsNoLineOfAReportAndMovesNoCursor() throws Exception {
    String name = "a\nok 1 - own\n\u001b[31m\u202e.js";
    Files.writeString(folder.resolve(name), "throw new Error('no')");
    Process check =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "shardsh.cli.Main",
                "check",
                "bounds",
                name,
                "--report",
                "tap")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("report").toFile())
            .start();

    assertTrue(check.waitFor(90, TimeUnit.SECONDS));

    String report = Files.readString(folder.resolve("report"), StandardCharsets.UTF_8);
    assertEquals(1, check.exitValue(), report);
    assertTrue(report.contains("# a?ok 1 - own??[31m?.js:1: Error: no"), report);
    assertFalse(report.lines().anyMatch(line -> line.startsWith("ok 1")), report);
    assertFalse(report.contains("\u001b"), report);
  }
}
