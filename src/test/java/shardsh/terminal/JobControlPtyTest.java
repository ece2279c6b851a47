package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl+Z in a shell that has jobs, and where there is none. */
class JobControlPtyTest {
  private static final String CTRL_Z = "\u001a";
  private static final String STOPPED = "Stopped[\\s\\S]*^READY>$";

  @TempDir Path home;

  private Pty inShell() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
    Files.writeString(home.resolve("run"), "exec " + Pty.program() + " --quiet\n");
    Map<String, String> environment = Map.of("SHARDSH_HOME", home.toString(), "LC_ALL", "C.UTF-8");
    Pty pty = new Pty("bash --norc --noprofile -i", 100, 30, environment);
    pty.type("PS1='READY>'; clear\r");
    pty.waitFor("^READY>$");
    pty.type("sh $SHARDSH_HOME/run\r");
    pty.waitFor("shop>$");
    return pty;
  }

  private static void goOn(Pty pty) throws Exception {
    pty.type("clear; fg\r");
    pty.waitFor("\\Ash \\S+/run$|─ cfgrs ");
  }

  @Test
  void theInputIsThereAgainAfterTheProgramStoodStill() throws Exception {
    try (Pty pty = inShell()) {
      pty.type("20 + ");
      pty.waitFor("> 20 \\+$");
      pty.type(CTRL_Z);
      pty.waitFor(STOPPED);
      pty.type("stty -a | grep -o -- '-*icanon'\r");
      pty.waitFor("^icanon$");
      goOn(pty);
      pty.waitFor("shop> 20 \\+$");
      pty.type("3\r");
      pty.waitFor("^23$[\\s\\S]*shop>$");
    }
  }

  @Test
  void aLineThatRunsAndThePagesOfItGoOn() throws Exception {
    try (Pty pty = inShell()) {
      pty.type("while (!globalThis.late) sleep(100)\r");
      pty.waitFor("Ctrl\\+C stops it");
      pty.type(CTRL_Z);
      pty.waitFor(STOPPED);
      goOn(pty);
      pty.waitFor("Ctrl\\+C stops it");
      pty.type("\u0003");
      pty.waitFor("shop>$");

      pty.type("Array.from({length: 60}, (_, i) => 'n'.repeat(60) + i)\r");
      pty.waitFor("q: stop --$");
      pty.type(CTRL_Z);
      pty.waitFor(STOPPED);
      goOn(pty);
      pty.waitFor("q: stop --$");
      pty.type("a");
      pty.waitFor("59'\n][\\s\\S]*shop>$");
    }
  }

  @Test
  void theLiveViewLeavesTheScreenAndComesBack() throws Exception {
    try (Pty pty = inShell()) {
      pty.type("show live\r");
      pty.waitFor("─ cfgrs [\\s\\S]*shop>$");
      pty.type(CTRL_Z);
      assertTrue(!pty.waitFor(STOPPED).contains("─ cfgrs "), pty.text());
      goOn(pty);
      pty.waitFor("─ cfgrs [\\s\\S]*shop>$");
      pty.type("40 + 2\r");
      pty.waitFor("─ cfgrs [\\s\\S]*^42$[\\s\\S]*shop>$");
    }
  }

  @Test
  void aMotionGoesOnWhereItWas() throws Exception {
    try (Pty pty = inShell()) {
      pty.type("sim.animate('on', {speed: 0.1})\r");
      pty.waitFor("speed: 0\\.1[\\s\\S]*shop>$");
      pty.type("db.orders.find({customerId: 470}).toArray().length\r");
      pty.waitFor("q: skip$");
      pty.type(CTRL_Z);
      assertTrue(!pty.waitFor(STOPPED).contains("q: skip"), pty.text());
      goOn(pty);
      pty.waitFor("q: skip$");
      pty.type("q");
      pty.waitFor("^1$[\\s\\S]*shop>$");
    }
  }

  @Test
  void whereNoShellWaitsTheKeyMeansNothing() throws Exception {
    try (Pty pty = Pty.atPrompt(home, 100, 30)) {
      pty.type("20 + " + CTRL_Z + "3\r");
      pty.waitFor("^23$[\\s\\S]*shop>$");
      pty.leave();
    }
  }
}
