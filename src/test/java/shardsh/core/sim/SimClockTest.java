package shardsh.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SimClockTest {

  @Test
  void startsAtNoonOfTheFirstOfNovemberAndMovesOnlyWhenTold() {
    SimClock clock = new SimClock();

    assertEquals(Instant.parse("2024-11-01T12:00:00Z"), clock.now());
    clock.advance(Duration.ofMillis(1500));
    clock.advanceMicros(250);

    assertEquals(Instant.parse("2024-11-01T12:00:01.500250Z"), clock.now());
    assertEquals(1500, clock.elapsedMillis());
  }

  @Test
  void copyMovesByItself() {
    SimClock clock = new SimClock();
    SimClock copy = clock.copy();

    copy.advance(Duration.ofMinutes(15));

    assertEquals(0, clock.elapsedMillis());
    assertEquals(900_000, copy.elapsedMillis());
  }

  @Test
  void neverRunsBackwards() {
    assertThrows(IllegalArgumentException.class, () -> new SimClock().advanceMicros(-1));
  }
}
