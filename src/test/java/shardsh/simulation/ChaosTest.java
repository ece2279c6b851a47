package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import shardsh.core.sim.SimRandom;

/**
 * Random actions on random clusters, and after each of them everything that must hold. {@code
 * -Dshardsh.chaos.seeds=N} runs more seeds, {@code -Dshardsh.chaos.seed=S} that one alone. Many
 * seeds, without stopping at the first that fails: {@link ChaosRange}.
 */
class ChaosTest {
  private static final int SEEDS = 500;
  private static final int ACTIONS = 40;

  record Failure(int action, Throwable cause) {}

  @Test
  void everythingHoldsAfterEveryAction() {
    Long only = Long.getLong("shardsh.chaos.seed");
    if (only != null) {
      run(only);
      return;
    }
    int seeds = Integer.getInteger("shardsh.chaos.seeds", SEEDS);
    for (long seed = 0; seed < seeds; seed++) {
      run(seed);
    }
  }

  private static void run(long seed) {
    failureOf(seed).ifPresent(failure -> report(seed, failure));
  }

  /** The first failure of a seed's run. */
  static Optional<Failure> failureOf(long seed) {
    return failureOf(seed, IntStream.range(0, actions()).boxed().toList());
  }

  private static int actions() {
    return Integer.getInteger("shardsh.chaos.actions", ACTIONS);
  }

  /** The first failure when only these actions are done, each with the choices of its number. */
  private static Optional<Failure> failureOf(long seed, List<Integer> numbers) {
    ChaosWorld world = new ChaosWorld(seed);
    for (int number : numbers) {
      try {
        world = perform(world, seed, number);
      } catch (RuntimeException | AssertionError e) {
        return Optional.of(new Failure(number, e));
      }
    }
    return Optional.empty();
  }

  /** Does one action; now and then to a copy, which must leave the original as it is. */
  private static ChaosWorld perform(ChaosWorld world, long seed, int number) {
    SimRandom random = ChaosAction.choices(seed, number);
    ChaosAction action = ChaosAction.at(seed, number, random);
    boolean inCopy = random.nextInt(8) == 0;
    boolean stays = random.nextInt(2) == 0;
    if (!inCopy) {
      action.run(world, random);
      world.check();
      return world;
    }
    String before = world.fingerprint();
    ChaosWorld copy = world.copy();
    action.run(copy, random);
    copy.check();
    if (!before.equals(world.fingerprint())) {
      throw new AssertionError("the copy's " + action + " changed the original");
    }
    world.check();
    return stays ? copy : world;
  }

  private static void report(long seed, Failure failure) {
    List<Integer> shortest =
        new ArrayList<>(IntStream.rangeClosed(0, failure.action()).boxed().toList());
    Failure last = failure;
    for (int i = shortest.size() - 2; i >= 0; i--) {
      List<Integer> fewer = new ArrayList<>(shortest);
      fewer.remove(i);
      Optional<Failure> still = failureOf(seed, fewer);
      if (still.isPresent()) {
        shortest = fewer;
        last = still.get();
      }
    }
    StringBuilder text = new StringBuilder("seed " + seed + " fails at action " + failure.action());
    text.append("\nthe same with these alone:");
    for (int number : shortest) {
      text.append("\n  ")
          .append(number)
          .append(' ')
          .append(ChaosAction.at(seed, number, ChaosAction.choices(seed, number)));
    }
    text.append("\nto repeat: mvn test -Dtest=ChaosTest -Dshardsh.chaos.seed=").append(seed);
    text.append("\n").append(last.cause());
    fail(text.toString(), last.cause());
  }
}
