package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.js.TestEngines;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** What may stand behind a picture's word. */
class PictureRequestTest {
  @TempDir Path folder;

  @Test
  void pictureIsWrittenAsAPageInsteadOfDrawn() throws IOException {
    Path file = folder.resolve("chunks.html");

    assertEquals("wrote " + file, answer("show chunks shop.orders --html " + file));
    assertTrue(
        Files.readString(file).contains("<span class=\"shard-2\">s2</span>"),
        Files.readString(file));
  }

  @Test
  void pictureIsWrittenForMermaidInsteadOfDrawn() throws IOException {
    Path file = folder.resolve("cluster.mmd");

    assertEquals("wrote " + file, answer("show cluster --mermaid " + file));
    assertTrue(Files.readString(file).startsWith("flowchart TB\n"), Files.readString(file));
    assertEquals("wrote " + file, answer("show chunks shop.orders --mermaid " + file));
    assertTrue(Files.readString(file).startsWith("flowchart LR\n"), Files.readString(file));
  }

  @Test
  void fileInSvgGetsADrawing() throws IOException {
    Path file = folder.resolve("cluster.SVG");

    assertEquals("wrote " + file, answer("show cluster --html " + file));
    assertTrue(Files.readString(file).startsWith("<svg xmlns="), Files.readString(file));
  }

  @Test
  void pictureThatHasNothingToDrawYetSaysSo() {
    assertTrue(
        answer("show pipeline --mermaid " + folder.resolve("x"))
            .contains("there is nothing to draw yet in show pipeline for Mermaid"));
  }

  @Test
  void whatCannotBeDoneIsNamed() {
    assertTrue(answer("show dbs --html x.html").contains("'show dbs' is no picture"));
    assertTrue(answer("show cluster --html").contains("show cluster --html needs a file name"));
    assertTrue(answer("show cluster --svg x").contains("no option --svg"));
    assertTrue(answer("show live").contains("'show live' follows the cluster on a terminal"));
    assertTrue(
        answer("show live off").contains("'show live' takes no arguments, but was given 'off'"));
    Path file = folder.resolve("nowhere").resolve("x.html");
    assertTrue(answer("show cluster --html " + file).contains("ENOENT: no such file or directory"));
  }

  private static String answer(String line) {
    try (ShellSession session =
        new LiveSession(
            RunOptions.parse("$ shardsh --trace none --width 300").settings(),
            TestEngines::fresh)) {
      Submission done = session.submit(ScriptText.typed(line), new NoOutput());
      List<String> lines = done.lines().stream().map(StyledLine::text).toList();
      return String.join("\n", lines);
    }
  }
}
