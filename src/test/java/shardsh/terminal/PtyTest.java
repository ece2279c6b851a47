package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handful of real keystrokes in a real terminal. */
class PtyTest {

  @TempDir Path home;

  @Test
  void anInputOfSeveralLinesShowsDotsAndComesBackJoined() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("[1,\r");
      pty.waitFor("^\\.\\.\\.$");
      pty.type("2]\r");
      pty.waitFor("^\\[ 1, 2 \\]\n.*" + Pty.PROMPT);
      pty.type("\033[A");
      pty.waitFor("> \\[1, 2\\]$");
      pty.type("\u0003");

      pty.leave();
    }
    assertEquals("[1, 2]\n", Files.readString(home.resolve("history")));
  }

  @Test
  void theFirstControlCAtAnEmptyPromptWarnsAndTheSecondLeaves() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("abc\u0003");
      pty.waitFor("> abc\n.*" + Pty.PROMPT);
      pty.type("\u0003");
      pty.waitFor("To exit, press Ctrl\\+C again or Ctrl\\+D or type \\.exit\\)\n.*" + Pty.PROMPT);
      pty.type("\u0003");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void anErrorWiderThanTheScreenBreaksAtASpace() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 40, 30)) {
      pty.type("show nonsense\r");
      pty.waitFor("^'nonsense' is not a valid argument for\n\"show\"\\.\n");

      pty.exit();
    }
  }

  @Test
  void warningsAndValuesWiderThanTheScreenBreakAtASpace() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 40, 30)) {
      pty.type("({why: 'one word and then another, and more'})\r");
      pty.waitFor("^\\{ why: 'one word and then another, and\nmore' \\}\n");
      pty.type("db.c.count()\r");
      pty.waitFor("^DeprecationWarning: Collection\\.count\\(\\)\nis deprecated\\.");

      pty.exit();
    }
  }

  @Test
  void controlCStopsALoopAndThePromptComesBack() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("print('on'); for (;;) {}\r");
      pty.waitFor("^on$");
      pty.type("\u0003");
      pty.waitFor("^\\^CStopping execution\\.\\.\\.");
      pty.waitFor("interrupted by `SIGINT`\n.*" + Pty.PROMPT);
      pty.type("6*7\r");
      pty.waitFor("^42$");

      pty.exit();
    }
  }

  @Test
  void pastedLinesRunOneByOneAndTheRestWaits() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("\033[200~10+1\n10+2\n10+3\033[201~");
      pty.waitFor("^11\n12\n.*> 10\\+3$");
      pty.type("\r");
      pty.waitFor("^13$");

      pty.leave();
    }
  }

  @Test
  void whatIsTypedBeforeThePromptIsThereIsNotLost() throws Exception {
    try (Pty pty = Pty.shell(home, 100, 30)) {
      pty.type("6*7\r'ab' + 'cd'\r1 +\r1\r");
      pty.waitFor("^42\n[\\s\\S]*^abcd\n[\\s\\S]*^2\n.*" + Pty.PROMPT);

      pty.leave();
    }
  }

  @Test
  void withoutAnEditorItIsSaidHowToChooseOne() throws Exception {
    try (Pty pty = Pty.shell(home, "", 100, 30, Map.of("EDITOR", ""))) {
      pty.waitFor(Pty.PROMPT);
      pty.enter("edit", "an external editor\nhint: config\\.set\\(\"editor\", \"vi\"\\)$");
      pty.leave();
    }
  }

  @Test
  void theEditorsTakeLinesUntilControlDOrWhatAProgramMakesOfThem() throws Exception {
    Map<String, String> editor = Map.of("EDITOR", "sed -i s/20/41/");
    try (Pty pty = Pty.atPrompt(home, 100, 30, editor)) {
      pty.type("edit 1 + 20\r");
      pty.waitFor("^Opening an editor\\.\\.\\.\n.*> 1 \\+ 41$");
      pty.enter("", "^42$");
      pty.enter("config.set('editor', 'false')", "has been changed$");
      pty.enter("edit", "^Error: Command 'false .*' failed with an exit code 1$");
      pty.type(".editor\r");
      pty.waitFor("^// Entering editor mode");
      pty.type("var q = 20\rq + 1\r");
      pty.waitFor("^q \\+ 1$");
      pty.type("\u0004");
      pty.waitFor("^21\n.*" + Pty.PROMPT);

      pty.leave();
    }
  }

  @Test
  void valuesAreColouredUnlessTheUserWantsNone() throws Exception {
    assertTrue(rawOfOnePlusOne(Map.of()).contains("\033[33m2\033[0m"));
    assertFalse(rawOfOnePlusOne(Map.of("NO_COLOR", "1")).contains("\033[33m"));
    assertFalse(rawOfOnePlusOne(Map.of("TERM", "dumb")).contains("\033["));
  }

  private String rawOfOnePlusOne(Map<String, String> environment) throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30, environment)) {
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
      try (Pty pty = Pty.shell(home, columns, columns == 0 ? 0 : 10)) {
        pty.waitFor(">$");
        pty.type("'ab' + 'cd'\r");
        pty.waitFor("^abcd$");

        pty.leave();
      }
    }
  }

  @Test
  void aDumbTerminalShowsATypedLineOnceAndItsWidthIsKept() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 50, 30, Map.of("TERM", "dumb"))) {
      pty.type("show nonsense\n");
      pty.waitFor("^'nonsense' is not a valid argument for \"show\"\\.$");
      pty.waitFor("can be shown\n.*" + Pty.PROMPT);
      pty.type("[1,\n");
      pty.waitFor("^\\.\\.\\.$");
      pty.type("2]\n");
      String screen = pty.waitFor("^\\[ 1, 2 \\]$");

      pty.leave();
      assertEquals(2, screen.split("nonsense", -1).length - 1, screen);
      assertEquals(2, screen.split("1,", -1).length - 1, screen);
    }
  }

  @Test
  void controlCDropsAnUnfinishedInputOnADumbTerminalToo() throws Exception {
    try (Pty pty = Pty.shell(home, "", 100, 30, Map.of("TERM", "dumb"))) {
      pty.waitFor(Pty.PROMPT);
      pty.type("[1,\n");
      pty.waitFor("^\\.\\.\\.$");
      pty.type("\u0003");
      pty.waitFor("\\^C\n.*" + Pty.PROMPT);
      pty.type("6*7\n");
      pty.waitFor("^42\n.*" + Pty.PROMPT);
      pty.type("\u0003");
      pty.waitFor("\\^C\n\\(To exit, press Ctrl\\+D or type \\.exit\\)\n.*" + Pty.PROMPT);

      pty.leave();
    }
  }

  @Test
  void controlCStopsALoopOnADumbTerminalToo() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30, Map.of("TERM", "dumb"))) {
      pty.type("print('on'); for (;;) {}\n");
      pty.waitFor("^on$");
      pty.type("\u0003");
      pty.waitFor("interrupted by `SIGINT`\n.*" + Pty.PROMPT);
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
        Pty.atPrompt(
            home, 100, 30, Map.of("SHARDSH_HOME", file.toString(), "HOME", file.toString()))) {
      pty.type("1+1\r");
      pty.waitFor("^2\n.*" + Pty.PROMPT);
      pty.type("\033[A\r");
      pty.waitFor("^2\n.*1\\+1\n2\n.*" + Pty.PROMPT);

      pty.leave();
    }
  }

  @Test
  void whatALessonAsksIsSeenWithoutAKeyHoweverLongItsPage() throws Exception {
    Path file = home.resolve("pages.lesson.yaml");
    Files.writeString(
        file,
        """
        format: 1
        id: pages
        track: mine
        title: Pages
        summary: Pages.
        difficulty: 1
        minutes: 1
        teaches: [S1-05]
        setup: {cluster: canvas}
        steps:
          - id: ask
            kind: do
            ask: Count the orders.
            checks:
              - {id: counted, kind: used, calls: {countDocuments: ">=1"}}
            hints: [h]
            solution: 'db.orders.countDocuments({})'
          - {id: look, kind: read, show: [cluster], say: Look at it.}
          - {id: again, kind: read, show: [cluster], say: Look again.}
        complete: Over.
        """);
    try (Pty pty = Pty.atPrompt(home, 100, 12)) {
      pty.type("learn " + file + "\r");
      pty.waitFor("1/3\\] Count the orders\\.\n.*" + Pty.PROMPT);
      pty.type("db.orders.countDocuments({})\r");
      pty.waitFor("2/3\\] Press Enter to go on\\.\n.*" + Pty.PROMPT);
      pty.type("\r");
      pty.waitFor("3/3\\] Press Enter to go on\\.\n.*" + Pty.PROMPT);
      pty.type("show cluster\r");
      pty.waitFor("^-- 11 of \\d+ lines; Space: page");
      pty.type("a");
      pty.waitFor("3/3\\] Press Enter to go on\\.\n.*" + Pty.PROMPT);

      pty.leave();
    }
  }
}
