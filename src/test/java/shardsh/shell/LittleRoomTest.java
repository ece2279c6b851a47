package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.js.TestEngines;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** Tables on narrow screens leave out what matters least, rather than cut what matters. */
class LittleRoomTest {

  private static String shown(int width, String view, String... lines) {
    RunOptions options = RunOptions.parse("$ shardsh --trace none");
    try (ShellSession session = new LiveSession(options.settings(), TestEngines::fresh)) {
      for (String line : lines) {
        Submission done = session.submit(ScriptText.typed(line), new NoOutput());
        assertEquals(Outcome.DONE, done.outcome(), line);
      }
      session.resize(ScreenProfile.unicode(width));
      List<StyledLine> drawn = session.submit(ScriptText.typed(view), new NoOutput()).value();
      return String.join("\n", drawn.stream().map(StyledLine::text).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 70, 80, 100})
  void membersAndStatesOfShardsAreWhole(int width) {
    String shards = shown(width, "show shards", "sim.down('s1:0')", "sim.down('s1:1')");

    assertTrue(shards.contains("✗s1:0 DOWN, ✗s1:1 DOWN, ○s1:2"), shards);
    assertTrue(shards.contains("! no primary"), shards);
    assertTrue(!shards.contains("…"), shards);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80})
  void aColumnOfNothingGoesBeforePorts(int width) {
    String shards = shown(width, "show shards");

    assertTrue(shards.contains("27102 28102 29102"), shards);
    assertEquals(width == 80, shards.contains("zones"), shards);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 50, 60, 80})
  void eachRangeOfOrphansIsNamedWithItsCollectionAndItsTime(int width) {
    String orphans =
        shown(
                width,
                "show orphans",
                "sh.moveChunk('shop.orders', {customerId: 450}, 's0')",
                "sh.moveChunk('shop.orders', {customerId: 250}, 's0')")
            .replaceAll("\\s+", " ");

    for (String whole : List.of("[400, 500)", "[200, 300)", "shop.orders", "14 min 59 s")) {
      assertTrue(orphans.contains(whole), orphans);
    }
    assertTrue(orphans.contains("! 71,683") && orphans.contains("70 MB"), orphans);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80})
  void whatIsToBeKnownOfAVersionOrAChunkIsWhole(int width) {
    String move = "sh.moveChunk('shop.orders', {customerId: 450}, 's0')";

    String versions = shown(width, "show versions", move);
    String chunks = shown(width, "show chunks", "sim.stepMigrations(true)", move, "sim.step(4)");

    assertTrue(versions.contains("! refused: major 1, not 2"), versions);
    assertTrue(versions.contains("m0 (router)"), versions);
    assertTrue(chunks.contains("blocked"), chunks);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show load | no load yet: help load tells how to drive one",
        "show zones | no range of a sharded collection belongs to a zone",
        "show trace | the last command sent no message",
        "show diff | nothing has changed yet"
      })
  void sentencesGoOnInTheNextLine(String viewAndText) {
    String[] parts = viewAndText.split(" \\| ");

    String shown = shown(24, parts[0]).replaceAll("\\s+", " ");

    assertTrue(shown.endsWith(parts[1]), shown);
  }

  @Test
  void aHotShardIsMarkedAndTheSignsAreExplained() {
    String load =
        shown(40, "show load", "sim.fill('shop.orders', {customerId: 1}, 100)")
            .replaceAll("\\s+", " ");

    assertTrue(load.contains("! hot"), load);
    assertTrue(load.endsWith("writes since the cluster started"), load);
  }

  @Test
  void boundsOfHashedKeysCanBeToldApart() {
    String chunks =
        shown(40, "show chunks shop.hashed", "sh.shardCollection('shop.hashed', {k: 'hashed'})");
    long ranges = chunks.lines().filter(line -> line.startsWith("[")).count();

    assertTrue(ranges > 3, chunks);
    assertEquals(
        ranges,
        chunks
            .lines()
            .filter(line -> line.startsWith("["))
            .map(line -> line.substring(0, line.indexOf(')')))
            .distinct()
            .count(),
        chunks);
  }

  @Test
  void namesOverArrowsAreWholeInTheTrace() {
    String trace =
        shown(
            40,
            "show trace",
            "sim.down('s1:0')",
            "sim.down('s1:1')",
            "try { db.orders.find({customerId: 250}).toArray() } catch (e) { print(e.codeName) }");

    assertTrue(!trace.contains("…"), trace);
  }
}
