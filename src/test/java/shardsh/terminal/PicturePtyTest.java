package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real terminal shows besides the prompt: recordings of it, motion, the live view. */
class PicturePtyTest {

  @TempDir Path home;

  private static void showLive(Pty pty) throws Exception {
    pty.enter("show live", "show live: leaves this view");
  }

  private static void animate(Pty pty, String speed) throws Exception {
    pty.enter("sim.animate('on', {speed: " + speed + "})", "animate: 'on', speed: " + speed);
  }

  /** A query of which messages travel, with the first of them on its way. */
  private static void find(Pty pty) throws Exception {
    pty.type("db.orders.find({customerId: 470}).toArray().length\r");
    pty.waitFor("step 1 of [\\s\\S]*space: pause");
  }

  @Test
  void aRecordingPlayedOnAnEqualScreenGivesTheSameScreen() throws Exception {
    Path file = home.resolve("a.cast");
    String seen;
    try (Pty pty = Pty.shell(home, "--record '" + file + "'", 90, 30, Map.of())) {
      pty.waitFor(Pty.PROMPT);
      pty.type("show versions\r");
      pty.waitFor("shop.orders[\\s\\S]*" + Pty.PROMPT);
      pty.type("[1,\r2]\r");
      pty.waitFor("^\\[ 1, 2 \\]\n.*" + Pty.PROMPT);

      pty.leave();
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
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      animate(pty, "0.5");
      find(pty);
      pty.type(" ");
      pty.waitFor("^paused");
      pty.type("s");
      pty.waitFor("step 2 of ");
      pty.type("\r");
      pty.waitFor("step 3 of ");
      pty.type("q");
      String after = pty.waitFor("^1\n.*1 of 3 shards[\\s\\S]*" + Pty.PROMPT);
      assertFalse(after.contains("step 3 of"), after);
      assertFalse(after.contains("cfgrs"), after);
      assertTrue(pty.raw().contains("╭─"), pty.raw());

      pty.leave();
    }
  }

  @Test
  void nothingTravelsOnADumbTerminalOrAScreenTooLowAndThereIsNoLiveView() throws Exception {
    for (int rows : new int[] {30, 12}) {
      Map<String, String> type = Map.of("TERM", rows == 30 ? "dumb" : "xterm-256color");
      try (Pty pty = Pty.shell(home, "", 100, rows, type)) {
        pty.waitFor(Pty.PROMPT);
        pty.type("sim.animate('on')\n");
        pty.waitFor("animate: 'on'[\\s\\S]*" + Pty.PROMPT);
        pty.type("db.orders.find({customerId: 470}).toArray().length\n");
        pty.waitFor("1 of 3 shards[\\s\\S]*" + Pty.PROMPT);
        assertFalse(pty.raw().contains("step 1 of"), pty.raw());
        pty.type("show live\n");
        pty.waitFor("show live needs a terminal of at least 20 lines[\\s\\S]*" + Pty.PROMPT);

        pty.leave();
      }
    }
  }

  @Test
  void theLiveViewFollowsTheClusterAndLeavesTheScreenAsItWas() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 40)) {
      pty.type("1+1\r");
      pty.waitFor("^2\n.*" + Pty.PROMPT);
      pty.type("show live\r");
      pty.waitFor("m0 router[\\s\\S]*400, 500[\\s\\S]*show live: leaves this view");
      pty.type("sh.splitAt('shop.orders', {customerId: 450}).ok\r");
      pty.waitFor(
          "450, 500[\\s\\S]*show live: leaves this view[\\s\\S]*^1\n[\\s\\S]*" + Pty.PROMPT);
      pty.type("show live\r");
      pty.type("3+4\r");
      pty.waitFor("^7\n.*" + Pty.PROMPT);
      assertTrue(pty.raw().contains("\u001b[?1049h"), pty.raw());
      assertTrue(pty.raw().contains("\u001b[?1049l"), pty.raw());
      showLive(pty);

      pty.leave();
      assertTrue(pty.raw().lastIndexOf("\u001b[?1049l") > pty.raw().lastIndexOf("\u001b[?1049h"));
    }
  }

  @Test
  void aLongLoadSaysHowFarItIsAndControlCStopsItThere() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type(
          "sim.load('shop.orders', {operations: 1000000, inserts: 0.2,"
              + " fields: {customerId: {uniform: [1, 900]}}, readBy: [['customerId']]})\r");
      pty.waitFor("^load [\\d,]+ of 1,000,000 · \\d+ s · Ctrl\\+C stops it");
      pty.type("\u0003");
      String screen = pty.waitFor("interrupted[\\s\\S]*" + Pty.PROMPT);
      assertFalse(screen.contains("stops it"), screen);
      pty.enter("db.orders.countDocuments() >= 9", "^true$");

      pty.leave();
    }
  }

  @Test
  void theLiveViewFollowsALineThatRunsAndAScreenResizedMeanwhile() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      showLive(pty);
      pty.type("sh.splitAt('shop.orders', {customerId: 450}); for (;;) db.orders.findOne()\r");
      pty.waitFor("450, 500[\\s\\S]*leaves this view[\\s\\S]*Ctrl\\+C stops it$");
      pty.resize(90, 40);
      pty.waitFor(
          "450, 500[\\s\\S]*^─+ show live: leaves this view\n[\\s\\S]*ndOne\\(\\)\n.*stops it$");
      pty.type("\u0003");
      String screen = pty.waitFor("interrupted[\\s\\S]*" + Pty.PROMPT);
      assertTrue(screen.contains("ndOne()\n^CStopping"), screen);
      assertTrue(pty.raw().contains("\u001b[26;40r"), "what scrolls is below the view again");

      pty.leave();
    }
  }

  @Test
  void whatIsLongerThanThePlaceBelowTheLiveViewComesInPages() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      showLive(pty);
      pty.type("db.orders.find({status: 'open'})\r");
      pty.waitFor("^-- 10 of \\d+ lines; Space: page");
      pty.type("q");
      pty.waitFor("3 shards[\\s\\S]*" + Pty.PROMPT);

      pty.leave();
    }
  }

  @Test
  void onALowScreenMessagesTravelOverWhatIsBelowTheLiveView() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 80, 24)) {
      animate(pty, "0.5");
      showLive(pty);
      find(pty);
      pty.type("q");
      String screen =
          pty.waitFor(
              "leaves this view[\\s\\S]*shop> db\\.orders.*\n1\n→ 1 of 3[\\s\\S]*" + Pty.PROMPT);
      assertFalse(screen.contains("step 1 of"), screen);

      pty.leave();
    }
  }

  @Test
  void aNarrowerScreenEndsTheMotionAndLeavesNothingOfIt() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      animate(pty, "0.2");
      find(pty);
      pty.resize(70, 34);
      String screen = pty.waitFor("^1\n→ 1 of 3[\\s\\S]*" + Pty.PROMPT);
      assertFalse(screen.contains("step "), screen);
      assertFalse(screen.contains("╭"), screen);

      pty.leave();
    }
  }

  @Test
  void aPlayedLessonMovesAtTheChosenSpeedUntilControlCAndKeysHoldForAllOfIt() throws Exception {
    Files.writeString(home.resolve("settings.json"), "{\"animationSpeed\": 0.1}");
    Map<String, String> environment = Map.of("SHARDSH_HOME", home.toString());
    try (Pty pty = new Pty(Pty.program() + " play same-route", 100, 40, environment)) {
      pty.waitFor("^space: pause · s: step · enter: go on · \\+ -: speed 0\\.1 · q: skip$");
      pty.type(" ");
      pty.waitFor("step 1 of [\\s\\S]*^paused · space: go on");
      pty.type("+");
      pty.waitFor("^paused .* speed 0\\.15 · q: skip$");
      pty.type("q");
      pty.waitFor("\\$mod[\\s\\S]*step 1 of 7[\\s\\S]*^paused · space: go on");
      pty.type("\u0003");

      assertEquals(130, pty.status());
    }
  }

  @Test
  void aScriptAtATerminalSaysHowFarItIs() throws Exception {
    String load =
        "sim.load(\"shop.orders\", {operations: 1000000, inserts: 0,"
            + " fields: {customerId: {uniform: [1, 900]}}, readBy: [[\"customerId\"]]})";
    String run = "print(\"first\"); " + load;
    try (Pty pty = new Pty(Pty.program() + " --eval '" + run + "'", 100, 24, Map.of())) {
      pty.waitFor("^first\nload [\\d,]+ of 1,000,000 · \\d+ s · Ctrl\\+C stops it");
      pty.type("\u0003");

      assertEquals(130, pty.status());
      assertFalse(pty.text().contains("load"), pty.text());
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

  @Test
  void theLiveViewIsDrawnAnewForAnotherSizeWhileAPageWaits() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      showLive(pty);
      pty.type("help differences\r");
      pty.waitFor("^-- 10 of .* lines; Space: page");

      pty.resize(90, 26);

      pty.waitFor("^─{59} show live: leaves this view$[\\s\\S]*^-- 10 of .* lines; Space: page");
    }
  }
}
