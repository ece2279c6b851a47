package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;

/** Messages on their way, frame by frame. */
class MotionTest {
  private static final Path GOLDEN = Path.of("src/test/resources/render/motion.txt");

  private static Map<String, Scene> scenes() {
    Map<String, Scene> scenes = new LinkedHashMap<>();
    scenes.put("stale", Scene.of(Scenes.moved()).withLast(Traces.staleFind()));
    scenes.put("scatter", Scene.of(Scenes.start()).withLast(atOnce()));
    scenes.put("group", Scene.of(Scenes.start()).withLast(Traces.group()));
    scenes.put("many", Scene.of(Scenes.large()).withLast(Traces.manyFinds()));
    return scenes;
  }

  /** A router that asks all shards at one instant, as the real one does. */
  private static List<TraceEntry> atOnce() {
    List<TraceEntry> entries = new ArrayList<>();
    for (TraceEntry entry : Traces.scatterGather()) {
      boolean asks =
          entry.event() instanceof CallEvent.RequestSent sent && sent.from().name().equals("m0");
      boolean answers =
          entry.event() instanceof CallEvent.ReplyReceived reply && reply.to().name().equals("m0");
      long at = asks ? 10_000 : answers ? 20_000 : entry.seq() < 2 ? entry.seq() : 30_000;
      entries.add(new TraceEntry(entry.seq(), at, -1, entry.event()));
    }
    return entries;
  }

  private static Motion motion(Scene scene, ScreenProfile screen) {
    return Motion.of(scene, screen).orElseThrow();
  }

  /** After a wanted change run with {@code -Drender.golden.write=true} and read the difference. */
  @Test
  void framesAreAsTheyWereLookedAt() throws IOException {
    StringBuilder drawn = new StringBuilder();
    for (ScreenProfile screen :
        List.of(ScreenProfile.unicode(80), ScreenProfile.unicode(120), ScreenProfile.ascii(60))) {
      Motion motion = motion(scenes().get("stale"), screen);
      for (int step = 0; step < motion.steps(); step++) {
        drawn.append("=== ").append(screen.width()).append(" columns, step ").append(step);
        drawn.append('\n').append(AnsiWriter.stream(screen).lines(motion.frame(step, 0.5)));
      }
    }
    if (Boolean.getBoolean("render.golden.write")) {
      Files.writeString(GOLDEN, drawn);
    }
    assertEquals(Files.readString(GOLDEN), drawn.toString());
  }

  @Test
  void nodesWithoutABoxAreCounted() {
    Motion motion =
        motion(
            Scene.of(Scenes.thirtyShards()).withLast(Traces.staleFind()),
            ScreenProfile.unicode(80));
    String caption = motion.frame(0, 0.5).get(motion.height() - 2).text();

    assertTrue(caption.endsWith("  … 3 more routers  … 25 more shards"), caption);
  }

  @Test
  void framesOfAMotionAreOfOneSizeAndFitEveryScreen() {
    scenes()
        .forEach(
            (name, scene) -> {
              for (int width = 40; width <= 240; width += 13) {
                Motion motion = motion(scene, ScreenProfile.unicode(width));
                for (int step = 0; step < motion.steps(); step += 1 + motion.steps() / 40) {
                  for (double phase : new double[] {0, 0.37, 1}) {
                    List<StyledLine> frame = motion.frame(step, phase);
                    assertEquals(motion.height(), frame.size(), name);
                    for (StyledLine line : frame) {
                      assertTrue(line.width() <= width, name + " at " + width + line.text());
                    }
                  }
                }
              }
            });
  }

  @Test
  void aMessageMovesFromOneBoxToTheOther() {
    Motion motion = motion(scenes().get("stale"), ScreenProfile.unicode(80));

    int start = motion.frame(0, 0).get(1).text().indexOf('●');
    int middle = motion.frame(0, 0.5).get(1).text().indexOf('●');
    int end = motion.frame(0, 1).get(1).text().indexOf('●');

    assertTrue(motion.moves(0));
    assertTrue(0 < start && start < middle && middle < end, start + " " + middle + " " + end);
  }

  @Test
  void whatARouterSendsAtOnceTravelsAtOnce() {
    Motion motion = motion(scenes().get("scatter"), ScreenProfile.unicode(100));

    boolean together = false;
    for (int step = 0; step < motion.steps(); step++) {
      String frame = text(motion.frame(step, 1));
      together |= frame.contains("2 more at the same time") && frame.split("●").length == 4;
    }

    assertTrue(together);
  }

  @Test
  void aRouterKnowsTheNewVersionOnlyOnceItHasLearntIt() {
    Motion motion = motion(scenes().get("stale"), ScreenProfile.unicode(80));
    String first = text(motion.frame(0, 0));
    String learnt = "";
    for (int step = 0; step < motion.steps() && learnt.isEmpty(); step++) {
      String frame = text(motion.frame(step, 0));
      learnt = frame.contains("learns 4 rows") ? frame : "";
    }

    assertTrue(first.contains("│ v1|5 "), first);
    assertFalse(learnt.isEmpty());
  }

  private static String text(List<StyledLine> frame) {
    return AnsiWriter.stream(ScreenProfile.unicode(120)).lines(frame);
  }

  @Test
  void nothingMovesWhereNoMessageWasSent() {
    assertEquals(Optional.empty(), Motion.of(Scene.of(Scenes.start()), ScreenProfile.unicode(80)));
  }
}
