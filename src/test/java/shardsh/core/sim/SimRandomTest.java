package shardsh.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimRandomTest {

  private static List<Long> draw(SimRandom random, int count) {
    List<Long> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drawn.add(random.nextLong());
    }
    return drawn;
  }

  /** SplitMix64 with the state 1234567; the numbers are published with the algorithm. */
  @Test
  void numbersAreThoseOfSplitMix64() {
    assertEquals(
        List.of(
            6457827717110365317L,
            3203168211198807973L,
            Long.parseUnsignedLong("9817491932198370423"),
            4593380528125082431L,
            Long.parseUnsignedLong("16408922859458223821")),
        draw(new SimRandom(1234567), 5));
  }

  @Test
  void streamDependsOnSeedAndNameNotOnWhatOthersDrew() {
    SimRandom fresh = new SimRandom(7);
    SimRandom used = new SimRandom(7);
    draw(used, 100);
    used.fork("other").nextLong();

    assertEquals(draw(fresh.fork("balancer"), 5), draw(used.fork("balancer"), 5));
    assertNotEquals(draw(fresh.fork("balancer"), 5), draw(fresh.fork("network"), 5));
    assertNotEquals(draw(fresh.fork("balancer"), 5), draw(new SimRandom(8).fork("balancer"), 5));
  }

  @Test
  void copyGoesOnFromTheSamePlaceAndApart() {
    SimRandom original = new SimRandom(7);
    draw(original, 3);
    SimRandom copy = original.copy();

    List<Long> ofCopy = draw(copy, 5);

    assertEquals(ofCopy, draw(original, 5));
    assertEquals(original.fork("x").nextLong(), copy.fork("x").nextLong());
  }

  @Test
  void boundedNumbersStayInBoundsAndReachBothEnds() {
    SimRandom random = new SimRandom(3);
    int[] seen = new int[5];
    for (int i = 0; i < 10_000; i++) {
      seen[random.nextInt(5)]++;
      double fraction = random.nextDouble();
      assertTrue(fraction >= 0 && fraction < 1);
    }
    for (int count : seen) {
      assertTrue(count > 1800 && count < 2200, "uneven: " + count);
    }
    assertThrows(IllegalArgumentException.class, () -> random.nextInt(0));
  }
}
