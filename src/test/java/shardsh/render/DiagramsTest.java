package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;

/** What holds for every picture at every width. */
class DiagramsTest {

  private static Map<String, Scene> scenes() {
    Map<String, Scene> scenes = new LinkedHashMap<>();
    scenes.put("start", Scene.of(Scenes.start()).withLast(Traces.scatterGather()));
    scenes.put("moved", Traces.afterStaleFind());
    scenes.put(
        "large", Scene.of(Scenes.large()).withBefore(Scenes.moved()).withLast(Traces.manyFinds()));
    scenes.put("compound", Scene.of(Scenes.compound()).withLast(Traces.balance()));
    scenes.put("group", Scene.of(Scenes.start()).withLast(Traces.group()));
    scenes.put("jumbo", Scene.of(Scenes.start()).withLast(Traces.jumbo()));
    scenes.put("thirty", Scene.of(Scenes.thirtyShards()));
    scenes.put("empty", Scene.of(Scenes.empty()));
    return scenes;
  }

  private static List<StyledLine> all(Scene scene, ScreenProfile screen) {
    List<StyledLine> lines = new ArrayList<>();
    for (String word : Diagrams.words()) {
      lines.addAll(Diagrams.draw(word, scene, screen));
    }
    lines.addAll(RouteLine.of(scene.last(), scene.shardRoles(), screen));
    lines.addAll(WhyText.of(scene, screen));
    return lines;
  }

  @Test
  void noLineIsWiderThanTheScreenAtAnyWidth() {
    for (Map.Entry<String, Scene> scene : scenes().entrySet()) {
      int step = scene.getKey().equals("large") ? 7 : 1;
      for (int width = 20; width <= 240; width += width < 40 ? 5 : step) {
        for (StyledLine line : all(scene.getValue(), ScreenProfile.unicode(width))) {
          assertTrue(
              line.width() <= width,
              scene.getKey()
                  + " at "
                  + width
                  + " has a line of "
                  + line.width()
                  + ": "
                  + line.text());
        }
      }
    }
  }

  @Test
  void theLiveViewOfALargeClusterShowsAllThatHasSomething() {
    List<StyledLine> lines =
        LiveView.draw(Scene.of(Scenes.thirtyShards()), ScreenProfile.unicode(80), 20);
    String text = String.join("\n", lines.stream().map(StyledLine::text).toList());

    for (String shard : List.of("s0", "s1", "s2", "m0")) {
      assertTrue(text.contains(shard), text);
    }
    assertTrue(!text.contains("more line"), text);
  }

  @Test
  void linesOfTheLiveViewStandBelowEachOther() {
    List<StyledLine> lines = LiveView.draw(Scene.of(Scenes.large()), ScreenProfile.unicode(60), 12);
    List<Integer> ends =
        lines.stream()
            .map(StyledLine::text)
            .filter(line -> line.matches("s\\d.* chunks?  .*"))
            .map(line -> line.indexOf(" chunk"))
            .distinct()
            .toList();

    assertEquals(1, ends.size(), lines.stream().map(StyledLine::text).toList().toString());
  }

  @Test
  void theTableOfShardsCountsThoseThatHaveNothing() {
    List<String> lines =
        Diagrams.draw("shards", Scene.of(Scenes.thirtyShards()), ScreenProfile.unicode(80)).stream()
            .map(StyledLine::text)
            .toList();

    assertTrue(lines.get(4).startsWith("s2"), lines.toString());
    assertEquals("… 27 more shards without data: s3, s4, s5 … s29", lines.get(5));
  }

  @Test
  void everythingIsAsciiOnRequestAndEquallyWide() {
    for (Map.Entry<String, Scene> scene : scenes().entrySet()) {
      for (int width : new int[] {20, 40, 80, 133}) {
        for (StyledLine line : all(scene.getValue(), ScreenProfile.ascii(width))) {
          assertTrue(
              line.text().chars().allMatch(c -> c >= 0x20 && c < 0x7F),
              scene.getKey() + ": " + line.text());
          assertTrue(line.width() <= width, line.text());
        }
      }
    }
  }

  @Test
  void asciiKeepsTheDrawingsShape() {
    Scene scene = scenes().get("moved");
    for (String word : Diagrams.words()) {
      List<StyledLine> drawn = Diagrams.draw(word, scene, ScreenProfile.unicode(90));
      List<StyledLine> ascii = Diagrams.draw(word, scene, ScreenProfile.ascii(90));
      assertEquals(
          drawn.stream().map(StyledLine::width).toList(),
          ascii.stream().map(StyledLine::width).toList(),
          word);
    }
  }

  @Test
  void noControlCharacterOfTheDataReachesTheScreen() {
    for (StyledLine line : all(scenes().get("compound"), ScreenProfile.unicode(200))) {
      assertTrue(line.text().chars().noneMatch(c -> c < 0x20 || c == 0x7F), line.text());
    }
  }

  @Test
  void thousandChunksAndThousandCommandsAreSummarised() {
    Scene large = scenes().get("large");

    for (String word : Diagrams.words()) {
      int lines = Diagrams.draw(word, large, ScreenProfile.unicode(100)).size();
      assertTrue(lines <= 130, word + " takes " + lines + " lines");
    }
  }

  @Test
  void whatIsWrongIsSaidInWordsNotInColourAlone() {
    Scene moved = scenes().get("moved");
    Scene large = scenes().get("large");

    String chunks = text("chunks", moved);
    assertTrue(chunks.contains("wrong shard"), chunks);
    assertTrue(chunks.contains("old (split)"), chunks);
    assertTrue(chunks.contains("moved"), chunks);
    assertTrue(text("cluster", moved).contains("behind v2|1"));
    assertTrue(text("versions", moved).contains("! refused: major 1, not 2"));
    assertTrue(text("chunks", large).contains("jumbo"));
    assertTrue(text("load", moved).contains("! hot"));
  }

  private static String text(String word, Scene scene) {
    return AnsiWriter.stream(ScreenProfile.unicode(120))
        .lines(Diagrams.draw(word, scene, ScreenProfile.unicode(120)));
  }

  @Test
  void unknownWordIsRefusedWithTheWordsThereAre() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> Diagrams.draw("clusters", scenes().get("start"), ScreenProfile.unicode(80)));

    assertTrue(refusal.getMessage().contains("cluster, chunks, versions"), refusal.getMessage());
  }

  @Test
  void collectionThatIsAskedForIsDrawnAlone() {
    Scene scene = Scene.of(Scenes.start()).withNs(new Namespace("shop", "nothing"));

    assertEquals(
        "no sharded collection",
        Diagrams.draw("chunks", scene, ScreenProfile.unicode(80)).get(0).text());
  }
}
