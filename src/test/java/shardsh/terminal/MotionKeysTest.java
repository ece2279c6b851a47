package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The line of keys below a motion. */
class MotionKeysTest {
  @Test
  void aNarrowScreenHasThePauseTheSpeedAndTheKeyThatSkips() {
    assertEquals("space · s · enter · + - 1.5 · q: skip", MotionScreen.keys(false, 1.5, 39));
    assertEquals("paused · space · s · + - 0.67 · q", MotionScreen.keys(true, 1 / 1.5, 39));
  }

  @Test
  void aWideOneSaysWhatEachKeyDoes() {
    assertEquals(
        "paused · space: go on · s: step · + -: speed 2.25 · q: skip",
        MotionScreen.keys(true, 2.25, 79));
  }
}
