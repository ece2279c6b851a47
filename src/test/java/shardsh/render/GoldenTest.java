package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The pictures of the canvas, looked at and kept. After a wanted change run with {@code
 * -Drender.golden.write=true} and read the difference.
 */
class GoldenTest {
  private static final Path FOLDER = Path.of("src/test/resources/render");
  private static final boolean WRITE = Boolean.getBoolean("render.golden.write");

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
      section(word, ScreenProfile.unicode(width), drawn);
    }
    section(word, ScreenProfile.ascii(100), drawn);
    section(word, ScreenProfile.unicode(40), drawn);
    section(word, ScreenProfile.unicode(120), drawn);
    for (int width : new int[] {80, 120}) {
      section(word, ScreenProfile.ascii(width), drawn);
      section(word, new ScreenProfile(width, 0, true, true), drawn);
    }
    Path file = FOLDER.resolve(word + ".txt");
    if (WRITE) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, drawn.toString());
    }
    assertEquals(Files.readString(file), drawn.toString());
  }

  private static void section(String word, ScreenProfile screen, StringBuilder out) {
    out.append("=== ")
        .append(screen.width())
        .append(" columns")
        .append(screen.unicode() ? "" : ", ASCII")
        .append(screen.colour() ? ", in colour\n" : "\n");
    String text = AnsiWriter.stream(screen).lines(draw(word, screen));
    out.append(text.replace('\u001B', '␛')).append('\n');
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
    Scene moved = Scene.of(Scenes.moved()).withBefore(Scenes.start()).withLast(Traces.staleFind());
    return switch (word) {
      case "pipeline" -> moved.withLast(Traces.group());
      case "zones" -> Scene.of(Scenes.compound());
      default -> moved;
    };
  }
}
