package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import shardsh.js.TestEngines;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** What is left out where a picture has little room, and what stands for signs in ASCII. */
class NarrowPicturesTest {
  private static List<String> shown(ScreenProfile screen, String... inputs) {
    SessionSettings settings = TestSettings.withHints("canvas", Optional.empty(), screen);
    try (LiveSession session = new LiveSession(settings, TestEngines::fresh)) {
      Submission last = null;
      for (String input : inputs) {
        last = session.submit(ScriptText.typed(input), new NoOutput());
        assertEquals(Outcome.DONE, last.outcome(), input);
      }
      return last.value().stream().map(StyledLine::text).toList();
    }
  }

  @Test
  void sizesGiveWayBeforeRangesDo() {
    List<String> lines =
        shown(
            ScreenProfile.unicode(80),
            "sim.fill('shop.orders', {customerId: 250}, 200)",
            "show cluster");
    String picture = String.join("\n", lines);

    assertTrue(picture.contains("J [250, 251) 1|8"), picture);
    assertTrue(picture.contains("[400, 500) 1|4 70 MB"), picture);
    assertFalse(picture.contains("[2…"), picture);
  }

  @Test
  void everyShardHasItsChunksToScaleAtEveryWidth() {
    for (int width = 60; width <= 160; width += 4) {
      List<String> lines =
          shown(
              new ScreenProfile(width, 0, true, false),
              "sh.splitAt('shop.orders', {customerId: 250})",
              "sh.moveChunk('shop.orders', {customerId: 250}, 's2')",
              "show cluster");
      String picture = String.join("\n", lines);
      long bars = picture.chars().filter(c -> c == '░').count();
      long strips = picture.split("█▌ ", -1).length - 1;

      assertTrue(bars > 0 ^ strips >= 3, width + "\n" + picture);
    }
  }

  @Test
  void chunksWithoutRoomForABarLieSideBySideAsLongAsTheyAreLarge() {
    String picture = String.join("\n", shown(ScreenProfile.unicode(80), "show cluster"));
    String ascii = String.join("\n", shown(new ScreenProfile(80, 0, false, false), "show cluster"));

    assertTrue(
        picture.contains(
            "│ ███████▌███████▌       │ │ ████████▌██████████▌   │ │ ███████████▌█████████▌ │"),
        picture);
    assertTrue(ascii.contains("| ###########|#########| |"), ascii);
  }

  @Test
  void aFillIsCalledAsItIsTyped() {
    List<String> lines =
        shown(
            ScreenProfile.unicode(80),
            "sim.fill('shop.orders', {customerId: 250}, 2)",
            "show cluster");

    assertTrue(lines.get(1).startsWith("│ sim.fill "), lines.get(1));
  }

  @Test
  void helpIsPureAsciiWherePicturesAre() {
    ScreenProfile ascii = new ScreenProfile(60, 0, false, false);

    for (String page : List.of("help", "help members", "help pictures", "help keys", "help show")) {
      List<String> lines = shown(ascii, page);

      assertTrue(
          lines.stream().allMatch(line -> line.chars().allMatch(c -> c < 0x7f)),
          () -> String.join("\n", lines));
      assertTrue(lines.stream().allMatch(line -> line.length() <= 60), page);
    }
  }

  @Test
  void everySignOfAMemberHasALikenessOfItsOwn() {
    List<String> lines = shown(new ScreenProfile(80, 0, false, false), "help members");
    String text = String.join(" ", lines).replaceAll("\\s+", " ");

    assertTrue(
        text.contains("* is a primary, o a secondary, % one that catches up, x one that is down"),
        text);
  }

  @Test
  void whatIsTooMuchForAListIsCounted() {
    ScreenProfile screen = ScreenProfile.unicode(100);
    String cuts =
        "for (let i = 1; i <= 15; i++) sh.splitAt('shop.orders', {customerId: 100 + i * 5}); 1";
    String zone =
        "sh.addShardToZone('s2', 'EU'); sh.updateZoneKeyRange('shop.orders', {customerId: 105},"
            + " {customerId: 180}, 'EU'); 1";

    List<String> wrong = shown(screen, cuts, zone, "show zones");
    assertTrue(wrong.contains("… 4 more chunks"), String.join("\n", wrong));

    String many =
        "for (let i = 1; i <= 60; i++) sh.splitAt('shop.orders', {customerId: 100 + i}); 1";
    List<String> changed = shown(screen, many, "show diff");
    String last = changed.get(changed.size() - 1);
    assertTrue(last.matches("… \\d+ more lines"), String.join("\n", changed));
  }

  @Test
  void aRangeWithoutOrphansIsNoWarning() {
    String orphans =
        String.join(
            "\n",
            shown(
                ScreenProfile.unicode(100),
                "sh.shardCollection('shop.bare', {k: 1}); 1",
                "sh.moveChunk('shop.bare', {k: 1}, 's1'); 1",
                "show orphans"));
    assertTrue(orphans.contains("shop.bare"), orphans);
    assertFalse(orphans.contains("! 0"), orphans);
  }
}
