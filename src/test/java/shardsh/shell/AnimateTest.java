package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.js.TestEngines;
import shardsh.render.Motion;
import shardsh.render.StyledLine;
import shardsh.transcript.RunOptions;

/** When messages travel, and how fast. */
class AnimateTest {
  private static final int SHARDS_LINE = 9;

  private static LiveSession session() {
    return new LiveSession(
        RunOptions.parse("$ shardsh --trace none").settings(), TestEngines::fresh);
  }

  private static Submission submit(LiveSession session, String line) {
    return session.submit(ScriptText.typed(line), new NoOutput());
  }

  private static String text(Submission done) {
    List<String> lines = done.lines().stream().map(StyledLine::text).toList();
    return String.join("\n", lines);
  }

  @Test
  void messagesTravelFromOnToOffAndOnlyWhereThereWereSome() {
    try (LiveSession session = session()) {
      String find = "db.orders.find({customerId: 470}).toArray()";
      assertTrue(session.motion(submit(session, find)).isEmpty());
      assertTrue(text(submit(session, "sim.animate('on')")).contains("animate: 'on', speed: 1"));
      assertTrue(session.motion(submit(session, find)).isPresent());
      assertTrue(session.motion(submit(session, "1 + 1")).isEmpty());
      assertTrue(text(submit(session, "sim.animate('off')")).contains("animate: 'off', speed: 1"));
      assertTrue(session.motion(submit(session, find)).isEmpty());
    }
  }

  @Test
  void speedIsASettingThatBothCallsSet() {
    try (LiveSession session = session()) {
      submit(session, "sim.animate('on', {speed: 2.5})");
      assertEquals(2.5, session.motionSpeed());
      assertEquals("2.5", text(submit(session, "config.get('animationSpeed')")));
      submit(session, "config.set('animationSpeed', 4)");
      assertEquals(4, session.motionSpeed());
    }
  }

  @Test
  void whatIsNoSpeedOrModeIsRefused() {
    try (LiveSession session = session()) {
      assertTrue(
          text(submit(session, "sim.animate('on', {speed: 0})"))
              .contains("speed must be a number from 0.1 to 100"));
      assertTrue(
          text(submit(session, "config.set('animationSpeed', 'fast')"))
              .contains("animationSpeed must be a number from 0.1 to 100"));
      assertTrue(text(submit(session, "sim.animate('up')")).contains("must be \"on\" or \"off\""));
      assertEquals(Outcome.FAILED, submit(session, "sim.animate()").outcome());
      assertEquals(1, session.motionSpeed());
    }
  }

  @Test
  void versionsChangeOnTheWayAndNotBeforeIt() {
    try (LiveSession session = session()) {
      submit(session, "sim.animate('on')");
      Motion motion =
          session
              .motion(submit(session, "sh.moveChunk('shop.orders', {customerId: 420}, 's0')"))
              .orElseThrow();
      String first = frame(motion, 0);
      String last = frame(motion, motion.steps() - 1);
      assertFalse(first.contains("v2|"), first);
      assertTrue(first.contains("v1|1 "), first);
      assertTrue(last.contains("v2|0 "), last);
      assertTrue(last.contains("v2|1 "), last);
      for (int step = 0; step < motion.steps(); step++) {
        String shards = motion.frame(step, 0).get(SHARDS_LINE).text();
        assertTrue(shards.matches(".*v(1\\|1|2\\|0) .*v1\\|3 .*v(1\\|5|2\\|1) .*"), shards);
      }
    }
  }

  private static String frame(Motion motion, int step) {
    return String.join("\n", motion.frame(step, 0).stream().map(StyledLine::text).toList());
  }
}
