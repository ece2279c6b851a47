package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import shardsh.core.trace.Cost;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;

/** The line after a command and the sentences of {@code why}. */
class RouteLineTest {

  @Test
  void refusedAndRetriedCommandSaysWhoRefusedWhatWasLearnedAndWhoAnswered() {
    assertEquals(
        "→ 1 of 3 shards: s0 2|0 · equality on customerId · ! s2 refused 1|5 (has 2|1)"
            + " · refreshed 4 rows to 2|1 · retried at s0",
        line(Traces.staleFind(), 300));
  }

  @Test
  void broadcastSaysAllAndHowManyRowsWereKept() {
    assertEquals(
        "→ all 3 shards: s0 1|1, s1 1|3, s2 1|5 · no condition on customerId · 9 shipped, 3 kept",
        line(Traces.scatterGather(), 300));
  }

  @Test
  void splitDuringAnInsertFollowsTheRoute() {
    assertEquals(
        "→ 1 of 3 shards: s2 1|5 · equality on customerId · splits [500, Max) at 580 · 1|6, 1|7",
        line(Traces.fillAndSplit(), 300));
  }

  @Test
  void manyCommandsAreCounted() {
    assertEquals(
        "→ 1,000 commands, 4,000 messages: s0 ×334, s1 ×333, s2 ×333",
        line(Traces.manyFinds(), 300));
  }

  @Test
  void nothingSentSaysNothing() {
    assertEquals(
        List.of(),
        RouteLine.of(List.of(), ShardRoles.of(Scenes.start()), ScreenProfile.unicode(80)));
  }

  @Test
  void shardsKeepTheirRolesInTheLine() {
    List<StyledLine> lines =
        RouteLine.of(Traces.staleFind(), ShardRoles.of(Scenes.start()), ScreenProfile.unicode(300));

    assertTrue(lines.get(0).spans().contains(new Span("s0", Role.SHARD_0)), lines.toString());
    assertTrue(lines.get(0).spans().contains(new Span("s2", Role.SHARD_2)), lines.toString());
  }

  @Test
  void whyGivesTheRuleOfEachDecisionWithItsNumbers() {
    String stale = why(Scene.of(Scenes.moved()).withLast(Traces.staleFind()));
    assertTrue(stale.contains("The key 420 lies in one chunk, and one shard owns it: s0."), stale);
    assertTrue(stale.contains("The major parts differ (1 and 2)"), stale);
    assertTrue(stale.contains("rows with lastmod at or above 1|5: 4 rows came"), stale);

    String split = why(Scene.of(Scenes.start()).withLast(Traces.fillAndSplit()));
    assertTrue(split.contains("has 130 MB, more than the limit of 128 MB"), split);
    assertTrue(split.contains("lies in key 580, so it is cut there"), split);
    assertTrue(!split.contains("no key to cut at"), split);

    String jumbo = why(Scene.of(Scenes.start()).withLast(Traces.jumbo()));
    assertTrue(jumbo.contains("there is no key to cut at"), jumbo);

    String balance = why(Scene.of(Scenes.moved()).withLast(Traces.balance()));
    assertTrue(
        balance.contains(
            "s0 2, s1 2, s2 4. The difference is 2, the threshold 2 (fewer than 20 chunks)"),
        balance);
    assertTrue(balance.contains("[450, 500) stays on s2 and becomes 2|1"), balance);
  }

  @Test
  void whyOfRoundsThatFoundTheSameSaysItOnce() {
    List<TraceEntry> rounds = new ArrayList<>(Traces.balance());
    rounds.addAll(Traces.balance());

    assertEquals(
        why(Scene.of(Scenes.moved()).withLast(Traces.balance())),
        why(Scene.of(Scenes.moved()).withLast(rounds)));
  }

  @Test
  void whySaysThatATableBehindBySplitsOnlyIsAccepted() {
    Traces trace = new Traces();
    trace.send("app", "m0", "find", "");
    trace.target(List.of("s2"), RoutingEvent.Path.FAST, "580", "580", "equality on customerId");
    trace.send("m0", "s2", "find", "2|0");
    trace.reply("s2", "m0", "find", 0, "", 1);
    trace.reply("m0", "app", "find", 0, "", 1);

    String why = why(Scene.of(Scenes.moved()).withLast(trace.entries()));

    assertTrue(why.contains("s2 was sent 2|0 and has 2|1. The major parts are equal"), why);
  }

  @Test
  void whyOfAWriteNamesTheDocumentAndNoFilter() {
    Traces trace = new Traces();
    trace.send("app", "m0", "insert", "");
    trace.target(List.of("s2"), RoutingEvent.Path.FAST, "580", "580", "shard key of the document");

    String why = why(Scene.of(Scenes.moved()).withLast(trace.entries()));

    assertTrue(why.startsWith("The document has one value of {customerId: 1}. The key 580"), why);
  }

  @Test
  void aBatchOfWritesNamesEveryShardThatGotAPart() {
    Traces trace = new Traces();
    trace.send("app", "m0", "insert", "");
    for (String part : List.of("s2 606", "s0 150")) {
      String[] words = part.split(" ");
      trace.target(
          List.of(words[0]),
          RoutingEvent.Path.FAST,
          words[1],
          words[1],
          "shard key of the document",
          "insert");
      trace.send("m0", words[0], "insert", words[0].equals("s0") ? "2|0" : "2|1");
      trace.reply(words[0], "m0", "insert", 0, "", 0);
    }

    String line = line(trace.entries(), 300);

    assertEquals("→ 2 of 3 shards: s0 2|0, s2 2|1 · shard key of each document", line);
  }

  private static String line(List<TraceEntry> slice, int width) {
    List<StyledLine> lines =
        RouteLine.of(slice, ShardRoles.of(Scenes.start()), ScreenProfile.unicode(width));
    assertEquals(1, lines.size());
    return lines.get(0).text();
  }

  private static String why(Scene scene) {
    return AnsiWriter.stream(ScreenProfile.unicode(2000))
        .lines(WhyText.of(scene, ScreenProfile.unicode(2000)));
  }

  @Test
  void shardsAreCountedOfWhatTheTraceKeepsAndTheLineSaysSo() {
    List<StyledLine> lines =
        RouteLine.of(
            Traces.staleFind(),
            new Cost(3_000, 12_000, 0, 3_000, 0, 0, 0),
            ShardRoles.of(Scenes.start()),
            ScreenProfile.unicode(300),
            UnaryOperator.identity());

    String text = lines.get(0).text();
    assertTrue(text.startsWith("→ 3,000 commands, 12,000 messages · of the last 1: s2"), text);
  }
}
