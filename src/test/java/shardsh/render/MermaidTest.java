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

  /** Checks that the text of a picture has all of these parts. */
  private static void says(String word, Scene scene, String... parts) {
    String text = text(word, scene);
    for (String part : parts) {
      assertTrue(text.contains(part), part + "\n" + text);
    }
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
    says(
        "chunks",
        Traces.afterStaleFind(),
        "subgraph ns0[\"shop.orders v2|1\"]",
        "c0_0[\"[Min, 100)<br/>s0 1|0<br/>45 MB, 1 document\"]",
        "    c0_0 --- c0_1\n",
        "s0 2|0<br/>35 MB, 2 documents<br/>! m0 has s2 1|4");
  }

  @Test
  void manyChunksAreCounted() {
    says("chunks", Scene.of(Scenes.large()), "[\"960 more chunks\"]");
  }

  @Test
  void changesLeadFromTheChunksThatWereToThoseThatAre() {
    says(
        "diff",
        Traces.afterStaleFind(),
        "old0_0[\"[400, 500)<br/>s2 1|4",
        "  old0_0 -->|\"moves s2 → s0\"| new0_0\n",
        "  old0_0 --> new0_1\n");
    assertEquals(Optional.empty(), Mermaid.of("diff", Scene.of(Scenes.moved())));
  }

  @Test
  void versionsSayWhoIsBehind() {
    says(
        "versions",
        Traces.afterStaleFind(),
        "ns0[\"cfgrs<br/>collection 2|1\"]",
        "ns0_s0[\"s0 2|0\"]",
        "ns0_m0 -.->|\"! behind\"| ns0\n");
  }

  @Test
  void theClusterShowsItsSetsWithTheSignsOfTheirMembers() {
    says(
        "cluster",
        Traces.afterStaleFind(),
        "[\"cfgrs config servers ●○○<br/>",
        "[\"s0 ●○○<br/>shop.orders v");
  }

  @Test
  void theClusterKeepsTheColoursOfItsShardsAndTheirWarnings() {
    says(
        "cluster",
        Traces.afterStaleFind(),
        "<br/>! 35 orphans\"]:::shard2\n",
        "  classDef shard2 stroke:",
        ", ! behind\"]:::stale\n");
  }

  @Test
  void shardsShowTheirMembers() {
    says(
        "shards",
        Traces.afterStaleFind(),
        "subgraph s0_set[\"s0\"]",
        "s0_m0[\"● s0:0<br/>PRIMARY<br/>127.0.0.1:27102\"]",
        "    s0 --> s0_m0\n    s0_m1",
        "    s0 -.-> s0_m1\n",
        ", ! 35 orphans");
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
    says(
        "routing",
        Traces.afterStaleFind(),
        "  app -->|\"find on shop.orders\"| m0\n",
        "  m0 -.->|\"1 with 1|5: ! StaleConfig, it has 2|1\"| s2\n",
        "  m0 -->|\"2 with 2|0: ok\"| s0\n",
        "s1[\"s1<br/>not asked\"]");
    assertEquals(Optional.empty(), Mermaid.of("routing", Scene.of(Scenes.moved())));
  }

  @Test
  void aRoundOfTheBalancerMovesFromBoxToBox() {
    says(
        "balancer",
        Traces.afterStaleFind(),
        "difference 2 chunks reaches threshold 2",
        "  compared0_s2 -->|\"moves [400, 450), 35 MB: chunksImbalance\"| compared0_s0\n");
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
    says(
        "orphans",
        Traces.afterStaleFind(),
        "  s2 -->|\"holds\"| orphans0\n",
        "|\"deleted in 15 min\"| orphans0_0\n");
    assertEquals(Optional.empty(), Mermaid.of("orphans", Scene.of(Scenes.start())));
  }

  @Test
  void ofALargeClusterTheIdleShardsAreCounted() {
    for (String word : List.of("cluster", "versions", "shards")) {
      String text = text(word, Scene.of(Scenes.thirtyShards()));

      read(text);
      assertTrue(text.contains("… 27 more shards without data: s3, s4, s5 … s29"), text);
      assertFalse(text.contains("s3["), text);
    }
  }

  @Test
  void namesThatAreWordsOfTheLanguageAreNoIds() {
    assertFalse(Mermaid.id(new NodeId("end")).equals("end"));
    assertFalse(Mermaid.id(new NodeId("zone0")).equals("zone0"));
    assertEquals("eu_2d_west_2d_1", Mermaid.id(new NodeId("eu-west-1")));
  }

  @Test
  void differentNamesHaveDifferentIds() {
    List<String> names =
        List.of(
            "a-b", "a_b", "a.b", "a:b", "a__b", "a_2d_b", "a2db", "分片1", "碎片1", "end", "end_",
            "END");

    assertEquals(
        names.size(), names.stream().map(name -> Mermaid.id(new NodeId(name))).distinct().count());
  }

  @Test
  void aSequenceShowsNamesThatAreNoIdsAsTheyAre() {
    Scene scene =
        Scene.of(Scenes.moved())
            .withLast(new Traces().send("m0", "eu-west-1", "ping", "").entries());

    says(
        "trace",
        scene,
        "  participant m0\n  participant eu_2d_west_2d_1 as eu-west-1\n",
        "  m0->>eu_2d_west_2d_1: ping\n");
  }
}
