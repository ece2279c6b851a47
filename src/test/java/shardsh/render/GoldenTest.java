package shardsh.render;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The pictures of the canvas, looked at and kept. After a wanted change run with {@code
 * -Drender.golden.write=true} and read the difference.
 */
class GoldenTest {
  @TestFactory
  List<DynamicTest> picturesAreAsTheyWereLookedAt() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String word : Diagrams.words()) {
      tests.add(DynamicTest.dynamicTest(word, () -> compare(word)));
    }
    tests.add(DynamicTest.dynamicTest("line", () -> compare("line")));
    tests.add(DynamicTest.dynamicTest("why", () -> compare("why")));
    return tests;
  }

  private static void compare(String word) throws IOException {
    StringBuilder drawn = new StringBuilder();
    for (int width : new int[] {80, 100, 160}) {
      add(word, ScreenProfile.unicode(width), drawn);
    }
    add(word, ScreenProfile.ascii(100), drawn);
    add(word, ScreenProfile.unicode(40), drawn);
    add(word, ScreenProfile.unicode(120), drawn);
    for (int width : new int[] {80, 120}) {
      add(word, ScreenProfile.ascii(width), drawn);
      add(word, new ScreenProfile(width, 0, true, true), drawn);
    }
    Goldens.compare(Goldens.FOLDER.resolve(word + ".txt"), drawn);
  }

  private static void add(String word, ScreenProfile screen, StringBuilder out) {
    Goldens.section(draw(word, screen), screen, out);
  }

  private static List<StyledLine> draw(String word, ScreenProfile screen) {
    Scene scene = scene(word);
    return switch (word) {
      case "line" -> RouteLine.of(scene.last(), scene.shardRoles(), screen);
      case "why" -> WhyText.of(scene, screen);
      default -> Diagrams.draw(word, scene, screen);
    };
  }

  private static Scene scene(String word) {
    Scene moved = Traces.afterStaleFind();
    return switch (word) {
      case "pipeline" -> moved.withLast(Traces.group());
      case "zones" -> Scene.of(Scenes.compound());
      default -> moved;
    };
  }
}
