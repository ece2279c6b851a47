package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures as Mermaid text, of what only a session brings about. */
class MermaidSessionTest {
  @TempDir Path folder;

  @Test
  void reshardingStandsOnTheTimeLineWithTheTimeInWhichWritesWaitMarked() throws IOException {
    Path file = folder.resolve("m.mmd");

    PromptFixture.on("canvas", Optional.of("8.0"))
        .after(
            "sh.reshardCollection('shop.orders', {status: 1})",
            "show migrations --mermaid " + file);

    String text = Files.readString(file);
    assertTrue(text.startsWith("gantt\n"), text);
    assertTrue(
        text.contains("  section reshardCollection of shop.orders by { status  1 }\n"), text);
    assertTrue(text.contains("    cloning :"), text);
    assertTrue(text.contains("    blocking-writes :crit, "), text);
  }

  @Test
  void aSetWithoutItsFirstPrimaryNamesItsMembers() throws IOException {
    Path file = folder.resolve("c.mmd");

    PromptFixture.canvas()
        .after("sim.down('s0:0')", "sim.advance('1m')", "show cluster --mermaid " + file);

    String text = Files.readString(file);
    assertTrue(text.contains("[\"s0 ✗●○<br/>✗s0:0 ●s0:1 ○s0:2<br/>"), text);
  }

  /** Two pairs of dollar signs in a label are mathematics to Mermaid, and line ends are lost. */
  @Test
  void theVariablesOfAPipelineAreNoMathematics() throws IOException {
    Path file = folder.resolve("p.mmd");

    PromptFixture.canvas()
        .after(
            "db.orders.aggregate([{$group: {_id: '$$ROOT.status', n: {$max: '$$ROOT.total'}}}])",
            "show pipeline --mermaid " + file);

    String text = Files.readString(file);
    assertTrue(text.contains("_id: #34;#36;#8288;#36;ROOT.status#34;"), text);
    assertFalse(text.contains("#36;#36;"), text);
  }

  @Test
  void aLineEndInAKeyIsShownAndIsNone() throws IOException {
    Path file = folder.resolve("c.mmd");

    PromptFixture.canvas()
        .after("sh.splitAt('shop.orders', {customerId: 'a\\nb'})", "show chunks --mermaid " + file);

    String text = Files.readString(file);
    assertTrue(text.contains("#34;a#92;#8288;nb#34;"), text);
  }
}
