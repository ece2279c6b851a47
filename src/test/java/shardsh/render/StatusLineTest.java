package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.snapshot.Glance;

class StatusLineTest {
  private static final Namespace ORDERS = new Namespace("shop", "orders");

  private static Glance glance(ChunkVersion cached, ChunkVersion real) {
    return new Glance(
        Optional.of(new Glance.Versions(ORDERS, Optional.ofNullable(cached), false, real)),
        "manual",
        1_730_462_400_000L);
  }

  private static ChunkVersion version(int major, int minor) {
    return new ChunkVersion(major, minor, Generation.UNSHARDED);
  }

  private static String line(Glance glance, ScreenProfile screen) {
    return StatusLine.of("m0", "shop", glance, Optional.of("chunks 2/7"), screen).text();
  }

  @Test
  void aStaleRouterShowsBothVersionsAndSaysSo() {
    assertEquals(
        "m0 · shop · shop.orders cached 1|5, is 2|1 (old) · balancer manual · 2024-11-01 12:00:00"
            + " · lesson chunks 2/7",
        line(glance(version(1, 5), version(2, 1)), ScreenProfile.unicode(120)));
  }

  @Test
  void inAsciiNoBarStandsBetweenPartsAsVersionsHaveOne() {
    assertEquals(
        "m0 - shop - shop.orders cached 1|5 = 1|5 - balancer manual - 2024-11-01 12:00:00"
            + " - lesson chunks 2/7",
        line(glance(version(1, 5), version(1, 5)), ScreenProfile.ascii(120)));
  }

  @Test
  void aTableOfAnotherEpochIsOldThoughItsNumbersAreTheSame() {
    Generation later =
        new Generation(
            new ObjectId("6724c2c02e4267a774000009"), new BsonTimestamp(1_730_462_400, 9));

    assertTrue(
        line(glance(version(1, 0), new ChunkVersion(1, 0, later)), ScreenProfile.unicode(120))
            .contains("cached 1|0, is 1|0 (old epoch)"));
  }

  @Test
  void aRouterThatIsUpToDateOrKnowsNothingSaysThat() {
    assertTrue(
        line(glance(version(1, 5), version(1, 5)), ScreenProfile.unicode(120))
            .contains("cached 1|5 = 1|5"));
    assertTrue(
        line(glance(null, version(1, 5)), ScreenProfile.unicode(120))
            .contains("not cached, is 1|5"));
  }

  @Test
  void aNarrowScreenLosesNamesAndDateBeforeTheStep() {
    assertEquals(
        "m0 · shop.orders cached 1|5, is 2|1 (old) · balancer manual · 12:00:00 · step 2/7",
        line(glance(version(1, 5), version(2, 1)), ScreenProfile.unicode(85)));
  }

  @Test
  void theLineFitsIntoEveryWidthAndIsAsciiOnRequest() {
    Glance glance = glance(version(1, 5), version(2, 1));
    for (int width = 20; width <= 240; width++) {
      assertTrue(DisplayWidth.of(line(glance, ScreenProfile.unicode(width))) <= width);
      String ascii = line(glance, ScreenProfile.ascii(width));
      assertTrue(ascii.length() <= width && ascii.chars().allMatch(c -> c < 128), ascii);
    }
  }
}
