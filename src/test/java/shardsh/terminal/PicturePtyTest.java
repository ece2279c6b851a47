package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  @Test
  void messagesTravelUntilAKeySkipsThemAndTheScreenIsAsBefore() throws Exception {
    try (Pty pty = start("", 100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("sim.animate('on', {speed: 0.5})\r");
      pty.waitFor("animate: 'on', speed: 0\\.5[\\s\\S]*" + PROMPT);
      pty.type("db.orders.find({customerId: 470}).toArray().length\r");
      pty.waitFor("step 1 of [\\s\\S]*space: pause");
      pty.type(" ");
      pty.waitFor("^paused");
      pty.type("s");
      pty.waitFor("step 2 of ");
      pty.type("\r");
      pty.waitFor("step 3 of ");
      pty.type("q");
      String after = pty.waitFor("^1\n.*1 of 3 shards[\\s\\S]*" + PROMPT);
      assertFalse(after.contains("step 3 of"), after);
      assertFalse(after.contains("cfgrs"), after);
      assertTrue(pty.raw().contains("╭─"), pty.raw());
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void nothingTravelsOnADumbTerminalOrAScreenTooLow() throws Exception {
    for (int rows : new int[] {30, 12}) {
      Map<String, String> environment = new LinkedHashMap<>();
      environment.put("SHARDSH_HOME", home.toString());
      environment.put("TERM", rows == 30 ? "dumb" : "xterm-256color");
      try (Pty pty = new Pty(Pty.program() + " --quiet", 100, rows, environment)) {
        pty.waitFor(PROMPT);
        pty.type("sim.animate('on')\n");
        pty.waitFor("animate: 'on'[\\s\\S]*" + PROMPT);
        pty.type("db.orders.find({customerId: 470}).toArray().length\n");
        pty.waitFor("1 of 3 shards[\\s\\S]*" + PROMPT);
        assertFalse(pty.raw().contains("step 1 of"), pty.raw());
        pty.type(".exit\n");

        assertEquals(0, pty.status());
      }
    }
  }

  @Test
  void theLiveViewFollowsTheClusterAndLeavesTheScreenAsItWas() throws Exception {
    try (Pty pty = start("", 100, 40)) {
      pty.waitFor(PROMPT);
      pty.type("1+1\r");
      pty.waitFor("^2\n.*" + PROMPT);
      pty.type("show live\r");
      pty.waitFor("m0 router[\\s\\S]*400, 500[\\s\\S]*show live: leaves this view");
      pty.type("sh.splitAt('shop.orders', {customerId: 450}).ok\r");
      pty.waitFor("450, 500[\\s\\S]*show live: leaves this view[\\s\\S]*^1\n[\\s\\S]*" + PROMPT);
      pty.type("show live\r");
      pty.type("3+4\r");
      pty.waitFor("^7\n.*" + PROMPT);
      assertTrue(pty.raw().contains("\u001b[?1049h"), pty.raw());
      assertTrue(pty.raw().contains("\u001b[?1049l"), pty.raw());
      pty.type("show live\r");
      pty.waitFor("show live: leaves this view[\\s\\S]*" + PROMPT);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
      assertTrue(pty.raw().lastIndexOf("\u001b[?1049l") > pty.raw().lastIndexOf("\u001b[?1049h"));
    }
  }

  @Test
  void theLiveViewNeedsAScreenThatIsHighEnough() throws Exception {
    try (Pty pty = start("", 100, 15)) {
      pty.waitFor(PROMPT);
      pty.type("show live\r");
      pty.waitFor("show live needs a terminal of at least 20 lines[\\s\\S]*" + PROMPT);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void aLongLoadSaysHowFarItIsAndControlCStopsItThere() throws Exception {
    try (Pty pty = start("", 100, 30)) {
      pty.waitFor(PROMPT);
      pty.type(
          "sim.load('shop.orders', {operations: 1000000, inserts: 0,"
              + " fields: {customerId: {uniform: [1, 900]}}, readBy: [['customerId']]})\r");
      pty.waitFor("^load [\\d,]+ of 1,000,000 · \\d+ s · Ctrl\\+C stops it");
      pty.type("\u0003");
      String screen = pty.waitFor("interrupted[\\s\\S]*" + PROMPT);
      assertFalse(screen.contains("stops it"), screen);
      pty.type("db.orders.countDocuments()\r");
      pty.waitFor("^9\n[\\s\\S]*" + PROMPT);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void aScreenResizedWhileALineRunsGetsItsLiveViewBack() throws Exception {
    try (Pty pty = start("", 100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("show live\r");
      pty.waitFor("show live: leaves this view[\\s\\S]*" + PROMPT);
      pty.type("while (true) {}\r");
      pty.waitFor("Ctrl\\+C stops it$");
      pty.resize(90, 40);
      pty.type("\u0003");
      String screen = pty.waitFor("interrupted[\\s\\S]*" + PROMPT);
      assertTrue(screen.contains("shop> while (true) {}\n"), screen);
      assertTrue(pty.raw().contains("\u001b[26;40r"), "what scrolls is below the view again");
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void whatIsLongerThanThePlaceBelowTheLiveViewComesInPages() throws Exception {
    try (Pty pty = start("", 100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("show live\r");
      pty.waitFor("show live: leaves this view[\\s\\S]*" + PROMPT);
      pty.type("db.orders.find({status: 'open'})\r");
      pty.waitFor("^-- 10 of \\d+ lines; Space: page");
      pty.type("q");
      pty.waitFor("3 shards[\\s\\S]*" + PROMPT);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void onALowScreenMessagesTravelOverWhatIsBelowTheLiveView() throws Exception {
    try (Pty pty = start("", 80, 24)) {
      pty.waitFor(PROMPT);
      pty.type("sim.animate('on', {speed: 0.5})\r");
      pty.waitFor("animate: 'on'[\\s\\S]*" + PROMPT);
      pty.type("show live\r");
      pty.waitFor("show live: leaves this view[\\s\\S]*" + PROMPT);
      pty.type("db.orders.find({customerId: 470}).toArray().length\r");
      pty.waitFor("step 1 of [\\s\\S]*space: pause");
      pty.type("q");
      String screen =
          pty.waitFor(
              "leaves this view[\\s\\S]*shop> db\\.orders.*\n1\n→ 1 of 3[\\s\\S]*" + PROMPT);
      assertFalse(screen.contains("step 1 of"), screen);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void aNarrowerScreenEndsTheMotionAndLeavesNothingOfIt() throws Exception {
    try (Pty pty = start("", 100, 30)) {
      pty.waitFor(PROMPT);
      pty.type("sim.animate('on', {speed: 0.2})\r");
      pty.waitFor("animate: 'on'[\\s\\S]*" + PROMPT);
      pty.type("db.orders.find({customerId: 470}).toArray().length\r");
      pty.waitFor("step 1 of ");
      pty.resize(70, 34);
      String screen = pty.waitFor("^1\n→ 1 of 3[\\s\\S]*" + PROMPT);
      assertFalse(screen.contains("step "), screen);
      assertFalse(screen.contains("╭"), screen);
      pty.type(".exit\r");

      assertEquals(0, pty.status());
    }
  }

  @Test
  void theTestOfLessonsSaysHowManyAreDoneAndControlCLeavesNothingOfThat() throws Exception {
    try (Pty pty =
        new Pty(Pty.program() + " author test same-route sixty-seconds", 80, 24, Map.of())) {
      pty.waitFor("^0 of 2 lessons · \\d+ s · Ctrl\\+C stops it");
      pty.type("\u0003");

      assertEquals(130, pty.status());
      assertFalse(pty.text().contains("lessons"), pty.text());
    }
  }
}
