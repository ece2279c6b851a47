package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handful of real keystrokes in a real terminal. */
class PtyTest {
  private static final String PROMPT = "\\S>$";

  @TempDir Path home;

  @Test
  void anInputOfSeveralLinesShowsDotsAndComesBackJoined() throws Exception {
    try (Pty pty = start(100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("[1,\r");
      pty.waitFor("^\\.\\.\\.$");
      pty.type("2]\r");
      pty.waitFor("^\\[ 1, 2 \\]\n.*" + PROMPT);
      pty.type("\033[A");
      pty.waitFor("> \\[1, 2\\]$");
      pty.type("\u0003");
      pty.type("\u0004");

      assertEquals(0, pty.status());
    }
    assertEquals("[1, 2]\n", Files.readString(home.resolve("history")));
  }

  @Test
  void theFirstControlCAtAnEmptyPromptWarnsAndTheSecondLeaves() throws Exception {
    try (Pty pty = start(100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("abc\u0003");
      pty.waitFor("> abc\n.*" + PROMPT);
      pty.type("\u0003");
      pty.waitFor("To exit, press Ctrl\\+C again or Ctrl\\+D or type \\.exit\\)\n.*" + PROMPT);
      pty.type("\u0003");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void anErrorWiderThanTheScreenBreaksAtASpace() throws Exception {
    try (Pty pty = start(40, 30)) {
      pty.waitFor(PROMPT);
      pty.type("show nonsense\r");
      pty.waitFor("^'nonsense' is not a valid argument for\n\"show\"\\.\n");
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void controlCStopsALoopAndThePromptComesBack() throws Exception {
    try (Pty pty = start(100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("print('on'); for (;;) {}\r");
      pty.waitFor("^on$");
      pty.type("\u0003");
      pty.waitFor("^\\^CStopping execution\\.\\.\\.");
      pty.waitFor("interrupted by `SIGINT`\n.*" + PROMPT);
      pty.type("6*7\r");
      pty.waitFor("^42$");
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void pastedLinesRunOneByOneAndTheRestWaits() throws Exception {
    try (Pty pty = start(100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("\033[200~10+1\n10+2\n10+3\033[201~");
      pty.waitFor("^11\n12\n.*> 10\\+3$");
      pty.type("\r");
      pty.waitFor("^13$");
      pty.type("\u0004");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void theEditorTakesLinesUntilControlD() throws Exception {
    try (Pty pty = start(100, 30)) {
      pty.waitFor(PROMPT);
      pty.type(".editor\r");
      pty.waitFor("^// Entering editor mode");
      pty.type("var q = 20\rq + 1\r");
      pty.waitFor("^q \\+ 1$");
      pty.type("\u0004");
      pty.waitFor("^21\n.*" + PROMPT);
      pty.type("\u0004");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void valuesAreColouredUnlessTheUserWantsNone() throws Exception {
    assertTrue(rawOfOnePlusOne(Map.of()).contains("\033[33m2\033[0m"));
    assertFalse(rawOfOnePlusOne(Map.of("NO_COLOR", "1")).contains("\033[33m"));
    assertFalse(rawOfOnePlusOne(Map.of("TERM", "dumb")).contains("\033["));
  }

  private String rawOfOnePlusOne(Map<String, String> environment) throws Exception {
    try (Pty pty = start(100, 30, environment)) {
      pty.waitFor(PROMPT);
      pty.type("1+1\r");
      pty.waitFor("^2$");
      pty.type("\u0004");
      pty.status();
      return pty.raw();
    }
  }

  @Test
  void aNarrowScreenAndOneWithoutASizeWork() throws Exception {
    for (int columns : new int[] {20, 0}) {
      try (Pty pty = start(columns, columns == 0 ? 0 : 10)) {
        pty.waitFor(">$");
        pty.type("'ab' + 'cd'\r");
        pty.waitFor("^abcd$");
        pty.type("\u0004");

        assertEquals(0, pty.status());
      }
    }
  }

  @Test
  void aDumbTerminalShowsATypedLineOnceAndItsWidthIsKept() throws Exception {
    try (Pty pty = start(50, 30, Map.of("TERM", "dumb"))) {
      pty.waitFor(PROMPT);
      pty.type("show nonsense\n");
      pty.waitFor("^'nonsense' is not a valid argument for \"show\"\\.$");
      pty.waitFor("can be shown\n.*" + PROMPT);
      pty.type("[1,\n");
      pty.waitFor("^\\.\\.\\.$");
      pty.type("2]\n");
      String screen = pty.waitFor("^\\[ 1, 2 \\]$");
      pty.type("\u0004");

      assertEquals(0, pty.status());
      assertEquals(2, screen.split("nonsense", -1).length - 1, screen);
      assertEquals(2, screen.split("1,", -1).length - 1, screen);
    }
  }

  @Test
  void controlCStopsALoopOnADumbTerminalToo() throws Exception {
    try (Pty pty = start(100, 30, Map.of("TERM", "dumb"))) {
      pty.waitFor(PROMPT);
      pty.type("print('on'); for (;;) {}\n");
      pty.waitFor("^on$");
      pty.type("\u0003");
      pty.waitFor("interrupted by `SIGINT`\n.*" + PROMPT);
      pty.type("6*7\n");
      pty.waitFor("^42$");
      pty.type(".exit\n");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void aHomeThatCannotBeWrittenBreaksNothing() throws Exception {
    Path file = Files.writeString(home.resolve("file"), "x");
    try (Pty pty =
        start(100, 30, Map.of("SHARDSH_HOME", file.toString(), "HOME", file.toString()))) {
      pty.waitFor(PROMPT);
      pty.type("1+1\r");
      pty.waitFor("^2\n.*" + PROMPT);
      pty.type("\033[A\r");
      pty.waitFor("^2\n.*1\\+1\n2\n.*" + PROMPT);
      pty.type("\u0004");

      assertEquals(0, pty.status());
    }
  }

  private Pty start(int columns, int rows) throws IOException {
    return start(columns, rows, Map.of());
  }

  private Pty start(int columns, int rows, Map<String, String> environment) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("SHARDSH_HOME", home.toString());
    all.putAll(environment);
    return new Pty(Pty.program() + " --quiet", columns, rows, all);
  }
}
