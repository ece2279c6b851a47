package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import shardsh.core.base.NodeId;

/** Every picture as Mermaid text, read by the rules of that language that they use. */
class MermaidTest {
  private static final String ID = "[A-Za-z][A-Za-z0-9_]*";

  /** Text between quotes: signs of the language only as numbered entities. */
  private static final String TEXT = "(?:[^\"#;<>&$`%\\\\]|#\\d+;|<br/>)*";

  private static final Pattern BOX =
      Pattern.compile("(" + ID + ")(?:\\[\"" + TEXT + "\"]|\\(\\[" + ID + "]\\))(?::::(\\w+))?");
  private static final Pattern ARROW =
      Pattern.compile(
          "(" + ID + ") (?:-->|<-->|-\\.->|---)(?:\\|\"" + TEXT + "\"\\|)? (" + ID + ")");
  private static final Pattern FRAME = Pattern.compile("subgraph (" + ID + ")\\[\"" + TEXT + "\"]");
  private static final Pattern CLASS =
      Pattern.compile("classDef (\\w+) stroke:#[0-9a-f]{6},stroke-width:2px");

  private static String text(String word, Scene scene) {
    String text = Mermaid.of(word, scene).orElseThrow(() -> new AssertionError(word));
    assertTrue(text.endsWith("\n"), text);
    return text;
  }

  /** Checks a flowchart line by line, that frames end, and that what is linked is there. */
  private static void read(String text) {
    List<String> lines = text.lines().map(String::strip).toList();
    assertTrue(lines.get(0).matches("flowchart (TB|LR)"), lines.get(0));
    TreeSet<String> known = new TreeSet<>();
    TreeSet<String> linked = new TreeSet<>();
    TreeSet<String> used = new TreeSet<>();
    TreeSet<String> defined = new TreeSet<>();
    int depth = 0;
    for (String line : lines.subList(1, lines.size())) {
      Matcher box = BOX.matcher(line);
      Matcher arrow = ARROW.matcher(line);
      Matcher frame = FRAME.matcher(line);
      Matcher style = CLASS.matcher(line);
      if (box.matches()) {
        assertTrue(known.add(box.group(1)), "twice: " + line);
        Optional.ofNullable(box.group(2)).ifPresent(used::add);
      } else if (arrow.matches()) {
        linked.add(arrow.group(1));
        linked.add(arrow.group(2));
      } else if (frame.matches()) {
        assertTrue(known.add(frame.group(1)), "twice: " + line);
        depth++;
      } else if (line.equals("end")) {
        depth--;
      } else {
        assertTrue(style.matches(), "not Mermaid: " + line);
        defined.add(style.group(1));
      }
    }
    assertEquals(0, depth, text);
    assertEquals(defined, used, text);
    linked.removeAll(known);
    assertEquals(new TreeSet<>(), linked, text);
  }

  @Test
  void everyWordOfShowHasAForm() {
    assertEquals(Diagrams.words(), Mermaid.words());
  }

  @Test
  void everyFlowchartCanBeReadOfEveryCluster() {
    List<Scene> scenes = new ArrayList<>();
    scenes.add(Traces.afterStaleFind());
    scenes.add(Scene.of(Scenes.compound()).withBefore(Scenes.start()).withLast(Traces.staleSort()));
    scenes.add(Scene.of(Scenes.large()).withBefore(Scenes.moved()).withLast(Traces.group()));
    scenes.add(Scene.of(Scenes.empty()));
    int read = 0;
    for (Scene scene : scenes) {
      for (String word : Mermaid.words()) {
        Optional<String> text = Mermaid.of(word, scene);
        if (text.isPresent() && text.get().startsWith("flowchart")) {
          read(text.get());
          read++;
        }
      }
    }
    assertTrue(read > 25, read + " read");
  }

  @Test
  void chunksAreInTheOrderOfTheirKeysWithWhatRoutersBelieve() {
    String text = text("chunks", Traces.afterStaleFind());

    assertTrue(text.contains("subgraph ns0[\"shop.orders v2|1\"]"), text);
    assertTrue(text.contains("c0_0[\"[Min, 100)<br/>s0 1|0<br/>45 MB, 1 document\"]"), text);
    assertTrue(text.contains("    c0_0 --- c0_1\n"), text);
    assertTrue(text.contains("s0 2|0<br/>35 MB, 2 documents<br/>! m0 has s2 1|4"), text);
  }

  @Test
  void manyChunksAreCounted() {
    String text = text("chunks", Scene.of(Scenes.large()));

    assertTrue(text.contains("[\"960 more chunks\"]"), text);
  }

  @Test
  void changesLeadFromTheChunksThatWereToThoseThatAre() {
    String text = text("diff", Traces.afterStaleFind());

    assertTrue(text.contains("old0_0[\"[400, 500)<br/>s2 1|4"), text);
    assertTrue(text.contains("  old0_0 -->|\"moves s2 → s0\"| new0_0\n"), text);
    assertTrue(text.contains("  old0_0 --> new0_1\n"), text);
    assertEquals(Optional.empty(), Mermaid.of("diff", Scene.of(Scenes.moved())));
  }

  @Test
  void versionsSayWhoIsBehind() {
    String text = text("versions", Traces.afterStaleFind());

    assertTrue(text.contains("ns0[\"cfgrs<br/>collection 2|1\"]"), text);
    assertTrue(text.contains("ns0_s0[\"s0 2|0\"]"), text);
    assertTrue(text.contains("ns0_m0 -.->|\"! behind\"| ns0\n"), text);
  }

  @Test
  void theClusterShowsItsSetsWithTheSignsOfTheirMembers() {
    String text = text("cluster", Traces.afterStaleFind());

    assertTrue(text.contains("[\"cfgrs config servers ●○○<br/>"), text);
    assertTrue(text.contains("[\"s0 ●○○<br/>shop.orders v"), text);
  }

  @Test
  void theClusterKeepsTheColoursOfItsShardsAndTheirWarnings() {
    String text = text("cluster", Traces.afterStaleFind());

    assertTrue(text.contains("<br/>! 35 orphans\"]:::shard2\n"), text);
    assertTrue(text.contains("  classDef shard2 stroke:"), text);
    assertTrue(text.contains(", ! behind\"]:::stale\n"), text);
  }

  @Test
  void shardsShowTheirMembers() {
    String text = text("shards", Traces.afterStaleFind());

    assertTrue(text.contains("subgraph s0_set[\"s0\"]"), text);
    assertTrue(text.contains("s0_m0[\"● s0:0<br/>PRIMARY<br/>127.0.0.1:27102\"]"), text);
    assertTrue(text.contains("    s0 --> s0_m0\n    s0_m1"), text);
    assertTrue(text.contains("    s0 -.-> s0_m1\n"), text);
    assertTrue(text.contains(", ! 35 orphans"), text);
  }

  @Test
  void loadIsAPieWithTheHotShardMarked() {
    String text = text("load", Traces.afterStaleFind());

    assertTrue(text.startsWith("pie showData\n  title operations since"), text);
    assertTrue(text.contains("  \"s2 ! hot\" : "), text);
    for (String line : text.lines().skip(2).toList()) {
      assertTrue(line.matches("  \"" + TEXT + "\" : [1-9]\\d*"), line);
    }
    assertEquals(Optional.empty(), Mermaid.of("load", Scene.of(Scenes.empty())));
  }

  @Test
  void routingShowsRefusalsInOrder() {
    String text = text("routing", Traces.afterStaleFind());

    assertTrue(text.contains("  app -->|\"find on shop.orders\"| m0\n"), text);
    assertTrue(text.contains("  m0 -.->|\"1 with 1|5: ! StaleConfig, it has 2|1\"| s2\n"), text);
    assertTrue(text.contains("  m0 -->|\"2 with 2|0: ok\"| s0\n"), text);
    assertTrue(text.contains("s1[\"s1<br/>not asked\"]"), text);
    assertEquals(Optional.empty(), Mermaid.of("routing", Scene.of(Scenes.moved())));
  }

  @Test
  void aRoundOfTheBalancerMovesFromBoxToBox() {
    String text = text("balancer", Traces.afterStaleFind());

    assertTrue(text.contains("difference 2 chunks reaches threshold 2"), text);
    assertTrue(
        text.contains(
            "  compared0_s2 -->|\"moves [400, 450), 35 MB: chunksImbalance\"| compared0_s0\n"),
        text);
    assertEquals(Optional.empty(), Mermaid.of("balancer", Scene.of(Scenes.start())));
  }

  @Test
  void zonesLeadFromRangesToShards() {
    String text = text("zones", Scene.of(Scenes.compound()));

    assertTrue(text.contains("zone0[\"zone "), text);
    assertTrue(Pattern.compile("  range\\d --> zone\\d\n").matcher(text).find(), text);
    assertTrue(Pattern.compile("  zone\\d --> s\\d\n").matcher(text).find(), text);
    assertEquals(Optional.empty(), Mermaid.of("zones", Scene.of(Scenes.start())));
  }

  @Test
  void orphansSayWhenTheyGo() {
    String text = text("orphans", Traces.afterStaleFind());

    assertTrue(text.contains("  s2 -->|\"holds\"| orphans0\n"), text);
    assertTrue(text.contains("|\"deleted in 15 min\"| orphans0_0\n"), text);
    assertEquals(Optional.empty(), Mermaid.of("orphans", Scene.of(Scenes.start())));
  }

  @Test
  void namesThatAreWordsOfTheLanguageAreNoIds() {
    assertFalse(Mermaid.id(new NodeId("end")).equals("end"));
    assertEquals("eu_west_1", Mermaid.id(new NodeId("eu-west-1")));
  }

  @Test
  void aSequenceShowsNamesThatAreNoIdsAsTheyAre() {
    Scene scene =
        Scene.of(Scenes.moved())
            .withLast(new Traces().send("m0", "eu-west-1", "ping", "").entries());

    String text = text("trace", scene);

    assertTrue(text.contains("  participant m0\n  participant eu_west_1 as eu-west-1\n"), text);
    assertTrue(text.contains("  m0->>eu_west_1: ping\n"), text);
  }
}
