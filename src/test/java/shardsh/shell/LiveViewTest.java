package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import shardsh.render.LiveView;
import shardsh.render.Scene;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** What is left of the picture of the cluster where the screen is small. */
class LiveViewTest {
  private static Scene scene;

  @BeforeAll
  static void stopAMoveInItsCriticalSection() {
    scene =
        PromptFixture.canvas()
            .after(
                "sim.stepMigrations(true)",
                "sh.moveChunk('shop.orders', {customerId: 5}, 's1')",
                "sim.step(4)")
            .scene();
  }

  private static String view(int width, int height) {
    List<StyledLine> lines = LiveView.draw(scene, ScreenProfile.unicode(width), height);
    assertEquals(height, lines.size());
    lines.forEach(line -> assertTrue(line.width() <= width, line.text()));
    return lines.stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }

  @Test
  void aBoxForEachNodeShowsTheRunningMigrationOnBothOfItsShards() {
    String text = view(80, 13);

    assertTrue(text.contains("│ ! → s1 critical secti"), text);
    assertTrue(text.contains("│ ← s0 critical section"), text);
  }

  @Test
  void whereTheBoxesHaveNoRoomEachNodeHasALine() {
    for (int width : new int[] {20, 40}) {
      List<String> lines = view(width, 11).lines().toList();

      assertTrue(lines.get(0).matches("cfgrs +v1\\|5 +6 chunks.*"), lines.toString());
      assertTrue(lines.get(1).matches("m0 +v1\\|5.*"), lines.toString());
      assertTrue(lines.get(4).matches("s2 +v1\\|5 +2 chunks.*"), lines.toString());
    }
  }
}
