package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import shardsh.js.TestEngines;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** What show diff tells of processes, and of what is under way. */
class DiffViewTest {
  private final ShellSession session =
      new LiveSession(
          RunOptions.parse("$ shardsh --trace none --profile 8.0").settings(), TestEngines::fresh);

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> diffAfter(String line) {
    Submission done = session.submit(ScriptText.typed(line), new NoOutput());
    assertEquals(Outcome.DONE, done.outcome(), line);
    return session.submit(ScriptText.typed("show diff"), new NoOutput()).value().stream()
        .map(StyledLine::text)
        .toList();
  }

  @Test
  void membersOfASetAreToldByTheirStates() {
    assertEquals(List.of("~ s1:0  PRIMARY → DOWN"), diffAfter("sim.down('s1')"));
    assertEquals(List.of("~ s1:1  SECONDARY → PRIMARY"), diffAfter("sim.advance('15s')"));
    assertEquals(List.of("~ s1:2  SECONDARY → DOWN"), diffAfter("sim.down('s1:2')"));
    assertEquals(List.of("~ cfgrs:0  PRIMARY → DOWN"), diffAfter("sim.down('cfgrs')"));
    assertEquals(List.of("~ m0 up  yes → no"), diffAfter("sim.down('m0')"));
  }

  @Test
  void aMoveThatStandsIsToldByItsSteps() {
    diffAfter("sim.stepMigrations(true)");

    assertEquals(
        List.of("+ move of [400, 500) of shop.orders to s0  start"),
        diffAfter("sh.moveChunk('shop.orders', {customerId: 450}, 's0'); sim.step()"));
    assertEquals(
        "~ move of [400, 500) of shop.orders to s0  start → clone", diffAfter("sim.step()").get(0));
  }

  @Test
  void aReshardingOperationThatStandsIsToldByItsStates() {
    diffAfter("sim.stepMigrations(true)");

    List<String> begun =
        diffAfter("db.adminCommand({reshardCollection: 'shop.orders', key: {total: 1}})");

    assertEquals("+ reshardCollection of shop.orders  initializing", begun.get(0));
    assertEquals(
        "~ reshardCollection of shop.orders  initializing → preparing-to-donate",
        diffAfter("sim.step()").get(0));
  }
}
