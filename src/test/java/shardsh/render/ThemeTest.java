package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ThemeTest {
  /** Black, white, dark blue and the bright ones but for blue, in the palettes of terminals. */
  private static final List<String> LOST =
      List.of("30", "34", "37", "91", "92", "93", "95", "96", "97");

  private static final Pattern FIXED = Pattern.compile("(?:1;)?38;5;(\\d+)");

  @Test
  void noColourIsLostOnAWhiteScreenOrOnABlackOne() {
    List<String> bad = new ArrayList<>();
    for (Role role : Role.values()) {
      String attributes = Theme.STANDARD.attributes(role);
      Matcher fixed = FIXED.matcher(attributes);
      boolean isLost =
          fixed.matches()
              ? !isBetween(Integer.parseInt(fixed.group(1)))
              : Arrays.stream(attributes.split(";")).anyMatch(LOST::contains);
      if (isLost) {
        bad.add(role + " " + attributes);
      }
    }

    assertEquals(List.of(), bad);
  }

  /**
   * Those that have a contrast of 2.5 on white and on black in the palettes of xterm and of VGA.
   */
  private static final List<String> READ_ON_BOTH = List.of("31", "35", "90", "94", "1", "4", "");

  @Test
  void theBasicThemeHasNoColourThatIsLostInABasicPalette() {
    List<String> bad = new ArrayList<>();
    TreeSet<String> shards = new TreeSet<>();
    for (Role role : Role.values()) {
      String attributes = Theme.BASIC.attributes(role);
      if (!READ_ON_BOTH.containsAll(List.of(attributes.split(";")))) {
        bad.add(role + " " + attributes);
      }
    }
    for (int i = 0; i < 8; i++) {
      shards.add(Theme.BASIC.attributes(Role.shard(i)));
    }

    assertEquals(List.of(), bad);
    assertEquals(8, shards.size(), shards.toString());
  }

  @Test
  void everyShardHasAColourOfItsOwnOnScreensAndOnPages() {
    TreeSet<String> screens = new TreeSet<>();
    TreeSet<String> pages = new TreeSet<>();
    for (int i = 0; i < 8; i++) {
      screens.add(Theme.STANDARD.attributes(Role.shard(i)));
      pages.add(Palette.onPaper(Role.shard(i)));
    }

    assertEquals(8, screens.size(), screens.toString());
    assertEquals(8, pages.size(), pages.toString());
    assertTrue(pages.stream().allMatch(page -> page.startsWith("#")), pages.toString());
  }

  /** Whether a colour of the cube of six has a contrast of 4 on white and on black. */
  private static boolean isBetween(int colour) {
    int[] levels = {0, 95, 135, 175, 215, 255};
    int cube = colour - 16;
    double light =
        0.2126 * linear(levels[cube / 36])
            + 0.7152 * linear(levels[cube / 6 % 6])
            + 0.0722 * linear(levels[cube % 6]);
    return 1.05 / (light + 0.05) >= 4 && (light + 0.05) / 0.05 >= 4;
  }

  private static double linear(int level) {
    double share = level / 255.0;
    return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
