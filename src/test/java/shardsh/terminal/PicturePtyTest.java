package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real terminal shows besides the prompt: recordings of it, motion, the live view. */
class PicturePtyTest {
  private static final String PROMPT = "\\S>$";

  @TempDir Path home;

  private Pty start(String options, int columns, int rows) throws IOException {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("SHARDSH_HOME", home.toString());
    return new Pty(Pty.program() + " --quiet " + options, columns, rows, environment);
  }

  @Test
  void aRecordingPlayedOnAnEqualScreenGivesTheSameScreen() throws Exception {
    Path file = home.resolve("a.cast");
    String seen;
    try (Pty pty = start("--record '" + file + "'", 90, 30)) {
      pty.waitFor(PROMPT);
      pty.type("show versions\r");
      pty.waitFor("shop.orders[\\s\\S]*" + PROMPT);
      pty.type("[1,\r2]\r");
      pty.waitFor("^\\[ 1, 2 \\]\n.*" + PROMPT);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
      seen = pty.text();
    }

    ScreenTerminal screen = new ScreenTerminal(90, 30);
    screen.write(RecordingTest.screen(RecordingTest.events(file, 90, 30)));
    StringBuilder played = new StringBuilder();
    for (String line : screen.toString().split("\n")) {
      played.append(line.stripTrailing()).append('\n');
    }
    assertEquals(seen, played.toString().stripTrailing());
  }
}
