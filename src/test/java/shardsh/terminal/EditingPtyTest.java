package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What helps while an input is typed, with real keys in a real terminal. */
class EditingPtyTest {
  private static final String STATUS = "^m0 · shop · shop\\.orders cached 1\\|5 = 1\\|5 · balancer";

  @TempDir Path home;

  @Test
  void tabCompletesWhatIsCommonAndListsWhereNothingIs() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("db.orders.find({cust\t");
      pty.waitFor("find\\(\\{customerId$");
      pty.type(": {$\t");
      pty.waitFor("^operators:\n\\$all ");
      pty.type("g\t\t");
      pty.waitFor("^operators:\n\\$gt +\\$gte\n");
      pty.type("\u0015config.set('pager', \t");
      pty.waitFor("^values:\ntrue +false\n.*> config\\.set\\('pager',$");
      pty.type("\u0015\t\t");
      pty.waitFor("^words:\n");
      pty.type("db.orders.find({\r  st\t\t");
      pty.waitFor("^.*shop> db\\.orders\\.find\\(\\{\n\\.\\.\\.   status\nfields:\nstatus\n");
      pty.type("\u0003sh.splitAt('sh\t");
      pty.waitFor("sh\\.splitAt\\('shop\\.orders'$");

      pty.type("\u0003");
      pty.leave();
    }
  }

  @Test
  void belowTheInputStandsHowTheMethodIsCalledAndHowThingsAre() throws Exception {
    try (Pty pty = Pty.shell(home, 120, 30)) {
      pty.waitFor(STATUS);
      pty.type("sh.moveChunk('shop.orders', ");
      pty.waitFor("^sh\\.moveChunk\\(\"shop\\.orders\", \\{customerId: 500\\}, \"s1\"\\)  \\S");
      pty.type("{customerId: 400}, 's0').ok\r");
      pty.waitFor("^m0 · shop · shop\\.orders cached 1\\|5, is 2\\|1 \\(old\\) · balancer manual");

      pty.leave();
      assertFalse(pty.text().contains("balancer manual"), "it is gone with the prompt");
    }
  }

  @Test
  void aSettingTurnsTheStatusLineOffForTheNextSessionToo() throws Exception {
    try (Pty pty = Pty.shell(home, 120, 30)) {
      pty.waitFor(STATUS);
      pty.type("config.set('statusLine', false)\r");
      pty.waitFor("has been changed\n.*shop>\\z");
      pty.leave();
    }
    try (Pty pty = Pty.atPrompt(home, 120, 30)) {
      pty.type("6*7\r");
      pty.waitFor("^42\n.*shop>\\z");
      pty.leave();
    }
    Path settings = home.resolve("settings.json");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)));
    assertTrue(Files.readString(settings).contains("\"statusLine\": false"));
  }

  @Test
  void keyForAnEditorThatIsNotThereDoesNothing() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("6*7\u0018\u0005\r");
      pty.waitFor("> 6\\*7\n42\n.*shop>\\z");
      pty.leave();
    }
  }

  @Test
  void terminalOfAnUnknownKindIsUsedWithoutAWord() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30, Map.of("TERM", "no-such-terminal"))) {
      pty.enter("6*7", "^42$");
      pty.leave();
      assertFalse(pty.text().contains("infocmp"), pty.text());
    }
  }

  @Test
  void controlRSearchesAndThePasswordIsNotKept() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("'needle ' + 6*7\r");
      pty.waitFor("^needle 42$");
      pty.type("'password hunter2'\r");
      pty.waitFor("^password hunter2$");
      pty.enter("config.set('redactHistory', 'keep')", "has been changed$");
      pty.enter("'token ' + 1", "^token 1$");
      pty.type("\u0012needl");
      pty.waitFor("^bck-i-search: needl_$");
      pty.type("\r");
      pty.waitFor("(?s)needle 42.*needle 42");

      pty.leave();
    }
    assertEquals(
        "'needle ' + 6*7\nconfig.set('redactHistory', 'keep')\n'token ' + 1\n'needle ' + 6*7\n",
        Files.readString(home.resolve("history")));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("history"))));
  }

  @Test
  void whatIsLongerThanTheScreenComesInPages() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 20)) {
      pty.type("Array.from({length: 90}, (x, i) => 'line number ' + i + ' of the long list')\r");
      pty.waitFor("^-- 19 of \\d+ lines; Space: page");
      pty.type("\r");
      pty.waitFor("^-- 20 of \\d+ lines");
      pty.type(" ");
      pty.waitFor("^-- 39 of \\d+ lines");
      pty.type("q");
      pty.waitFor("(?s)line number 37.*shop>");
      assertFalse(pty.text().contains("line number 50"));
      pty.type("Array.from({length: 90}, (x, i) => 'line number ' + i + ' of the long list')\r");
      pty.waitFor("^-- 19 of \\d+ lines");
      pty.type("40+2\r");
      pty.waitFor("(?s)line number 89.*shop> 40\\+2\n42\n");

      pty.leave();
    }
  }

  @Test
  void aKeyHeldDownTurnsPagesAndAKeyWithoutACharacterLeavesThePageAsItIs() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 20)) {
      pty.type("Array.from({length: 90}, (x, i) => 'line number ' + i + ' of the long list')\r");
      pty.waitFor("^-- 19 of \\d+ lines");
      pty.type("  ");
      pty.waitFor("^-- 57 of \\d+ lines");
      pty.type("\033[A\033[A");
      pty.type("\033[B\033[B");
      pty.waitFor("^-- 59 of \\d+ lines");
      pty.type("q");
      pty.waitFor("shop>$");

      pty.leave();
    }
  }

  @Test
  void keysOfEveryTerminalMoveTheCursorAndUnknownOnesTypeNothing() throws Exception {
    List<String> home = List.of("\033[1~", "\033[7~", "\033[H", "\033OH");
    List<String> end = List.of("\033[4~", "\033[8~", "\033[F", "\033OF");
    List<String> wordLeft = List.of("\033[1;3D", "\033[1;5D", "\033[1;9D", "\033[5D", "\033Od");
    List<String> none = List.of("\033[1;5A", "\033[27;5;9~", "\033[57358u", "\033Op", "\033[25~");
    try (Pty pty = Pty.atPrompt(this.home, 120, 30)) {
      int sum = 1_000;
      for (int i = 0; i < home.size(); i++) {
        pty.type("00 + " + ++sum + home.get(i) + "9" + end.get(i) + "0\r");
        pty.waitFor("^" + (900 + sum * 10) + "$");
      }
      for (String keys : wordLeft) {
        pty.type("1 + " + ++sum + keys + "2\r");
        pty.waitFor("^" + (20_001 + sum) + "$");
      }
      for (String keys : none) {
        pty.type("" + ++sum + keys + "7\r");
        pty.waitFor("^" + sum + "7$");
      }

      pty.leave();
    }
  }

  @Test
  void unfinishedTemplatesCommentsAndPatternsAreKnown() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("`a\rb`.length\r");
      pty.waitFor("^3$");
      pty.type("/* one\rtwo */ 20 + 2\r");
      pty.waitFor("^22$");
      pty.type("/[({]/.test('(')\r");
      pty.waitFor("^true$");

      pty.leave();
    }
  }

  @Test
  void aScreenThatChangesItsSizeKeepsTheInputAndTheNextPictureFits() throws Exception {
    try (Pty pty = Pty.shell(home, 120, 30)) {
      pty.waitFor(STATUS);
      pty.type("require = 20 + ");
      pty.waitFor("require = 20 \\+$");
      pty.resize(60, 24);
      pty.type("1\r");
      pty.waitFor("^21$");
      pty.type("show chunks\r");
      pty.waitFor("(?s)MinKey|Min.*" + Pty.PROMPT);

      pty.leave();
      for (String line : pty.text().split("\n")) {
        assertTrue(line.length() <= 60, line);
      }
    }
  }

  @Test
  void aPasteOfManyLinesRunsEachAndNothingAsksForAKey() throws Exception {
    StringBuilder paste = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      paste.append("Array.from({length: 60}, () => 'a line that is long enough to stand alone')\n");
    }
    try (Pty pty = Pty.atPrompt(home, 100, 20)) {
      pty.type("\033[200~" + paste + "function f() {\n  return 'the' + ' end' }\nf()\n\033[201~");
      pty.waitFor("^the end$");

      pty.leave();
    }
  }

  @Test
  void aPasteTallerThanTheScreenStaysToBeReadInFull() throws Exception {
    StringBuilder paste = new StringBuilder("{ // line 0\n");
    for (int i = 1; i < 30; i++) {
      paste.append("  // line ").append(i).append('\n');
    }
    try (Pty pty = Pty.atPrompt(home, 100, 12)) {
      pty.type("\033[200~" + paste + "  'the' + ' end' }\n\033[201~");
      pty.waitFor("^\\.\\.\\.   // line 29\n.*\nthe end\n.*shop>");
      String raw = pty.raw();
      String printed = raw.substring(raw.lastIndexOf("// line 0"));

      for (int i = 0; i < 30; i++) {
        assertEquals(2, printed.split("// line " + i + "\\b", -1).length, "line " + i);
      }
      pty.leave();
    }
  }

  @Test
  void controlLClearsAndControlCDropsAllLinesOfAnInput() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("'before'\r");
      pty.waitFor("^before$");
      pty.type("40\f");
      pty.waitFor("\\A.*shop> 40$");
      pty.type(" + [\r");
      pty.waitFor("^\\.\\.\\.$");
      pty.type("\u0003");
      pty.type("7*6\r");
      pty.waitFor("^42$");

      pty.leave();
    }
  }

  @Test
  void aScreenThatChangesItsSizeLeavesOneInputAndOneStatusOnIt() throws Exception {
    try (Pty pty = Pty.shell(home, 120, 30)) {
      pty.waitFor(STATUS);
      pty.type("[" + "123456789, ".repeat(6) + "0");
      pty.waitFor("789, 0$[\\s\\S]*" + STATUS);
      pty.resize(70, 24);
      pty.waitFor("789, $?[\\s\\S]*0$[\\s\\S]*^m0 · shop\\.orders cached");
      pty.resize(130, 30);
      pty.type("]");
      String screen = pty.waitFor("789, 0\\]$[\\s\\S]*" + STATUS);
      assertEquals(1, screen.split("balancer").length - 1, screen);

      pty.type("\u0003");
      pty.leave();
    }
  }

  @Test
  void theStatementsOfAPasteComeBackOneByOne() throws Exception {
    try (Pty pty = Pty.shell(home, 100, 30)) {
      pty.waitFor(STATUS);
      pty.type("\033[200~10+1\n(\n10+2)\n\033[201~");
      pty.waitFor("^11\n12\n.*shop>$");
      pty.type("\033[A");
      pty.waitFor("shop> \\( 10\\+2\\)$");
      pty.type("\033[A");
      pty.waitFor("shop> 10\\+1$");

      pty.type("\u0003");
      pty.leave();
    }
  }

  @Test
  void aHelpForTheMethodThatIsWiderThanTheScreenEndsInDots() throws Exception {
    try (Pty pty = Pty.shell(home, 60, 24)) {
      pty.waitFor("balancer");
      pty.type("db.orders.find({");
      pty.waitFor("^db\\.collection\\.find\\(.*…$");

      pty.type("\u0003");
      pty.leave();
    }
  }
}
