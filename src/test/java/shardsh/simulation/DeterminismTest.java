package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import shardsh.core.sim.SimRandom;

/** State is a function of seed and commands, and a copy has all of it. */
class DeterminismTest {
  private static final int SEEDS = 32;
  private static final int ACTIONS = 40;

  private static void perform(ChaosWorld world, long seed, int from, int to) {
    for (int number = from; number < to; number++) {
      SimRandom random = ChaosAction.choices(seed, number);
      ChaosAction.at(seed, number, random).run(world, random);
    }
  }

  private static String digest(ChaosWorld world) {
    try {
      byte[] text = world.record().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String undisturbed(long seed) {
    ChaosWorld world = new ChaosWorld(seed);
    perform(world, seed, 0, ACTIONS);
    return digest(world);
  }

  /** Where a run is copied: a different place for each seed. */
  private static int middle(long seed) {
    return (int) (seed * 7 % ACTIONS);
  }

  @Test
  void sameSeedAndCommandsGiveTheSameTraceAndReplies() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertEquals(undisturbed(seed), undisturbed(seed), "seed " + seed);
    }
  }

  @Test
  void otherSeedsGiveOtherTraces() {
    assertEquals(
        SEEDS,
        java.util.stream.LongStream.range(0, SEEDS)
            .mapToObj(DeterminismTest::undisturbed)
            .distinct()
            .count());
  }

  @Test
  void aCopyRunsOnAsItsOriginal() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ChaosWorld world = new ChaosWorld(seed);
      perform(world, seed, 0, middle(seed));

      ChaosWorld copy = world.copy();
      perform(world, seed, middle(seed), ACTIONS);
      perform(copy, seed, middle(seed), ACTIONS);

      assertEquals(undisturbed(seed), digest(world), "original of seed " + seed);
      assertEquals(digest(world), digest(copy), "copy of seed " + seed);
    }
  }

  @Test
  void aCopyOfACopyRunsOnAsWell() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ChaosWorld world = new ChaosWorld(seed);
      for (int number = 0; number < ACTIONS; number++) {
        perform(world, seed, number, number + 1);
        world = world.copy();
      }

      assertEquals(undisturbed(seed), digest(world), "seed " + seed);
    }
  }

  @Test
  void whatHappensInACopyLeavesTheOriginalAsItIs() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ChaosWorld world = new ChaosWorld(seed);
      perform(world, seed, 0, middle(seed));

      perform(world.copy(), seed + 1000 * SEEDS, 2, ACTIONS);
      perform(world, seed, middle(seed), ACTIONS);

      assertEquals(undisturbed(seed), digest(world), "seed " + seed);
    }
  }
}
