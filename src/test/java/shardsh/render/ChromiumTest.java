package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages and drawings in a real browser; nothing to test on a machine without Chromium. */
class ChromiumTest {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "headless_shell");
  private static final long PATIENCE_SECONDS = 60;
  private static String browser;

  @TempDir Path folder;

  @BeforeAll
  static void findBrowser() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
      for (String name : NAMES) {
        if (browser == null && Files.isExecutable(Path.of(folder, name))) {
          browser = Path.of(folder, name).toString();
        }
      }
    }
    assumeTrue(browser != null);
  }

  private String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(browser, "--headless", "--no-sandbox"));
    command.addAll(
        List.of("--disable-gpu", "--hide-scrollbars", "--user-data-dir=" + folder.resolve("user")));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the browser does not end");
    return Files.readString(out);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static List<StyledLine> cluster() {
    Scene scene = Traces.afterStaleFind();
    return Diagrams.drawWhole("cluster", scene, ScreenProfile.unicode(100));
  }

  private BufferedImage picture(Path page, boolean dark) throws Exception {
    Path shot = folder.resolve("shot.png");
    run(
        "--window-size=1000,500",
        "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
        "--screenshot=" + shot,
        page.toUri().toString());
    return ImageIO.read(shot.toFile());
  }

  private static boolean has(BufferedImage image, String colour) {
    int wanted = Integer.parseInt(colour.substring(1), 16);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        if ((image.getRGB(x, y) & 0xFFFFFF) == wanted) {
          return true;
        }
      }
    }
    return false;
  }

  private static String colour(Role role, int scheme) {
    String rules = Palette.rules("color").split("@media")[scheme];
    Matcher rule =
        Pattern.compile("\\." + Palette.className(role) + "\\{color:(#\\w+)}").matcher(rules);
    assertTrue(rule.find(), rules);
    return rule.group(1);
  }

  @Test
  void pageAndDrawingFollowTheViewersLightOrDarkScreen() throws Exception {
    Path page = file("page.html", HtmlWriter.page("x", cluster()));
    Path drawing = file("page.svg", SvgWriter.drawing("x", cluster()));

    BufferedImage light = picture(page, false);
    assertEquals(Palette.PAPER, hex(light.getRGB(2, 2)));
    assertTrue(has(light, colour(Role.SHARD_0, 0)));
    for (Path file : List.of(page, drawing)) {
      BufferedImage dark = picture(file, true);
      assertEquals(Palette.NIGHT, hex(dark.getRGB(2, 2)), file.toString());
      assertTrue(has(dark, colour(Role.SHARD_0, 1)), file.toString());
    }
  }

  private static String hex(int colour) {
    return String.format("#%06x", colour & 0xFFFFFF);
  }

  @Test
  void linesOfEqualWidthOnATerminalEndAtTheSamePlaceOfThePage() throws Exception {
    List<StyledLine> lines =
        List.of(
            StyledLine.of("│abcdefghij│"),
            StyledLine.of("│中文字 ▶😀│"),
            StyledLine.of(new Span("│e\u0301", Role.STALE), new Span("▒▒░●○◀▼··│", Role.SHARD_1)));
    String measure =
        """
        <script>
          const pre = document.querySelector("pre"), ends = [];
          const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (let i = 0; i < node.data.length; i++)
              if (node.data[i] == "│") {
                const range = document.createRange();
                range.setStart(node, i);
                range.setEnd(node, i + 1);
                ends.push(Math.round(range.getBoundingClientRect().left));
              }
          document.title = "ends " + ends.join(" ");
        </script></body>\
        """;
    Path page = file("ends.html", HtmlWriter.page("x", lines).replace("</body>", measure));

    String dom = run("--dump-dom", page.toUri().toString());

    Matcher ends = Pattern.compile("ends (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)").matcher(dom);
    assertTrue(ends.find(), dom);
    assertEquals(ends.group(2), ends.group(4), dom);
    assertEquals(ends.group(2), ends.group(6), dom);
  }
}
