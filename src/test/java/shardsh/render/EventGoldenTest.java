package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;

/**
 * A small trace with each kind of event, looked at and kept: a command, the event, the answer.
 * After a wanted change run with {@code -Drender.golden.write=true} and read the difference.
 */
class EventGoldenTest {
  private static final Path FOLDER = Goldens.FOLDER.resolve("events");

  @TestFactory
  List<DynamicTest> eventsAreAsTheyWereLookedAt() {
    List<DynamicTest> tests = new ArrayList<>();
    for (ClusterEvent event : EventSamples.all()) {
      String name = EventSamples.name(event);
      tests.add(DynamicTest.dynamicTest(name, () -> compare(name, event)));
    }
    return tests;
  }

  @Test
  void everyKindOfEventHasASample() {
    TreeSet<String> missing = new TreeSet<>();
    for (Class<?> family : ClusterEvent.class.getPermittedSubclasses()) {
      for (Class<?> kind : family.getPermittedSubclasses()) {
        missing.add(kind.getSimpleName());
      }
    }
    assertTrue(missing.size() > 30, missing.toString());

    EventSamples.all().forEach(event -> missing.remove(event.getClass().getSimpleName()));

    assertEquals(new TreeSet<>(), missing);
  }

  @Test
  void everyGoldenFileBelongsToASample() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    EventSamples.all().forEach(event -> names.add(EventSamples.name(event) + ".txt"));
    TreeSet<String> files = new TreeSet<>();
    try (Stream<Path> list = Files.list(FOLDER)) {
      list.forEach(file -> files.add(file.getFileName().toString()));
    }

    assertEquals(names, files);
  }

  /** What blocks, fails, is stale or jumbo is told by a sign as well as by its colour. */
  @Test
  void whatIsWrongHasASignAndAColour() {
    List<Role> wrong = Arrays.asList(Role.STALE, Role.JUMBO, Role.BLOCKED, Role.ERROR);
    List<String> without = new ArrayList<>();
    for (ClusterEvent event : EventSamples.all()) {
      StyledLine text = EventText.of(event).text();
      boolean isWrong = text.spans().stream().anyMatch(span -> wrong.contains(span.role()));
      if (isWrong != text.text().startsWith("!") && isWrong) {
        without.add(EventSamples.name(event) + ": " + text.text());
      }
    }

    assertEquals(List.of(), without);
  }

  private static void compare(String name, ClusterEvent event) throws IOException {
    StringBuilder drawn = new StringBuilder();
    for (int width : new int[] {80, 120}) {
      section(event, ScreenProfile.unicode(width), drawn);
      section(event, ScreenProfile.ascii(width), drawn);
      section(event, new ScreenProfile(width, 0, true, true), drawn);
    }
    Goldens.compare(FOLDER.resolve(name + ".txt"), drawn);
  }

  private static void section(ClusterEvent event, ScreenProfile screen, StringBuilder out) {
    Scene scene = Scene.of(Scenes.moved()).withLast(entries(event));
    List<StyledLine> lines = Diagrams.draw("trace", scene, screen);
    for (StyledLine line : lines) {
      assertTrue(line.width() <= screen.width(), line.text());
    }
    Goldens.section(lines, screen, out);
  }

  /** Between a command and its answer, unless it is one of these. */
  private static List<TraceEntry> entries(ClusterEvent event) {
    boolean isMessage =
        event instanceof CallEvent.RequestSent
            || event instanceof CallEvent.ReplyReceived
            || event instanceof CallEvent.CallFailed;
    return isMessage
        ? new Traces().add(event).entries()
        : new Traces()
            .send("app", "m0", "ping", "")
            .add(event)
            .reply("m0", "app", "ping", 0, "", 0)
            .entries();
  }
}
